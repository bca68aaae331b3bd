// The nearest surface point of a cylinder, frustum or capsule, and whether a point is inside.
#pragma once

#include "collide/shapes/shape.hpp"

namespace carom::collide {

/// The nearest point of a surface, from outside or from inside.
struct NearestSurface {
  double distance = 0;  ///< m, >= 0.
  /// Vector from the point to the nearest one, m. Where a circle or sphere of points, or several faces of a
  /// box, are equally near, the mean of the vectors to them, which is shorter than the distance.
  DVec3 to_surface;
};
NearestSurface nearestSurface(const Cylinder& cylinder, const DVec3& point);
NearestSurface nearestSurface(const Capsule& capsule, const DVec3& point);

/// Whether a point in the shape's frame is inside it or on it.
bool contains(const Cylinder& cylinder, const DVec3& point);
bool contains(const Capsule& capsule, const DVec3& point);

}  // namespace carom::collide

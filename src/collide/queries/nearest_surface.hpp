// The nearest surface point of a shape, and whether a point is inside: in double, for gravity fields.
#pragma once

#include "collide/shapes/shape.hpp"

namespace carom::collide {

/// Whether a point in the shape's frame is inside it or on it. One-sided planes are half spaces; sheets
/// (two-sided planes, meshes that are not closed) have no inside.
bool contains(const Shape& shape, const DVec3& point);

/// The nearest point of a surface, from outside or from inside.
struct NearestSurface {
  double distance = 0;  ///< m, >= 0.
  /// Vector from the point to the nearest one, m. Where a circle or sphere of points, or several faces of a
  /// box, are equally near, the mean of the vectors to them, which is shorter than the distance.
  DVec3 to_surface;
};
NearestSurface nearestSurface(const Shape& shape, const DVec3& point);

}  // namespace carom::collide

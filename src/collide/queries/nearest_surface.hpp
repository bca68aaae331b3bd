// The nearest surface point of a shape, and whether a point is inside: in double, for gravity fields.
#pragma once

#include "collide/convex/round_surface.hpp"
#include "collide/shapes/shape.hpp"

namespace carom::collide {

/// Whether a point in the shape's frame is inside it or on it. One-sided planes are half spaces; sheets
/// (two-sided planes, meshes that are not closed) have no inside.
bool contains(const Shape& shape, const DVec3& point);

NearestSurface nearestSurface(const Shape& shape, const DVec3& point);

}  // namespace carom::collide

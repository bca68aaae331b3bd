// Points whose convex hull approximates a round shape.
#pragma once

#include <cstdint>
#include <vector>

#include "carom/base/vector.hpp"

namespace carom::collide {

struct Tessellation {
  std::vector<DVec3> points;  ///< m
  double deviation = 0;  ///< Largest distance of the hull's surface from the round one, to either side, m.
};

/// Ball of the given radius with its centre at `height` on Y, in at most `max_points` (>= 12).
Tessellation tessellateBall(double radius, double height, std::uint32_t max_points);
/// Hull of two balls at ±half_height, neither inside the other, in at most `max_points` (>= 32).
Tessellation tessellateCapsule(double half_height, double radius_top, double radius_bottom,
                               std::uint32_t max_points);
/// Cylinder, cone or frustum, in at most `max_points` (>= 6).
Tessellation tessellateCylinder(double half_height, double radius_top, double radius_bottom,
                                std::uint32_t max_points);

}  // namespace carom::collide

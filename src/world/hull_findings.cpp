#include "world/hull_findings.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace carom::world {
namespace {

// As in the collision layer: beyond this nothing has a shape, and below this a shape is a point.
constexpr double kLargest = 1e12;   // m
constexpr double kSmallest = 1e-7;  // m

}  // namespace

std::string explainEmptyHull(std::span<const Vec3> points, const DVec3& scale) {
  if (points.empty()) return "";
  DVec3 lower = scaled(DVec3(points[0]), scale), upper = lower;
  std::size_t near = 0;
  for (const Vec3& point : points) {
    const DVec3 p = scaled(DVec3(point), scale);
    // Written so that NaN is far.
    near += std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}) <= kLargest ? 1 : 0;
    for (std::size_t i = 0; i < 3; ++i) {
      lower[i] = std::min(lower[i], p[i]);
      upper[i] = std::max(upper[i], p[i]);
    }
  }
  char text[160];
  if (near == 0) {
    std::snprintf(text, sizeof text,
                  "all points of this convex hull lie farther than %.0e m from their origin, the limit of "
                  "simulation; the shape is disabled",
                  kLargest);
    return text;
  }
  const DVec3 size = upper - lower;
  if (!(std::max({size.x, size.y, size.z}) < kSmallest)) return "";
  if (points.size() == 1) return "this convex hull has only one point and no extent; the shape is disabled";
  std::snprintf(text, sizeof text,
                "all %zu points of this convex hull coincide, so it has no extent; the shape is disabled",
                points.size());
  return text;
}

}  // namespace carom::world

// Convex polygon of points in a plane, for flat input of buildHull.
#pragma once

#include "collide/hull/hull_builder.hpp"

namespace carom::collide {

struct FlatPolygon {
  std::vector<std::int32_t>
      vertices;  ///< Indices of points, at least 3, counter-clockwise seen against the normal.
  DVec3 normal;  ///< Unit.
  double residual =
      0;  ///< Distance of the farthest omitted point, outside the polygon or off its plane, grid units.
  bool simplified = false;  ///< Points above the threshold were left out because of max_vertices.
};

/// `base`: three of the points, which span the plane. Corners that protrude by no more than `threshold` grid
/// units are omitted. If there are more than `max_vertices` (>= 3), those that change the polygon most are
/// kept.
FlatPolygon buildFlatPolygon(std::span<const GridPoint> points, const std::int32_t base[3], double threshold,
                             std::uint32_t max_vertices);

}  // namespace carom::collide

// Triangulated convex hull of points on an integer grid, with exact tests. First stage of buildHull.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "carom/base/vector.hpp"

namespace carom::collide {

/// A point on the grid. Its coordinates are within ±kGridHalf, so that the tests are exact
/// (hull_builder.cpp).
struct GridPoint {
  std::int32_t x = 0, y = 0, z = 0;
  DVec3 position() const { return {static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)}; }
};
inline constexpr std::int32_t kGridHalf = 1 << 25;

/// Counter-clockwise seen from outside.
struct GridTriangle {
  std::int32_t vertex[3];     ///< Indices of points.
  std::int32_t neighbour[3];  ///< Triangle across the edge from vertex[i] to vertex[i + 1].
};

/// The dimension of the points, within the threshold.
enum class Span : std::uint8_t { Solid, Plane, Line, Point };

struct GridHull {
  Span span = Span::Point;
  std::int32_t base[3] = {0, 0, 0};     ///< Points far apart: 3 that span the plane, 2 the line, or 1.
  std::vector<GridTriangle> triangles;  ///< Solid only: a closed and weakly convex surface.
  double residual =
      0;  ///< Distance of the farthest point that was left out from the planes it is above, grid units.
  bool simplified = false;  ///< Points above the threshold were left out because of max_vertices.
};

/// Hull of at least one point. Points up to `threshold` grid units (>= 0.25) above the hull are omitted. The
/// farthest points are added first, so stopping at `max_vertices` (>= 4) keeps those that change the hull
/// most.
GridHull buildGridHull(std::span<const GridPoint> points, double threshold, std::uint32_t max_vertices);

}  // namespace carom::collide

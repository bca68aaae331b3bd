// Merging triangles to polygonal faces. Third stage of buildHull.
#pragma once

#include "collide/hull/hull_builder.hpp"

namespace carom::collide {

/// A polygonal surface: half edges in pairs (twin = i ^ 1), with the same points.
struct PolygonHull {
  struct HalfEdge {
    std::int32_t origin;
    std::int32_t next;
    std::int32_t face;
  };
  struct Face {
    DVec3 normal;  ///< Unit, outward.
    std::int32_t first_edge = 0;
    std::int32_t edge_count = 0;
  };
  std::vector<HalfEdge> edges;
  std::vector<Face> faces;
};

/// Merges neighbouring triangles whose vertices are within `tolerance` grid units of one plane, if no point
/// is farther above it. Faces stay convex, each vertex keeps three faces, and no two faces share a second
/// edge.
PolygonHull mergeFaces(std::span<const GridPoint> points, const GridHull& hull, double tolerance);

}  // namespace carom::collide

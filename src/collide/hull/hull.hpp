// Convex hulls: data and builder.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "carom/base/vector.hpp"
#include "collide/hull/hull_tables.hpp"

namespace carom::collide {

/// A bounded convex polyhedron, coplanar faces merged. Vertices are input points, used by at least three
/// faces (two in a flat polygon). No two faces share more than one edge.
struct ConvexHull {
  struct Face {
    Vec3 normal;       ///< Unit, outward.
    float offset = 0;  ///< dot(normal, p) = offset on the face.
    /// Index of one half edge; follow `next` around counter-clockwise seen from outside.
    std::uint16_t first_edge = 0;
    std::uint16_t edge_count = 0;
  };
  /// Half edges come in pairs: twin of edge i is i ^ 1.
  struct HalfEdge {
    std::uint16_t origin = 0;  ///< Vertex.
    std::uint16_t next = 0;    ///< Next half edge around the same face.
    std::uint16_t face = 0;
  };
  std::vector<Vec3> vertices;
  /// The same for support functions, filled last (makeTables). May be left empty by hand-made hulls.
  HullTables tables;
  Vec3 centroid;  ///< Of the volume (of the surface when flat), m.
  Aabb aabb;
  std::vector<HalfEdge> edges;
  std::vector<Face> faces;
  /// One half edge that starts at each vertex: with edges[e ^ 1].next the walk around it. May be left empty
  /// by hand-made hulls.
  std::vector<std::uint16_t> vertex_edges;
  float inner_radius = 0;  ///< Distance from the centroid to the nearest face, m; 0 when flat.
  /// Built from coplanar points: one polygon with two sides, zero volume. Or from points on a line or at one
  /// place: a thin rod or small cube around them (sizes in hull.cpp), whose volume does not count.
  bool flat = false;
};

/// Fills `tables`; nothing may be changed afterwards.
inline void makeTables(ConvexHull& hull) {
  hull.tables = HullTables(hull);
}

struct HullSettings {
  /// Points closer to the hull than this share of its largest extent are taken as on it; faces whose planes
  /// agree to it are merged. 1e-7 to 0.05.
  double relative_tolerance = 1e-5;
  /// At most so many vertices (4 to 4096); with more, the points that change the hull most are kept, and
  /// `simplified` is set.
  std::uint32_t max_vertices = 256;
};
enum class HullStatus { Ok, Flat, Empty /* no finite points */ };
struct HullResult {
  HullStatus status = HullStatus::Empty;
  bool simplified = false;  ///< max_vertices was reached.
  /// Bound on the distance of input points above the hull's faces, m.
  float max_deviation = 0;
  /// Null only for Empty. Flat input gives a valid hull as well, see ConvexHull::flat.
  std::shared_ptr<const ConvexHull> hull;
};
/// Hull of the points. Points with NaN, infinite or absurd (beyond 1e15 m) coordinates are ignored. Time
/// grows as n·log(vertices), memory by 20 bytes a point.
HullResult buildHull(std::span<const Vec3> points, const HullSettings& settings = {});

}  // namespace carom::collide

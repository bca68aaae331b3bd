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
  /// The vertices and faces for support functions, filled last (makeTables). May be empty in hand-made hulls.
  HullTables tables;
  Vec3 centroid;  ///< Of the volume (of the surface when flat), m.
  Aabb aabb;
  std::vector<HalfEdge> edges;
  std::vector<Face> faces;
  /// One half edge that starts at each vertex; edges[e ^ 1].next continues around the vertex. May be empty in
  /// hand-made hulls.
  std::vector<std::uint16_t> vertex_edges;
  float inner_radius = 0;  ///< Distance from the centroid to the nearest face, m; 0 when flat.
  /// Built from coplanar points: one polygon with two sides and zero volume. Or from points on a line or at
  /// one point: a thin rod or small cube around them (sizes in hull.cpp), whose volume does not count.
  bool flat = false;
};

/// Fills `tables`; the hull must not change afterwards.
inline void makeTables(ConvexHull& hull) {
  hull.tables = HullTables(hull);
}

struct HullSettings {
  /// Points closer to the hull than this fraction of its largest extent count as on it, and faces whose
  /// planes agree to it are merged. 1e-7 to 0.05.
  double relative_tolerance = 1e-5;
  /// Largest number of vertices (4 to 4096). If there are more, the points that change the hull most are
  /// kept, and `simplified` is set.
  std::uint32_t max_vertices = 256;
};
enum class HullStatus { Ok, Flat, Empty /* no finite points */ };
struct HullResult {
  HullStatus status = HullStatus::Empty;
  bool simplified = false;  ///< max_vertices was reached.
  /// Upper bound of the distance of input points outside the hull's faces, m.
  float max_deviation = 0;
  /// Null only for Empty. Flat input gives a valid hull as well, see ConvexHull::flat.
  std::shared_ptr<const ConvexHull> hull;
};
/// Hull of the points. Points with NaN, infinite or extreme (beyond 1e15 m) coordinates are ignored. Time
/// grows as n·log(vertices); memory is 20 bytes per point.
HullResult buildHull(std::span<const Vec3> points, const HullSettings& settings = {});

}  // namespace carom::collide

// Convex hulls: data and builder.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "carom/base/vector.hpp"

namespace carom::collide {

/// A bounded convex polyhedron, coplanar faces merged. Vertices are used by at least three faces.
struct ConvexHull {
  struct Face {
    Vec3 normal;                 ///< Unit, outward.
    float offset = 0;            ///< dot(normal, p) = offset on the face.
    std::uint16_t first_edge = 0;  ///< Index of one half edge; follow `next` around counter-clockwise seen from outside.
    std::uint16_t edge_count = 0;
  };
  /// Half edges come in pairs: twin of edge i is i ^ 1.
  struct HalfEdge {
    std::uint16_t origin = 0;  ///< Vertex.
    std::uint16_t next = 0;    ///< Next half edge around the same face.
    std::uint16_t face = 0;
  };
  std::vector<Vec3> vertices;
  std::vector<HalfEdge> edges;
  std::vector<Face> faces;
  Vec3 centroid;             ///< Of the volume (of the area or line for flat hulls).
  Aabb aabb;
  float inner_radius = 0;    ///< Distance from the centroid to the nearest face.
  bool flat = false;         ///< Built from coplanar (or collinear, or coincident) points: two opposite faces, zero volume.
};

struct HullSettings {
  /// Points closer to the hull than this share of its size are taken as on it; faces whose planes agree to it are merged.
  double relative_tolerance = 1e-5;
  /// At most so many vertices (<= 4096); with more, the points that change the hull most are kept, and `simplified` is set.
  std::uint32_t max_vertices = 256;
};
enum class HullStatus { Ok, Flat, Empty /* no finite points */ };
struct HullResult {
  HullStatus status = HullStatus::Empty;
  bool simplified = false;       ///< max_vertices was reached.
  float max_deviation = 0;       ///< Largest distance of an input point outside the hull, m.
  std::shared_ptr<const ConvexHull> hull;  ///< Null only for Empty. Flat input gives a thin but valid hull, see HullStatus::Flat.
};
HullResult buildHull(std::span<const Vec3> points, const HullSettings& settings = {});

}  // namespace carom::collide

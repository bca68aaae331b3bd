// Triangle meshes with a bounding volume hierarchy, and the properties of the surface that contacts need.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "carom/base/vector.hpp"
#include "collide/lanes.hpp"

namespace carom::collide {

struct ConvexHull;

/// How the surface bends at an edge, seen from the front (counter-clockwise) side of the triangle.
enum class MeshEdge : std::uint8_t { Flat, Convex, Concave, Open /* no neighbour, or more than one */ };

/// Which sides of the triangles collide.
enum class MeshSides : std::uint8_t {
  Front,  ///< The front sides only: a one-sided plane with borders.
  Each,   ///< Both. Each triangle decides by itself which of them counts.
  /// Both. The surface is closed and divides space: front sides count for bodies outside it and, if it is in
  /// one piece, back sides for bodies inside it.
  Divides
};

/// A triangle soup prepared for collision: equal vertices welded, degenerate triangles dropped, neighbours
/// known.
struct TriangleMesh {
  std::vector<Vec3> vertices;
  struct Triangle {
    std::uint32_t vertex[3] = {0, 0, 0};
    std::uint32_t source = 0;     ///< Index of the triangle in the input.
    std::uint8_t edge_flags = 0;  ///< Two bits per edge: MeshEdge. Edge i runs from vertex i to vertex i+1.
    /// Corner i may be the closest feature to something on the front side (bit i), or on the back side (bit i
    /// + 3).
    std::uint8_t corner_flags = 0;
    std::uint8_t owned_corners = 0;  ///< Bit i: this triangle is the one that handles the vertex at corner i.
    MeshEdge edge(int i) const { return static_cast<MeshEdge>((edge_flags >> (2 * i)) & 3); }
    bool cornerActive(int i) const { return (corner_flags >> i & 9) != 0; }
    bool cornerActive(int i, bool from_behind) const {
      return (corner_flags >> (from_behind ? i + 3 : i) & 1) != 0;
    }
    bool cornerOwned(int i) const { return (owned_corners >> i & 1) != 0; }
  };
  std::vector<Triangle> triangles;  ///< Reordered: each leaf's triangles are consecutive.
  /// The corners of a triangle and its unit front normal again, contiguous: contacts read one place in memory
  /// per triangle.
  struct Face {
    Vec3 corner[3];
    Vec3 normal;
  };
  std::vector<Face> faces;  ///< One per triangle.
  /// 3 per triangle, across edge i; -1: open or not manifold. In a mesh that is not closed the neighbour may
  /// have the opposite winding.
  std::vector<std::int32_t> neighbours;
  struct BvhNode {
    Aabb aabb;
    std::uint32_t first = 0;  ///< Leaf: first triangle. Inner: index of the left child (right is +1).
    std::uint32_t count = 0;  ///< Leaf: triangles (> 0). Inner: 0.
  };
  std::vector<BvhNode> nodes;  ///< Node 0 is the root. The depth is at most 64.
  /// The same leaves below nodes with four children, for the search of what overlaps a box. A child without
  /// triangles is an inner node; or there is no child, if its box is NaN, which nothing overlaps.
  struct alignas(64) WideNode {
    static constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
    LaneVec3 lower = splat(Vec3{kNone, kNone, kNone}), upper = lower;
    std::uint32_t first[4] = {};  ///< Leaf: first triangle. Inner: index of the wide node.
    std::uint32_t count[4] = {};  ///< Leaf: triangles (> 0). Inner: 0.
  };
  std::vector<WideNode> wide_nodes;   ///< Node 0 is the root.
  std::vector<std::uint32_t> pieces;  ///< One vertex of each connected piece of the surface.
  /// Watertight and consistently oriented outwards, so it has a volume. It is a surface nevertheless: both
  /// sides collide.
  bool closed = false;
  MeshSides sides = MeshSides::Each;
  std::shared_ptr<const ConvexHull> hull;  ///< Of all vertices, for sweeps of moving meshes.
};

struct MeshResult {
  std::shared_ptr<const TriangleMesh> mesh;  ///< Null when no triangle was usable.
  std::uint32_t dropped_triangles = 0;       ///< Number of degenerate triangles.
  bool inverted = false;  ///< It was closed but inside-out (negative volume), and has been reversed.
};
/// Indices must be < vertices.size(), three per triangle. `both_sides`: both sides collide.
MeshResult buildMesh(std::span<const Vec3> vertices, std::span<const std::uint32_t> indices,
                     bool both_sides = true);

}  // namespace carom::collide

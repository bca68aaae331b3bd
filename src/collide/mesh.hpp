// Triangle meshes with a bounding volume hierarchy and what contacts need to know of the surface.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "carom/base/vector.hpp"

namespace carom::collide {

struct ConvexHull;

/// A triangle soup made fit for collision: equal vertices welded, degenerate triangles dropped, neighbours known.
struct TriangleMesh {
  std::vector<Vec3> vertices;
  struct Triangle {
    std::uint32_t vertex[3];
    std::uint32_t source = 0;     ///< Index of the triangle in the input.
    std::uint8_t edge_flags = 0;  ///< See mesh.cpp: per edge convex / flat-or-concave / open.
  };
  std::vector<Triangle> triangles;       ///< Reordered: each leaf's triangles are consecutive.
  std::vector<std::int32_t> neighbours;  ///< 3 per triangle, across edge i (vertex i to i+1); -1: open or not manifold.
  struct BvhNode {
    Aabb aabb;
    std::uint32_t first = 0;  ///< Leaf: first triangle. Inner: index of the left child (right is +1).
    std::uint32_t count = 0;  ///< Leaf: triangles (> 0). Inner: 0.
  };
  std::vector<BvhNode> nodes;  ///< Node 0 is the root. Depth is bounded by 64.
  bool closed = false;         ///< Watertight and consistently oriented outwards: has an inside, and contacts push out of it.
  bool double_sided = true;    ///< Contacts on both sides of a triangle (always true for open meshes unless asked otherwise).
  std::shared_ptr<const ConvexHull> hull;  ///< Of all vertices; for sweeps of moving meshes.
};

enum class MeshSides { Automatic /* one-sided when closed */, Single, Double };
struct MeshResult {
  std::shared_ptr<const TriangleMesh> mesh;  ///< Null when no triangle was usable.
  std::uint32_t dropped_triangles = 0;       ///< Degenerate ones.
  bool inverted = false;                     ///< Closed but inside-out (negative volume): it was turned round.
};
/// Indices must be < vertices.size() and three per triangle.
MeshResult buildMesh(std::span<const Vec3> vertices, std::span<const std::uint32_t> indices,
                     MeshSides sides = MeshSides::Automatic);

}  // namespace carom::collide

// Bounding volume hierarchy of a triangle mesh: building and traversal.
#pragma once

#include <cstdint>
#include <vector>

#include "collide/manifold.hpp"
#include "collide/mesh/mesh.hpp"

namespace carom::collide {

/// Largest depth of a node: traversals have a stack of this size.
inline constexpr int kMaxMeshDepth = 64;
inline constexpr std::uint32_t kMaxLeafTriangles = 4;

/// Builds the tree over boxes. `order` becomes the boxes' indices, those of each leaf contiguous.
void buildMeshBvh(const std::vector<Aabb>& boxes, std::vector<TriangleMesh::BvhNode>& nodes,
                  std::vector<std::uint32_t>& order);

/// Builds the tree with four children per node from the one with two.
void widenMeshBvh(const std::vector<TriangleMesh::BvhNode>& nodes, std::vector<TriangleMesh::WideNode>& wide);

/// Calls visit(first, count) for each leaf whose box overlaps `box`, in a fixed order, and records a trail.
/// meets(lower, upper) tells for four boxes which of them are of interest.
template <class Meets, class Visit>
void visitLeavesThatMeet(const TriangleMesh& mesh, const Aabb& box, Meets&& meets, Visit&& visit,
                         PairCache::Trail* trail = nullptr) {
  struct Entry {
    std::uint32_t first, count;
  };
  // Each level leaves at most three.
  Entry stack[3 * kMaxMeshDepth + 8];
  int depth = 0;
  const LaneVec3 lower = splat(box.lower), upper = splat(box.upper);
  if (!mesh.wide_nodes.empty()) stack[depth++] = {0, 0};
  while (depth > 0) {
    const Entry entry = stack[--depth];
    if (entry.count > 0) {
      if (trail != nullptr) trail->addLeaf(entry.first);
      visit(entry.first, entry.count);
      continue;
    }
    if (trail != nullptr) trail->addNode(entry.first);
    const TriangleMesh::WideNode& node = mesh.wide_nodes[entry.first];
    const unsigned bits =
        bitsOf(overlap(node.lower, node.upper, lower, upper) & meets(node.lower, node.upper));
    // Without branches, which could not be predicted. Prefetches what is visited next.
    for (int i = 3; i >= 0; --i) {
      stack[depth] = {node.first[i], node.count[i]};
      const void* face = mesh.faces.data() + node.first[i];
      const void* below = mesh.wide_nodes.data() + node.first[i];
      const void* next = node.count[i] > 0 ? face : below;
      const bool taken = (bits >> i & 1) != 0;
      next = taken ? next : &node;
      __builtin_prefetch(next);
      __builtin_prefetch(static_cast<const char*>(next) + 64);
      depth += static_cast<int>(taken);
    }
  }
}

template <class Visit>
void visitLeaves(const TriangleMesh& mesh, const Aabb& box, Visit&& visit,
                 PairCache::Trail* trail = nullptr) {
  const auto all = [](const LaneVec3&, const LaneVec3&) { return ~LaneMask{}; };
  visitLeavesThatMeet(mesh, box, all, visit, trail);
}

/// Visits leaves nearest first while their lower bound is below the limit. bound(box) returns a lower bound
/// for everything in the box; visit(first, count) examines a leaf and returns the new limit.
template <class Bound, class Visit>
void visitNearest(const TriangleMesh& mesh, double limit, Bound&& bound, Visit&& visit) {
  struct Entry {
    std::uint32_t node;
    double bound;
  };
  Entry stack[kMaxMeshDepth + 2];
  int depth = 0;
  if (!mesh.nodes.empty()) stack[depth++] = {0, bound(mesh.nodes[0].aabb)};
  while (depth > 0) {
    const Entry entry = stack[--depth];
    if (!(entry.bound < limit)) continue;
    const TriangleMesh::BvhNode& node = mesh.nodes[entry.node];
    if (node.count > 0) {
      limit = visit(node.first, node.count);
      continue;
    }
    const Entry left{node.first, bound(mesh.nodes[node.first].aabb)};
    const Entry right{node.first + 1, bound(mesh.nodes[node.first + 1].aabb)};
    const bool left_first = left.bound <= right.bound;
    stack[depth++] = left_first ? right : left;
    stack[depth++] = left_first ? left : right;
  }
}

}  // namespace carom::collide

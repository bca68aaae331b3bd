// Bounding volume hierarchy over boxes that move: the broad phase's index.
//
// A binary tree built by insertion: a new leaf goes to the sibling that adds the least surface area (the cost
// of a random query is proportional to the summed area of the inner nodes, Goldsmith and Salmon 1987), found
// by descent; on the way back up, rotations swap a node with its grandchild or niece where that lowers the
// area (Kopta et al. 2012), or the height without raising the area. Many leaves at once are built top down by
// the surface area heuristic instead (mesh_bvh.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "carom/base/vector.hpp"

namespace carom::collide {

class DynamicTree {
 public:
  static constexpr std::int32_t kNull = -1;

  /// Adds a leaf and returns its id. `user` is given back by queries.
  std::int32_t insert(const Aabb& aabb, std::int32_t user);
  /// Becomes a tree of these boxes and users; the i-th leaf has the id i. What was in it is gone.
  void build(std::span<const Aabb> boxes, std::span<const std::int32_t> users);
  void remove(std::int32_t leaf);
  /// Gives a leaf new bounds.
  void update(std::int32_t leaf, const Aabb& aabb);
  const Aabb& aabb(std::int32_t leaf) const { return nodes_[static_cast<std::size_t>(leaf)].aabb; }
  std::size_t leafCount() const { return leaf_count_; }
  std::int32_t height() const;
  /// Sum of the inner nodes' areas over the root's: the quality of the tree, for tests and profiles.
  float areaRatio() const;

  /// What hangs where: all that a tree is, but for the boxes of its leaves.
  struct Layout {
    std::int32_t root = kNull;
    std::vector<std::int32_t> left;   ///< By node; kNull for a leaf and for a free node.
    std::vector<std::int32_t> right;  ///< By node; the user value for a leaf.
    std::vector<std::int32_t> free;   ///< Nodes to be used next, in that order.
  };
  Layout layout() const;
  /// Becomes a tree of this layout with the boxes by user value; says which leaf is whose (kNull: none).
  /// False, with the tree as it was, when the layout is not one of a tree.
  bool setLayout(const Layout& layout, std::span<const Aabb> boxes, std::vector<std::int32_t>& leaf_of_user);

  /// Calls visit(user) for each leaf whose box overlaps; visit returns false to stop.
  template <class Visit>
  void query(const Aabb& box, Visit&& visit) const {
    traverse([&](const Aabb& node_box) { return overlap(node_box, box); }, visit);
  }

  /// Calls visit(user, max_t) → new max_t (0 stops) for leaves that the segment origin + t·direction, 0 <= t
  /// <= max_t, thickened by `extents` on each axis, meets. Order is not by distance.
  template <class Visit>
  void castSegment(const Vec3& origin, const Vec3& direction, const Vec3& extents, float max_t,
                   Visit&& visit) const {
    const Vec3 inverse{reciprocal(direction.x), reciprocal(direction.y), reciprocal(direction.z)};
    traverse([&](const Aabb& box) { return max_t > 0 && segmentMeets(origin, inverse, extents, max_t, box); },
             [&](std::int32_t user) {
               max_t = visit(user, max_t);
               return max_t > 0;
             });
  }

 private:
  struct Node {
    Aabb aabb;
    std::int32_t parent = kNull;  ///< Next free node while on the free list.
    std::int32_t left = kNull;    ///< kNull for a leaf.
    std::int32_t right = kNull;   ///< The user value for a leaf.
    std::int32_t height = 0;
    bool isLeaf() const { return left == kNull; }
  };
  static float reciprocal(float d) { return d > 1e-30f || d < -1e-30f ? 1.0f / d : (d < 0 ? -1e30f : 1e30f); }
  static bool segmentMeets(const Vec3& origin, const Vec3& inverse, const Vec3& extents, float max_t,
                           const Aabb& box);

  template <class Test, class Visit>
  void traverse(Test&& test, Visit&& visit) const {
    if (root_ == kNull) return;
    // Depth first with a fixed stack: the tree is kept balanced enough by rotations; should it overflow, the
    // far child is visited by recursion.
    traverseFrom(root_, test, visit);
  }
  template <class Test, class Visit>
  bool traverseFrom(std::int32_t start, Test& test, Visit& visit) const {
    constexpr int kStack = 128;
    std::int32_t stack[kStack];
    int count = 0;
    stack[count++] = start;
    while (count > 0) {
      const Node& node = nodes_[static_cast<std::size_t>(stack[--count])];
      if (!test(node.aabb)) continue;
      if (node.isLeaf()) {
        if (!visit(node.right)) return false;
      } else if (count + 2 > kStack) {
        if (!traverseFrom(node.left, test, visit) || !traverseFrom(node.right, test, visit)) return false;
      } else {
        stack[count++] = node.right;
        stack[count++] = node.left;
      }
    }
    return true;
  }

  std::int32_t allocate();
  std::int32_t join(std::int32_t left, std::int32_t right);
  std::int32_t joinLeaves(const std::uint32_t* order, std::uint32_t count);
  void release(std::int32_t node);
  void insertLeaf(std::int32_t leaf);
  void removeLeaf(std::int32_t leaf);
  std::int32_t findSibling(const Aabb& box) const;
  void refit(std::int32_t node);
  void rotateNode(std::int32_t node);
  void swapNodes(std::int32_t index, std::int32_t child, std::int32_t grandchild);
  void updateFromChildren(std::int32_t node);
  Node& at(std::int32_t i) { return nodes_[static_cast<std::size_t>(i)]; }
  const Node& at(std::int32_t i) const { return nodes_[static_cast<std::size_t>(i)]; }

  std::vector<Node> nodes_;
  std::int32_t root_ = kNull;
  std::int32_t free_ = kNull;
  std::size_t leaf_count_ = 0;
};

}  // namespace carom::collide

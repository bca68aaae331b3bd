// Bounding volume hierarchy over moving boxes, for the broad phase.
//
// A binary tree. Each node has the boxes of both its children in one cache line, so that one comparison of
// four lanes tests each child. A query reads one line per visited node, and none for leaves. A leaf is
// identified by a key of the caller, and a table maps the key to the leaf's position.
//
// A single new or moved leaf is inserted by descent to the sibling that adds the least surface area (the cost
// of a random query is proportional to the sum of the areas of the inner nodes, Goldsmith and Salmon 1987).
// On the way back up, rotations swap a node with its grandchild or niece if this reduces the area (Kopta et
// al. 2012), or the height without increasing the area. If many leaves move at once, their boxes are replaced
// in place and all other boxes are updated in one pass. After all leaves have moved several times, the tree
// is built again, top down by the surface area heuristic (mesh_bvh.hpp). Its nodes then lie in the order in
// which a descent visits them.
//
// The order in which queries visit leaves depends on the history of the tree. No result may depend on it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "carom/base/vector.hpp"
#include "collide/lanes.hpp"

namespace carom::collide {

class DynamicTree {
 public:
  /// A leaf: its bounds, and its key, >= 0.
  struct Leaf {
    Aabb aabb;
    std::int32_t key = 0;
  };

  DynamicTree() { clear(); }
  void remove(std::int32_t key);
  /// Replaces the bounds of a leaf, or adds the leaf.
  void update(const Leaf& leaf);
  /// Replaces the bounds of several leaves; all are in the tree, and each occurs once.
  void update(std::span<const Leaf> leaves);
  /// Replaces the tree by one of these leaves; their keys are distinct.
  void build(std::span<const Leaf> leaves);
  void clear();

  bool contains(std::int32_t key) const {
    return static_cast<std::size_t>(key) < places_.size() && places_[key] >= 0;
  }
  Aabb aabb(std::int32_t key) const { return box(placeOf(key)); }
  std::size_t leafCount() const { return leaf_count_; }
  std::int32_t height() const { return at(0).height; }
  /// Sum of the inner nodes' areas divided by the root's: the quality of the tree, for tests and profiles.
  float areaRatio() const;

  /// Calls visit(key) for each leaf whose box overlaps; visit returns false to stop.
  template <class Visit>
  void query(const Aabb& asked, Visit&& visit) const {
    const Vec3 &low = asked.lower, &high = asked.upper;
    const Lanes a = {high.x, high.x, high.y, high.y}, b = {high.z, high.z, -low.x, -low.x},
                c = {-low.y, -low.y, -low.z, -low.z};
    const auto test = [&](const Node& node) {
      const unsigned bits = bitsOf((node.bounds[0] <= a) & (node.bounds[1] <= b) & (node.bounds[2] <= c));
      return bits & bits >> 2;
    };
    traverse(0, test, visit);
  }

  /// Calls visit(key, max_t) → new max_t (0 stops) for each leaf that the segment origin + t·direction, 0 <=
  /// t <= max_t, meets, grown by `extents` on each axis. The order is not by distance.
  template <class Visit>
  void castSegment(const Vec3& origin, const Vec3& direction, const Vec3& extents, float max_t,
                   Visit&& visit) const {
    const Vec3 inverse{reciprocal(direction.x), reciprocal(direction.y), reciprocal(direction.z)};
    const auto test = [&](const Node& node) {
      const bool left = segmentMeets(origin, inverse, extents, max_t, node.box(0));
      const bool right = segmentMeets(origin, inverse, extents, max_t, node.box(1));
      return (left ? 1u : 0u) | (right ? 2u : 0u);
    };
    const auto visitLeaf = [&](std::int32_t key) {
      max_t = visit(key, max_t);
      return max_t > 0;
    };
    traverse(0, test, visitLeaf);
  }

 private:
  static constexpr std::int32_t kNone = -0x7fffffff - 1;  ///< No child.

  /// Children are nodes, or leaves: ~key. The root has index 0 and may lack children; others have two.
  struct alignas(64) Node {
    /// Least x of both, least y of both; least z, greatest x; greatest y, greatest z. The greatest ones are
    /// negated.
    Lanes bounds[3];
    std::int32_t child[2] = {kNone, kNone};
    std::int32_t place =
        -1;  ///< Position in the parent: its index · 2 + side. On the free list: the next free node.
    std::int32_t height = 0;  ///< Leaves have 0.

    Aabb box(int side) const {
      return {{bounds[0][side], bounds[0][2 + side], bounds[1][side]},
              {-bounds[1][2 + side], -bounds[2][side], -bounds[2][2 + side]}};
    }
    void setBox(int side, const Aabb& b) {
      bounds[0][side] = b.lower.x, bounds[0][2 + side] = b.lower.y, bounds[1][side] = b.lower.z;
      bounds[1][2 + side] = -b.upper.x, bounds[2][side] = -b.upper.y, bounds[2][2 + side] = -b.upper.z;
    }
    Aabb merged() const {
      Aabb both = box(0);
      both.include(box(1));
      return both;
    }
  };
  static_assert(sizeof(Node) == 64);

  static float reciprocal(float d) { return d > 1e-30f || d < -1e-30f ? 1.0f / d : (d < 0 ? -1e30f : 1e30f); }
  static bool segmentMeets(const Vec3& origin, const Vec3& inverse, const Vec3& extents, float max_t,
                           const Aabb& box);

  /// Depth-first traversal from a node with a fixed stack; rotations keep the tree balanced enough for it. If
  /// the stack overflows, children are visited by recursion. test(node) returns a bit for each child.
  template <class Test, class Visit>
  bool traverse(std::int32_t start, Test& test, Visit& visit) const {
    constexpr int kStack = 128;
    std::int32_t stack[kStack];
    int count = 0;
    stack[count++] = start;
    while (count > 0) {
      const Node& node = at(stack[--count]);
      const unsigned bits = test(node);
      for (int side = 1; side >= 0; --side) {
        if ((bits >> side & 1) == 0) continue;
        const std::int32_t child = node.child[side];
        if (child < 0) {
          if (child != kNone && !visit(~child)) return false;
        } else if (count == kStack) {
          if (!traverse(child, test, visit)) return false;
        } else {
          __builtin_prefetch(&at(child));
          stack[count++] = child;
        }
      }
    }
    return true;
  }

  Node& at(std::int32_t i) { return nodes_[i]; }
  const Node& at(std::int32_t i) const { return nodes_[i]; }
  std::int32_t& placeOf(std::int32_t key) { return places_[key]; }
  std::int32_t placeOf(std::int32_t key) const { return places_[key]; }
  Aabb box(std::int32_t place) const { return at(place / 2).box(place % 2); }
  std::int32_t childAt(std::int32_t place) const { return at(place / 2).child[place % 2]; }
  std::int32_t heightOf(std::int32_t child) const { return child >= 0 ? at(child).height : 0; }

  void insert(const Leaf& leaf);
  std::int32_t allocate();
  void release(std::int32_t node);
  void hang(std::int32_t place, std::int32_t child);
  void hang(std::int32_t place, std::int32_t child, const Aabb& box);
  void empty(std::int32_t place);
  void moveNode(std::int32_t from, std::int32_t to);
  std::int32_t findSibling(const Aabb& box) const;
  void updateHeight(std::int32_t node);
  void refitFrom(std::int32_t node);
  void refitAll();
  void rotateNode(std::int32_t node);
  void swapPlaces(std::int32_t child, std::int32_t grandchild);

  // dynamic_tree_build.cpp
  void putInOrder();
  void buildAnew();
  template <class Built>
  void copyBuilt(const Built& built, const std::vector<std::uint32_t>& order, std::int32_t index,
                 std::int32_t place);
  void joinLeaves(const std::uint32_t* order, std::uint32_t count, std::int32_t place);

  std::vector<Node> nodes_;
  std::vector<std::int32_t> places_;  ///< By key: index of its node · 2 + side, or -1.
  std::int32_t free_ = -1;
  std::size_t leaf_count_ = 0;
  std::size_t moved_ = 0;      ///< Leaves moved in place since the tree was built.
  bool in_order_ = true;       ///< Nodes come after their parents.
  std::vector<Node> copied_;   ///< In putInOrder().
  std::vector<Leaf> rebuilt_;  ///< In build().
};

}  // namespace carom::collide

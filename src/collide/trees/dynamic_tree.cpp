#include "collide/trees/dynamic_tree.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "collide/trees/tree_settings.hpp"

namespace carom::collide {
namespace {

/// Half the surface area: all that comparisons need.
float area(const Aabb& b) {
  const Vec3 d = b.upper - b.lower;
  return d.x * d.y + d.y * d.z + d.z * d.x;
}

Aabb merged(const Aabb& a, const Aabb& b) {
  return {minimum(a.lower, b.lower), maximum(a.upper, b.upper)};
}

}  // namespace

void DynamicTree::clear() {
  nodes_.assign(1, Node{});
  empty(0);
  empty(1);
  places_.clear();
  free_ = -1;
  leaf_count_ = moved_ = 0;
  in_order_ = true;
}

std::int32_t DynamicTree::allocate() {
  in_order_ = false;
  if (free_ < 0) {
    nodes_.emplace_back();
    return static_cast<std::int32_t>(nodes_.size()) - 1;
  }
  const std::int32_t node = free_;
  free_ = at(node).place;
  return node;
}

void DynamicTree::release(std::int32_t node) {
  in_order_ = false;
  at(node).place = free_;
  free_ = node;
}

/// Makes a node or a leaf the child at a position.
void DynamicTree::hang(std::int32_t place, std::int32_t child) {
  at(place / 2).child[place % 2] = child;
  if (child >= 0) {
    at(child).place = place;
  } else if (child != kNone) {
    placeOf(~child) = place;
  }
}

void DynamicTree::hang(std::int32_t place, std::int32_t child, const Aabb& box) {
  hang(place, child);
  at(place / 2).setBox(place % 2, box);
}

void DynamicTree::empty(std::int32_t place) {
  hang(place, kNone, Aabb{});
}

/// Copies a node, and makes the copy the parent of its children.
void DynamicTree::moveNode(std::int32_t from, std::int32_t to) {
  const std::int32_t place = at(to).place;
  at(to) = at(from);
  at(to).place = place;
  for (int side = 0; side < 2; ++side) hang(to * 2 + side, at(to).child[side]);
}

/// Inserts a leaf whose key is not in the tree.
void DynamicTree::insert(const Leaf& leaf) {
  if (static_cast<std::size_t>(leaf.key) >= places_.size())
    places_.resize(static_cast<std::size_t>(leaf.key) + 1, -1);
  const std::int32_t child = ~leaf.key;
  if (++leaf_count_ <= 2) {
    hang(childAt(0) == kNone ? 0 : 1, child, leaf.aabb);
    updateHeight(0);
    return;
  }
  const std::int32_t sibling = findSibling(leaf.aabb);
  const std::int32_t parent = allocate();
  if (sibling < 0) {  // The sibling is the whole tree.
    moveNode(0, parent);
    hang(0, parent, at(parent).merged());
    hang(1, child, leaf.aabb);
    refitFrom(0);
    return;
  }
  const Aabb old_box = box(sibling);
  hang(parent * 2, childAt(sibling), old_box);
  hang(parent * 2 + 1, child, leaf.aabb);
  hang(sibling, parent);
  refitFrom(parent);
}

void DynamicTree::remove(std::int32_t key) {
  const std::int32_t place = std::exchange(placeOf(key), -1);
  const std::int32_t node = place / 2, sibling = childAt(place ^ 1);
  --leaf_count_;
  if (node != 0) {
    const std::int32_t parent = at(node).place;
    hang(parent, sibling, box(place ^ 1));
    release(node);
    refitFrom(parent / 2);
  } else if (sibling >= 0) {
    moveNode(sibling, 0);
    release(sibling);
  } else {
    empty(place);
    updateHeight(0);
  }
}

void DynamicTree::update(const Leaf& leaf) {
  if (contains(leaf.key)) remove(leaf.key);
  insert(leaf);
}

void DynamicTree::update(std::span<const Leaf> leaves) {
  if (leaf_count_ <= TreeSettings::kSmallUpdate || leaves.size() * TreeSettings::kFewMoves < leaf_count_) {
    for (const Leaf& leaf : leaves) update(leaf);
    return;
  }
  for (const Leaf& leaf : leaves) {
    assert(contains(leaf.key));
    at(placeOf(leaf.key) / 2).setBox(placeOf(leaf.key) % 2, leaf.aabb);
  }
  moved_ += leaves.size();
  if (moved_ > TreeSettings::kMovesPerBuild * leaf_count_) {
    buildAnew();
  } else {
    if (!in_order_) putInOrder();
    refitAll();
  }
}

float DynamicTree::areaRatio() const {
  const float root_area = area(at(0).merged());
  if (leaf_count_ < 2 || !(root_area > 0)) return 0;
  float total = root_area;
  std::vector<std::int32_t> open{0};
  while (!open.empty()) {
    const Node& node = at(open.back());
    open.pop_back();
    for (int side = 0; side < 2; ++side) {
      if (node.child[side] < 0) continue;
      total += area(node.box(side));
      open.push_back(node.child[side]);
    }
  }
  return total / root_area;
}

// Greedy descent. At each inner node it compares the cost of making the leaf a sibling of the whole subtree
// with that of inserting it below a child, whose lower bound is the growth of that child's box. Returns the
// sibling's position; -1: the whole tree.
std::int32_t DynamicTree::findSibling(const Aabb& box) const {
  std::int32_t place = -1, index = 0;
  Aabb own = at(0).merged();
  for (;;) {
    const Node& node = at(index);
    const float combined = area(merged(own, box));
    const float cost_here = 2 * combined;
    const float inherited = 2 * (combined - area(own));
    const Aabb child_box[2] = {node.box(0), node.box(1)};
    float cost[2];
    for (int i = 0; i < 2; ++i) {
      cost[i] = area(merged(child_box[i], box)) + inherited;
      if (node.child[i] >= 0) cost[i] -= area(child_box[i]);
    }
    if (cost_here < cost[0] && cost_here < cost[1]) return place;
    int side = cost[0] < cost[1] ? 0 : 1;
    if (cost[0] == cost[1]) {  // Inside both boxes: the nearer centre decides.
      const Vec3 c = box.center();
      side = lengthSquared(child_box[0].center() - c) <= lengthSquared(child_box[1].center() - c) ? 0 : 1;
    }
    place = index * 2 + side;
    if (node.child[side] < 0) return place;
    own = child_box[side];
    index = node.child[side];
  }
}

void DynamicTree::updateHeight(std::int32_t index) {
  Node& node = at(index);
  node.height = leaf_count_ == 0 ? 0 : 1 + std::max(heightOf(node.child[0]), heightOf(node.child[1]));
}

/// Updates boxes and heights from a node with correct children up to the root.
void DynamicTree::refitFrom(std::int32_t index) {
  for (;;) {
    updateHeight(index);
    rotateNode(index);
    if (index == 0) return;
    const std::int32_t place = at(index).place;
    at(place / 2).setBox(place % 2, at(index).merged());
    index = place / 2;
  }
}

/// Updates all boxes from those of the leaves.
void DynamicTree::refitAll() {
  for (std::size_t i = nodes_.size(); i-- > 1;) {
    const std::int32_t place = nodes_[i].place;
    at(place / 2).setBox(place % 2, nodes_[i].merged());
  }
}

// Swaps one child with a grandchild on the other side if this reduces the area of the changed inner node. If
// no swap does, nested boxes may have made the tree a list: then a swap that reduces the height is made if it
// does not increase the area, or at any cost if one side is higher by more than kMaxUneven levels.
void DynamicTree::rotateNode(std::int32_t index) {
  const Node& node = at(index);
  if (node.height < 2) return;
  const int lower = heightOf(node.child[0]) <= heightOf(node.child[1]) ? 0 : 1;
  const std::int32_t low = index * 2 + lower, high = node.child[1 - lower];
  const std::int32_t uneven = heightOf(high) - heightOf(node.child[lower]);
  std::int32_t taller =
      -1;  // Position of the higher one of the higher child's children; -1: they are equally high.
  float taller_gain = 0;
  if (uneven > 1 && heightOf(at(high).child[0]) != heightOf(at(high).child[1])) {
    const int side = heightOf(at(high).child[0]) > heightOf(at(high).child[1]) ? 0 : 1;
    taller = high * 2 + side;
    taller_gain = area(box(low ^ 1)) - area(merged(box(low), box(taller ^ 1)));
    if (uneven > TreeSettings::kMaxUneven) return swapPlaces(low, taller);
  }
  float best_gain = 0;
  std::int32_t best_child = -1, best_grandchild = -1;
  for (int side = 0; side < 2; ++side) {
    const std::int32_t child = index * 2 + side, other = node.child[1 - side];
    if (other < 0) continue;
    const float old_area = area(node.box(1 - side));
    for (int g = 0; g < 2; ++g) {
      // The child replaces grandchild g inside `other`.
      const float gain = old_area - area(merged(node.box(side), at(other).box(1 - g)));
      if (gain > best_gain) best_gain = gain, best_child = child, best_grandchild = other * 2 + g;
    }
  }
  if (best_child >= 0) {
    swapPlaces(best_child, best_grandchild);
  } else if (taller >= 0 && taller_gain >= 0) {
    swapPlaces(low, taller);
  }
}

/// Exchanges the subtrees at two positions: that of a child, and that of a child of its sibling.
void DynamicTree::swapPlaces(std::int32_t child, std::int32_t grandchild) {
  in_order_ = false;
  const std::int32_t down = childAt(child), up = childAt(grandchild);
  const Aabb down_box = box(child), up_box = box(grandchild);
  hang(child, up, up_box);
  hang(grandchild, down, down_box);
  updateHeight(grandchild / 2);
  at(child / 2).setBox(child % 2 ^ 1, at(grandchild / 2).merged());
  updateHeight(child / 2);
}

bool DynamicTree::segmentMeets(const Vec3& origin, const Vec3& inverse, const Vec3& extents, float max_t,
                               const Aabb& box) {
  if (!(max_t > 0)) return false;
  float t_min = 0, t_max = max_t;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const float lower = box.lower[axis] - extents[axis] - origin[axis];
    const float upper = box.upper[axis] + extents[axis] - origin[axis];
    if (inverse[axis] >= 1e30f || inverse[axis] <= -1e30f) {
      if (lower > 0 || upper < 0) return false;
      continue;
    }
    float t0 = lower * inverse[axis], t1 = upper * inverse[axis];
    if (t0 > t1) std::swap(t0, t1);
    t_min = std::max(t_min, t0);
    t_max = std::min(t_max, t1);
    if (t_min > t_max) return false;
  }
  return true;
}

}  // namespace carom::collide

#include "collide/dynamic_tree.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace carom::collide {
namespace {

/// Levels by which one side of a node may be higher than the other for the sake of smaller areas.
constexpr std::int32_t kMostUneven = 12;

/// Half the surface area: all that comparisons need.
float area(const Aabb& b) {
  const Vec3 d = b.upper - b.lower;
  return d.x * d.y + d.y * d.z + d.z * d.x;
}

Aabb merged(const Aabb& a, const Aabb& b) {
  return {minimum(a.lower, b.lower), maximum(a.upper, b.upper)};
}

}  // namespace

std::int32_t DynamicTree::allocate() {
  if (free_ == kNull) {
    nodes_.emplace_back();
    return static_cast<std::int32_t>(nodes_.size()) - 1;
  }
  const std::int32_t node = free_;
  free_ = at(node).parent;
  at(node) = Node{};
  return node;
}

void DynamicTree::release(std::int32_t node) {
  at(node).parent = free_;
  at(node).height = -1;
  free_ = node;
}

std::int32_t DynamicTree::insert(const Aabb& aabb, std::int32_t user) {
  const std::int32_t leaf = allocate();
  at(leaf).aabb = aabb;
  at(leaf).right = user;
  insertLeaf(leaf);
  ++leaf_count_;
  return leaf;
}

void DynamicTree::remove(std::int32_t leaf) {
  removeLeaf(leaf);
  release(leaf);
  --leaf_count_;
}

void DynamicTree::update(std::int32_t leaf, const Aabb& aabb) {
  removeLeaf(leaf);
  at(leaf).aabb = aabb;
  insertLeaf(leaf);
}

std::int32_t DynamicTree::height() const {
  return root_ == kNull ? 0 : at(root_).height;
}

float DynamicTree::areaRatio() const {
  if (root_ == kNull || at(root_).isLeaf()) return 0;
  float total = 0;
  for (const Node& node : nodes_) {
    if (node.height > 0) total += area(node.aabb);
  }
  const float root_area = area(at(root_).aabb);
  return root_area > 0 ? total / root_area : 0;
}

// Greedy descent: at each inner node compare making the leaf a sibling of the whole subtree with pushing it
// into a child, whose lower bound is the growth of that child's box.
std::int32_t DynamicTree::findSibling(const Aabb& box) const {
  std::int32_t index = root_;
  while (!at(index).isLeaf()) {
    const Node& node = at(index);
    const float node_area = area(node.aabb);
    const float combined = area(merged(node.aabb, box));
    const float cost_here = 2 * combined;
    const float inherited = 2 * (combined - node_area);
    float cost[2];
    const std::int32_t child[2] = {node.left, node.right};
    for (int i = 0; i < 2; ++i) {
      const Aabb& child_box = at(child[i]).aabb;
      cost[i] = area(merged(child_box, box)) + inherited;
      if (!at(child[i]).isLeaf()) cost[i] -= area(child_box);
    }
    if (cost_here < cost[0] && cost_here < cost[1]) break;
    if (cost[0] != cost[1]) {
      index = cost[0] < cost[1] ? child[0] : child[1];
    } else {  // Inside both: the nearer centre.
      const Vec3 c = box.center();
      const float d0 = lengthSquared(at(child[0]).aabb.center() - c);
      const float d1 = lengthSquared(at(child[1]).aabb.center() - c);
      index = d0 <= d1 ? child[0] : child[1];
    }
  }
  return index;
}

void DynamicTree::insertLeaf(std::int32_t leaf) {
  if (root_ == kNull) {
    root_ = leaf;
    at(leaf).parent = kNull;
    return;
  }
  const std::int32_t sibling = findSibling(at(leaf).aabb);
  const std::int32_t old_parent = at(sibling).parent;
  const std::int32_t parent = allocate();
  at(parent).parent = old_parent;
  at(parent).left = sibling;
  at(parent).right = leaf;
  at(sibling).parent = parent;
  at(leaf).parent = parent;
  if (old_parent == kNull) {
    root_ = parent;
  } else if (at(old_parent).left == sibling) {
    at(old_parent).left = parent;
  } else {
    at(old_parent).right = parent;
  }
  refit(parent);
}

void DynamicTree::removeLeaf(std::int32_t leaf) {
  if (leaf == root_) {
    root_ = kNull;
    return;
  }
  const std::int32_t parent = at(leaf).parent;
  const std::int32_t grandparent = at(parent).parent;
  const std::int32_t sibling = at(parent).left == leaf ? at(parent).right : at(parent).left;
  at(sibling).parent = grandparent;
  if (grandparent == kNull) {
    root_ = sibling;
  } else {
    if (at(grandparent).left == parent) {
      at(grandparent).left = sibling;
    } else {
      at(grandparent).right = sibling;
    }
    refit(grandparent);
  }
  release(parent);
}

void DynamicTree::updateFromChildren(std::int32_t index) {
  Node& node = at(index);
  node.aabb = merged(at(node.left).aabb, at(node.right).aabb);
  node.height = 1 + std::max(at(node.left).height, at(node.right).height);
}

void DynamicTree::refit(std::int32_t index) {
  while (index != kNull) {
    updateFromChildren(index);
    rotateNode(index);
    index = at(index).parent;
  }
}

// Swap one child with a grandchild on the other side when the changed inner node gets a smaller area. Where
// none would, boxes that lie in one another can have made a list of the tree: then balance decides, if it
// costs nothing, and whatever it costs where one side is far higher than the other.
void DynamicTree::rotateNode(std::int32_t index) {
  if (at(index).height < 2) return;
  const std::int32_t children[2] = {at(index).left, at(index).right};
  const int lower = at(children[0]).height <= at(children[1]).height ? 0 : 1;
  const std::int32_t low = children[lower], high = children[1 - lower];
  const std::int32_t uneven = at(high).height - at(low).height;
  std::int32_t taller = kNull;  // Of the higher child's children; null: as high as its sibling.
  float taller_gain = 0;
  if (uneven > 1 && at(at(high).left).height != at(at(high).right).height) {
    const bool is_left = at(at(high).left).height > at(at(high).right).height;
    taller = is_left ? at(high).left : at(high).right;
    const std::int32_t stays = is_left ? at(high).right : at(high).left;
    taller_gain = area(at(high).aabb) - area(merged(at(low).aabb, at(stays).aabb));
    if (uneven > kMostUneven) return swapNodes(index, low, taller);
  }
  float best_gain = 0;
  std::int32_t best_child = kNull, best_grandchild = kNull;
  for (int side = 0; side < 2; ++side) {
    const std::int32_t child = children[side], other = children[1 - side];
    if (at(other).isLeaf()) continue;
    const float old_area = area(at(other).aabb);
    const std::int32_t grandchildren[2] = {at(other).left, at(other).right};
    for (int g = 0; g < 2; ++g) {
      // `child` takes the place of grandchildren[g] inside `other`.
      const float new_area = area(merged(at(child).aabb, at(grandchildren[1 - g]).aabb));
      const float gain = old_area - new_area;
      if (gain > best_gain) best_gain = gain, best_child = child, best_grandchild = grandchildren[g];
    }
  }
  if (best_child != kNull) {
    swapNodes(index, best_child, best_grandchild);
  } else if (taller != kNull && taller_gain >= 0) {
    swapNodes(index, low, taller);
  }
}

/// A child of `index` and a child of its sibling change places.
void DynamicTree::swapNodes(std::int32_t index, std::int32_t child, std::int32_t grandchild) {
  const std::int32_t other = at(grandchild).parent;
  (at(other).left == grandchild ? at(other).left : at(other).right) = child;
  (at(index).left == child ? at(index).left : at(index).right) = grandchild;
  at(child).parent = other;
  at(grandchild).parent = index;
  updateFromChildren(other);
  updateFromChildren(index);
}

bool DynamicTree::segmentMeets(const Vec3& origin, const Vec3& inverse, const Vec3& extents, float max_t,
                               const Aabb& box) {
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

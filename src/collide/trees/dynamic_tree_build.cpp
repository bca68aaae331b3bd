// Building a tree of many boxes at once, top down by the surface area heuristic of mesh hierarchies: faster
// than inserting them one by one, and a better tree. The leaves of that hierarchy contain several boxes; here
// they are divided further by halves. Nodes are in the order in which a descent visits them.
#include <algorithm>

#include "collide/mesh/mesh_bvh.hpp"
#include "collide/trees/dynamic_tree.hpp"
#include "collide/trees/tree_settings.hpp"

namespace carom::collide {

/// Makes a subtree of the leaves order[0 .. count) the child at a position, and computes its box.
void DynamicTree::joinLeaves(const std::uint32_t* order, std::uint32_t count, std::int32_t place) {
  if (count == 1) {
    const Leaf& leaf = rebuilt_[order[0]];
    hang(place, ~leaf.key, leaf.aabb);
    return;
  }
  const auto index = static_cast<std::int32_t>(nodes_.size());
  nodes_.emplace_back();
  joinLeaves(order, count / 2, index * 2);
  joinLeaves(order + count / 2, count - count / 2, index * 2 + 1);
  updateHeight(index);
  hang(place, index, at(index).merged());
}

/// The same for a node of the mesh hierarchy.
template <class Built>
void DynamicTree::copyBuilt(const Built& built, const std::vector<std::uint32_t>& order, std::int32_t from,
                            std::int32_t place) {
  const auto& node = built[from];
  if (node.count > 0) return joinLeaves(&order[node.first], node.count, place);
  const auto index = static_cast<std::int32_t>(nodes_.size());
  nodes_.emplace_back();
  for (int side = 0; side < 2; ++side)
    copyBuilt(built, order, static_cast<std::int32_t>(node.first) + side, index * 2 + side);
  updateHeight(index);
  hang(place, index, at(index).merged());
}

void DynamicTree::build(std::span<const Leaf> leaves) {
  clear();
  if (leaves.size() <= TreeSettings::kSmallUpdate) {
    for (const Leaf& leaf : leaves) insert(leaf);
    return;
  }
  rebuilt_.assign(leaves.begin(), leaves.end());
  leaf_count_ = leaves.size();
  std::vector<Aabb> boxes;
  boxes.reserve(leaves.size());
  std::int32_t most = -1;
  for (const Leaf& leaf : leaves) {
    boxes.push_back(leaf.aabb);
    most = std::max(most, leaf.key);
  }
  if (static_cast<std::size_t>(most) >= places_.size())
    places_.resize(static_cast<std::size_t>(most) + 1, -1);
  std::vector<TriangleMesh::BvhNode> built;
  std::vector<std::uint32_t> order;
  buildMeshBvh(boxes, built, order);
  nodes_.reserve(leaves.size());
  for (int side = 0; side < 2;
       ++side)  // There are more leaves than a leaf node holds, so the root has children.
    copyBuilt(built, order, static_cast<std::int32_t>(built[0].first) + side, side);
  updateHeight(0);
}

/// Builds a new tree of the same leaves.
void DynamicTree::buildAnew() {
  std::vector<Leaf> leaves;
  leaves.reserve(leaf_count_);
  for (std::size_t key = 0; key < places_.size(); ++key) {
    if (places_[key] >= 0) leaves.push_back({box(places_[key]), static_cast<std::int32_t>(key)});
  }
  build(leaves);
}

/// Sorts the nodes into the order in which a descent visits them.
void DynamicTree::putInOrder() {
  copied_.clear();
  copied_.reserve(nodes_.size());
  copied_.push_back(at(0));
  std::vector<std::int32_t> open;  // Positions in the copy whose children are not copied yet.
  const auto openChildren = [&](std::int32_t index) {
    for (int side = 1; side >= 0; --side) {
      if (copied_[index].child[side] >= 0) open.push_back(index * 2 + side);
    }
  };
  openChildren(0);
  while (!open.empty()) {
    const std::int32_t place = open.back();
    open.pop_back();
    std::int32_t& child = copied_[place / 2].child[place % 2];
    const auto index = static_cast<std::int32_t>(copied_.size());
    Node node = at(child);
    node.place = place;
    child = index;
    copied_.push_back(node);
    openChildren(index);
  }
  nodes_.swap(copied_);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    for (int side = 0; side < 2; ++side) {
      const std::int32_t child = nodes_[i].child[side];
      if (child < 0 && child != kNone) placeOf(~child) = static_cast<std::int32_t>(i) * 2 + side;
    }
  }
  free_ = -1;
  in_order_ = true;
}

}  // namespace carom::collide

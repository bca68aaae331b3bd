// Taking a tree apart and putting it together again. Queries visit leaves in an order that depends on how the
// tree grew, so a tree that is to answer as another one did has to have its layout. Boxes and heights of the
// inner nodes follow from the leaves.

#include <utility>

#include "collide/dynamic_tree.hpp"

namespace carom::collide {
namespace {

/// A tree that is deeper was not made by insertions; queries would need too much stack.
constexpr std::int32_t kMaxHeight = 1 << 16;

bool isIndex(std::int32_t i, std::size_t count) {
  return i >= 0 && static_cast<std::size_t>(i) < count;
}

}  // namespace

DynamicTree::Layout DynamicTree::layout() const {
  Layout out;
  out.root = root_;
  out.left.reserve(nodes_.size());
  out.right.reserve(nodes_.size());
  for (const Node& node : nodes_) {
    const bool in_use = node.height >= 0;
    out.left.push_back(in_use ? node.left : kNull);
    out.right.push_back(in_use ? node.right : kNull);
  }
  for (std::int32_t i = free_; i != kNull; i = at(i).parent) out.free.push_back(i);
  return out;
}

bool DynamicTree::setLayout(const Layout& layout, std::span<const Aabb> boxes,
                            std::vector<std::int32_t>& leaf_of_user) {
  const std::size_t count = layout.left.size();
  DynamicTree made;
  made.nodes_.resize(count);
  for (Node& node : made.nodes_) node.height = -1;
  leaf_of_user.assign(boxes.size(), kNull);

  // Every node after its parent; a height of 0 marks what has been met.
  std::vector<std::int32_t> order;
  const auto meet = [&](std::int32_t index, std::int32_t parent) {
    if (!isIndex(index, count) || made.at(index).height >= 0) return false;
    made.at(index).height = 0;
    made.at(index).parent = parent;
    order.push_back(index);
    return true;
  };
  if (layout.right.size() != count) return false;
  if (layout.root != kNull && !meet(layout.root, kNull)) return false;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const std::int32_t index = order[k];
    Node& node = made.at(index);
    node.left = layout.left[static_cast<std::size_t>(index)];
    node.right = layout.right[static_cast<std::size_t>(index)];
    if (!node.isLeaf()) {
      if (!meet(node.left, index) || !meet(node.right, index)) return false;
      continue;
    }
    if (!isIndex(node.right, boxes.size())) return false;
    std::int32_t& leaf = leaf_of_user[static_cast<std::size_t>(node.right)];
    if (leaf != kNull) return false;
    leaf = index;
    node.aabb = boxes[static_cast<std::size_t>(node.right)];
    ++made.leaf_count_;
  }
  for (std::size_t k = order.size(); k-- > 0;) {
    if (!made.at(order[k]).isLeaf()) made.updateFromChildren(order[k]);
    if (made.at(order[k]).height > kMaxHeight) return false;
  }

  if (order.size() + layout.free.size() != count) return false;
  std::vector<std::uint8_t> listed(count, 0);
  for (std::size_t k = layout.free.size(); k-- > 0;) {
    const std::int32_t index = layout.free[k];
    if (!isIndex(index, count) || made.at(index).height >= 0) return false;
    if (std::exchange(listed[static_cast<std::size_t>(index)], std::uint8_t(1)) != 0) return false;
    made.release(index);
  }
  made.root_ = layout.root;
  *this = std::move(made);
  return true;
}

}  // namespace carom::collide

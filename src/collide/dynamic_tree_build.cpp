// Building a tree of many boxes at once, top down by the surface area heuristic of mesh hierarchies: faster
// than insertion one by one, and better. Leaves of that hierarchy hold a few boxes; here they are cut in
// halves.
#include "collide/dynamic_tree.hpp"
#include "collide/mesh_bvh.hpp"

namespace carom::collide {

/// A subtree of leaves order[first .. first + count); returns its node.
std::int32_t DynamicTree::joinLeaves(const std::uint32_t* order, std::uint32_t count) {
  if (count == 1) return static_cast<std::int32_t>(order[0]);
  const std::int32_t left = joinLeaves(order, count / 2);
  const std::int32_t right = joinLeaves(order + count / 2, count - count / 2);
  return join(left, right);
}

std::int32_t DynamicTree::join(std::int32_t left, std::int32_t right) {
  const std::int32_t node = allocate();
  at(node).left = left;
  at(node).right = right;
  at(left).parent = at(right).parent = node;
  updateFromChildren(node);
  return node;
}

void DynamicTree::build(std::span<const Aabb> boxes, std::span<const std::int32_t> users) {
  nodes_.clear();
  root_ = free_ = kNull;
  leaf_count_ = boxes.size();
  if (boxes.empty()) return;
  nodes_.reserve(2 * boxes.size());
  nodes_.resize(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    nodes_[i].aabb = boxes[i];
    nodes_[i].right = users[i];
  }
  std::vector<TriangleMesh::BvhNode> built;
  std::vector<std::uint32_t> order;
  buildMeshBvh({boxes.begin(), boxes.end()}, built, order);
  // Children come after their parents in `built`, so from the end every node's children are there already.
  std::vector<std::int32_t> node_of(built.size());
  for (std::size_t i = built.size(); i-- > 0;) {
    const TriangleMesh::BvhNode& node = built[i];
    node_of[i] = node.count > 0 ? joinLeaves(&order[node.first], node.count)
                                : join(node_of[node.first], node_of[node.first + 1]);
  }
  root_ = node_of[0];
}

}  // namespace carom::collide

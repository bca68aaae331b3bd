// The tree with four children per node: a third of the steps, and of the unpredictable branches, of the tree
// with two. The children are those of the tree with two; the largest of them is replaced by its own two while
// there is room. Their order is kept, so leaves are visited in the same order.
#include "collide/mesh/mesh_bvh.hpp"

namespace carom::collide {

namespace {

constexpr int kWide = 4;

float halfArea(const Aabb& box) {
  const Vec3 d = box.upper - box.lower;
  return d.x * d.y + d.y * d.z + d.z * d.x;
}

/// The children of a node of the new tree, as nodes of the old tree.
struct Children {
  int count = 1;
  std::uint32_t node[kWide] = {};

  Children(const std::vector<TriangleMesh::BvhNode>& nodes, std::uint32_t parent) {
    node[0] = parent;
    while (count < kWide) {
      int largest = -1;
      for (int i = 0; i < count; ++i) {
        if (nodes[node[i]].count > 0) continue;
        if (largest < 0 || halfArea(nodes[node[i]].aabb) > halfArea(nodes[node[largest]].aabb)) largest = i;
      }
      if (largest < 0) return;
      for (int i = count++; i > largest + 1; --i) node[i] = node[i - 1];
      const std::uint32_t left = nodes[node[largest]].first;
      node[largest] = left, node[largest + 1] = left + 1;
    }
  }
};

}  // namespace

void widenMeshBvh(const std::vector<TriangleMesh::BvhNode>& nodes,
                  std::vector<TriangleMesh::WideNode>& wide) {
  wide.clear();
  if (nodes.empty()) return;
  // Until its children are known, a node has the number of the old node for which it stands.
  std::vector<std::uint32_t> stands_for{0};
  for (std::size_t at = 0; at < stands_for.size(); ++at) {
    const Children children(nodes, stands_for[at]);
    TriangleMesh::WideNode& made = wide.emplace_back();
    for (int i = 0; i < children.count; ++i) {
      const TriangleMesh::BvhNode& node = nodes[children.node[i]];
      made.lower.x[i] = node.aabb.lower.x, made.upper.x[i] = node.aabb.upper.x;
      made.lower.y[i] = node.aabb.lower.y, made.upper.y[i] = node.aabb.upper.y;
      made.lower.z[i] = node.aabb.lower.z, made.upper.z[i] = node.aabb.upper.z;
      made.count[i] = node.count;
      made.first[i] = node.count > 0 ? node.first : static_cast<std::uint32_t>(stands_for.size());
      if (node.count == 0) stands_for.push_back(children.node[i]);
    }
  }
}

}  // namespace carom::collide

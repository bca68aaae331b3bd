// Traversal of two meshes: leaves that are near each other, and in them the pairs of features that may touch.
//
// Both trees are descended together, the larger box first. The triangles of two leaves whose boxes are within
// the margin are compared four at a time (mesh_feature_pairs.cpp), by what their features need for a contact;
// only what passes is computed in double. The boxes of B in A's frame are computed once per node, the numbers
// of a leaf once per leaf.
//
// Triangles count as apart, whatever their features are, if one is beyond the margin above the other's plane,
// or beyond a plane that stands on one of its edges.
#include "collide/mesh_contacts/mesh_contact_settings.hpp"
#include "collide/mesh_contacts/mesh_on_mesh.hpp"

namespace carom::collide {

const FacingTriangle& MeshOnMesh::facingOf(bool of_a, const TriangleMesh::BvhNode& node, std::uint32_t lane) {
  bool known = false;
  Facing& facing = leaves.triangle(of_a, node.first, lane, known);
  if (known) return facing;
  if (of_a) {
    setFacingA(node.first + lane, facing);
  } else {
    setFacingB(node.first + lane, facing);
  }
  return facing;
}

NearSide MeshOnMesh::sideOf(bool of_a, const TriangleMesh::BvhNode& node, std::uint32_t lane) {
  if (of_a ? follows_a : follows_b) return NearSide::Either;
  const bool leads = of_a ? leads_a : leads_b;
  const bool flipped = leads ? facingOf(of_a, node, lane).flipped : (of_a ? back_a : back_b);
  return flipped ? NearSide::Back : NearSide::Front;
}

const NearLeaf& MeshOnMesh::leafOf(bool of_a, const TriangleMesh::BvhNode& node, const BoxMover& to_b) {
  bool known = false;
  NearLeaf& leaf = leaves.leaf(of_a, node.first, known);
  if (known) return leaf;
  NearSide sides[kMaxLeafTriangles];
  for (std::uint32_t i = 0; i < node.count; ++i) sides[i] = sideOf(of_a, node, i);
  if (of_a) {
    leaf.box = expanded(to_b(node.aabb), static_cast<float>(margin));
    makeNearLeaf({.mesh = a, .origin = Vec3(pose.translation)}, node, sides, leaf);
  } else {
    const DMat3& m = pose.rotation;
    makeNearLeaf({b, Vec3(m.cx), Vec3(m.cy), Vec3(m.cz), true, {}}, node, sides, leaf);
  }
  return leaf;
}

FeatureLimits MeshOnMesh::limitsOf(const NearLeaf& leaf_a, const NearLeaf& leaf_b) const {
  FeatureLimits limits;
  limits.separation = static_cast<float>(max_separation);
  limits.depth_a = static_cast<float>(depth_limit_a), limits.depth_b = static_cast<float>(depth_limit_b);
  limits.margin = static_cast<float>(margin);
  limits.slack = static_cast<float>(20 * slack) + 4e-6f * (leaf_a.extent + leaf_b.extent);
  return limits;
}

void MeshOnMesh::visitLeaves(const TriangleMesh::BvhNode& at_a, const TriangleMesh::BvhNode& at_b,
                             const Aabb& box_b, const BoxMover& to_b) {
  const NearLeaf& leaf_a = leafOf(true, at_a, to_b);
  if (!overlap(leaf_a.box, at_b.aabb)) return;
  const NearLeaf& leaf_b = leafOf(false, at_b, to_b);
  const float reach = static_cast<float>(margin);
  FeaturePairs::Bits features[4][4];
  if (!findFeaturePairs(leaf_a, leaf_b, limitsOf(leaf_a, leaf_b), features)) return;
  for (std::uint32_t i = 0; i < at_a.count; ++i) {
    for (std::uint32_t j = 0; j < at_b.count; ++j) {
      if (features[i][j] == 0) continue;
      const Facing &fa = facingOf(true, at_a, i), &fb = facingOf(false, at_b, j);
      if (!overlap(fa.box, box_b) || !overlap(expanded(fa.box, reach), fb.box)) continue;
      addPair(fa, fb, features[i][j]);
      ++pairs;
    }
  }
}

void MeshOnMesh::walk(double with_margin) {
  margin = with_margin;
  pairs = 0;
  const BoxMover to_a(pose), to_b(inverse(pose));
  leaves.clear();
  boxes.begin(b, to_a, static_cast<float>(margin));
  visitLeafPairs(a, b, boxes, [&](std::uint32_t at_a, std::uint32_t at_b) {
    visitLeaves(a.nodes[at_a], b.nodes[at_b], boxes(at_b).box(), to_b);
    return pairs < MeshContactSettings::kMaxTrianglePairs;
  });
}

}  // namespace carom::collide

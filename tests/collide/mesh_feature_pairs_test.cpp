// The selection of pairs of features of two meshes, against all pairs: what has a contact is never missed.
#include "collide/mesh_contacts/mesh_feature_pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "collide/mesh_contacts/mesh_on_mesh.hpp"
#include "collide/mesh_shapes.hpp"

namespace carom::collide {
namespace {

using namespace testing;

using MeshPointer = std::shared_ptr<const TriangleMesh>;

struct Counts {
  int needed = 0, missed = 0, selected = 0, all = 0;
};

/// Tries each pair of features of two leaves alone. `margin` is also the largest separation: deeper contacts
/// may be missed, because triangles that are farther apart are not examined.
void tryLeaves(MeshOnMesh& query, const TriangleMesh::BvhNode& at_a, const TriangleMesh::BvhNode& at_b,
               const BoxMover& to_b, Counts& counts) {
  const NearLeaf &leaf_a = query.leafOf(true, at_a, to_b), &leaf_b = query.leafOf(false, at_b, to_b);
  FeaturePairs::Bits found[4][4] = {};
  if (!findFeaturePairs(leaf_a, leaf_b, query.limitsOf(leaf_a, leaf_b), found))
    for (auto& row : found) std::fill(std::begin(row), std::end(row), 0u);
  for (std::uint32_t i = 0; i < at_a.count; ++i)
    for (std::uint32_t j = 0; j < at_b.count; ++j)
      for (FeaturePairs::Bits bit = 1; bit <= FeaturePairs::kCrossing; bit <<= 1) {
        query.clusters.begin(1e-9);
        query.depth_seen = 0;
        query.addPair(query.facingOf(true, at_a, i), query.facingOf(false, at_b, j), bit);
        const bool selected = (found[i][j] & bit) != 0;
        const bool contact = !query.clusters.empty() && query.clusters.lowest() > -query.margin;
        const bool needed = contact || query.depth_seen > 1e-6;
        ++counts.all;
        counts.needed += needed ? 1 : 0, counts.selected += selected ? 1 : 0;
        counts.missed += needed && !selected ? 1 : 0;
      }
}

Counts tryAll(const TriangleMesh& a, const TriangleMesh& b, const Transform& b_to_a, double margin) {
  MeshScratch scratch;
  const Placement pose = placement(b_to_a);
  MeshOnMesh query(a, b, pose, margin, scratch);
  PairCache cache;
  query.chooseSides(cache);
  query.margin = margin;
  query.leaves.clear();
  const BoxMover to_b(inverse(pose));
  Counts counts;
  for (const TriangleMesh::BvhNode& at_a : a.nodes)
    for (const TriangleMesh::BvhNode& at_b : b.nodes)
      if (at_a.count > 0 && at_b.count > 0) tryLeaves(query, at_a, at_b, to_b, counts);
  return counts;
}

TEST(MeshFeaturePairs, SelectionMissesNoContact) {
  const MeshPointer ring = torusSoup(0.5, 0.15, 9, 6).build();
  const MeshPointer ball = sphereSoup(0.4, 8, 6).build();
  const MeshPointer sheet = gridSoup(1, 0.5, 0, 1, [](double, double) { return 0.0; }).build();
  const MeshPointer hills = gridSoup(5, 3, 0.3, 4, [](double x, double z) {
                              return 0.3 * std::sin(3 * x) * std::cos(2 * z);
                            }).build();
  const MeshPointer bowl = sphereSoup(1.2, 10, 6).build();
  struct Case {
    const char* name;
    MeshPointer a, b;
    double reach;  ///< Largest distance of the origins, m.
  };
  const Case cases[] = {{"rings", ring, ring, 1.1},
                        {"ring on hills", hills, ring, 0.5},
                        {"hills on ball", ball, hills, 0.6},
                        {"sheet at ring", ring, sheet, 0.7},
                        {"ring inside", bowl, ring, 0.9}};
  Random random(20);
  for (const Case& c : cases) {
    Counts sum;
    for (int i = 0; i < 30; ++i) {
      const Transform pose{Vec3(random.direction() * random.between(0.2, c.reach)), random.rotation()};
      const Counts counts = tryAll(*c.a, *c.b, pose, random.between(0.01, 0.2));
      EXPECT_EQ(counts.missed, 0) << c.name << " " << i;
      sum.needed += counts.needed, sum.selected += counts.selected, sum.all += counts.all;
    }
    EXPECT_GT(sum.needed, 100) << c.name;
    // A selection of everything would miss nothing.
    EXPECT_LT(sum.selected, 0.02 * sum.all) << c.name << ", needed " << sum.needed;
  }
}

}  // namespace
}  // namespace carom::collide

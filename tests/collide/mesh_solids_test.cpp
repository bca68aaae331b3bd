// Closed convex meshes against the hulls of the same solids: depth and direction are those of the hulls.
#include <gtest/gtest.h>

#include "collide/hull/hull.hpp"
#include "collide/mesh_shapes.hpp"
#include "collide/query.hpp"

namespace carom::collide {
namespace {

using namespace testing;

Soup randomSolid(Random& random) {
  const float size = random.betweenF(0.3f, 1);
  const int kind = static_cast<int>(random.between(0, 4 - 1e-9));
  const int cells = 1 + static_cast<int>(random.between(0, 4 - 1e-9));
  if (kind == 0) return boxSoup({size, random.betweenF(0.3f, 1), random.betweenF(0.3f, 1)}, cells);
  if (kind == 1) return sphereSoup(size, 10, 6);
  if (kind == 2) return cylinderSoup(size, random.between(0.3, 1), 12);
  return boxSoup({size, 0.1f, 0.8f}, cells);
}
Shape hullOf(const Shape& mesh) {
  return Shape(std::get<std::shared_ptr<const TriangleMesh>>(mesh)->hull);
}

TEST(MeshSolids, AgreeWithTheirHulls) {
  Random random(3);
  int compared = 0, turned = 0;
  for (int i = 0; i < 1500; ++i) {
    const Shape a = meshShape(randomSolid(random)), b = meshShape(randomSolid(random));
    const DVec3 direction = random.direction();
    Transform pose{{}, random.rotation()};
    double inside = 0, outside = 5;
    for (int k = 0; k < 40; ++k) {
      const double middle = 0.5 * (inside + outside);
      pose.translation = Vec3(direction * middle);
      (distance(hullOf(a), hullOf(b), pose).distance > 0 ? outside : inside) = middle;
    }
    pose.translation = Vec3(direction * (outside - random.between(-0.01, 0.04)));
    const auto exact = contacts(hullOf(a), hullOf(b), pose);
    if (exact.empty()) continue;
    const float depth = lowestSeparation(exact);
    for (const bool both : {true, false}) {
      const auto found = contacts(a, both ? b : hullOf(b), pose);
      if (found.empty()) {
        EXPECT_GT(depth, 0.015f) << i;  // About as far apart as contacts are asked for.
        continue;
      }
      ++compared;
      // Triangles know their own edges only: of two ways out that are about as long another may be taken.
      EXPECT_NEAR(lowestSeparation(found), depth, 2e-3f + 0.35f * std::abs(depth)) << i << ' ' << both;
      float along = -1;
      for (const Manifold& m : found) {
        if (lowestSeparation({m}) <= lowestSeparation(found) + 1e-4f)
          along = std::max(along, dot(m.normal, exact[0].normal));
      }
      EXPECT_GT(along, 0.3f) << i << ' ' << both;
      turned += along < 0.97f ? 1 : 0;
    }
  }
  EXPECT_GT(compared, 2000);
  // Such second choices are rare.
  EXPECT_LT(turned, compared / 100);
}

TEST(MeshSolids, NoContactIsFarDeeperThanTheWayOffTheNearestFace) {
  // Two boxes beside each other whose edges are parallel to within 1e-5: the corner of the mesh owns the
  // normal of the hull's side, over which the way is 16 times as long as off the mesh's face.
  const Shape a = meshShape(boxSoup({0.12f, 0.14f, 0.11f})),
              b = hullOf(meshShape(boxSoup({0.11f, 0.15f, 0.12f})));
  const Transform pose{{-0.139041f, 0.087435f, -0.250896f},
                       Quat(normalized(DQuat{0.507266, -0.495752, -0.492705, 0.504136}))};
  const auto exact = contacts(hullOf(a), b, pose), found = contacts(a, b, pose);
  ASSERT_EQ(exact.size(), 1u);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(lowestSeparation(exact), -0.0098f, 1e-4f);
  EXPECT_NEAR(lowestSeparation(found), lowestSeparation(exact), 1e-4f);
  EXPECT_GT(dot(found[0].normal, exact[0].normal), 0.999f);
}

}  // namespace
}  // namespace carom::collide

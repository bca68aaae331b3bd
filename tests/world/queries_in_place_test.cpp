// Casts that go nowhere: what is overlapped or touched at the start, for every kind of shape on every kind.
#include <gtest/gtest.h>

#include <cmath>

#include "world/mesh_shapes.hpp"

namespace carom::test {
namespace {

/// A shape that reaches from `bottom` to `top` on its Y axis.
struct Kind {
  const char* name;
  Shape shape;
  double bottom, top;
  bool infinite = false;
};
std::vector<Kind> kinds(SceneBuilder& b) {
  MeshData hood = boxMesh(1, 1, 1);
  // Without the two triangles that face -x: an open mesh that still has a top and a bottom.
  MeshData open{hood.positions, {}};
  for (std::size_t t = 0; t < hood.indices.size(); t += 3) {
    bool wall = true;
    for (std::size_t i = t; i < t + 3; ++i) wall = wall && hood.positions[hood.indices[i]].x < -0.49;
    if (!wall) open.indices.insert(open.indices.end(), &hood.indices[t], &hood.indices[t] + 3);
  }
  return {{"sphere", sphere(0.5), -0.5, 0.5},
          {"box", box(1, 1, 1), -0.5, 0.5},
          {"capsule", capsule(0.4, 0.3), -0.5, 0.5},
          {"tapered capsule", capsule(0.4, 0.3, 0.2), -0.5, 0.4},
          {"cylinder", cylinder(1, 0.5), -0.5, 0.5},
          {"tapered cylinder", cylinder(1, 0.5, 0.25), -0.5, 0.5},
          {"hull", b.hull(boxCorners(1, 1, 1)), -0.5, 0.5},
          {"closed mesh", b.mesh(boxMesh(1, 1, 1)), -0.5, 0.5},
          {"open mesh", b.mesh(open), -0.5, 0.5},
          {"plane", plane(), 0, 0, true},
          {"double-sided plane", plane(kInfinity, kInfinity, true), 0, 0, true},
          {"finite plane", plane(2, 2), 0, 0}};
}

/// The cast shape over the collider, `gap` metres apart; planes are cast face down.
DTransform over(const Kind& below, const Kind& above, double gap) {
  const bool flat = above.top == above.bottom;
  const DQuat turn = flat ? axisAngle({1, 0, 0}, 180) : axisAngle({0, 1, 0}, 20);
  return {{0, below.top + gap - above.bottom, 0}, turn};
}

TEST(QueriesInPlace, EveryKindReportsWhatItOverlapsOrTouches) {
  SceneBuilder shapes;
  const std::vector<Kind> all = kinds(shapes);
  for (const Kind& below : all) {
    for (const Kind& above : all) {
      SceneBuilder b = shapes;
      for (const Kind& k : all) b.addShape(k.shape);
      const int node = b.node().collider(below.shape);
      const Simulation sim(b);
      for (const DVec3& move : {DVec3{}, DVec3{0, 1e-5, 0}, DVec3{2e-5, 0, 0}, DVec3{0, -3e-5, 0}}) {
        const bool sheets = below.top == below.bottom && above.top == above.bottom;
        for (const double gap : {-0.02, 2e-5, 0.01}) {
          if (sheets && gap < 0) continue;  // Sheets have no inside: one is behind the other, not in it.
          const std::string about = std::string(above.name) + " on " + below.name + ", gap " +
                                    std::to_string(gap) + ", move " + std::to_string(move.y);
          const ShapeCastHit hit = sim.world.castShape(above.shape, over(below, above, gap), move);
          const bool planes = below.infinite && above.infinite;  // Never meet.
          EXPECT_EQ(hit.hit, gap < 1e-3 && !planes) << about;
          if (!hit.hit) continue;
          EXPECT_EQ(hit.fraction, 0) << about;
          EXPECT_TRUE(hit.initially_overlapping) << about;
          EXPECT_EQ(hit.collider, node) << about;
          EXPECT_GT(hit.normal.y, 0.99) << about << ' ' << hit.normal.x << ' ' << hit.normal.z;
          // Between the surfaces; beside the axis by no more than the shapes reach.
          EXPECT_NEAR(hit.point.y, below.top + 0.5 * gap, 0.012) << about;
          EXPECT_LT(std::abs(hit.point.x) + std::abs(hit.point.z), 2.1) << about;
        }
      }
    }
  }
}

// A closed mesh was a solid here. It is a surface, and what is clear of that in there touches nothing.
TEST(QueriesInPlace, WhatIsInsideASolidIsReportedAndWhatIsInsideAMeshIsNot) {
  SceneBuilder b;
  const int solid = b.node().collider(box(10, 8, 10));
  b.node().at(-50, 0, 0).collider(b.mesh(boxMesh(10, 8, 10)));
  const int hollow = b.node().at(50, 0, 0).collider(b.mesh(bowlMesh(5, 2, 8, 16)));
  const Simulation sim(b);
  const ShapeCastHit hit = sim.world.castShape(sphere(0.1), {{1, 3, 0}, {}}, {});
  ASSERT_TRUE(hit.hit);
  EXPECT_TRUE(hit.initially_overlapping);
  EXPECT_EQ(hit.collider, solid);
  // The nearest way out is up, a metre of it.
  EXPECT_GT(hit.normal.y, 0.99);
  EXPECT_NEAR(hit.point.y, 3.5, 0.6);
  EXPECT_FALSE(sim.world.castShape(sphere(0.1), {{-49, 3, 0}, {}}, {}).hit);
  EXPECT_TRUE(sim.world.castShape(sphere(0.1), {{-49, 3.95, 0}, {}}, {}).hit);
  EXPECT_FALSE(sim.world.castShape(sphere(0.1), {{50, 4, 0}, {}}, {}).hit) << hollow;
}

TEST(QueriesInPlace, LeavingAndSlidingAlongIsNoHit) {
  SceneBuilder b;
  b.floor();
  const int wall = b.node().at(5, 1, 0).collider(box(1, 2, 10));
  const Simulation sim(b);
  // Resting on the floor 1 mm deep: going sideways it meets the wall, going up nothing, going down the floor.
  const DTransform start{{0, 0.499, 0}, {}};
  const ShapeCastHit sideways = sim.world.castShape(box(1, 1, 1), start, {8, 0, 0});
  ASSERT_TRUE(sideways.hit);
  EXPECT_EQ(sideways.collider, wall);
  EXPECT_NEAR(sideways.fraction * 8, 4, 1e-3);
  EXPECT_FALSE(sim.world.castShape(box(1, 1, 1), start, {0, 3, 0}).hit);
  const ShapeCastHit down = sim.world.castShape(box(1, 1, 1), start, {0, -3, 0});
  ASSERT_TRUE(down.hit);
  EXPECT_EQ(down.fraction, 0);
  EXPECT_TRUE(down.initially_overlapping);
}

// The hit said where a floor triangle's middle is, metres away.
TEST(QueriesInPlace, OverlapOfALargeTriangleIsWhereItIs) {
  SceneBuilder b;
  b.node().collider(b.mesh(floorMesh(-100, 100, 1, -100, 100, 1)));
  const Simulation sim(b);
  const ShapeCastHit hit = sim.world.castShape(box(0.1, 1, 0.1), {{40, 0.45, -30}, {}}, {0, -1, 0});
  ASSERT_TRUE(hit.hit);
  EXPECT_TRUE(hit.initially_overlapping);
  EXPECT_LT(length(hit.point - DVec3{40, 0, -30}), 0.1);
  EXPECT_GT(hit.normal.y, 0.999);
}

TEST(QueriesInPlace, RaysOfNoLengthAskAboutTheirOrigin) {
  SceneBuilder shapes;
  for (const Kind& kind : kinds(shapes)) {
    SceneBuilder b = shapes;
    const int node = b.node().collider(kind.shape);
    const Simulation sim(b);
    const DVec3 in{0.05, 0.5 * (kind.bottom + kind.top) - (kind.infinite ? 0.3 : 0), 0.03};
    const std::string name = kind.name;
    // Meshes and sheets are surfaces to a ray.
    const bool solid = name.find("mesh") == name.npos && (name == "plane" || kind.top > kind.bottom);
    for (const auto& [direction, distance] :
         {std::pair(DVec3{}, 1.0), std::pair(DVec3{}, 0.0), std::pair(DVec3{0, 1, 0}, 0.0)}) {
      const RayCastHit hit = sim.world.castRay(in, direction, distance);
      EXPECT_EQ(hit.hit, solid) << name;
      EXPECT_EQ(sim.world.castRayAll(in, direction, distance).size(), solid ? 1u : 0u) << name;
      EXPECT_FALSE(sim.world.castRay({0, 3, 0}, direction, distance).hit) << name;
      if (!hit.hit) continue;
      EXPECT_EQ(hit.collider, node) << name;
      EXPECT_EQ(hit.distance, 0) << name;
      EXPECT_EQ(length(hit.point - in), 0) << name;
      EXPECT_EQ(length(hit.normal), 0) << name;
    }
  }
}

}  // namespace
}  // namespace carom::test

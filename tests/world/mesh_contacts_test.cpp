// Triangle meshes, static and dynamic, against everything.
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "world/mesh_shapes.hpp"
#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

TEST(MeshContacts, MeshTorusHangsOnAMeshPeg) {
  // A peg along z with radius 0.3; a ring of inner radius 0.75 dropped over it hangs with its centre 0.45
  // below the peg's.
  SceneBuilder b;
  b.node().rotated({1, 0, 0}, 90).collider(b.mesh(cylinderMesh(4, 0.3, 24)));
  const int ring = b.node().at(0.03, 0, 0.05).dynamic(1).collider(b.mesh(torusMesh(1, 0.25, 32, 16)));
  Simulation sim(b);
  sim.run(10, [&] {
    const DVec3 p = sim.position(ring);
    // The peg stays through the hole: its axis is nearer than the inner radius less its own radius, and a few
    // centimetres of facets and dent.
    ASSERT_LT(std::sqrt(p.x * p.x + p.y * p.y), 0.75 - 0.3 + 0.05) << sim.world.time();
    ASSERT_LT(std::abs(p.z), 1.5);
  });
  // Facets: inner radius down by 1·(1 − cos(π/32)) = 5 mm, peg by 2.6 mm; 1 cm of penetration. It may still
  // swing: only a bound below and the rest from the swing's start, 0.45 m of fall.
  EXPECT_GT(sim.position(ring).y, -0.48);
  EXPECT_LT(sim.position(ring).y, -0.2);
}

TEST(MeshContacts, RingTossComesToRestOnTheBoard) {
  SceneBuilder b;
  b.floor();
  b.node().at(0, 1, 0).collider(b.mesh(cylinderMesh(2, 0.3, 24)));
  const int ring = b.node()
                       .at(0.1, 2.4, -0.05)
                       .rotated({1, 0, 0}, 90)
                       .dynamic(1)
                       .collider(b.mesh(torusMesh(1, 0.25, 32, 16)));
  Simulation sim(b);
  sim.run(6);
  // Flat on the floor around the peg: tube radius 0.25, facets 16·: 0.25·(1 − cos(π/16)) = 5 mm.
  EXPECT_NEAR(sim.position(ring).y, 0.25, 0.01);
  EXPECT_LT(length(DVec3{sim.position(ring).x, 0, sim.position(ring).z}), 0.5);
}

class Bowl : public testing::TestWithParam<std::uint64_t> {};
TEST_P(Bowl, IsFilledByAThousandMixedBodies) {
  constexpr double kBowl = 5;
  SceneBuilder b;
  b.node().collider(b.mesh(bowlMesh(kBowl, 3, 16, 48)));
  Random random(GetParam());
  std::vector<DVec3> gem;
  for (int i = 0; i < 14; ++i) gem.push_back(random.direction() * 0.24);
  const Shape shapes[] = {
      box(0.4, 0.3, 0.35),   sphere(0.2), capsule(0.3, 0.14),       cylinder(0.35, 0.17),
      cylinder(0.4, 0.2, 0), b.hull(gem), capsule(0.25, 0.18, 0.1), b.mesh(boxMesh(0.35, 0.3, 0.3))};
  std::vector<int> bodies;
  constexpr int kLayers = kSlowBuild ? 1 : 10;
  for (int layer = 0; layer < kLayers; ++layer)
    for (int i = 0; i < 10; ++i)
      for (int j = 0; j < 10; ++j) {
        const DVec3 p{(i - 4.5) * 0.62 + random(-0.05, 0.05), 0.5 + 0.62 * layer,
                      (j - 4.5) * 0.62 + random(-0.05, 0.05)};
        const std::size_t kind = bodies.size() % 16;  // One mesh in sixteen, the others twice.
        bodies.push_back(
            b.node().at(p).rotated(random.rotation()).dynamic().collider(shapes[kind == 15 ? 1 : kind % 8]));
      }
  ASSERT_EQ(bodies.size(), kLayers * 100u);
  Simulation sim(b);
  // Nothing gets farther in a step than its speed carries it: a blow takes speed away in the middle of a
  // step, and what is pushed out of something moves by what it was in it. A quarter of a metre is a body's
  // size.
  std::vector<DVec3> last(bodies.size());
  std::vector<double> last_speed(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) last[i] = sim.position(bodies[i]);
  sim.run(kSlowBuild ? 10 : 30, [&] {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const BodyState now = sim.state(bodies[i]);
      const double speed = length(now.linear_velocity);
      ASSERT_LT(length(now.transform.translation - last[i]), std::max(speed, last_speed[i]) / 60 + 0.25) << i;
      last[i] = now.transform.translation;
      last_speed[i] = speed;
    }
  });
  ASSERT_TRUE(sim.allFinite());
  for (const int n : bodies) {
    const DVec3 p = sim.position(n);
    // None outside, none below: within the sphere below the rim, within the wall above it.
    if (p.y < 0) {
      EXPECT_LT(length(p), kBowl) << n;
    } else {
      EXPECT_LT(std::sqrt(p.x * p.x + p.z * p.z), kBowl) << n;
      EXPECT_LT(p.y, 3) << n;
    }
  }
  if (!kSlowBuild) {
    // A capsule between two others may roll for a while before it settles.
    for (int i = 0; i < 30 && sim.world.statistics().awake_bodies > 0; ++i) sim.run(1);
    EXPECT_EQ(sim.world.statistics().awake_bodies, 0u);
  }
}
// With two of the seeds 1 to 24 bodies turn to and fro for minutes between others (docs/engine.md, "Open");
// which ones these are depends on rounding.
INSTANTIATE_TEST_SUITE_P(Heaps, Bowl, testing::Values(4, 7, 11));
INSTANTIATE_TEST_SUITE_P(DISABLED_Heaps, Bowl, testing::Values(10));

using ShapePair = std::tuple<int, int>;
class RestOn : public testing::TestWithParam<ShapePair> {};

/// Eight kinds with their top (or, dropped, half height) 0.5 above the centre.
Shape kindOf(SceneBuilder& b, int kind, bool base) {
  const double w = base ? 4 : 1;
  switch (kind) {
    case 0:
      return base ? sphere(30) : sphere(0.5);
    case 1:
      return box(w, 1, w);
    case 2:
      return base ? capsule(20, 30) : capsule(0.5, 0.25);
    case 3:
      return cylinder(1, w / 2);
    case 4:
      return cylinder(1, w / 2, w / 2.5);
    case 5:
      return b.hull(boxCorners(w, 1, w));
    case 6:
      return b.mesh(boxMesh(w, 1, w));
    default:
      return base ? plane() : b.mesh(cylinderMesh(1, 0.5, 16));
  }
}

TEST_P(RestOn, EveryPairOfKindsComesToRestAtItsGeometrysHeight) {
  const auto [below, above] = GetParam();
  SceneBuilder b;
  double top = 0.5;
  NodeBuilder base = b.node();
  base.collider(kindOf(b, below, true));
  if (below == 0) base.at(0, -30, 0), top = 0;
  if (below == 2) base.at(0, -40, 0), top = 0;  // Upright: its upper sphere's top.
  if (below == 7) top = 0;
  const bool on_ball = below == 0 || below == 2;
  const int body = b.node().at(0, top + 0.6, 0).dynamic(1).collider(kindOf(b, above, false));
  Simulation sim(b);
  sim.run(4);
  const double y = sim.position(body).y;
  if (on_ball && (above == 0 || above == 2)) {
    // A ball or an upright capsule on top of a ball is in unstable balance: only asked not to be inside it. 5
    // cm of dent.
    const double radius = above == 0 ? 0.5 : 0.25;
    EXPECT_GT(length(sim.position(body) - DVec3{0, -30, 0}), 30 + radius - 0.05);
  } else if (above == 2) {
    // A capsule may keep standing on its point (0.5) or lie (0.25). ± 1 cm: the required accuracy of resting
    // heights.
    EXPECT_LT(std::min(std::abs(y - top - 0.5), std::abs(y - top - 0.25)), 0.01);
  } else {
    EXPECT_NEAR(y, top + 0.5, 0.01);
    EXPECT_LT(length(sim.velocity(body)), 0.01);
  }
}
INSTANTIATE_TEST_SUITE_P(Kinds, RestOn, testing::Combine(testing::Range(0, 8), testing::Range(0, 8)));

TEST(MeshContacts, OpenMeshHoldsFromAboveAndBelow) {
  SceneBuilder b;
  b.node().collider(b.mesh(floorMesh(-3, 3, 5, -3, 3, 5)));
  const int above = b.node().at(0.1, 0.5, 0.2).dynamic(1).collider(box(0.5, 0.5, 0.5));
  const int below = b.node().at(0.1, -0.5, 1.4).dynamic(1).collider(box(0.5, 0.5, 0.5)).gravityFactor(-1);
  Simulation sim(b);
  sim.run(3);
  EXPECT_NEAR(sim.position(above).y, 0.25, 0.01);
  EXPECT_NEAR(sim.position(below).y, -0.25, 0.01);
}

TEST(MeshContacts, BallStaysOnTheSideOfAClosedMeshWhereItsMiddleStarts) {
  // Both balls are half in the top of a closed box. They used to come out at the top, as of a solid; but a
  // mesh is a surface, and what starts inside stays inside: the second lands on the bottom, 2 m below.
  SceneBuilder b;
  b.node().at(0, -1, 0).collider(b.mesh(boxMesh(4, 2, 4)));
  const int shallow = b.node().at(0.2, 0.15, 0.3).dynamic(1).collider(sphere(0.25));
  const int deep = b.node().at(-1.2, -0.2, -0.8).dynamic(1).collider(sphere(0.25));  // Its centre is inside.
  Simulation sim(b);
  sim.run(4);
  EXPECT_NEAR(sim.position(shallow).y, 0.25, 0.01);
  EXPECT_NEAR(sim.position(deep).y, -2 + 0.25, 0.01);
}

TEST(MeshContacts, BallComesToRestInAValleyOfTwoSlopes) {
  // V of 45°: the ball touches both sides; its centre is r·√2 above the crease.
  SceneBuilder b;
  b.node().collider(b.mesh(floorMesh(-3, 3, 2, -3, 3, 6, [](double x, double) { return std::abs(x); })));
  const int ball = b.node().at(0.3, 1.5, 0.2).dynamic(1).collider(sphere(0.5));
  Simulation sim(b);
  sim.run(6);
  EXPECT_NEAR(sim.position(ball).x, 0, 0.01);
  EXPECT_NEAR(sim.position(ball).y, 0.5 * std::sqrt(2.0), 0.01);
}

TEST(MeshContacts, BoxOnARidgeOfAMeshBalancesOrFallsButNeverSinks) {
  SceneBuilder b;
  b.node().collider(b.mesh(floorMesh(-3, 3, 2, -3, 3, 6, [](double x, double) { return -std::abs(x); })));
  const int crate = b.node().at(0.05, 1, 0).dynamic(1).collider(box(0.5, 0.5, 0.5));
  Simulation sim(b);
  sim.run(1.2, [&] {
    const DVec3 p = sim.position(crate);
    if (std::abs(p.x) < 2.5) {
      ASSERT_GT(p.y + std::abs(p.x), 0.25) << sim.world.time();
    }
  });
}

TEST(MeshContacts, MeshHoleLetsABallThroughAndStopsABiggerOne) {
  // A washer lying flat: inner radius 0.5 (facets included 0.49).
  SceneBuilder b;
  b.node().rotated({1, 0, 0}, 90).collider(b.mesh(torusMesh(1, 0.5, 48, 24)));
  b.node().at(10, 0, 0).rotated({1, 0, 0}, 90).collider(b.mesh(torusMesh(1, 0.5, 48, 24)));
  const int small = b.node().at(0, 2, 0).dynamic(1).collider(sphere(0.4));
  const int big = b.node().at(10, 2, 0).dynamic(1).collider(sphere(0.8));
  Simulation sim(b);
  sim.run(3);
  EXPECT_LT(sim.position(small).y, -5);
  // Centre at height h with h² + 1 = (0.8 + 0.5)²: 0.83.
  EXPECT_NEAR(sim.position(big).y, std::sqrt(1.3 * 1.3 - 1), 0.02);
}

TEST(MeshContacts, TwoDynamicMeshBoxesCollideInFlight) {
  SceneBuilder b;
  const int a =
      b.node().at(-2, 0, 0).dynamic(1).collider(b.mesh(boxMesh(1, 1, 1)), frictionless()).velocity({3, 0, 0});
  const int c = b.node().at(2, 0, 0).dynamic(2).collider(b.mesh(boxMesh(1, 1, 1)), frictionless());
  Simulation sim(b, weightless());
  sim.run(2);
  // e = 0, face on face: they go on together with 1/3 of 3 m/s. 1 %.
  EXPECT_NEAR(sim.velocity(a).x, 1, 0.01);
  EXPECT_NEAR(sim.velocity(c).x, 1, 0.01);
  EXPECT_NEAR(sim.position(c).x - sim.position(a).x, 1, 0.01);
}

TEST(MeshContacts, BodyStraddlingTwoMeshesRestsOnBoth) {
  SceneBuilder b;
  b.node().collider(b.mesh(floorMesh(-3, 0, 2, -3, 3, 3)));
  b.node().collider(b.mesh(floorMesh(0, 3, 2, -3, 3, 3)));
  const int crate = b.node().at(0, 0.5, 0).dynamic(1).collider(box(1, 1, 1));
  Simulation sim(b, sleepless());
  sim.run(5);
  EXPECT_NEAR(sim.position(crate).y, 0.5, 0.005);
  EXPECT_LT(angleBetween(sim.state(crate).transform.rotation, {}), 0.1);
}

TEST(MeshContacts, BigTriangleUnderASmallBodyIsNoHole) {
  // Triangles of 2 km and a ball of 5 cm.
  SceneBuilder b;
  b.node().collider(b.mesh(floorMesh(-1000, 1000, 1, -1000, 1000, 1)));
  const int ball = b.node().at(0.3, 1, 0.1).dynamic(0.1).collider(sphere(0.05));
  const int crate = b.node().at(30.3, 1, -20.1).dynamic(0.1).collider(box(0.1, 0.1, 0.1));
  Simulation sim(b);
  sim.run(3);
  EXPECT_NEAR(sim.position(ball).y, 0.05, 0.005);
  EXPECT_NEAR(sim.position(crate).y, 0.05, 0.005);
}

}  // namespace
}  // namespace carom::test

// Kinematic and animated bodies, infinite mass, nested motions, node space, what is written back to nodes.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "carom/base/diagnostic_codes.hpp"
#include "world/mesh_shapes.hpp"
#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

TEST(Kinematics, VelocityIsConstantAndGravityDoesNotAct) {
  SceneBuilder b;
  const int body =
      b.node().at(1, 2, 3).kinematic().collider(box(1, 1, 1)).velocity({0.5, 0.25, -1}).spin({0, 0.5, 0});
  Simulation sim(b);
  sim.run(4);
  // x + v·t; float rounding of 960 substeps: far below 1e-4.
  EXPECT_LT(length(sim.position(body) - DVec3{3, 3, -1}), 1e-4);
  EXPECT_LT(angleBetween(sim.state(body).transform.rotation, axisAngle({0, 1, 0}, 2 * 180 / kPi)), 0.01);
  EXPECT_EQ(sim.velocity(body), (DVec3{0.5, 0.25, -1}));
}

TEST(Kinematics, NothingStopsIt) {
  // Into a static wall and through a crowd of heavy bodies.
  SceneBuilder b;
  b.node().at(3, 0, 0).collider(box(1, 4, 4));
  for (int i = 0; i < 5; ++i) b.node().at(1.2, 0.5 * i, 0).dynamic(1e5).collider(box(0.4, 0.4, 0.4));
  const int body = b.node().kinematic().collider(box(1, 1, 1)).velocity({2, 0, 0});
  Simulation sim(b, weightless());
  sim.run(3);
  EXPECT_NEAR(sim.position(body).x, 6, 1e-4);
  EXPECT_EQ(sim.velocity(body), (DVec3{2, 0, 0}));
}

TEST(Kinematics, PushesABodyWithItsVelocity) {
  SceneBuilder b;
  b.floor(frictionless());
  b.node().at(-2, 0.5, 0).kinematic().collider(box(1, 1, 4), frictionless()).velocity({1.5, 0, 0});
  const int crate = b.node().at(0, 0.25, 0).dynamic(5).collider(box(0.5, 0.5, 0.5), frictionless());
  Simulation sim(b);
  sim.run(3);
  // Met after 1.25/1.5 s, e = 0: it goes at the pusher's speed, face on face. 0.5 %.
  EXPECT_NEAR(sim.velocity(crate).x, 1.5, 0.0075);
  EXPECT_NEAR(sim.position(crate).x, -2 + 1.5 * 3 + 0.5 + 0.25, 0.01);
}

TEST(Kinematics, LiftCarriesABoxUpAndDown) {
  SceneBuilder b;
  const int lift = b.node().at(0, -0.5, 0).kinematic().collider(box(4, 1, 4)).velocity({0, 1, 0});
  const int crate = b.node().at(0, 0.5, 0).dynamic(1).collider(box(1, 1, 1));
  Simulation sim(b);
  sim.run(2);
  EXPECT_NEAR(sim.position(crate).y, 2.5, 0.01);
  EXPECT_NEAR(sim.velocity(crate).y, 1, 0.01);
  sim.world.setLinearVelocity(sim.body(lift), {0, -1, 0});  // Down slower than it falls: it stays on.
  sim.run(2);
  EXPECT_NEAR(sim.position(crate).y, 0.5, 0.01);
}

TEST(Kinematics, TurntableCarriesWhatLiesOnItInACircle) {
  // ω² r = 1.9 m/s² is below μ g: what lies on the disc keeps its place there.
  constexpr double kSpin = 1.07, kFar = 1.7;
  for (const int rate : {30, 60, 120, 240}) {
    SceneBuilder b;
    const int table = b.node().at(0, -0.25, 0).kinematic().collider(cylinder(0.5, 3)).spin({0, kSpin, 0});
    const Shape shapes[] = {box(0.4, 0.2, 0.4), cylinder(0.2, 0.2)};
    int riders[2];
    for (int i = 0; i < 2; ++i) {
      const double side = i == 0 ? 1 : -1;
      riders[i] = b.node()
                      .at(side * kFar, 0.1, 0)
                      .dynamic(1)
                      .collider(shapes[i], surface(1, 1, 0))
                      .velocity({0, 0, -side * kSpin * kFar})
                      .spin({0, kSpin, 0});
    }
    WorldSettings settings;
    settings.time_step = 1.0 / rate;
    Simulation sim(b, settings);
    sim.run(10);
    // Arms of the end of the substep, not of its middle, let them drift by ω² r/2 in a substep's time: 8 mm/s
    // at 30 Hz. What is left is of second order.
    for (int i = 0; i < 2; ++i) {
      const DVec3 on_table = inverseTransformPoint(sim.state(table).transform, sim.position(riders[i]));
      EXPECT_NEAR(length(DVec3{on_table.x, 0, on_table.z}), kFar, 1.2e-3 * 900 / rate / rate + 1e-4) << rate;
      EXPECT_LT(length(on_table - DVec3{i == 0 ? kFar : -kFar, 0.35, 0}), 0.03) << rate;
    }
  }
}

TEST(Kinematics, BallRollsOnATurntableInACircle) {
  // A solid ball that rolls on a disc of spin Ω has v' = 2/7 Ω × v: it goes round in a circle of its own.
  constexpr double kSpin = 1.5, kRadius = 0.1, kOut = 1;
  for (const int rate : {30, 60, 240}) {
    SceneBuilder b;
    b.node().at(0, -0.25, 0).kinematic().collider(cylinder(0.5, 4)).spin({0, kSpin, 0});
    const DVec3 table{0, 0, -kSpin * kOut}, speed = table * 0.3;
    // No slip: v + ω × (0, −R, 0) = Ω × r.
    const DVec3 slip = table - speed;
    const int ball = b.node()
                         .at(kOut, kRadius, 0)
                         .dynamic(1)
                         .collider(sphere(kRadius), surface(1, 1, 0))
                         .velocity(speed)
                         .spin({-slip.z / kRadius, 0, slip.x / kRadius});
    WorldSettings settings;
    settings.time_step = 1.0 / rate;
    Simulation sim(b, settings);
    const double turn = 2 * kSpin / 7, radius = length(speed) / turn;
    double worst = 0, time = 0;
    sim.run(20, [&] {
      time += settings.time_step;
      const DVec3 expected{kOut - radius * (1 - std::cos(turn * time)), kRadius,
                           -radius * std::sin(turn * time)};
      worst = std::max(worst, length(sim.position(ball) - expected));
    });
    EXPECT_LT(worst, 0.035 * 900 / rate / rate + 1e-3) << rate;  // Of a way of 9 m.
  }
}

TEST(Kinematics, VelocitiesAreInNodeSpace) {
  // A node turned by 90° about y below a node turned by 90° about x: local x is global z… computed by the
  // rotations.
  for (const bool kinematic : {false, true}) {
    SceneBuilder b;
    const DQuat outer = axisAngle({1, 0, 0}, 90), inner = axisAngle({0, 1, 0}, 35);
    const int parent = b.node().at(1, 2, 3).rotated(outer).scaled({2, 2, 2});
    NodeBuilder body =
        b.child(parent).at(0.5, 0, 0).rotated(inner).dynamic(1).collider(sphere(0.5)).gravityFactor(0);
    if (kinematic) body.kinematic();
    body.velocity({1, 2, 3}).spin({0.1, -0.2, 0.3});
    Simulation sim(b);
    const DVec3 v = rotate(outer * inner, DVec3{1, 2, 3}), w = rotate(outer * inner, DVec3{0.1, -0.2, 0.3});
    // Metres per second are not scaled by the node's scale: velocity is a property in m/s.
    EXPECT_LT(length(sim.velocity(body) - v), 1e-5);
    EXPECT_LT(length(sim.spin(body) - w), 1e-5);
    EXPECT_LT(length(sim.position(body) - DVec3{2, 2, 3}), 1e-6);
    sim.run(1);
    // A ball's inertia is the same about all axes: both stay constant.
    EXPECT_LT(length(sim.velocity(body) - v), 1e-4);
    EXPECT_LT(length(sim.spin(body) - w), 1e-4);
    EXPECT_LT(length(sim.position(body) - (DVec3{2, 2, 3} + v)), 1e-4);
  }
}

TEST(Kinematics, VelocityIsOfTheCentreOfMass) {
  // A body spinning about a centre of mass off its node: the centre goes straight, the node's origin circles
  // it.
  SceneBuilder b;
  const int body = b.node()
                       .dynamic(1)
                       .collider(sphere(0.5))
                       .centerOfMass({1, 0, 0})
                       .inertia({1, 1, 1})
                       .gravityFactor(0)
                       .velocity({0, 0, 2})
                       .spin({0, 1, 0});
  Simulation sim(b);
  sim.run(1);
  EXPECT_LT(length(sim.state(body).center - DVec3{1, 0, 2}), 1e-3);
  const DVec3 expected = DVec3{1, 0, 2} + rotate(axisAngle({0, 1, 0}, 180 / kPi), DVec3{-1, 0, 0});
  EXPECT_LT(length(sim.position(body) - expected), 1e-3);  // (ωh)² order of the rotation update: 1e-5.
}

TEST(Kinematics, InfiniteMassIsNotMovedByImpacts) {
  SceneBuilder b;
  const int heavy = b.node()
                        .dynamic(kInfinity)
                        .collider(box(1, 1, 1))
                        .gravityFactor(0)
                        .inertia({kInfinity, kInfinity, kInfinity})
                        .velocity({0.5, 0, 0});
  const int ball = b.node().at(4, 0.2, 0).dynamic(100).collider(sphere(0.5)).velocity({-10, 0, 0});
  Simulation sim(b, weightless());
  sim.run(2);
  EXPECT_EQ(sim.velocity(heavy), (DVec3{0.5, 0, 0}));
  EXPECT_NEAR(sim.position(heavy).x, 1, 1e-4);
  EXPECT_GT(sim.velocity(ball).x, 0.4);
  EXPECT_EQ(sim.properties(heavy).mass, kInfinity);
}

TEST(Kinematics, InfiniteMassWithFiniteInertiaTurnsInPlace) {
  // The sample scene's wheel: mass 0 (infinite), inertia (0, 1, 0): turns about y only, goes nowhere.
  SceneBuilder b;
  const int wheel = b.node()
                        .dynamic(kInfinity)
                        .collider(box(4, 0.5, 0.5))
                        .gravityFactor(0)
                        .inertia({kInfinity, 1, kInfinity});
  b.node().at(1.5, 0, 3).dynamic(0.5).collider(sphere(0.25)).velocity({0, 0, -4});
  Simulation sim(b, weightless());
  sim.run(2);
  EXPECT_GT(sim.spin(wheel).y, 0.5);  // j = v/(1/m + x²/I) = 0.94 N·s at 1.5 m.
  EXPECT_EQ(sim.spin(wheel).x, 0);
  EXPECT_EQ(sim.spin(wheel).z, 0);
  EXPECT_EQ(sim.position(wheel), (DVec3{0, 0, 0}));
}

// Nested motions and the transforms written back.

/// The global pose a viewer computes from the written-back locals, for a node whose ancestors are in the
/// scene.
DTransform viewed(const Simulation& sim, const Scene& scene, int node, DVec3& scale) {
  DTransform global;
  scale = {1, 1, 1};
  std::vector<int> chain;
  for (int n = node; n >= 0; n = scene.nodes[static_cast<std::size_t>(n)].parent)
    chain.insert(chain.begin(), n);
  const std::vector<MovedNode> moved = sim.world.motionNodes();
  for (const int n : chain) {
    const SceneNode& s = scene.nodes[static_cast<std::size_t>(n)];
    DTransform local{s.translation, s.rotation};
    for (const MovedNode& m : moved)
      if (m.node == n) local = {m.local_translation, m.local_rotation};
    global = {transformPoint(global, scaled(scale, local.translation)), global.rotation * local.rotation};
    scale = scaled(scale, s.scale);  // Uniform in these tests.
  }
  return global;
}

TEST(Kinematics, NestedMotionsGetLocalTransformsThatMakeTheirGlobalOnesRight) {
  SceneBuilder b;
  b.floor();
  const int root = b.node("root").at(2, 1, 0).rotated({1, 0, 1}, 25).scaled({2, 2, 2});
  const int carrier = b.child(root, "carrier")
                          .at(0, 2, 0)
                          .rotated({0, 1, 0}, 40)
                          .kinematic()
                          .collider(box(0.2, 0.2, 0.2))
                          .velocity({0.3, 0.1, 0})
                          .spin({0.2, 0.7, 0.1});
  const int arm = b.child(carrier, "arm").at(1, 0, 0).rotated({0, 0, 1}, 70).scaled({0.5, 0.5, 0.5});
  const int rider =
      b.child(arm, "rider").at(0.3, 1, 0).rotated({0, 1, 1}, 10).dynamic(1).collider(box(0.5, 0.3, 0.4));
  const int deepest = b.child(rider, "deepest").at(0, 2, 1).dynamic(1).collider(sphere(0.2));
  const Scene scene = b.build();
  Simulation sim(b);
  sim.run(3, [&] {
    for (const int n : {carrier, rider, deepest}) {
      DVec3 scale;
      const DTransform seen = viewed(sim, scene, n, scale);
      const DTransform meant = sim.state(n).transform;
      // Doubles of float states through three levels: 1e-5 m, 1e-3°.
      ASSERT_LT(length(seen.translation - meant.translation), 1e-5) << n << " at " << sim.world.time();
      ASSERT_LT(angleBetween(seen.rotation, meant.rotation), 1e-3) << n << " at " << sim.world.time();
    }
  });
  // Each fell by itself: no implicit link to the parent body.
  EXPECT_LT(sim.position(rider).y, 2);
  EXPECT_LT(sim.position(deepest).y, 2);
}

/// The global matrix of a node as a viewer computes it, whatever the scales.
struct ViewedMatrix {
  DMat3 linear;
  DVec3 translation;
};
ViewedMatrix viewedMatrix(const Simulation& sim, const Scene& scene, int node) {
  const SceneNode& s = scene.nodes[static_cast<std::size_t>(node)];
  DTransform local{s.translation, s.rotation};
  for (const MovedNode& m : sim.world.motionNodes())
    if (m.node == node) local = {m.local_translation, m.local_rotation};
  const DMat3 r = toMatrix(local.rotation);
  const DMat3 own{r.cx * s.scale.x, r.cy * s.scale.y, r.cz * s.scale.z};
  if (s.parent < 0) return {own, local.translation};
  const ViewedMatrix up = viewedMatrix(sim, scene, s.parent);
  return {up.linear * own, up.linear * local.translation + up.translation};
}

TEST(Kinematics, BodiesBelowShearsAreAtTheRightPlaceAndSaySo) {
  // Three levels of non-uniform scales and rotations, bodies on the second and third.
  SceneBuilder b;
  const int root = b.node().at(1, 2, 3).rotated({1, 2, 0}, 30).scaled({2, 1, 0.5});
  const int arm = b.child(root).at(0.5, 0, 0).rotated({0, 1, 1}, 50).scaled({1, 3, 1});
  const int carrier = b.child(arm)
                          .at(0, 1, 0)
                          .rotated({1, 0, 0}, 20)
                          .scaled({0.5, 1, 2})
                          .kinematic()
                          .collider(sphere(0.1))
                          .velocity({1, 0, 0.5})
                          .spin({0.5, 2, 1});
  const int joint = b.child(carrier).at(0, 0, 1).rotated({0, 1, 0}, 35).scaled({1, 2, 1});
  const int rider =
      b.child(joint).at(1, 0, 0).dynamic(1).collider(sphere(0.1)).gravityFactor(0).spin({0, 1, 1});
  for (std::size_t i = 0; i < 2; ++i) b.scene().motions[i].origin.pointer = "/motion/" + std::to_string(i);
  const Scene scene = b.build();
  Simulation sim(b);
  sim.run(2, [&] {
    for (const int n : {carrier, rider}) {
      // The place is exact although neither body's local transform is, and the rider hangs below the carrier:
      // doubles of float states through inverses of scales up to 6.
      ASSERT_LT(length(viewedMatrix(sim, scene, n).translation - sim.position(n)), 1e-5) << n;
    }
  });
  int sheared = 0;
  for (const Diagnostic& d : sim.world.diagnostics().items()) {
    sheared += d.code == codes::kBakeSheared && d.pointer == "/motion/" + std::to_string(sheared);
  }
  EXPECT_EQ(sheared, 2);  // Once each.
}

TEST(Kinematics, TurnsWithoutShearAreExactBelowNonUniformScales) {
  // About the axis in which the scale differs, a rotation commutes with the scale.
  SceneBuilder b;
  const int root = b.node().at(0, 1, 0).rotated({0, 0, 1}, 20).scaled({3, 1.5, 1.5});
  const int body = b.child(root).scaled({1, 2, 1}).kinematic().collider(box(0.2, 0.1, 0.1));
  const DVec3 axis = rotate(axisAngle({0, 0, 1}, 20), DVec3{1, 0, 0});
  const Scene scene = b.build();
  Simulation sim(b);
  sim.world.setAngularVelocity(sim.body(body), axis * 2.0);
  const DQuat start = sim.state(body).transform.rotation;
  const DMat3 before = viewedMatrix(sim, scene, body).linear;
  sim.run(1, [&] {
    const DMat3 turned = toMatrix(sim.state(body).transform.rotation * conjugate(start));
    const DMat3 want = turned * before, seen = viewedMatrix(sim, scene, body).linear;
    // Float rotations through scales of 3.
    ASSERT_LT(length(seen.cx - want.cx) + length(seen.cy - want.cy) + length(seen.cz - want.cz), 1e-5);
  });
  for (const Diagnostic& d : sim.world.diagnostics().items()) EXPECT_NE(d.code, codes::kBakeSheared);
}

TEST(Kinematics, AnAnimatedScaleAboveABodyShearsItOnlyIfTheBodyTurns) {
  const auto is_sheared = [](const DVec3& scale, const DVec3& spin) {
    SceneBuilder b;
    const int root = b.node().animate(NodeProperty::Scale, KeyInterpolation::Linear, {0, 2},
                                      {1, 1, 1, scale.x, scale.y, scale.z});
    b.child(root).at(1, 0, 0).dynamic(1).collider(sphere(0.25)).spin(spin).gravityFactor(0);
    Simulation sim(b);
    sim.run(1);
    const std::vector<Diagnostic>& items = sim.world.diagnostics().items();
    return std::any_of(items.begin(), items.end(),
                       [](const Diagnostic& d) { return d.code == codes::kBakeSheared; });
  };
  EXPECT_FALSE(is_sheared({2, 2, 2}, {}));
  EXPECT_FALSE(is_sheared({2, 2, 2}, {1, 2, 3}));
  EXPECT_FALSE(is_sheared({2, 3, 1}, {}));
  EXPECT_TRUE(is_sheared({2, 3, 1}, {1, 2, 3}));
}

TEST(Kinematics, ChildBodyDoesNotFollowItsParentBody) {
  SceneBuilder b;
  const int parent = b.node().kinematic().collider(sphere(0.1)).velocity({1, 0, 0});
  const int child = b.child(parent).at(0, 5, 0).dynamic(1).collider(sphere(0.1)).gravityFactor(0);
  Simulation sim(b);
  sim.run(2);
  EXPECT_LT(length(sim.position(child) - DVec3{0, 5, 0}), 1e-6);
  // Its local translation changes though it stands still, so it is among the moved nodes while its parent
  // moves.
  const std::vector<MovedNode> nodes = sim.world.motionNodes();
  ASSERT_EQ(nodes.size(), 2u);
  EXPECT_LT(length(nodes[1].local_translation - DVec3{-2, 5, 0}), 1e-4);
  bool reported = false;
  for (const MovedNode& m : sim.world.movedNodes()) reported |= m.node == child;
  EXPECT_TRUE(reported);
}

TEST(Kinematics, MovedNodesAreThoseThatMovedInAscendingOrder) {
  SceneBuilder b;
  b.node().at(0, -0.5, 0).collider(box(50, 1, 50));
  const int falling = b.node().at(0, 30, 0).dynamic(1).collider(sphere(0.5));
  const int still = b.node().at(5, 0.5, 0).kinematic().collider(sphere(0.5));
  const int drifting = b.node().at(10, 3, 0).kinematic().collider(sphere(0.5)).velocity({0, 0, 1});
  const int floating = b.node().at(20, 5, 0).dynamic(1).collider(sphere(0.5)).gravityFactor(0);
  Simulation sim(b);
  sim.run(0.5, [&] {
    std::vector<int> moved;
    for (const MovedNode& m : sim.world.movedNodes()) moved.push_back(m.node);
    ASSERT_TRUE(std::is_sorted(moved.begin(), moved.end()));
    ASSERT_EQ(moved, (std::vector<int>{falling, drifting}));
  });
  (void)still, (void)floating;
  EXPECT_EQ(sim.world.motionNodes().size(), 4u);
  EXPECT_EQ(sim.world.bodyCount(), 4u);
}

// Animated nodes.

std::vector<int> movedNodesOf(const Simulation& sim) {
  std::vector<int> moved;
  for (const MovedNode& m : sim.world.movedNodes()) moved.push_back(m.node);
  return moved;
}

TEST(Kinematics, ABodyAtRestBelowAnAnimatedNodeIsWrittenAnewWhileThatMoves) {
  SceneBuilder b;
  b.floor();
  const int swing = b.node("swing").animate(NodeProperty::Translation, KeyInterpolation::Linear, {0, 2, 3},
                                            {0, 0, 0, 4, 0, 0, 4, 0, 0});
  const int rider = b.child(swing, "rider").at(0, 0.5, 0).dynamic().collider(box(1, 1, 1));
  Simulation sim(b);
  sim.run(1.5);
  ASSERT_EQ(sim.world.statistics().awake_bodies, 0u);  // The floor is what carries it.
  ASSERT_EQ(movedNodesOf(sim), std::vector<int>{rider});
  EXPECT_NEAR(sim.world.movedNodes()[0].local_translation.x, -3, 1e-6);
  EXPECT_NEAR(sim.world.movedNodes()[0].global.translation.x, 0, 1e-6);
  sim.run(1);
  EXPECT_EQ(movedNodesOf(sim), std::vector<int>{});  // The swing has come to rest.
  EXPECT_NEAR(sim.world.motionNodes()[0].local_translation.x, -4, 1e-6);
}

TEST(Kinematics, OnlyWhatHangsBelowWhatMovedIsWrittenAnew) {
  SceneBuilder b;
  b.floor();
  std::vector<int> lower, upper;
  for (int i = 0; i < 3; ++i) {
    lower.push_back(b.node().at(4 * i, 0.5, 0).dynamic().collider(box(1, 1, 1)));
    const int between = b.child(lower[static_cast<std::size_t>(i)]).at(0, 0.5, 0);
    upper.push_back(b.child(between).at(0, 0, 3).dynamic().collider(box(1, 2, 1)));
  }
  Simulation sim(b);
  sim.run(1.5);
  ASSERT_EQ(sim.world.statistics().awake_bodies, 0u);
  sim.world.setLinearVelocity(sim.body(lower[1]), {0, 2, 0});
  sim.run(0.1, [&] { ASSERT_EQ(movedNodesOf(sim), (std::vector<int>{lower[1], upper[1]})); });
  EXPECT_LT(sim.world.movedNodes()[1].local_translation.y, -0.05);
  EXPECT_EQ(sim.world.statistics().awake_bodies, 1u);
}

TEST(Kinematics, AnimatedBodyIsWhereTheAnimationSays) {
  // A dynamic motion node whose translation is animated follows the file, not gravity.
  SceneBuilder b;
  const int linear = b.node()
                         .dynamic(1)
                         .collider(box(1, 1, 1))
                         .animate(NodeProperty::Translation, KeyInterpolation::Linear, {0, 1, 3},
                                  {0, 0, 0, 2, 0, 0, 2, 4, 0});
  const int stepped = b.node()
                          .at(10, 0, 0)
                          .dynamic(1)
                          .collider(box(1, 1, 1))
                          .animate(NodeProperty::Translation, KeyInterpolation::Step, {0, 0.95, 2},
                                   {10, 0, 0, 11, 0, 0, 12, 5, 0});
  // One cubic from 0 to 1 with zero tangents: 3s² − 2s³ over 2 s.
  const int cubic = b.node()
                        .at(20, 0, 0)
                        .dynamic(1)
                        .collider(box(1, 1, 1))
                        .animate(NodeProperty::Translation, KeyInterpolation::CubicSpline, {0, 2},
                                 {0, 0, 0, 20, 0, 0, 0, 0, 0, 0, 0, 0, 20, 1, 0, 0, 0, 0});
  const double h = std::sqrt(0.5);
  const int turning =
      b.node()
          .at(30, 0, 0)
          .dynamic(1)
          .collider(box(1, 1, 1))
          .animate(NodeProperty::Rotation, KeyInterpolation::Linear, {0, 2}, {0, 0, 0, 1, 0, h, 0, h});
  Simulation sim(b);
  sim.run(4, [&] {
    const double t = sim.world.time();
    const double x = t < 1 ? 2 * t : 2, y = t < 1 ? 0 : std::min(4.0, 2 * (t - 1));
    // Targets are reached at the end of the step exactly but for float rounding.
    ASSERT_LT(length(sim.position(linear) - DVec3{x, y, 0}), 1e-4) << t;
    const DVec3 at_step =
        t < 0.95 - 1e-9 ? DVec3{10, 0, 0} : (t < 2 - 1e-9 ? DVec3{11, 0, 0} : DVec3{12, 5, 0});
    ASSERT_LT(length(sim.position(stepped) - at_step), 1e-4) << t;
    const double s = std::min(1.0, t / 2);
    ASSERT_LT(length(sim.position(cubic) - DVec3{20, 3 * s * s - 2 * s * s * s, 0}), 1e-4) << t;
    ASSERT_LT(angleBetween(sim.state(turning).transform.rotation, axisAngle({0, 1, 0}, 90 * s)), 0.02) << t;
  });
  EXPECT_TRUE(sim.properties(linear).animated);
}

TEST(Kinematics, AnimatedBodyHasTheVelocityThatReachesItsTarget) {
  SceneBuilder b;
  const int pusher =
      b.node()
          .dynamic(1)
          .collider(box(1, 1, 4), frictionless())
          .animate(NodeProperty::Translation, KeyInterpolation::Linear, {0, 4}, {0, 0.5, 0, 6, 0.5, 0});
  b.floor(frictionless());
  const int crate = b.node().at(2, 0.25, 0).dynamic(3).collider(box(0.5, 0.5, 0.5), frictionless());
  Simulation sim(b);
  sim.run(3);
  EXPECT_NEAR(sim.velocity(pusher).x, 1.5, 1e-3);
  EXPECT_NEAR(sim.velocity(crate).x, 1.5, 0.01);  // Pushed along, not thrown: 1 %.
  EXPECT_NEAR(sim.position(crate).x, 4.5 + 0.75, 0.01);
  sim.run(2);  // The animation ends at 4 s: the pusher stops, the crate slides on.
  EXPECT_NEAR(length(sim.velocity(pusher)), 0, 1e-6);
  EXPECT_NEAR(sim.velocity(crate).x, 1.5, 0.01);
}

TEST(Kinematics, AnimatedStaticColliderMovesAndPushes) {
  // No motion anywhere: a collider below an animated node must follow it, and push what it meets with its
  // velocity.
  SceneBuilder b;
  b.floor(frictionless());
  const int rail =
      b.node("rail").animate(NodeProperty::Translation, KeyInterpolation::Linear, {0, 4}, {0, 0, 0, 8, 0, 0});
  b.child(rail, "ram").at(0, 0.5, 0).collider(box(1, 1, 4), frictionless());
  const int crate = b.node().at(2, 0.25, 0).dynamic(3).collider(box(0.5, 0.5, 0.5), frictionless());
  Simulation sim(b);
  sim.run(2);
  EXPECT_NEAR(sim.velocity(crate).x, 2, 0.02);  // 1 %, as above.
  EXPECT_NEAR(sim.position(crate).x, 4 + 0.75, 0.01);
  const RayCastHit hit = sim.world.castRay({4, 5, 1.5}, {0, -1, 0}, 10);
  ASSERT_TRUE(hit.hit);
  EXPECT_NEAR(hit.distance, 4, 1e-3);  // The ram's top is where the animation put it.
  EXPECT_FALSE(sim.world.castRay({0, 5, 1.5}, {0, -1, 0}, 4.5).hit);
}

TEST(Kinematics, AnimatedTurnstileSweepsABall) {
  // A static bar turning about y at 90°/s meets a ball and moves it; nothing passes through it.
  SceneBuilder b;
  b.floor(frictionless());
  const double h = std::sqrt(0.5);
  b.node()
      .at(0, 0.5, 0)
      .collider(box(12, 1, 0.1), frictionless())
      .animate(NodeProperty::Rotation, KeyInterpolation::Linear, {0, 1}, {0, 0, 0, 1, 0, -h, 0, h});
  const int ball = b.node().at(2, 0.25, 0.8).dynamic(1).collider(sphere(0.25), frictionless());
  Simulation sim(b);
  sim.run(1);
  // Turned by −90° about y the bar's +x end has come to +z; the ball, ahead of it, has been swept to −x.
  // Its centre clears the bar's face (0.05) by its radius less a dent, 5 cm at most for the 6 m/s out there.
  EXPECT_LT(sim.position(ball).x, -0.25);
}

TEST(Kinematics, AnimationOfAParentCarriesTheCollider) {
  SceneBuilder b;
  const int parent =
      b.node().animate(NodeProperty::Translation, KeyInterpolation::Linear, {0, 1}, {0, 0, 0, 0, 3, 0});
  b.child(b.child(parent).at(0, -0.5, 0)).collider(box(4, 1, 4));
  const int crate = b.node().at(0, 0.5, 0).dynamic(1).collider(box(1, 1, 1));
  Simulation sim(b);
  sim.run(3);
  // Lifted by 3 m; at the sudden stop it flies up v²/2g = 0.46 m and comes back down.
  EXPECT_NEAR(sim.position(crate).y, 3.5, 0.01);
}

TEST(Kinematics, AnAnimatedBodyIsCarriedByTheMovingBodyAboveItWithoutLag) {
  SceneBuilder b;
  const int cart = b.node().kinematic().velocity({10, 0, 0}).spin({0, 2, 0});
  const int arm =
      b.child(cart)
          .kinematic()
          .collider(box(1, 1, 1))
          .animate(NodeProperty::Translation, KeyInterpolation::Linear, {0, 4}, {0, 1, 3, 0, 5, 3});
  const int falling = b.node().at(0, 50, 100).dynamic(1).collider(box(1, 1, 1));
  const int blade =
      b.child(falling)
          .kinematic()
          .collider(box(3, 0.1, 0.1))
          .animate(NodeProperty::Translation, KeyInterpolation::Linear, {0, 4}, {0, 2, 0, 0, 2, 0});
  Simulation sim(b);
  sim.run(2, [&] {
    const double t = sim.world.time();
    const DTransform place = sim.state(cart).transform * DTransform{{0, 1 + t, 3}, {}};
    ASSERT_LT(length(sim.position(arm) - place.translation), 1e-4) << t;
    ASSERT_LT(angleBetween(sim.state(arm).transform.rotation, place.rotation), 1e-3) << t;
    // It moves as the velocity at the start of the step says: gravity adds less than g h² in the step.
    const DVec3 lag = sim.position(blade) - sim.position(falling) - DVec3{0, 2, 0};
    ASSERT_LT(length(lag), 9.81 / 3600) << t;
  });
}

TEST(Kinematics, AnAnimatedBodyBelowOneThatWasStoppedIsWhereThatIs) {
  SceneBuilder b;
  b.floor();
  const int crate = b.node().at(0, 0.5, 0).dynamic(1).collider(box(1, 1, 1));
  const int lamp = b.child(crate).kinematic().animate(NodeProperty::Translation, KeyInterpolation::Linear,
                                                      {0, 1}, {0, 1, 0, 0, 2, 0});
  Simulation sim(b);
  sim.run(3);
  EXPECT_NEAR(sim.position(lamp).y - sim.position(crate).y, 2, 1e-4);
  EXPECT_EQ(sim.world.statistics().awake_bodies, 0u);
}

// Scale.

TEST(Kinematics, ScaleShapesCollidersExactlyForBoxesHullsAndMeshes) {
  SceneBuilder b;
  b.floor();
  const DVec3 scale{2, 0.5, 3};
  const int a = b.node().at(0, 1, 0).scaled(scale).dynamic(1).collider(box(1, 1, 1));
  const int c = b.node().at(10, 1, 0).scaled(scale).dynamic(1).collider(b.hull(boxCorners(1, 1, 1)));
  const int d = b.node().at(20, 1, 0).scaled(scale).dynamic(1).collider(b.mesh(boxMesh(1, 1, 1)));
  const int negative = b.node().at(30, 1, 0).scaled({-2, -0.5, 3}).dynamic(1).collider(box(1, 1, 1));
  const int mirrored =
      b.node().at(40, 1, 0).scaled({-2, 0.5, 3}).dynamic(1).collider(b.mesh(boxMesh(1, 1, 1)));
  const int ball = b.node().at(50, 2, 0).scaled({3, 3, 3}).dynamic(1).collider(sphere(0.5));
  Simulation sim(b);
  sim.run(3);
  for (const int n : {a, c, d, negative, mirrored}) EXPECT_NEAR(sim.position(n).y, 0.25, 0.01) << n;
  EXPECT_NEAR(sim.position(ball).y, 1.5, 0.01);
  for (const double x : {0.0, 10.0, 20.0, 30.0, 40.0}) {
    EXPECT_TRUE(sim.world.castRay({x + 0.95, 5, 1.4}, {0, -1, 0}, 4.8).hit) << x;  // Half sizes 1 and 1.5.
    EXPECT_FALSE(sim.world.castRay({x + 1.05, 5, 0}, {0, -1, 0}, 4.8).hit) << x;
    EXPECT_FALSE(sim.world.castRay({x, 5, 1.55}, {0, -1, 0}, 4.8).hit) << x;
  }
}

TEST(Kinematics, ZeroScaleDisablesTheCollider) {
  SceneBuilder b;
  b.floor();
  const int ghost = b.node().at(0, 1, 0).scaled({0, 0, 0}).dynamic(1).collider(box(1, 1, 1));
  const int blocked = b.node().at(5, 1, 0).dynamic(1).collider(box(1, 1, 1));
  Simulation sim(b);
  sim.run(2);
  EXPECT_LT(sim.position(ghost).y, -5);  // It falls through the floor (2 m thick).
  EXPECT_NEAR(sim.position(blocked).y, 0.5, 0.01);
  EXPECT_TRUE(sim.allFinite());
}

TEST(Kinematics, NonUniformScaleOnARoundShapeIsSaid) {
  SceneBuilder b;
  b.floor();
  const int egg = b.node().at(0, 3, 0).scaled({1, 2, 1}).dynamic(1).collider(sphere(0.5));
  Simulation sim(b);
  sim.run(4);
  EXPECT_TRUE(sim.allFinite());
  EXPECT_GT(sim.position(egg).y, 0.3);  // Whatever approximation: on the floor, not in it.
  EXPECT_LT(sim.position(egg).y, 1.1);
}

// It stood still after the first step, since it has no point that is farther from its centre than zero.
TEST(Kinematics, WhatHasNoSolidColliderGoesOnTurning) {
  SceneBuilder b;
  const int bare = b.node().kinematic().spin({0, 0, 1});
  const int trigger = b.node().at(5, 0, 0).kinematic().trigger(box(1, 1, 1)).spin({0, 0, 1});
  Simulation sim(b);
  sim.run(1);
  for (const int node : {bare, trigger}) {
    EXPECT_NEAR(angleBetween(sim.state(node).transform.rotation, axisAngle({0, 0, 1}, 180 / kPi)), 0, 0.01);
  }
}

}  // namespace
}  // namespace carom::test

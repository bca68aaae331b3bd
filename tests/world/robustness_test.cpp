// Worlds that make little sense must stay finite and defined.
#include <gtest/gtest.h>

#include <limits>

#include "carom/base/diagnostic_codes.hpp"
#include "world/mesh_shapes.hpp"
#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

TEST(Robustness, EmptyWorldSteps) {
  Simulation sim{SceneBuilder{}};
  sim.run(1);
  EXPECT_EQ(sim.world.bodyCount(), 0u);
  EXPECT_TRUE(sim.world.movedNodes().empty());
  EXPECT_TRUE(sim.world.events().empty());
  EXPECT_FALSE(sim.world.bodyOfNode(0));
  EXPECT_FALSE(sim.world.bodyOfNode(-1));
  EXPECT_FALSE(sim.world.isValid({}));
  EXPECT_EQ(sim.world.stepCount(), 60u);
}

TEST(Robustness, NodesOutsideTheSceneAreNotSimulated) {
  SceneBuilder b;
  const int hidden = b.node().dynamic(1).collider(sphere(0.5));
  b.scene().nodes[0].in_scene = false;
  const int seen = b.node().at(5, 0, 0).dynamic(1).collider(sphere(0.5));
  Simulation sim(b);
  sim.run(0.5);
  EXPECT_FALSE(sim.world.bodyOfNode(hidden));
  EXPECT_TRUE(sim.world.isValid(sim.world.bodyOfNode(seen)));
  EXPECT_EQ(sim.world.bodyCount(), 1u);
  EXPECT_FALSE(sim.world.castRay({0, 5, 0}, {0, -1, 0}, 10).hit);
}

TEST(Robustness, CoincidentBodiesComeApart) {
  for (int kind = 0; kind < 6; ++kind) {
    SceneBuilder b;
    b.floor();
    const Shape shapes[] = {sphere(0.5),
                            box(1, 1, 1),
                            capsule(0.6, 0.3),
                            cylinder(1, 0.5),
                            b.hull(boxCorners(1, 1, 1)),
                            b.mesh(boxMesh(1, 1, 1))};
    std::vector<int> bodies;
    for (int i = 0; i < 4; ++i) bodies.push_back(b.node().at(0, 0.6, 0).dynamic(1).collider(shapes[kind]));
    Simulation sim(b);
    // Pushed out softly: no explosion. 10 m/s would be a jump of 5 m.
    sim.run(5, [&] {
      ASSERT_TRUE(sim.allFinite()) << kind;
      for (const int n : bodies) ASSERT_LT(length(sim.velocity(n)), 10) << kind;
    });
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      EXPECT_GT(sim.position(bodies[i]).y, 0.2) << kind;  // None pushed through the floor.
      for (std::size_t j = 0; j < i; ++j)
        EXPECT_GT(length(sim.position(bodies[i]) - sim.position(bodies[j])), 0.3) << kind << " " << i << j;
    }
  }
}

TEST(Robustness, HugeMassesTinySizesFarPlaces) {
  SceneBuilder b;
  b.floor({}, 2000);
  b.node().at(0, 5, 0).dynamic(1e15).collider(box(1, 1, 1));
  b.node().at(0, 7, 0).dynamic(1e-12).collider(box(1, 1, 1));
  b.node().at(5, 1, 0).dynamic(1e-9).collider(sphere(0.0005));
  b.node().at(6, 1, 0).dynamic().collider(box(0.001, 0.001, 0.001));
  b.node().at(7, 1, 0).dynamic().collider(b.hull(boxCorners(0.001, 0.001, 0.001)));
  b.node().at(8, 1, 0).dynamic().collider(box(100, 0.001, 0.001));
  b.node().at(1e5, 10, -1e5).dynamic().collider(box(1, 1, 1));
  b.node().at(1e5, 11.5, -1e5).dynamic().collider(sphere(0.5));
  b.node().at(-1e5, 1e5, 0).dynamic().collider(cylinder(1, 0.5)).velocity({1e5, 0, 0}).spin({1e4, 1e4, 0});
  b.node().at(20, 500, 20).dynamic().collider(sphere(400)).velocity({0, -1000, 0});
  b.node().at(30, 1, 0).dynamic(1).collider(box(1, 1, 1)).inertia({1e-12, 1e12, 1});
  b.node().at(33, 1, 0).dynamic(1).collider(box(1, 1, 1)).spin({1e6, 0, 0});
  Simulation sim(b);
  sim.run(5, [&] { ASSERT_TRUE(sim.allFinite()) << sim.world.time(); });
}

TEST(Robustness, MillimetreBodiesRest) {
  SceneBuilder b;
  b.floor();
  const int crate = b.node().at(0, 0.003, 0).dynamic().collider(box(0.002, 0.002, 0.002));
  const int ball = b.node().at(0.1, 0.003, 0).dynamic().collider(sphere(0.001));
  Simulation sim(b);
  sim.run(3);
  // Within half their size of the right height: the engine's length unit is the metre (its slop is a fraction
  // of a mm).
  EXPECT_NEAR(sim.position(crate).y, 0.001, 0.0005);
  EXPECT_NEAR(sim.position(ball).y, 0.001, 0.0005);
}

TEST(Robustness, BigBodiesRestFarFromTheOrigin) {
  SceneBuilder b;
  b.node().at(1e4, -5, 1e4).collider(box(100, 10, 100));
  const int crate = b.node().at(1e4, 2, 1e4).dynamic().collider(box(2, 2, 2));
  Simulation sim(b);
  sim.run(4);
  // Heights are near 1, where floats are fine; the lateral spacing is 1 mm.
  EXPECT_NEAR(sim.position(crate).y, 1, 0.01);
  EXPECT_NEAR(sim.position(crate).x, 1e4, 0.01);
}

TEST(Robustness, DegenerateGeometryIsToleratedInAScene) {
  SceneBuilder b;
  b.floor();
  b.node().at(0, 2, 0).dynamic().collider(b.hull({}));
  b.node().at(3, 2, 0).dynamic().collider(b.hull({{0, 0, 0}}));
  b.node().at(6, 2, 0).dynamic().collider(b.hull({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}));
  b.node().at(9, 2, 0).dynamic().collider(b.mesh({{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {0, 1, 2}}));
  b.node().at(12, 2, 0).dynamic().collider(b.mesh({}));
  b.node().at(15, 2, 0).dynamic().collider(cylinder(1e-9, 1e-9));
  b.node().at(18, 2, 0).scaled({1e-20, 1, 1}).dynamic().collider(box(1, 1, 1));
  b.node().at(21, 2, 0).scaled({0, 1, 1}).dynamic().collider(sphere(1));
  const int crate = b.node().at(30, 2, 0).dynamic().collider(box(1, 1, 1));
  Simulation sim(b);
  sim.run(3, [&] { ASSERT_TRUE(sim.allFinite()); });
  EXPECT_NEAR(sim.position(crate).y, 0.5, 0.01);
}

// Values out of a function's stated range are the caller's mistake and stop a debug build; a release build
// goes on.
#ifdef NDEBUG
TEST(Robustness, AbsurdCallsOfTheHostStayFinite) {
  SceneBuilder b;
  b.floor();
  const int crate = b.node().at(0, 0.5, 0).dynamic(1).collider(box(1, 1, 1));
  const int other = b.node().at(3, 0.5, 0).dynamic(1).collider(sphere(0.5));
  const int heavy = b.node().at(-3, 0.5, 0).dynamic(kInfinity).collider(box(1, 1, 1));
  Simulation sim(b);
  const BodyHandle body = sim.body(crate);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const DVec3 bad[] = {{nan, 0, 0}, {0, kInfinity, 0}, {0, 0, -kInfinity}, {1e30, 0, 0}, {0, -1e300, 0}};
  const auto state_before = sim.world.stateHash();
  for (const DVec3& v : bad) {
    EXPECT_FALSE(sim.world.setLinearVelocity(body, v));
    EXPECT_FALSE(sim.world.setAngularVelocity(body, v));
    EXPECT_FALSE(sim.world.setTransform(body, {v, {}}));
    EXPECT_FALSE(sim.world.applyImpulse(body, v, {}));
    EXPECT_FALSE(sim.world.applyImpulse(body, {1, 0, 0}, v));
    EXPECT_FALSE(sim.world.applyForce(body, v * 1e3, {}));
    EXPECT_FALSE(sim.world.applyForce(body, {1, 0, 0}, v));
    EXPECT_FALSE(sim.world.applyTorque(body, v * 1e3));
    EXPECT_FALSE(sim.world.castRay(v, {1, 0, 0}, 10).hit && std::abs(v.x) < 10);
    sim.world.overlapShape(sphere(1), {v, {}});
    sim.world.closestPoint(v, 10);
    sim.world.castShape(sphere(1), {v, {}}, {1, 0, 0});
    sim.world.castShape(sphere(1), {}, v);
  }
  EXPECT_FALSE(sim.world.setTransform(body, {{0, 1, 0}, {0, 0, 0, 0}}));
  EXPECT_FALSE(sim.world.setTransform(body, {{0, 1, 0}, {0, nan, 0, 1}}));
  EXPECT_TRUE(sim.world.castRay({0, 5, 0}, {0, -1, 0}, kInfinity).hit);  // An endless ray.
  EXPECT_EQ(sim.world.stateHash(), state_before);                        // Nothing was changed.
  // What is refused once is refused as a sum.
  EXPECT_TRUE(sim.world.applyForce(body, {5e10, 0, 0}, {0, 0.5, 0}));
  EXPECT_FALSE(sim.world.applyForce(body, {5e10, 0, 0}, {0, 0.5, 0}));
  EXPECT_TRUE(sim.world.applyForce(body, {-5e10, 0, 0}, {0, 0.5, 0}));
  // Huge but possible: the body is gone at once, its neighbours do not notice.
  EXPECT_TRUE(sim.world.setTransform(body, {{0, 1e6, 50}, {0, 3, 0, 4}}));
  EXPECT_TRUE(sim.world.setLinearVelocity(body, {0, 1e9, 0}));
  EXPECT_TRUE(sim.world.setAngularVelocity(body, {1e9, -1e9, 1e9}));
  EXPECT_TRUE(sim.world.applyForce(sim.body(heavy), {0, 1e20, 0}, {0, 0.5, 0}));
  sim.run(2, [&] { ASSERT_TRUE(sim.allFinite()) << sim.world.time(); });
  EXPECT_NEAR(sim.position(other).y, 0.5, 0.01);
  EXPECT_NEAR(sim.position(heavy).y, 0.5, 0.01);
}

TEST(Robustness, AbsurdNumbersOfTheSceneStayFinite) {
  SceneBuilder b;
  b.floor();
  b.node().at(0, 5, 0).dynamic(1).collider(sphere(0.5)).velocity({1e300, 0, 0}).spin({0, 1e200, 0});
  b.node().at(1e300, 5, 0).dynamic(1).collider(sphere(0.5));
  b.node().at(5, 5, 0).scaled({1e200, 1, 1}).dynamic(1).collider(box(1, 1, 1));
  b.node().at(0, 1e30, 0).collider(box(1, 1, 1));
  b.node().at(-5, 5, 0).dynamic(1).collider(sphere(0.5)).gravityFactor(1e300);
  b.node()
      .at(0, 50, 0)
      .kinematic()
      .collider(sphere(0.5))
      .animate(NodeProperty::Translation, KeyInterpolation::Linear, {0, 1}, {0, 50, 0, 3e38, -3e38, 3e38});
  const int other = b.node().at(9, 0.5, 0).dynamic(1).collider(sphere(0.5));
  Simulation sim(b);
  sim.run(2, [&] { ASSERT_TRUE(sim.allFinite()) << sim.world.time(); });
  EXPECT_NEAR(sim.position(other).y, 0.5, 0.01);
  int velocities = 0, limited = 0;
  for (const Diagnostic& d : sim.world.diagnostics().items()) {
    velocities += d.code == codes::kVelocityTooLarge;
    limited += d.code == codes::kValueLimited;
  }
  EXPECT_EQ(velocities, 2);
  EXPECT_EQ(limited, 2);  // The place and the gravity factor.
}

TEST(Robustness, CentresOfMassOutOfReachAreSaidAndNotTaken) {
  SceneBuilder b;
  b.floor();
  const int near = b.node().at(0, 5, 0).dynamic(1).collider(sphere(0.5)).centerOfMass({1e30, 0, 0});
  Simulation sim(b);
  sim.run(3);
  EXPECT_NEAR(sim.position(near).x, 0, 1e-6);
  EXPECT_NEAR(sim.position(near).y, 0.5, 0.01);
  ASSERT_EQ(sim.world.diagnostics().items().size(), 1u);
  EXPECT_EQ(sim.world.diagnostics().items()[0].code, codes::kValueLimited);
}

TEST(Robustness, SettingsOutOfRangeAreBroughtIntoIt) {
  SceneBuilder b;
  b.floor();
  b.node().at(0, 2, 0).dynamic(1).collider(box(1, 1, 1));
  for (const double dt : {0.0, -1.0, 1e-9, 10.0, std::numeric_limits<double>::quiet_NaN()}) {
    WorldSettings settings;
    settings.time_step = dt;
    settings.substeps = -3;
    settings.threads = 1000000;
    settings.gravity = {0, std::numeric_limits<double>::quiet_NaN(), 0};
    Simulation sim(b, settings);
    for (int i = 0; i < 10; ++i) sim.world.step();
    EXPECT_TRUE(sim.allFinite()) << dt;
  }
}

#endif

TEST(Robustness, LargeAndSmallStepsBothStand) {
  for (const double rate : {30.0, 60.0, 240.0}) {
    SceneBuilder b;
    b.floor();
    std::vector<int> boxes;
    for (int i = 0; i < 5; ++i) boxes.push_back(b.node().at(0, 0.5 + i, 0).dynamic().collider(box(1, 1, 1)));
    WorldSettings settings = sleepless();
    settings.time_step = 1 / rate;
    Simulation sim(b, settings);
    sim.run(5);
    EXPECT_NEAR(sim.position(boxes.back()).y, 4.5, 0.03) << rate;
    EXPECT_LT(std::abs(sim.position(boxes.back()).x), 0.01) << rate;
  }
}

TEST(Robustness, ManyBodiesInOneSpot) {
  // 200 boxes within a metre: deep overlaps of everything with everything.
  SceneBuilder b;
  b.floor();
  Random random(3);
  std::vector<int> bodies;
  for (int i = 0; i < 200; ++i)
    bodies.push_back(b.node()
                         .at(random(-0.5, 0.5), random(0.5, 1.5), random(-0.5, 0.5))
                         .rotated(random.rotation())
                         .dynamic()
                         .collider(box(0.5, 0.5, 0.5)));
  Simulation sim(b);
  sim.run(3, [&] { ASSERT_TRUE(sim.allFinite()); });
  for (const int n : bodies) EXPECT_GT(sim.position(n).y, 0) << n;
}

TEST(Robustness, DeepChainOfNodesIsNoProblem) {
  SceneBuilder b;
  int parent = -1;
  for (int i = 0; i < 20000; ++i) parent = b.node({}, parent).at(0, 0.0005, 0);
  const int body = b.child(parent).dynamic(1).collider(sphere(0.5)).gravityFactor(0);
  b.child(body).collider(sphere(0.1));
  Simulation sim(b);
  sim.run(0.1);
  EXPECT_NEAR(sim.position(body).y, 10, 1e-3);
}

}  // namespace
}  // namespace carom::test

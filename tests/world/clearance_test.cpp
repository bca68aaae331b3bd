// What is not looked at because it was known to be apart is looked at in time.
#include <gtest/gtest.h>

#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

TEST(Clearance, WhatIsPutBackToWhereItWasMeetsWhatIsThere) {
  SceneBuilder b;
  b.floor();
  const int ball = b.node().at(0, 0.51, 0).dynamic(1).collider(sphere(0.5)).velocity({0, 100, 0});
  Simulation sim(b, sleepless());
  for (int i = 0; i < 3; ++i) {
    sim.world.step();
    EXPECT_GT(sim.position(ball).y, 1) << i;
    sim.world.setTransform(sim.body(ball), {{0, 0.51, 0}, {}});
    sim.world.setLinearVelocity(sim.body(ball), {0, 100, 0});
  }
  sim.world.setLinearVelocity(sim.body(ball), {0, -0.2, 0});
  sim.run(1);
  EXPECT_NEAR(sim.position(ball).y, 0.5, 1e-3);
}

TEST(Clearance, AKinematicBodyThatIsPutThereIsMet) {
  SceneBuilder b;
  const int ledge = b.node().at(0, 0, 0).kinematic().collider(box(2, 0.2, 2));
  const int ball = b.node().at(0, 0.61, 0).dynamic(1).collider(sphere(0.5)).gravityFactor(0);
  Simulation sim(b, sleepless());
  sim.run(0.5);
  const BodyHandle moved = sim.body(ledge);
  for (const double y : {-0.05, -0.2, 0.05}) {
    sim.world.setTransform(moved, {{0, y, 0}, {}});
    sim.world.step();
  }
  sim.run(1);
  // Pushed out by 4 cm.
  EXPECT_GT(sim.position(ball).y, 0.645);
}

TEST(Clearance, AColliderThatAnAnimationHasMovedOutSweepsAsFarAsItReaches) {
  SceneBuilder b;
  const int arm = b.node()
                      .dynamic(1000)
                      .centerOfMass({0, 0, 0})
                      .inertia({1e5, 1e5, 1e5})
                      .gravityFactor(0)
                      .spin({0, 1, 0});
  b.child(arm)
      .collider(sphere(0.2))
      .at(0.3, 0, 0)
      .animate(NodeProperty::Translation, KeyInterpolation::Linear, {0, 0.5}, {0.3, 0, 0, 5, 0, 0});
  // Where it comes by after a quarter of a turn.
  const int target = b.node().at(0, 0, -5).dynamic(1).collider(sphere(0.2)).gravityFactor(0);
  Simulation sim(b, sleepless());
  double deepest = 0;
  sim.run(3, [&] {
    const DVec3 tip = sim.position(arm) + rotate(sim.state(arm).transform.rotation, DVec3{5, 0, 0});
    if (sim.world.time() > 0.6) deepest = std::max(deepest, 0.4 - length(tip - sim.position(target)));
  });
  EXPECT_LT(deepest, 0.01);
  EXPECT_GT(length(sim.velocity(target)), 4);
}

}  // namespace
}  // namespace carom::test

// Sleep stops nothing that would have moved: motions with turning points, slow ones, and ones that only
// begin.
#include "world/joint_builder.hpp"

namespace carom::test {
namespace {

/// The greatest distance between a node's places in a world that sleeps and in one that does not, m.
double difference(const SceneBuilder& b, int node, double seconds) {
  Simulation sleeps(b), wakes(b, sleepless());
  double worst = 0;
  sleeps.run(seconds, [&] {
    wakes.world.step();
    worst = std::max(worst, length(sleeps.position(node) - wakes.position(node)));
  });
  return worst;
}

TEST(SleepMotion, APendulumSwingsOn) {
  struct Case {
    double arm, degrees;
  };
  for (const Case c : {Case{0.05, 5}, Case{1, 5}, Case{1, 0.5}, Case{10, 3}, Case{50, 0.5}, Case{1, 170}}) {
    SceneBuilder b;
    const int anchor = b.node();
    const double a = radians(c.degrees);
    const DVec3 pivot{-c.arm * std::sin(a), c.arm * std::cos(a), 0};
    const int bob = b.node().at(pivot * -1).dynamic(1).collider(sphere(0.1 * c.arm));
    JointBuilder(b, anchor, b.child(bob).at(pivot)).hinge(2);
    EXPECT_EQ(difference(b, bob, 20), 0) << c.arm << " " << c.degrees;
  }
}

// Upside down, a tenth of a degree off: it falls.
TEST(SleepMotion, AnInvertedPendulumFalls) {
  SceneBuilder b;
  const int anchor = b.node();
  const double a = radians(179.9);
  const DVec3 pivot{-std::sin(a), std::cos(a), 0};
  const int bob = b.node().at(pivot * -1).dynamic(1).collider(sphere(0.1));
  JointBuilder(b, anchor, b.child(bob).at(pivot)).hinge(2);
  Simulation sim(b);
  double lowest = 1;
  sim.run(6, [&] { lowest = std::min(lowest, sim.position(bob).y); });
  EXPECT_LT(lowest, -0.99);
}

// y = 0.08 cos(√10 t): a spring of 10 N/m without damping, 1 kg, no gravity. The integrator is exact for
// springs; float rounding over 1,200 steps.
TEST(SleepMotion, ASpringSwingsOn) {
  SceneBuilder b;
  const int anchor = b.node();
  const int slider = b.node().at(0, 0.08, 0).dynamic(1).collider(box(0.1, 0.1, 0.1));
  JointBuilder joint(b, anchor, b.child(slider));
  joint.slider(1).spring(false, 1, 10, 0);
  WorldSettings settings;
  settings.gravity = {0, 0, 0};
  Simulation sim(b, settings);
  sim.run(20, [&] {
    ASSERT_NEAR(sim.position(slider).y, 0.08 * std::cos(std::sqrt(10.0) * sim.world.time()), 1e-3);
  });
}

TEST(SleepMotion, ASlowWheelTurnsOn) {
  for (const double speed : {0.15, 0.01, 0.001}) {
    SceneBuilder b;
    const int anchor = b.node();
    const int wheel = b.node().dynamic(1).collider(sphere(0.5)).spin({0, 0, speed});
    JointBuilder(b, anchor, b.child(wheel)).hinge(2);
    Simulation sim(b);
    sim.run(10);
    EXPECT_NEAR(sim.state(wheel).angular_velocity.z, speed, 1e-4 * speed) << speed;
    EXPECT_TRUE(sim.state(wheel).awake) << speed;
  }
}

// It is lighter than what it displaces by a ten thousandth: y = ½ a t².
TEST(SleepMotion, ABalloonRises) {
  SceneBuilder b;
  const int balloon = b.node().dynamic(1).collider(sphere(0.5)).gravityFactor(-1e-4);
  Simulation sim(b);
  sim.run(10);
  EXPECT_NEAR(sim.position(balloon).y, 0.5 * 1e-4 * kGravity * 100, 1e-4);
}

// A box that lies does sleep, also on a slope that static friction holds it on.
TEST(SleepMotion, WhatFrictionHoldsSleeps) {
  for (const double degrees : {0.0, 20.0}) {
    SceneBuilder b;
    b.node().rotated(axisAngle({0, 0, 1}, degrees)).collider(box(10, 0.2, 10));
    const double a = radians(degrees);
    const int crate = b.node()
                          .at(DVec3{-std::sin(a), std::cos(a), 0} * 0.601)
                          .rotated(axisAngle({0, 0, 1}, degrees))
                          .dynamic()
                          .collider(box(1, 1, 1));
    Simulation sim(b);
    sim.run(4);
    EXPECT_FALSE(sim.state(crate).awake) << degrees;
  }
}

}  // namespace
}  // namespace carom::test

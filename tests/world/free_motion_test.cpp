// Bodies that touch nothing: gravity, tops, infinite inertia, impulses.
#include <gtest/gtest.h>

#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

TEST(FreeMotion, FallsHalfGTSquared) {
  SceneBuilder b;
  const int ball = b.node().at(0, 100, 0).dynamic(1).collider(sphere(0.1));
  Simulation sim(b);
  sim.run(2);
  // ½·9.81·2² = 19.62 m ± 0.5 % (the required accuracy; semi-implicit Euler with h = 1/240 s is off by
  // ½·g·t·h = 0.04 m).
  EXPECT_NEAR(100 - sim.position(ball).y, 19.62, 0.005 * 19.62);
  // v = g·t exactly for constant acceleration; 480 float additions of 0.04 round by less than 1e-4 of 19.62.
  EXPECT_NEAR(sim.velocity(ball).y, -19.62, 2e-3);
  EXPECT_NEAR(sim.position(ball).x, 0, 1e-9);
  EXPECT_NEAR(sim.world.time(), 2, 1e-9);
  EXPECT_EQ(sim.world.stepCount(), 120u);
}

TEST(FreeMotion, ThrownBallFollowsTheParabola) {
  SceneBuilder b;
  const int ball = b.node().at(0, 0, 0).dynamic(1).collider(sphere(0.1)).velocity({3, 8, -1});
  Simulation sim(b);
  sim.run(1.5);
  EXPECT_NEAR(sim.position(ball).x, 3 * 1.5, 1e-4);  // No force along x: only rounding.
  EXPECT_NEAR(sim.position(ball).z, -1 * 1.5, 1e-4);
  // 8·t − ½·g·t², the same ½·g·t·h = 0.031 m of semi-implicit Euler.
  EXPECT_NEAR(sim.position(ball).y, 8 * 1.5 - 0.5 * kGravity * 1.5 * 1.5, 0.035);
}

TEST(FreeMotion, ResultDoesNotDependOnMassOrSize) {
  SceneBuilder b;
  const int feather = b.node().at(0, 0, 0).dynamic(0.001).collider(sphere(0.001));
  const int anvil = b.node().at(50, 0, 0).dynamic(1e6).collider(box(10, 10, 10));
  Simulation sim(b);
  sim.run(2);
  EXPECT_NEAR(sim.position(feather).y, sim.position(anvil).y, 1e-5);
}

TEST(FreeMotion, GravityFactorScalesGravity) {
  for (const double factor : {0.0, 0.5, -0.5, 2.0}) {
    SceneBuilder b;
    const int body = b.node().dynamic(1).collider(box(1, 1, 1)).gravityFactor(factor);
    Simulation sim(b);
    sim.run(1);
    const double fall = 0.5 * kGravity * factor;
    EXPECT_NEAR(sim.position(body).y, -fall, 0.005 * std::abs(fall) + 1e-9) << factor;  // As free fall.
    EXPECT_NEAR(sim.velocity(body).y, -kGravity * factor, 1e-3) << factor;
  }
}

TEST(FreeMotion, GravityMayPointAnywhere) {
  SceneBuilder b;
  const int body = b.node().dynamic(1).collider(box(1, 1, 1));
  WorldSettings settings;
  settings.gravity = {1, 2, -3};
  Simulation sim(b, settings);
  sim.run(1);
  EXPECT_NEAR(sim.velocity(body).x, 1, 1e-4);  // g·t, rounding only.
  EXPECT_NEAR(sim.velocity(body).y, 2, 1e-4);
  EXPECT_NEAR(sim.velocity(body).z, -3, 1e-4);
}

TEST(FreeMotion, NothingIsDamped) {
  SceneBuilder b;
  const int ball =
      b.node().dynamic(1).collider(sphere(0.5)).gravityFactor(0).velocity({2, 0, 0}).spin({0, 3, 0});
  Simulation sim(b);
  sim.run(60);
  // The document has no damping: 120 m after 60 s. Float positions near 100 m round by 4e-6 m in each of
  // 14,400 substeps with random sign; 5 mm is far above that and far below what any damping would do.
  EXPECT_NEAR(sim.position(ball).x, 120, 5e-3);
  EXPECT_NEAR(sim.velocity(ball).x, 2, 1e-5);
  EXPECT_NEAR(sim.spin(ball).y, 3, 1e-4);
}

TEST(FreeMotion, SlowDriftIsNotTakenForRest) {
  // 1 cm/s and 0.01 rad/s in free space: a body that touches nothing and moves must go on moving.
  SceneBuilder b;
  const int ball =
      b.node().dynamic(1).collider(sphere(0.5)).gravityFactor(0).velocity({0.01, 0, 0}).spin({0, 0.01, 0});
  Simulation sim(b);
  sim.run(20);
  EXPECT_NEAR(sim.position(ball).x, 0.2, 2e-4);  // v·t ± 0.1 %.
  EXPECT_NEAR(sim.velocity(ball).x, 0.01, 1e-5);
}

TEST(FreeMotion, SpinTurnsTheBodyByAngleEqualRateTimesTime) {
  SceneBuilder b;
  const int ball = b.node().dynamic(1).collider(sphere(0.5)).gravityFactor(0).spin({0, 1, 0});
  Simulation sim(b);
  sim.run(1.5);
  // 1.5 rad; a first-order quaternion update is off by (ωh)²/12 per radian = 1.5e-6, so 0.01° is ample.
  EXPECT_LT(angleBetween(sim.state(ball).transform.rotation, axisAngle({0, 1, 0}, 1.5 * 180 / kPi)), 0.01);
}

// Rotates about its own axes with principal moments 1, 2, 3 kg·m².
int addTop(SceneBuilder& b, const DVec3& spin, const DQuat& rotation = {}) {
  return b.node()
      .rotated(rotation)
      .dynamic(1)
      .collider(box(1, 1, 1))
      .inertia({1, 2, 3})
      .gravityFactor(0)
      .spin(spin);
}

TEST(FreeMotion, TorqueFreeTopKeepsMomentumAndEnergyAndFlips) {
  for (const double rate : {2.0, 8.0, 50.0, 200.0}) {
    SceneBuilder b;
    const int top = addTop(b, {0.01 * rate, rate, 0.01 * rate}, axisAngle({1, 2, 3}, 40));
    Simulation sim(b);
    const DVec3 momentum = sim.spinMomentum(top);
    const double energy = sim.kineticEnergy(top);
    int flips = 0;
    double last = 1;
    sim.run(60, [&] {
      // Momentum is exact but for the rounding of velocities to floats; energy oscillates within that of the
      // splitting (integrate.cpp) and does not drift.
      ASSERT_LE(length(sim.spinMomentum(top) - momentum), 2e-5 * length(momentum)) << sim.world.time();
      ASSERT_NEAR(sim.kineticEnergy(top), energy, 5e-4 * energy) << sim.world.time();
      const double along = inverseRotate(sim.state(top).transform.rotation, sim.spin(top)).y;
      if (along * last < 0) ++flips;
      last = along;
    });
    // Small deviations grow with rate·√((I2−I1)(I3−I2)/(I1·I3)) = 0.577·rate per second: from 1 % to 1 in 4 s
    // at 2 rad/s, so a flip takes about 8 s at first; when exactly later ones come depends on the last per
    // mille of the energy.
    EXPECT_GE(flips, 3) << rate;
  }
}

TEST(FreeMotion, SpinAboutLargestAndSmallestAxisIsStable) {
  for (const DVec3& spin : {DVec3{4, 0.1, 0.1}, DVec3{0.1, 0.1, 4}}) {
    SceneBuilder b;
    const int top = addTop(b, spin);
    Simulation sim(b);
    sim.run(60, [&] {
      // The polhode stays within a few degrees of the axis: cos above 0.97 (perturbation 0.1/4 = 1.4°,
      // amplified at most by the axis ratio √3, and 1 % of energy).
      const DVec3 local = inverseRotate(sim.state(top).transform.rotation, sim.spin(top));
      ASSERT_GT(dot(local, spin) / (length(local) * length(spin)), 0.97) << sim.world.time();
    });
  }
}

TEST(FreeMotion, SymmetricTopPrecessesAtLOverI) {
  // I = (2, 1, 2), ω = (1, 3, 0): the figure axis y turns about L with rate |L|/I₁; L = (2, 3, 0), rate √13/2
  // rad/s.
  SceneBuilder b;
  const int top =
      b.node().dynamic(1).collider(box(1, 1, 1)).inertia({2, 1, 2}).gravityFactor(0).spin({1, 3, 0});
  Simulation sim(b);
  sim.run(3);
  const DVec3 momentum{2, 3, 0};
  const double angle = std::sqrt(13.0) / 2 * 3 * 180 / kPi;
  const DVec3 expected = rotate(axisAngle(momentum, angle), DVec3{0, 1, 0});
  const DVec3 axis = rotate(sim.state(top).transform.rotation, DVec3{0, 1, 0});
  // 310° of precession; 1 % of the rate (the required bound on momentum) is 3.1°, cos 3.1° = 0.9985.
  EXPECT_GT(dot(axis, expected), 0.9985);
}

TEST(FreeMotion, InfiniteInertiaAboutOneAxisBlocksOnlyThatAxis) {
  for (int axis = 0; axis < 3; ++axis) {
    DVec3 inertia{0.5, 0.5, 0.5};
    inertia[static_cast<std::size_t>(axis)] = kInfinity;
    SceneBuilder b;
    const int body = b.node().dynamic(1).collider(box(1, 1, 1)).gravityFactor(0).inertia(inertia);
    Simulation sim(b);
    sim.world.applyImpulse(sim.body(body), {1, 2, 3}, {0.3, -0.2, 0.1});
    // Δω = I⁻¹ (r × J), r × J = (−0.8, −0.8, 0.8), read back at once: float rounding only; the blocked one is
    // exactly zero.
    const DVec3 expected{-1.6, -1.6, 1.6};
    const DVec3 spin = sim.spin(body);
    for (std::size_t i = 0; i < 3; ++i) {
      if (static_cast<int>(i) == axis) {
        EXPECT_EQ(spin[i], 0);
      } else {
        EXPECT_NEAR(spin[i], expected[i], 1e-5) << axis << " " << i;
      }
    }
  }
}

TEST(FreeMotion, InfiniteInertiaStaysBlockedInTheBodysFrame) {
  // Blocked about the body's own x axis, turned out of the way by a rotation about z: no spin about its x
  // ever.
  SceneBuilder b;
  const int body = b.node()
                       .rotated({0, 0, 1}, 30)
                       .dynamic(1)
                       .collider(box(1, 1, 1))
                       .gravityFactor(0)
                       .inertia({kInfinity, 1, 1});
  Simulation sim(b);
  sim.world.applyImpulse(sim.body(body), {3, -1, 2}, {0.4, 0.3, -0.2});
  sim.run(5, [&] {
    const BodyState s = sim.state(body);
    // Rounding of the velocity and of the rotation, 1e-7 of some rad/s, in each of 1200 substeps: 1e-4 if all
    // added up.
    ASSERT_NEAR(inverseRotate(s.transform.rotation, s.angular_velocity).x, 0, 1e-4);
  });
  EXPECT_GT(length(sim.spin(body)), 0.1);
}

TEST(FreeMotion, InfiniteInertiaKeepsUprightInACollision) {
  // A tall box dropped with one edge on a step would topple about z; infinite inertia about z forbids it.
  SceneBuilder b;
  b.node().at(1, -0.5, 0).collider(box(1.2, 1, 4));
  const int body = b.node().at(0, 1.5, 0).dynamic(1).collider(box(1, 2, 1)).inertia({0.4, 0.2, kInfinity});
  Simulation sim(b);
  sim.run(1);
  EXPECT_NEAR(sim.spin(body).z, 0, 1e-9);
  const DVec3 up = rotate(sim.state(body).transform.rotation, DVec3{0, 1, 0});
  EXPECT_NEAR(up.x, 0,
              1e-4);  // Of about 1e-7 rounding in each of 240 substeps' normalisations, at worst added up.
  EXPECT_NEAR(sim.position(body).y, 1, 0.01);  // It stands on the step's edge: 1 cm, as every resting height.
}

TEST(FreeMotion, AllInertiaInfiniteTranslatesOnly) {
  SceneBuilder b;
  const int body = b.node()
                       .rotated({1, 1, 0}, 33)
                       .dynamic(2)
                       .collider(box(1, 1, 1))
                       .gravityFactor(0)
                       .inertia({kInfinity, kInfinity, kInfinity});
  Simulation sim(b);
  const DQuat before = sim.state(body).transform.rotation;
  sim.world.applyImpulse(sim.body(body), {4, 0, 0}, {0, 5, 0});
  sim.run(1);
  EXPECT_NEAR(sim.velocity(body).x, 2, 1e-6);
  EXPECT_LT(angleBetween(before, sim.state(body).transform.rotation), 1e-4);
}

TEST(FreeMotion, ImpulseChangesVelocityByJOverM) {
  SceneBuilder b;
  const int body = b.node().dynamic(4).collider(box(1, 1, 1)).gravityFactor(0).inertia({2, 3, 5});
  Simulation sim(b);
  sim.world.applyImpulse(sim.body(body), {0, 8, 0}, {0.5, 0, 0});
  // Read back at once: no time has passed. Δv = J/m, Δω = r×J/I = 4/5 about z. Float rounding only.
  EXPECT_NEAR(sim.velocity(body).y, 2, 1e-6);
  EXPECT_NEAR(sim.spin(body).z, 0.8, 1e-6);
}

TEST(FreeMotion, ForceAndTorqueActForOneStep) {
  SceneBuilder b;
  const int pushed = b.node().dynamic(2).collider(box(1, 1, 1)).gravityFactor(0);
  const int turned =
      b.node().at(0, 0, 50).dynamic(2).collider(box(1, 1, 1)).gravityFactor(0).inertia({1, 2, 4});
  Simulation sim(b);
  for (int i = 0; i < 60; ++i) {
    sim.world.applyForce(sim.body(pushed), {6, 0, 0}, {0, 0, 0});
    sim.world.applyTorque(sim.body(turned), {0, 0, 2});
    sim.run(1.0 / 60);
  }
  // F·t/m = 3 m/s and τ·t/I = 0.5 rad/s after 1 s; the force's point is off the moving centre but on its
  // line, so no spin.
  EXPECT_NEAR(sim.velocity(pushed).x, 3, 1e-4);
  EXPECT_NEAR(length(sim.spin(pushed)), 0, 1e-6);
  EXPECT_NEAR(sim.spin(turned).z, 0.5, 1e-4);
  sim.run(1);  // Forces do not outlive their step.
  EXPECT_NEAR(sim.velocity(pushed).x, 3, 1e-4);
  EXPECT_NEAR(sim.spin(turned).z, 0.5, 1e-4);
}

TEST(FreeMotion, FarFromTheOriginStaysUsable) {
  // At 1e5 m a float position has a spacing of 8 mm; half a second of fall must still be right to a few
  // spacings.
  SceneBuilder b;
  const int ball = b.node().at(1e5, 1e5, -1e5).dynamic(1).collider(sphere(0.5));
  Simulation sim(b);
  sim.run(0.5);
  EXPECT_NEAR(1e5 - sim.position(ball).y, 0.5 * kGravity * 0.25, 0.05);
  EXPECT_TRUE(sim.allFinite());
}

}  // namespace
}  // namespace carom::test

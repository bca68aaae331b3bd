// Drives against the closed forms of what they drive.
#include "world/joint_builder.hpp"

namespace carom::test {
namespace {

/// What a drive moves, and its true effective mass.
struct Driven {
  SceneBuilder b;
  int first = -1, second = -1;
  bool angular = false;
  double mass = 0;  ///< kg or kg·m²
};

/// 0: a slider against the world; 1: two bodies on a slider; 2: a hinge against the world whose centre of
/// mass is 0.7 m from the axis; 3: a hinge between two such bodies; 4: a free body, no limits at all.
Driven driven(int kind, const JointDrive& drive, double scale = 1) {
  Driven d;
  d.angular = kind == 2 || kind == 3;
  const double ma = 3 * scale, mb = 2 * scale, arm = 0.7;
  const auto body = [&](double m, const DVec3& center) -> int {
    return d.b.node().dynamic(m).inertia({0.1 * m, 0.1 * m, 0.1 * m}).centerOfMass(center);
  };
  if (kind == 0 || kind == 2 || kind == 4) {
    d.first = d.b.node();
    d.second = body(mb, {kind == 2 ? arm : 0, 0, 0});
    d.mass = kind == 2 ? mb * (0.1 + arm * arm) : mb;
  } else if (kind == 1) {
    d.first = body(ma, {0, 0, 0}), d.second = body(mb, {0, 0, 0});
    d.mass = ma * mb / (ma + mb);
  } else {
    // About a pin both ends of which are free to move: with reduced mass μ = ma mb/(ma + mb) and arms on
    // opposite sides, kinetic energy in the centre-of-mass frame is Ia ωa²/2 + Ib ωb²/2 + μ |ωa ra + ωb
    // rb|²/2 — with the arms in line, ra = rb = arm, opposite turns of a and b at rates in the ratio that
    // total spin 0 demands.
    d.first = body(ma, {-arm, 0, 0}), d.second = body(mb, {arm, 0, 0});
    const double mu = ma * mb / (ma + mb), p = mu * arm * arm;
    // Matrix of (ωa, ωb): [Ia + p, p; p, Ib + p] as the centres' relative velocity is arm (ωa + ωb) across.
    const double a = 0.1 * ma + p, c = 0.1 * mb + p;
    // A torque τ on b and −τ on a gives ω' = M⁻¹ (−τ, τ); its relative rate is τ (a + c + 2 p)/(a c − p²).
    d.mass = (a * c - p * p) / (a + c + 2 * p);
  }
  JointBuilder joint(d.b, d.first, d.second);
  if (kind <= 1) joint.slider(0);
  if (d.angular) joint.hinge(2);
  JointDrive adapted = drive;
  adapted.angular = d.angular;
  adapted.axis = d.angular ? 2 : 0;
  joint.drive(adapted);
  return d;
}

double rateOf(const Driven& d, const Simulation& sim) {
  const auto of = [&](int node) {
    if (!sim.body(node)) return 0.0;
    // At the frame's origin: nodes' origins are the frames.
    const BodyState s = sim.state(node);
    const DVec3 v = s.linear_velocity + cross(s.angular_velocity, s.transform.translation - s.center);
    return d.angular ? s.angular_velocity.z : v.x;
  };
  return of(d.second) - of(d.first);
}
double valueOf(const Driven& d, const Simulation& sim) {
  const auto of = [&](int node) {
    if (!sim.body(node)) return 0.0;
    const DTransform t = sim.state(node).transform;
    return d.angular ? 2 * std::atan2(t.rotation.z, t.rotation.w) : t.translation.x;
  };
  return of(d.second) - of(d.first);
}

class Drive : public testing::TestWithParam<int> {};

TEST_P(Drive, MotorComesToItsSpeedExponentially) {
  JointDrive motor;
  motor.damping = 1.5, motor.velocity_target = 0.8;
  const Driven d = driven(GetParam(), motor);
  Simulation sim(d.b, weightless());
  sim.run(1.5, [&] {
    // The hinge between two bodies keeps its effective mass only while their arms are in line: look early.
    if (GetParam() == 3 && valueOf(d, sim) > 0.1) return;
    const double t = sim.world.time(), exact = 0.8 * (1 - std::exp(-1.5 / d.mass * t));
    ASSERT_NEAR(rateOf(d, sim), exact, 0.01 * exact) << t;
  });
}

TEST_P(Drive, SpringFollowsItsEquation) {
  for (const double ratio : {0.1, 1.0, 3.0}) {
    const double target = GetParam() == 3 ? 0.1 : 0.4, rate = 8;
    Driven d = driven(GetParam(), {});
    JointDrive& spring = d.b.scene().joint_descriptions.back().drives.back();
    spring.stiffness = rate * rate * d.mass, spring.damping = 2 * ratio * rate * d.mass;
    spring.position_target = target;
    Simulation sim(d.b, weightless());
    // x = target (1 − e^(−ζωt)(…)), by small exact steps of the linear equation.
    double x = 0, v = 0;
    sim.run(1, [&] {
      const int parts = 2000;
      const double h = 1.0 / 60 / parts;
      for (int i = 0; i < parts; ++i) {
        v += h * (rate * rate * (target - x) - 2 * ratio * rate * v);
        x += h * v;
      }
      // The first substep's half: ω h/2 of the target; and the pair of arms that turns out of line.
      ASSERT_NEAR(valueOf(d, sim), x, target * (GetParam() == 3 ? 0.04 : 0.03))
          << ratio << ' ' << sim.world.time();
    });
    EXPECT_NEAR(valueOf(d, sim), x, target * 0.03) << ratio;
  }
}

TEST_P(Drive, PositionAndVelocityTargetsActTogether) {
  // Rests where k (target − x) + c·velocity target = 0.
  JointDrive both;
  both.stiffness = 50, both.damping = 20, both.position_target = 0.2, both.velocity_target = 0.5;
  const Driven d = driven(GetParam(), both);
  Simulation sim(d.b, weightless());
  sim.run(20);
  EXPECT_NEAR(valueOf(d, sim), 0.2 + 20 * 0.5 / 50, 0.01 * 0.4);
}

TEST_P(Drive, NeverExceedsItsGreatestForce) {
  // Far from its target: constant acceleration. The force that the world tells is at most that.
  JointDrive strong;
  strong.damping = 1e6, strong.velocity_target = 0.5, strong.max_force = 0.4;
  const Driven d = driven(GetParam(), strong);
  Simulation sim(d.b, weightless());
  bool done = false;
  sim.run(5, [&] {
    const JointState joint = sim.world.joints()[0];
    const double force = d.angular ? joint.torque.z : joint.force.x;
    ASSERT_LE(std::abs(force), 0.4 * (1 + 1e-6));
    const double t = sim.world.time(), rate = 0.4 / d.mass * t;
    done = done || rate >= 0.48;
    // A pair of arms turns out of line by then.
    if (!done && (GetParam() != 3 || valueOf(d, sim) < 0.1)) {
      ASSERT_NEAR(force, 0.4, 1e-5);
      ASSERT_NEAR(rateOf(d, sim), rate, 0.01 * rate);
    }
  });
  EXPECT_NEAR(rateOf(d, sim), 0.5, 0.005);
}

TEST_P(Drive, InAccelerationModeMassesDoNotMatter) {
  // ẍ = k (target − x) + c (velocity target − ẋ) whatever is driven: the same curve for all, from 1 g to 100
  // t.
  std::vector<double> curve;
  for (const double scale : {1.0, 1e-3, 1e5}) {
    JointDrive drive;
    drive.acceleration_mode = true;
    drive.stiffness = 20, drive.damping = 4, drive.position_target = 0.1, drive.velocity_target = 0.3;
    const Driven d = driven(GetParam(), drive, scale);
    Simulation sim(d.b, weightless());
    double x = 0, v = 0;
    std::size_t at = 0;
    sim.run(1, [&] {
      const int parts = 2000;
      const double h = 1.0 / 60 / parts;
      for (int i = 0; i < parts; ++i) {
        v += h * (20 * (0.1 - x) + 4 * (0.3 - v));
        x += h * v;
      }
      const double value = valueOf(d, sim);
      ASSERT_NEAR(value, x, 0.0015) << scale << ' ' << sim.world.time();  // 1 % of where it goes.
      if (scale == 1.0) curve.push_back(value);
      ASSERT_NEAR(value, curve[at], 1e-5) << scale;
      ++at;
    });
  }
}
INSTANTIATE_TEST_SUITE_P(Joints, Drive, testing::Range(0, 5));

TEST(Drives, HoldAWeightWithTheForceItTakes) {
  SceneBuilder b;
  const int anchor = b.node(), body = b.node().dynamic(3).inertia({1, 1, 1});
  JointBuilder(b, anchor, body).slider(1).spring(false, 1, 1000, 100);
  Simulation sim(b, sleepless());
  sim.run(5);
  EXPECT_NEAR(sim.position(body).y, -3 * kGravity / 1000, 0.01 * 3 * kGravity / 1000);
  EXPECT_NEAR(sim.world.joints()[0].force.y, 3 * kGravity, 0.01);
}

TEST(Drives, TooWeakForAWeightLowerItAtTheDifference) {
  SceneBuilder b;
  const int anchor = b.node(), body = b.node().dynamic(3).inertia({1, 1, 1});
  JointBuilder(b, anchor, body).slider(1).motor(false, 1, 1e6, 1, 20);
  Simulation sim(b, sleepless());
  sim.run(1);
  EXPECT_NEAR(sim.velocity(body).y, -(kGravity - 20.0 / 3), 0.01);
}

TEST(Drives, TurnOverManyTurns) {
  // A position target of three turns: angles are counted, not wrapped.
  SceneBuilder b;
  const int anchor = b.node(), body = b.node().dynamic(1).inertia({1, 1, 1});
  JointBuilder(b, anchor, body).hinge(0).spring(true, 0, 10, 7, 6 * kPi);
  Simulation sim(b, weightless());
  double turned = 0, before = 0;
  sim.run(10, [&] {
    const DQuat q = sim.state(body).transform.rotation;
    const double angle = 2 * std::atan2(q.x, q.w);
    turned += std::remainder(angle - before, 2 * kPi), before = angle;
  });
  EXPECT_NEAR(turned, 6 * kPi, 0.01);
}

TEST(Drives, OfAnAxisThatIsHeldDoNothing) {
  SceneBuilder b;
  const int anchor = b.node(), body = b.node().dynamic(1).inertia({1, 1, 1});
  JointBuilder(b, anchor, body).weld().motor(true, 0, 1e4, 5).spring(false, 1, 1e5, 10, 1);
  Simulation sim(b, sleepless());
  sim.run(3);
  EXPECT_LT(length(sim.position(body)), 1e-4);
  EXPECT_LT(angleBetween(sim.state(body).transform.rotation, {}), 0.01);
}

TEST(Drives, KeepAStiffSpringOnALightBodyStable) {
  for (const double stiffness : {1e3, 1e6, 1e9, 1e20}) {
    SceneBuilder b;
    const int anchor = b.node(), body = b.node().at(0.2, 0, 0).dynamic(0.01).inertia({1e-5, 1e-5, 1e-5});
    JointBuilder(b, anchor, body)
        .spring(false, 0, stiffness, 1)
        .spring(false, 1, stiffness, 1)
        .spring(true, 2, stiffness, 1);
    Simulation sim(b, sleepless());
    sim.run(3, [&] { ASSERT_LT(length(sim.position(body)), 0.4 + kGravity / 2 * 9 * 0); });
    EXPECT_TRUE(sim.allFinite());
  }
}

}  // namespace
}  // namespace carom::test

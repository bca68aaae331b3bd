// What spins fast in joints, against closed forms.
#include "world/joint_builder.hpp"

namespace carom::test {
namespace {

struct Gyroscope {
  double spin, arm, degrees;  ///< rad/s, m from the pivot to the centre, of the axis from the vertical.
  int rate;                   ///< Steps per second.
};

class Precession : public testing::TestWithParam<Gyroscope> {};

TEST_P(Precession, IsSteadyAndKeepsTheSpin) {
  // A disc of 1 kg whose axis ends in a pin. With its moments I₃ about the axis and I₁ across it at the
  // pivot, the axis at the angle θ turns at the Ω of I₁ Ω² cos θ − I₃ ω Ω + m g l = 0.
  const Gyroscope g = GetParam();
  constexpr double kRadius = 0.15, kHeight = 0.04;
  const double a = radians(g.degrees), along = kRadius * kRadius / 2,
               across = (3 * kRadius * kRadius + kHeight * kHeight) / 12 + g.arm * g.arm;
  const double p = across * std::cos(a), q = along * g.spin;
  const double rate = (q - std::sqrt(q * q - 4 * p * kGravity * g.arm)) / (2 * p);
  const DVec3 axis{std::sin(a), std::cos(a), 0}, up{0, 1, 0};
  const DQuat leaning = axisAngle({0, 0, 1}, -g.degrees);
  SceneBuilder b;
  const int anchor = b.node();
  const int disc = b.node()
                       .at(axis * g.arm)
                       .rotated(leaning)
                       .dynamic(1)
                       .collider(cylinder(kHeight, kRadius))
                       .velocity(inverseRotate(leaning, cross(up, axis) * (rate * g.arm)))
                       .spin(inverseRotate(leaning, axis * g.spin + (up - axis * std::cos(a)) * rate));
  JointBuilder(b, anchor, b.child(disc).at({0, -g.arm, 0})).pin();
  WorldSettings settings = sleepless();
  settings.time_step = 1.0 / g.rate;
  Simulation sim(b, settings);
  double turned = 0, lowest = 180, highest = 0;
  DVec3 before = axis;
  sim.run(20, [&] {
    const DVec3 now = rotate(sim.state(disc).transform.rotation, up);
    turned += std::atan2(now.x * before.z - now.z * before.x, now.x * before.x + now.z * before.z);
    const double tilt = std::acos(now.y) * 180 / kPi;
    lowest = std::min(lowest, tilt), highest = std::max(highest, tilt);
    before = now;
  });
  EXPECT_NEAR(turned, 20 * rate, 2e-3 * 20 * rate);
  // Velocities are those of half a substep later than poses: it starts beside the steady motion and nods.
  EXPECT_NEAR(lowest, g.degrees, 1);
  EXPECT_NEAR(highest, g.degrees, 1);
  EXPECT_NEAR(dot(sim.spin(disc), before), g.spin, 1e-3 * g.spin);
}
INSTANTIATE_TEST_SUITE_P(Joints, Precession,
                         testing::Values(Gyroscope{200, 0.2, 60, 60}, Gyroscope{200, 0.2, 60, 30},
                                         Gyroscope{200, 0.1, 80, 60}, Gyroscope{100, 0.05, 30, 60},
                                         Gyroscope{40, 0.2, 60, 60}, Gyroscope{400, 0.1, 60, 120}));

TEST(Gyroscopes, AFlywheelInABodyThatTumblesKeepsEnergyAndMomentum) {
  for (const int rate : {60, 120}) {
    const DVec3 at{0.3, 0, 0}, turning{0.5, 1, 2};
    const DQuat lying = axisAngle({0, 0, 1}, -90);
    SceneBuilder b;
    const int body = b.node().dynamic(2).collider(box(0.3, 0.5, 0.8)).gravityFactor(0).spin(turning);
    // The wheel's axle is the body's x axis.
    const int wheel = b.node()
                          .at(at)
                          .rotated(lying)
                          .dynamic(1)
                          .collider(cylinder(0.05, 0.2))
                          .gravityFactor(0)
                          .velocity(inverseRotate(lying, cross(turning, at)))
                          .spin(inverseRotate(lying, turning + DVec3{100, 0, 0}));
    JointBuilder(b, b.child(body).at(at), b.child(wheel).rotated(conjugate(lying))).hinge(0);
    WorldSettings settings = sleepless();
    settings.time_step = 1.0 / rate;
    Simulation sim(b, settings);
    const auto kinetic = [&] { return sim.kineticEnergy(body) + sim.kineticEnergy(wheel); };
    const double energy = kinetic();
    const auto angular = [&] {
      const DVec3 center = (2 * sim.position(body) + sim.position(wheel)) * (1.0 / 3);
      return sim.angularMomentum(body) + sim.angularMomentum(wheel) -
             cross(center, sim.momentum(body) + sim.momentum(wheel));
    };
    const DVec3 momentum = angular();
    sim.run(20);
    EXPECT_NEAR(kinetic(), energy, 1e-3 * energy) << rate;
    EXPECT_LT(length(angular() - momentum), 1e-3 * length(momentum)) << rate;
  }
}

}  // namespace
}  // namespace carom::test

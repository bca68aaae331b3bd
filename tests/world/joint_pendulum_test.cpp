// Swinging things against closed forms, over a minute.
#include <array>

#include "world/joint_builder.hpp"

namespace carom::test {
namespace {

/// Arithmetic-geometric mean.
double agm(double a, double b) {
  for (int i = 0; i < 30; ++i) {
    const double mean = (a + b) / 2;
    b = std::sqrt(a * b), a = mean;
  }
  return a;
}
/// Period of a pendulum: T = 4 K(sin(α/2)) √(I/(m g l)) = 2π √(I/(m g l)) / agm(1, cos(α/2)).
double exactPeriod(double inertia_per_mass, double arm, double amplitude) {
  return 2 * kPi * std::sqrt(inertia_per_mass / (kGravity * arm)) / agm(1, std::cos(amplitude / 2));
}

struct Swing {
  double period = 0;        ///< s
  double energy_error = 0;  ///< The greatest, of m g l (1 − cos α).
  double drift = 0;         ///< Of the mean energy, from the first ten seconds to the last, of the same.
  double joint_error = 0;   ///< m
};

/// A bob of 1 kg at the end of an arm of 1 m, let go at an angle.
Swing swing(bool hinge, double degrees, int substeps = 4) {
  SceneBuilder b;
  const int anchor = b.node();
  const double a = radians(degrees);
  const DVec3 pivot{-std::sin(a), std::cos(a), 0};
  const int bob = b.node().at(pivot * -1).dynamic(1).collider(sphere(0.1));
  const int frame = b.child(bob).at(pivot);
  JointBuilder joint(b, anchor, frame);
  hinge ? joint.hinge(2) : joint.pin();
  WorldSettings settings = sleepless();
  settings.substeps = substeps;
  Simulation sim(b, settings);
  Swing out;
  const double start = sim.totalEnergy(), scale = kGravity * (1 - std::cos(a));
  std::vector<double> crossings;
  double before = sim.position(bob).x;
  sim.run(60, [&] {
    const double error = (sim.totalEnergy() - start) / scale;
    out.energy_error = std::max(out.energy_error, std::abs(error));
    if (sim.world.time() < 10) out.drift -= error / 600;
    if (sim.world.time() > 50) out.drift += error / 600;
    const DTransform pose = sim.state(bob).transform;
    out.joint_error = std::max(out.joint_error, length(pose.translation + rotate(pose.rotation, pivot)));
    const double x = pose.translation.x;
    if (before < 0 && x >= 0) crossings.push_back(sim.world.time() - x / (x - before) / 60);
    before = x;
  });
  EXPECT_GT(crossings.size(), 10u);
  out.period = (crossings.back() - crossings.front()) / static_cast<double>(crossings.size() - 1);
  return out;
}

class Pendulum : public testing::TestWithParam<std::tuple<bool, double>> {};

TEST_P(Pendulum, PeriodAndEnergyOverAMinute) {
  const auto [hinge, degrees] = GetParam();
  const Swing s = swing(hinge, degrees);
  // A ball's own inertia of 2/5 r² turns with the arm. The required accuracy is 0.5 %; the integrator is of
  // second order: (ωh)²/24 with ω = 3.1/s and h = 1/240 s is 7e-6, and the crossings are interpolated to some
  // 1e-4 of a step.
  const double exact = exactPeriod(1 + 0.4 * 0.01, 1, radians(degrees));
  EXPECT_NEAR(s.period, exact, 5e-4 * exact);
  // The required accuracy is 1 %. Velocities are those of half a substep later than positions, so that what
  // is computed from both swings by ωh/2 = 0.0065 about what is kept; that must not drift.
  EXPECT_LT(s.energy_error, 0.008);
  EXPECT_LT(std::abs(s.drift), 5e-4);
  // Float positions within the step: some micrometres.
  EXPECT_LT(s.joint_error, 1e-4);
}
INSTANTIATE_TEST_SUITE_P(Joints, Pendulum,
                         testing::Combine(testing::Bool(), testing::Values(5.0, 30.0, 90.0, 150.0)));

TEST(Pendulum, IsAsExactWithOneSubstep) {
  // (ωh)²/24 at 60 substeps a second is 1.1e-4.
  const Swing s = swing(true, 90, 1);
  const double exact = exactPeriod(1.004, 1, kPi / 2);
  EXPECT_NEAR(s.period, exact, 5e-3 * exact);
  EXPECT_LT(s.energy_error, 0.03);     // ωh/2 = 0.026.
  EXPECT_LT(std::abs(s.drift), 6e-3);  // Ten seconds are 4.2 periods: some of that swing is left in the mean.
  EXPECT_LT(s.joint_error, 1e-3);
}

TEST(Pendulum, AConicalOneKeepsItsHeight) {
  // A pin; the arm goes round at an angle with ω² = g/(l cos α) for a bob that is a point. A real ball that
  // does not spin about the arm adds its own inertia; a small one hardly: (2/5) r²/l² = 1.6e-4 of it.
  SceneBuilder b;
  const double a = radians(40), rate = std::sqrt(kGravity / std::cos(a));
  const DVec3 pivot{-std::sin(a), std::cos(a), 0};
  const int anchor = b.node();
  const int bob = b.node()
                      .at(pivot * -1)
                      .dynamic(1)
                      .collider(sphere(0.02))
                      .velocity({0, 0, -rate * std::sin(a)})
                      .spin({0, rate, 0});
  JointBuilder(b, anchor, b.child(bob).at(pivot)).pin();
  Simulation sim(b, sleepless());
  double highest = -1, lowest = 1;
  sim.run(20, [&] {
    highest = std::max(highest, sim.position(bob).y);
    lowest = std::min(lowest, sim.position(bob).y);
  });
  // The path of the point itself is a circle; the ball's inertia makes it nod by its share.
  EXPECT_NEAR(highest, -std::cos(a), 2e-3);
  EXPECT_NEAR(lowest, -std::cos(a), 2e-3);
}

/// Links of 0.5 m and 1 kg in a row along x, the first joined to the world, let go.
struct Links {
  explicit Links(int count, bool hinges) {
    int frame = b.node();
    for (int i = 0; i < count; ++i) {
      const int body =
          b.node().at(0.25 + 0.5 * i, 0, 0).rotated({0, 0, 1}, 90).dynamic(1).inertia({0.016, 0.0015, 0.016});
      const int top = b.child(body).at(0, 0.25, 0);
      JointBuilder joint(b, frame, top);
      hinges ? joint.hinge(2) : joint.pin();
      frame = b.child(body).at(0, -0.25, 0);
      bodies.push_back(body);
    }
  }
  double error(const Simulation& sim) const {
    DVec3 end;
    double worst = 0;
    for (const int body : bodies) {
      const DTransform pose = sim.state(body).transform;
      worst = std::max(worst, length(pose.translation + rotate(pose.rotation, DVec3{0, 0.25, 0}) - end));
      end = pose.translation + rotate(pose.rotation, DVec3{0, -0.25, 0});
    }
    return worst;
  }
  SceneBuilder b;
  std::vector<int> bodies;
};

class FallingChain : public testing::TestWithParam<std::tuple<int, bool>> {};

TEST_P(FallingChain, HoldsTogetherAndItsEnergyNeverGrows) {
  const auto [count, hinges] = GetParam();
  Links links(count, hinges);
  Simulation sim(links.b, sleepless());
  const double start = sim.totalEnergy();
  // What it would take to lift it from hanging to level: the measure of its energy.
  const double scale = kGravity * count * count * 0.25;
  std::vector<double> means(kSlowBuild && count > 2 ? 1 : 6);
  double most = -1, worst = 0, before = 0;
  for (double& mean : means) {
    sim.run(10, [&] {
      const double grown = (sim.totalEnergy() - start) / scale;
      most = std::max(most, grown);
      mean += grown / 600;
      worst = std::max(worst, links.error(sim));
    });
    // What is kept is not the energy of positions and velocities half a substep apart, but near it on the
    // mean.
    EXPECT_LT(mean, before + 1e-3);
    before = mean;
  }
  // That swings by ωh/2, 1 % at the 5 rad/s of these links.
  EXPECT_LT(most, 0.01);
  EXPECT_LT(worst, 1e-3);
}
INSTANTIATE_TEST_SUITE_P(Joints, FallingChain,
                         testing::Values(std::tuple{2, true}, std::tuple{2, false}, std::tuple{30, true},
                                         std::tuple{30, false}));

TEST(DoublePendulum, SmallSwingsHaveTheTwoEigenfrequencies) {
  // Two point-like bobs m on arms l: ω² = (g/l)(2 ± √2); each mode by itself is θ2 = ∓√2 θ1.
  for (const bool fast : {false, true}) {
    SceneBuilder b;
    const double theta1 = radians(1.5), theta2 = (fast ? -1 : 1) * std::sqrt(2.0) * theta1;
    const DVec3 up1{-std::sin(theta1), std::cos(theta1), 0}, up2{-std::sin(theta2), std::cos(theta2), 0};
    const DVec3 p1 = up1 * -1, p2 = p1 - up2;
    const int anchor = b.node();
    const int first = b.node().at(p1).dynamic(1).collider(sphere(0.01));
    const int second = b.node().at(p2).dynamic(1).collider(sphere(0.01));
    JointBuilder(b, anchor, b.child(first).at(up1)).hinge(2);
    JointBuilder(b, first, b.child(second).at(up2)).hinge(2);
    Simulation sim(b, sleepless());
    std::vector<double> crossings;
    double before = p1.x;
    sim.run(30, [&] {
      const double x = sim.position(first).x;
      if (before < 0 && x >= 0) crossings.push_back(sim.world.time() - x / (x - before) / 60);
      before = x;
    });
    ASSERT_GT(crossings.size(), 5u);
    const double period = (crossings.back() - crossings.front()) / static_cast<double>(crossings.size() - 1);
    const double exact = 2 * kPi / std::sqrt(kGravity * (2 + (fast ? 1 : -1) * std::sqrt(2.0)));
    EXPECT_NEAR(period, exact, 2e-3 * exact) << fast;  // θ²/16 of anharmonicity: 2e-4.
  }
}

}  // namespace
}  // namespace carom::test

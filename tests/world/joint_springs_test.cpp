// Soft limits against the closed forms of damped oscillators.
#include <array>

#include "world/joint_builder.hpp"
#include "world/joint_oracle.hpp"

namespace carom::test {
namespace {

/// Peaks of a sampled oscillation, by the parabola through three samples.
struct Peaks {
  explicit Peaks(double step) : step_(step) {}
  void add(double time, double value) {
    if (samples_ > 1 && last_ > before_ && last_ >= value) {
      const double shift = (before_ - value) / (2 * (before_ - 2 * last_ + value));
      times.push_back(time - step_ + shift * step_);
      heights.push_back(last_ - 0.25 * (before_ - value) * shift);
    }
    before_ = last_, last_ = value, ++samples_;
  }
  double frequency() const { return static_cast<double>(times.size() - 1) / (times.back() - times.front()); }
  /// From the logarithmic decrement over so many periods.
  double dampingRatio(std::size_t periods) const {
    const double decrement = std::log(heights[0] / heights[periods]) / static_cast<double>(periods);
    return decrement / std::sqrt(4 * kPi * kPi + decrement * decrement);
  }
  std::vector<double> times, heights;

 private:
  double step_, before_ = 0, last_ = 0;
  int samples_ = 0;
};

/// One degree of freedom with a soft limit at 0: along y with 1 kg, or about z with 1 kg·m².
struct Oscillator {
  Oscillator(bool angular, double stiffness, double damping, double start, bool gravity) {
    const int anchor = b.node();
    body = b.node().dynamic(1).inertia({1, 1, 1});
    if (angular) {
      NodeBuilder(b, body).rotated({0, 0, 1}, start * 180 / kPi);
      JointBuilder(b, anchor, body).hinge(2).angular({2}).soft(stiffness, damping);
    } else {
      NodeBuilder(b, body).at(0, start, 0);
      JointBuilder(b, anchor, body).slider(1).linear({1}).soft(stiffness, damping);
    }
    settings = sleepless();
    if (!gravity) settings.gravity = {0, 0, 0};
  }
  double value(const Simulation& sim, bool angular) const {
    const DTransform pose = sim.state(body).transform;
    return angular ? 2 * std::atan2(pose.rotation.z, pose.rotation.w) : pose.translation.y;
  }
  SceneBuilder b;
  int body = -1;
  WorldSettings settings;
};

class SoftLimit : public testing::TestWithParam<std::tuple<bool, double>> {};

TEST_P(SoftLimit, DeflectsByForceOverStiffness) {
  const bool angular = std::get<0>(GetParam());
  const double stiffness = std::get<1>(GetParam());
  Oscillator o(angular, stiffness, 2 * std::sqrt(stiffness), 0, !angular);
  Simulation sim(o.b, o.settings);
  const double torque = 0.3 * std::min(1.0, stiffness);
  sim.run(20, [&] {
    if (angular) sim.world.applyTorque(sim.body(o.body), {0, 0, torque});
  });
  const double force = angular ? torque : -kGravity, expected = force / stiffness;
  // ± 1 %; poses are given to 1e-9 and a rotation of the stiffest spring is 3e-7.
  EXPECT_NEAR(o.value(sim, angular), expected, 0.01 * std::abs(expected)) << stiffness;
}

/// Steps that show an oscillation: twenty in a period.
double visibleStep(double frequency) {
  return std::min(1.0 / 60, 1 / (20 * frequency));
}

TEST_P(SoftLimit, OscillatesAtItsFrequency) {
  const bool angular = std::get<0>(GetParam());
  const double stiffness = std::get<1>(GetParam());
  const double frequency = std::sqrt(stiffness) / (2 * kPi);
  Oscillator o(angular, stiffness, 0, 0.1, false);
  o.settings.time_step = visibleStep(frequency);
  Simulation sim(o.b, o.settings);
  std::vector<double> crossings;
  double before = 0.1;
  sim.run(6 / frequency, [&] {
    const double x = o.value(sim, angular);
    if (before < 0 && x >= 0) crossings.push_back(sim.world.time() - x / (x - before) * o.settings.time_step);
    before = x;
  });
  ASSERT_GT(crossings.size(), 3u);
  EXPECT_NEAR(static_cast<double>(crossings.size() - 1) / (crossings.back() - crossings.front()), frequency,
              0.01 * frequency);
}

TEST_P(SoftLimit, DecaysByItsDampingRatio) {
  const bool angular = std::get<0>(GetParam());
  const double stiffness = std::get<1>(GetParam());
  const double frequency = std::sqrt(stiffness) / (2 * kPi);
  for (const double ratio : {0.05, 0.2}) {
    Oscillator o(angular, stiffness, 2 * ratio * std::sqrt(stiffness), 0.1, false);
    o.settings.time_step = visibleStep(frequency);
    Simulation sim(o.b, o.settings);
    Peaks peaks(o.settings.time_step);
    sim.run(8 / frequency, [&] { peaks.add(sim.world.time(), o.value(sim, angular)); });
    ASSERT_GT(peaks.times.size(), 4u);
    EXPECT_NEAR(peaks.dampingRatio(3), ratio, 0.05 * ratio) << stiffness;
    const double damped = frequency * std::sqrt(1 - ratio * ratio);
    EXPECT_NEAR(peaks.frequency(), damped, 0.01 * damped) << stiffness;
  }
}

TEST_P(SoftLimit, OscillatesAtItsFrequencyAtTheDefaultStepUpToNineteenHertz) {
  const bool angular = std::get<0>(GetParam());
  const double stiffness = std::get<1>(GetParam());
  const double frequency = std::sqrt(stiffness) / (2 * kPi);
  if (frequency > 19) return;
  Oscillator o(angular, stiffness, 0, 0.1, false);
  Simulation sim(o.b, o.settings);
  std::vector<double> crossings;
  double before = 0.1;
  sim.run(std::max(5.0, 6 / frequency), [&] {
    const double x = o.value(sim, angular);
    if (before < 0 && x >= 0) crossings.push_back(sim.world.time() - x / (x - before) / 60);
    before = x;
  });
  ASSERT_GT(crossings.size(), 3u);
  EXPECT_NEAR(static_cast<double>(crossings.size() - 1) / (crossings.back() - crossings.front()), frequency,
              0.01 * frequency);
}

TEST_P(SoftLimit, FollowsTheSolutionOfItsEquation) {
  // Every sample, not only the peaks: x = e^(−ζωt) (cos ω't + ζ/√(1−ζ²) sin ω't), up to where a substep turns
  // the phase by a radian and a half (docs/joints.md); stiffer ones only have to come to rest.
  const bool angular = std::get<0>(GetParam());
  const double stiffness = std::get<1>(GetParam());
  const double rate = std::sqrt(stiffness);
  for (const double ratio : {0.0, 0.1, 0.7}) {
    const double damped = rate * std::sqrt(1 - ratio * ratio);
    if (damped / 240 > 0.5) continue;
    Oscillator o(angular, stiffness, 2 * ratio * rate, 0.1, false);
    Simulation sim(o.b, o.settings);
    double worst = 0;
    sim.run(6 * 2 * kPi / rate + 0.1, [&] {
      const double t = sim.world.time();
      const double exact = 0.1 * std::exp(-ratio * rate * t) *
                           (std::cos(damped * t) + ratio * rate / damped * std::sin(damped * t));
      worst = std::max(worst, std::abs(o.value(sim, angular) - exact));
    });
    // Its start is half a substep of velocity off: ω h/2 of the amplitude in phase.
    EXPECT_LT(worst, 0.1 * (0.005 + 0.7 * rate / 240)) << stiffness << ' ' << ratio;
  }
}

TEST_P(SoftLimit, IsStableAndCalm) {
  const bool angular = std::get<0>(GetParam());
  const double stiffness = std::get<1>(GetParam());
  for (const double ratio : {0.0, 0.1, 1.0, 5.0}) {
    Oscillator o(angular, stiffness, 2 * ratio * std::sqrt(stiffness), 0.1, false);
    Simulation sim(o.b, o.settings);
    double most = 0, late = 0;
    sim.run(20, [&] {
      most = std::max(most, std::abs(o.value(sim, angular)));
      if (sim.world.time() > 10) late = std::max(late, std::abs(o.value(sim, angular)));
    });
    // The first substep gives it the velocity of a whole substep at the end of the spring, not of half of
    // one: the amplitude is 1/cos(φ/2) for a phase of φ a substep, which is at most 1.5.
    const double phase = std::min(1.5, std::sqrt(stiffness) / 240);
    EXPECT_LT(most, 0.1 / std::cos(phase / 2) * 1.005) << stiffness << ' ' << ratio;
    if (ratio == 1) {
      EXPECT_LT(late, 0.01) << stiffness;
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Joints, SoftLimit,
                         testing::Combine(testing::Bool(),
                                          testing::Values(1.0, 10.0, 1e2, 1e3, 1e4, 1e5, 1e6)));

TEST(SoftLimits, StableAtAnyStiffnessAndDamping) {
  for (const double stiffness : {0.0, 1e-3, 1e7, 1e9, 1e15, 1e29}) {
    for (const double damping : {0.0, 1.0, 1e6, 1e12, 1e29}) {
      Oscillator o(false, stiffness, damping, 0.1, false);
      Simulation sim(o.b, o.settings);
      double most = 0;
      sim.run(5, [&] { most = std::max(most, std::abs(o.value(sim, false))); });
      EXPECT_TRUE(sim.allFinite());
      EXPECT_LT(most, 0.1 / std::cos(0.75) * 1.005) << stiffness << ' ' << damping;
    }
  }
}

TEST(SoftLimits, DoNothingWithinTheirRangeAndPushBackBeyondIt) {
  // A trampoline: falls freely to the bound at −1, is sent back by k x there and returns to where it was.
  SceneBuilder b;
  const double k = 400;
  const int anchor = b.node(), body = b.node().dynamic(1).inertia({1, 1, 1});
  JointBuilder(b, anchor, body).slider(1).linear({1}, -1, 5).soft(k);
  Simulation sim(b, sleepless());
  double lowest = 0, highest = -10;
  bool free = true;
  sim.run(3, [&] {
    const double y = sim.position(body).y, t = sim.world.time();
    lowest = std::min(lowest, y);
    if (y < -0.99) free = false;
    if (free) {
      EXPECT_NEAR(y, -kGravity / 2 * t * t, 1e-5);
    }
    if (t > 0.8) highest = std::max(highest, y);
  });
  // m g (1 + x) = k x²/2.
  const double depth = (kGravity + std::sqrt(kGravity * kGravity + 2 * k * kGravity)) / k;
  EXPECT_NEAR(lowest, -1 - depth, 0.01 * depth);
  EXPECT_NEAR(highest, 0, 0.02);  // No damping: all of the energy comes back.
}

TEST(SoftLimits, AWeightThatFallsOnThemAgainAndAgainKeepsItsHeight) {
  for (const double k : {100.0, 400.0, 3000.0}) {
    SceneBuilder b;
    const int anchor = b.node(), body = b.node().dynamic(1).inertia({1, 1, 1});
    JointBuilder(b, anchor, body).slider(1).linear({1}, -1, 50).soft(k);
    Simulation sim(b, sleepless());
    double highest = -10, late = -10, lowest = 0;
    sim.run(60, [&] {
      const double t = sim.world.time(), y = sim.position(body).y;
      if (t > 0.5) highest = std::max(highest, y);
      if (t > 55) late = std::max(late, y);
      lowest = std::min(lowest, y);
    });
    const double depth = (kGravity + std::sqrt(kGravity * kGravity + 2 * k * kGravity)) / k;
    EXPECT_NEAR(lowest, -1 - depth, 0.01 * depth) << k;
    EXPECT_LT(highest, 0.005) << k;  // A substep of flight at the bound is 2 cm.
    EXPECT_GT(late, -0.02) << k;  // Seen once a step: g/2 (1/120 s)², and what crossing the bound scatters.
  }
}

TEST(SoftLimits, DampingActsOnlyBeyondTheBounds) {
  SceneBuilder b;
  const int anchor = b.node(), body = b.node().dynamic(1).inertia({1, 1, 1}).velocity({0.5, 0, 0});
  JointBuilder(b, anchor, body).slider(0).linear({0}, -1, 1).soft(100, 50);
  Simulation sim(b, weightless());
  sim.run(1.9);
  EXPECT_FLOAT_EQ(static_cast<float>(sim.velocity(body).x), 0.5f);
  sim.run(3);
  EXPECT_LT(sim.velocity(body).x, 0.02);
}

/// Each metric with a soft upper bound, pulled or turned beyond it by a constant load: beyond by F/k.
TEST(SoftLimits, OfEveryMetricDeflectByForceOverStiffness) {
  const double k = 500, c = 60, bound = 0.4, load = 20;
  for (int kind = 0; kind < 6; ++kind) {
    for (const double max : {0.0, bound}) {
      SceneBuilder b;
      const bool angular = kind >= 3;
      const int axes = kind % 3 + 1;
      const int anchor = b.node(), body = b.node().dynamic(2).inertia({2, 2, 2});
      JointBuilder joint(b, anchor, body);
      angular ? joint.pin() : joint.angular({0, 1, 2});
      // The load is along or about x: it is one of the axes that the limit has.
      const auto limited = [&](auto&& make) {
        if (axes == 1) make(std::initializer_list<int>{0});
        if (axes == 2) make(std::initializer_list<int>{0, 1});
        if (axes == 3) make(std::initializer_list<int>{0, 1, 2});
      };
      limited([&](std::initializer_list<int> list) {
        angular ? joint.angular(list, max == 0 ? 0 : (axes == 1 ? -max : 0), max)
                : joint.linear(list, max == 0 ? 0 : (axes == 1 ? -max : 0), max);
      });
      joint.soft(k, c);
      Simulation sim(b, [] {
        WorldSettings s = sleepless();
        s.gravity = {0, 0, 0};
        return s;
      }());
      sim.run(20, [&] {
        if (angular)
          sim.world.applyTorque(sim.body(body), {load, 0, 0});
        else
          sim.world.applyForce(sim.body(body), {load, 0, 0}, sim.state(body).center);
      });
      const DTransform pose = sim.state(body).transform;
      const double x = angular ? 2 * std::atan2(pose.rotation.x, pose.rotation.w) : pose.translation.x;
      EXPECT_NEAR(x - max, load / k, 0.01 * load / k) << "metric " << kind << " bound " << max;
    }
  }
}

TEST(SoftLimits, AboutZeroTurnByTorqueOverStiffnessHoweverFar) {
  // They pulled with 2 sin(φ/2) cos(φ/2) for φ: 5 % too little at half a radian, and let go beyond a right
  // angle.
  for (const int axes : {1, 2, 3}) {
    for (const double angle : {0.2, 0.5, 0.9, 1.4, 2.0}) {
      SceneBuilder b;
      const int anchor = b.node(), body = b.node().dynamic(2).inertia({2, 2, 2});
      JointBuilder joint(b, anchor, body);
      joint.pin();
      if (axes == 1) joint.angular({0});
      if (axes == 2) joint.angular({0, 1});
      if (axes == 3) joint.angular({0, 1, 2});
      joint.soft(50, 20);
      WorldSettings settings = weightless();
      settings.sleeping = false;
      Simulation sim(b, settings);
      sim.run(20, [&] { sim.world.applyTorque(sim.body(body), {50 * angle, 0, 0}); });
      const DQuat q = sim.state(body).transform.rotation;
      EXPECT_NEAR(2 * std::atan2(q.x, q.w), angle, 0.01 * angle) << axes;
    }
  }
}

TEST(SoftLimits, LowerBoundsOfDistancesPushOutwards) {
  // A soft ring and a soft rod, pressed inwards.
  for (const bool rod : {false, true}) {
    SceneBuilder b;
    const int anchor = b.node(), body = b.node().at(1, 0, 0).dynamic(1).inertia({1, 1, 1});
    JointBuilder joint(b, anchor, body);
    joint.angular({0, 1, 2});
    (rod ? joint.linear({0, 1, 2}, 1, kFree) : joint.linear({0, 1}, 1, kFree)).soft(200, 20);
    Simulation sim(b, [] {
      WorldSettings s = sleepless();
      s.gravity = {-10, 0, 0};
      return s;
    }());
    sim.run(10);
    EXPECT_NEAR(sim.position(body).x, 1 - 10 / 200.0, 0.01 * 0.05) << rod;
  }
}

}  // namespace
}  // namespace carom::test

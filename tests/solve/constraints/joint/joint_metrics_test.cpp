// Metrics against the document's formulas, and their directions against differences.
#include "solve/constraints/joint/joint_metrics.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "world/scene_builder.hpp"

namespace carom::solve {
namespace {

using test::Random;
constexpr double kPi = test::kPi;

struct Frames {
  DTransform a, b;
  FramePair pair() const {
    return {b.translation - a.translation, toMatrix(a.rotation), conjugate(a.rotation) * b.rotation};
  }
};
Frames randomFrames(Random& random) {
  return {{random.vector(-2, 2), random.rotation()}, {random.vector(-2, 2), random.rotation()}};
}
/// The second frame moved by v and turned by w, both global and small.
Frames moved(Frames f, const DVec3& v, const DVec3& w, double by) {
  f.b.translation += v * by;
  const double angle = length(w) * by;
  f.b.rotation = normalized(test::axisAngle(w, angle * 180 / kPi) * f.b.rotation);
  return f;
}
DVec3 axis(int k) {
  DVec3 e;
  e[static_cast<std::size_t>(k)] = 1;
  return e;
}
/// Document 003, appendix.
double documentMetric(JointMetric metric, int k, const Frames& f) {
  const DVec3 e = rotate(f.a.rotation, axis(k)), d = f.b.translation - f.a.translation;
  const DQuat q = conjugate(f.a.rotation) * f.b.rotation;
  switch (metric) {
    case JointMetric::AlongAxis:
      return dot(e, d);
    case JointMetric::FromLine:
      return length(d - e * dot(e, d));
    case JointMetric::FromPoint:
      return length(d);
    case JointMetric::Twist:
      return std::remainder(2 * std::atan2(dot(q.vector(), axis(k)), q.w), 2 * kPi);
    case JointMetric::Swing:
      return std::acos(std::clamp(dot(e, rotate(f.b.rotation, axis(k))), -1.0, 1.0));
    default:
      return 2 * std::acos(std::min(1.0, std::abs(q.w)));
  }
}

class Metric : public testing::TestWithParam<int> {};

TEST_P(Metric, IsTheDocuments) {
  const auto metric = static_cast<JointMetric>(GetParam());
  Random random(1);
  for (int i = 0; i < 500; ++i) {
    const Frames f = randomFrames(random);
    for (int k = 0; k < 3; ++k)
      ASSERT_NEAR(metricRow(metric, k, f.pair(), 0).value, documentMetric(metric, k, f), 1e-6) << i;
  }
}

TEST_P(Metric, GrowsInItsDirection) {
  const auto metric = static_cast<JointMetric>(GetParam());
  Random random(2);
  const double step = 1e-5;
  for (int i = 0; i < 500; ++i) {
    const Frames f = randomFrames(random);
    const DVec3 v = random.direction(), w = random.direction();
    for (int k = 0; k < 3; ++k) {
      const MetricRow row = metricRow(metric, k, f.pair(), 0);
      // Twist is given up where it is swung by nearly half a turn, angles where they fold back at π.
      const double swing = documentMetric(JointMetric::Swing, k, f);
      if (isAngular(metric) && (swing > 2.9 || documentMetric(JointMetric::RotationAngle, k, f) > 3.1))
        continue;
      const double ahead = metricRow(metric, k, moved(f, v, w, step).pair(), row.value).value;
      const double back = metricRow(metric, k, moved(f, v, w, -step).pair(), row.value).value;
      const double expected = dot(row.direction, isAngular(metric) ? w : v);
      ASSERT_NEAR((ahead - back) / (2 * step), expected, 1e-4) << i << ' ' << k;
    }
  }
}

TEST_P(Metric, RowsOfZeroVanishWithItAndAreDifferences) {
  const auto metric = static_cast<JointMetric>(GetParam());
  Random random(3);
  const double step = 1e-5;
  for (int i = 0; i < 200; ++i) {
    const Frames f = randomFrames(random);
    const DVec3 v = random.direction(), w = random.direction();
    for (int k = 0; k < 3; ++k) {
      // At frames that agree all are zero.
      for (int r = 0; r < zeroRows(metric); ++r)
        ASSERT_NEAR(zeroRow(metric, k, r, Frames{f.a, f.a}.pair(), 0).value, 0, 1e-12);
      // Of twist the direction has no meaning where it is swung by half a turn.
      if (metric == JointMetric::Twist && documentMetric(JointMetric::Swing, k, f) > 2.9) continue;
      for (int r = 0; r < zeroRows(metric); ++r) {
        const MetricRow row = zeroRow(metric, k, r, f.pair(), 0);
        const double ahead = zeroRow(metric, k, r, moved(f, v, w, step).pair(), row.value).value;
        const double back = zeroRow(metric, k, r, moved(f, v, w, -step).pair(), row.value).value;
        ASSERT_NEAR((ahead - back) / (2 * step), dot(row.direction, isAngular(metric) ? w : v), 1e-4)
            << i << ' ' << r;
      }
    }
  }
}

TEST_P(Metric, HasFiniteDirectionsInItsWorstPoses) {
  const auto metric = static_cast<JointMetric>(GetParam());
  for (int k = 0; k < 3; ++k) {
    for (int turn = 0; turn < 3; ++turn) {
      for (const double degrees : {0.0, 1e-7, 90.0, 179.9999999, 180.0, 360.0}) {
        const Frames f{{}, {{0, 0, 0}, test::axisAngle(axis(turn), degrees)}};
        const MetricRow row = metricRow(metric, k, f.pair(), 0);
        EXPECT_TRUE(std::isfinite(row.value + row.direction.x + row.direction.y + row.direction.z));
        EXPECT_LT(length(row.direction), 200);
      }
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Joints, Metric, testing::Range(0, 6));

TEST(Metrics, TwistIsCountedOverTurns) {
  double turn = 0;
  for (int degrees = 0; degrees < 3000; degrees += 7) {
    const Frames f{{}, {{0, 0, 0}, test::axisAngle({0, 1, 0}, degrees)}};
    turn = metricRow(JointMetric::Twist, 1, f.pair(), turn).value;
    ASSERT_NEAR(turn, degrees * kPi / 180, 1e-9);
  }
}

}  // namespace
}  // namespace carom::solve

// Where continuous collision stops a body, against the moment of contact found by bisection.
#include "solve/continuous/continuous.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "solve/continuous/suspects.hpp"
#include "solve/stage_fixture.hpp"
#include "solve/step.hpp"

namespace carom::solve::test {
namespace {

/// The earliest time in 0..1 at which gap(t) is 0, gap(0) > 0 > gap(1).
template <class Gap>
double firstContact(Gap&& gap) {
  double before = 0, after = 1;
  for (int i = 0; i < 60; ++i) {
    const double middle = (before + after) / 2;
    (gap(middle) > 0 ? before : after) = middle;
  }
  return after;
}

SimulationSettings weightless() {
  SimulationSettings settings;
  settings.gravity = {};
  return settings;
}

TEST(ContinuousCollision, ABallStopsWhereItMeetsAThinWall) {
  for (const float speed : {30.0f, 100.0f, 300.0f, 900.0f}) {
    for (const double start : {-2.0, -1.3, -0.7}) {
      StageFixture stage(weightless());
      stage.policy.response = {.static_friction = 0, .dynamic_friction = 0};
      stage.addStatic({0, 0, 0}, collide::Box{{0.005f, 3, 3}});
      const std::int32_t ball = stage.addBall({start, 0.1, 0.2}, 0.1f, {speed, 0, 0});
      Step step;
      const double way = static_cast<double>(speed * stage.settings.time_step);
      for (int i = 0; i < 60; ++i) step.run(stage.state, stage.context);
      const DVec3 end = stage.body(ball).center;
      const double met =
          start + firstContact([&](double t) { return -0.105 - (start + t * 60 * way); }) * 60 * way;
      EXPECT_LE(end.x, met + 0.01) << speed << " from " << start;  // A tenth of its radius.
      EXPECT_NEAR(end.y, 0.1, 1e-4);
      EXPECT_LE(std::abs(stage.body(ball).linear_velocity.x), 1e-2f * speed);
    }
  }
}

TEST(ContinuousCollision, ABodyThatMeetsNothingMovesAsItsVelocitySays) {
  StageFixture stage(weightless());
  stage.addStatic({0, 5, 0}, collide::Box{{1, 1, 1}});
  const std::int32_t ball = stage.addBall({-50, 0, 0}, 0.1f, {600, 0, 0});
  Step step;
  for (int i = 0; i < 6; ++i) step.run(stage.state, stage.context);
  EXPECT_NEAR(stage.body(ball).center.x, 10, 1e-3);
  EXPECT_FALSE(stage.body(ball).continuous.stopped);
}

TEST(ContinuousCollision, MotionOfAStepIsThatOfItsPoses) {
  StageFixture stage(weightless());
  const std::int32_t ball = stage.addBall({0, 0, 0}, 0.5f);
  Body& body = stage.body(ball);
  body.start_center = {1, 2, 3};
  body.center = {1.5, 2, 2};
  const StepMotion motion = motionInStep(body);
  EXPECT_NEAR(motion.distance, std::sqrt(1.25), 1e-6);
  EXPECT_EQ(motion.sine, 0.0f);
}

}  // namespace
}  // namespace carom::solve::test

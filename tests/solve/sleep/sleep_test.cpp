// When a body counts as at rest: its own motion, and what holds it.
#include "solve/sleep/sleep.hpp"

#include <gtest/gtest.h>

#include "solve/stage_fixture.hpp"
#include "solve/step.hpp"

namespace carom::solve::test {
namespace {

void run(StageFixture& stage, Step& step, float seconds) {
  const int steps = static_cast<int>(seconds / stage.settings.time_step + 0.5f);
  for (int i = 0; i < steps; ++i) step.run(stage.state, stage.context);
}

TEST(SleepRules, ACubeThatStandsFallsAsleepAndKeepsItsPlace) {
  StageFixture stage;
  Step step;
  stage.addStatic({0, -0.5, 0}, collide::Box{{5, 0.5f, 5}});
  const std::int32_t cube = stage.addCube({0, 0.5, 0}, 1);
  run(stage, step, 3);
  EXPECT_FALSE(stage.state.bodies.isAwake(cube));
  EXPECT_NEAR(stage.body(cube).center.y, 0.5, 1e-3);
  EXPECT_GE(stage.body(cube).island, 0);
}

TEST(SleepRules, WhatFallsFreelyDoesNotSleepAtItsTurningPoint) {
  StageFixture stage;
  Step step;
  const std::int32_t ball = stage.addBall({0, 0, 0}, 0.5f, {0, 9.81f, 0});  // Turns after 1 s.
  for (int i = 0; i < 120; ++i) {
    step.run(stage.state, stage.context);
    ASSERT_TRUE(stage.state.bodies.isAwake(ball)) << i;
  }
  EXPECT_NEAR(stage.body(ball).linear_velocity.y, -9.81, 1e-3);
}

TEST(SleepRules, WhatDriftsSlowlyGoesOn) {
  SimulationSettings weightless;
  weightless.gravity = {};
  StageFixture stage(weightless);
  Step step;
  const std::int32_t ball = stage.addBall({0, 0, 0}, 0.5f, {0.001f, 0, 0});
  run(stage, step, 20);
  EXPECT_TRUE(stage.state.bodies.isAwake(ball));
  EXPECT_NEAR(stage.body(ball).center.x, 0.02, 1e-5);
}

TEST(SleepRules, WakingOneWakesAllThatSleepsWithIt) {
  StageFixture stage;
  Step step;
  stage.addStatic({0, -0.5, 0}, collide::Box{{5, 0.5f, 5}});
  const std::int32_t lower = stage.addCube({0, 0.5, 0}, 1), upper = stage.addCube({0, 1.5, 0}, 1),
                     apart = stage.addCube({3, 0.5, 0}, 1);
  run(stage, step, 4);
  ASSERT_FALSE(stage.state.bodies.isAwake(lower));
  ASSERT_FALSE(stage.state.bodies.isAwake(apart));
  wake(stage.state, stage.context, upper);
  EXPECT_TRUE(stage.state.bodies.isAwake(lower));
  EXPECT_TRUE(stage.state.bodies.isAwake(upper));
  EXPECT_FALSE(stage.state.bodies.isAwake(apart));
}

}  // namespace
}  // namespace carom::solve::test

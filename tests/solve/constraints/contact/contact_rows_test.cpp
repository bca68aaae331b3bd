// A step of one ball or cube against closed forms: restitution, friction, sticking, for each width of the
// solver.
#include <gtest/gtest.h>

#include <cmath>

#include "solve/stage_fixture.hpp"
#include "solve/step.hpp"

namespace carom::solve::test {
namespace {

class ContactRows : public testing::TestWithParam<std::int32_t> {
 protected:
  SimulationSettings settings(const Vec3& gravity) const {
    SimulationSettings s;
    s.gravity = gravity;
    s.lanes = GetParam();
    s.sleeping = false;
    return s;
  }
};

TEST_P(ContactRows, ABallReboundsWithTheShareThatRestitutionSays) {
  for (const float restitution : {0.0f, 0.3f, 0.8f, 1.0f}) {
    StageFixture stage(settings({}));
    stage.policy.response = {.static_friction = 0, .dynamic_friction = 0, .restitution = restitution};
    stage.addStatic({0, -0.5, 0}, collide::Box{{5, 0.5f, 5}});
    const std::int32_t ball = stage.addBall({0, 0.52, 0}, 0.5f, {0.25f, -3, 0});
    Step step;
    for (int i = 0; i < 10; ++i) step.run(stage.state, stage.context);
    EXPECT_NEAR(stage.body(ball).linear_velocity.y, 3 * restitution, 0.003) << restitution;
    EXPECT_NEAR(stage.body(ball).linear_velocity.x, 0.25, 1e-6) << restitution;
  }
}

TEST_P(ContactRows, TwoBallsOnALineExchangeMomentumAsTheirMassesSay) {
  StageFixture stage(settings({}));
  stage.policy.response = {.static_friction = 0, .dynamic_friction = 0, .restitution = 1};
  const std::int32_t a = stage.addBall({-0.55, 0, 0}, 0.5f, {2, 0, 0});
  const std::int32_t b = stage.add(
      {.center = {0.55, 0, 0}, .inverse_mass = 0.25f, .inverse_inertia = {1, 1, 1}}, collide::Sphere{0.5f});
  Step step;
  for (int i = 0; i < 12; ++i) step.run(stage.state, stage.context);
  // m = 1 and 4: (1 − 4)/5 · 2 and 2/5 · 2.
  EXPECT_NEAR(stage.body(a).linear_velocity.x, -1.2, 2e-3);
  EXPECT_NEAR(stage.body(b).linear_velocity.x, 0.8, 1e-3);
}

TEST_P(ContactRows, ACubeSlidesToAStopAsDynamicFrictionSays) {
  StageFixture stage(settings({0, -10, 0}));
  stage.policy.response = {.static_friction = 0.3f, .dynamic_friction = 0.3f};
  stage.addStatic({0, -0.5, 0}, collide::Box{{50, 0.5f, 50}});
  const std::int32_t cube = stage.addCube({0, 0.5, 0}, 1, {3, 0, 0});
  Step step;
  for (int i = 0; i < 30; ++i) step.run(stage.state, stage.context);  // Half a second.
  EXPECT_NEAR(stage.body(cube).linear_velocity.x, 3 - 0.3 * 10 * 0.5, 0.03);
  for (int i = 0; i < 60; ++i) step.run(stage.state, stage.context);
  EXPECT_NEAR(stage.body(cube).linear_velocity.x, 0, 1e-4);
  EXPECT_NEAR(stage.body(cube).center.x, 3 * 3 / (2 * 0.3 * 10), 0.03);  // v²/(2 μ g).
}

TEST_P(ContactRows, StaticFrictionHoldsUpToItsCoefficient) {
  for (const float share : {0.9f, 1.1f}) {
    // Gravity leans so that the tangential part is `share` of what 0.5 holds.
    StageFixture stage(settings({share * 0.5f * 10, -10, 0}));
    stage.policy.response = {.static_friction = 0.5f, .dynamic_friction = 0.5f};
    stage.addStatic({0, -0.5, 0}, collide::Box{{50, 0.5f, 50}});
    const std::int32_t cube = stage.addCube({0, 0.5, 0}, 1);
    Step step;
    for (int i = 0; i < 60; ++i) step.run(stage.state, stage.context);
    const double expected = share > 1 ? (share - 1) * 0.5 * 10 : 0;  // After 1 s.
    EXPECT_NEAR(stage.body(cube).linear_velocity.x, expected, 0.03) << share;
  }
}

INSTANTIATE_TEST_SUITE_P(Lanes, ContactRows, testing::Values(1, 4, 8),
                         [](const auto& info) { return std::to_string(info.param); });

}  // namespace
}  // namespace carom::solve::test

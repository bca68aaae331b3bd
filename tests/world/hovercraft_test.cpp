// Hovercraft: they find their height, follow the ground, go where they are told and do not tip over.
#include <gtest/gtest.h>

#include <algorithm>

#include "world/thruster_builder.hpp"

namespace carom::test {
namespace {

DVec3 upOf(Simulation& sim, int node) {
  return rotate(sim.state(node).transform.rotation, DVec3{0, 1, 0});
}

/// Where the lift equals the weight: Σ E r cos²/h = m g, the thrusters 0.25 m below the middle.
double expectedHeight(double energy, double ratio, double mass) {
  const double cosine = 1 / std::sqrt(1.5);
  return 4 * energy * ratio * cosine * cosine / (mass * 9.81) + 0.25;
}

TEST(Hovercraft, FindsItsHeightFromBelowAndAboveAndStaysThere) {
  for (const double start : {0.8, 3.0, 8.0}) {
    SceneBuilder b;
    b.floor();
    const int craft = addHovercraft(b, {0, start, 0});
    Simulation sim(b);
    double lowest = start, highest = start;
    sim.run(15, [&] {
      lowest = std::min(lowest, sim.position(craft).y);
      highest = std::max(highest, sim.position(craft).y);
    });
    const double height = expectedHeight(30000, 0.95, 2000);
    EXPECT_NEAR(sim.position(craft).y, height, 0.03) << start;
    // All the energy brakes a fall by little more than the lift.
    EXPECT_GT(lowest, std::min(start, height) - 1.3);
    EXPECT_LT(highest, std::max(start, height) + 0.1);
    const DVec3 there = sim.position(craft);
    sim.run(60);
    EXPECT_LT(length(sim.position(craft) - there), 0.01);
    EXPECT_GT(upOf(sim, craft).y, 0.9999);
  }
}

TEST(Hovercraft, HoldsItsPlaceWhenItIsPushedAndDoesNotTip) {
  Random random(5);
  for (int i = 0; i < 6; ++i) {
    SceneBuilder b;
    b.floor({}, 2000);
    const int craft = addHovercraft(b, {0, 4, 0});
    Simulation sim(b);
    sim.run(3);
    sim.world.setLinearVelocity(sim.body(craft), scaled(random.vector(-5, 5), DVec3{1, 0.3, 1}));
    sim.world.setAngularVelocity(sim.body(craft), random.vector(-0.6, 0.6));
    double lean = 1;
    sim.run(20, [&] { lean = std::min(lean, upOf(sim, craft).y); });
    EXPECT_GT(lean, 0.8);
    EXPECT_LT(length(sim.velocity(craft)), 0.01);
    EXPECT_LT(length(sim.spin(craft)), 0.01);
    EXPECT_GT(upOf(sim, craft).y, 0.999);
    EXPECT_NEAR(sim.position(craft).y, expectedHeight(30000, 0.95, 2000), 0.05);
  }
}

TEST(Hovercraft, FollowsGroundThatSinksAndRises) {
  SceneBuilder b;
  const int lift = b.node()
                       .kinematic()
                       .animate(NodeProperty::Translation, KeyInterpolation::Linear, {0, 10, 20, 30, 40},
                                {0, -1, 0, 0, -1, 0, 0, -9, 0, 0, -9, 0, 0, -4, 0})
                       .collider(box(60, 2, 60));
  const int craft = addHovercraft(b, {0, 4, 0});
  Simulation sim(b);
  const double height = expectedHeight(30000, 0.95, 2000);
  sim.run(10);
  EXPECT_NEAR(sim.position(craft).y, height, 0.05);
  // Sinking at 0.8 m/s it lags behind by what the damping of its fall takes: c v / k = 2 v/ω, about 1 m.
  sim.run(10, [&] {
    const double over = sim.position(craft).y - sim.position(lift).y - 1;
    EXPECT_GT(over, height - 0.1);
    EXPECT_LT(over, height + 1.4);
  });
  sim.run(10);
  EXPECT_NEAR(sim.position(craft).y, height - 8, 0.05);
  sim.run(10);
  EXPECT_NEAR(sim.position(craft).y, height - 3, 1);
  EXPECT_GT(upOf(sim, craft).y, 0.999);
}

TEST(Hovercraft, GoesWhereItIsTold) {
  struct Case {
    DVec3 linear, angular;
  };
  for (const Case& c : {Case{{0, 0, 1}, {}}, {{0, 0, -1}, {}}, {{1, 0, 0}, {}}, {{-1, 0, 0}, {}}}) {
    SceneBuilder b;
    b.floor({}, 2000);
    const int craft = addHovercraft(b, {0, 4, 0});
    Simulation sim(b);
    sim.run(4);
    sim.world.setVehicleActivation(craft, c.linear, c.angular);
    sim.run(4);
    const DVec3 v = sim.velocity(craft);
    EXPECT_GT(dot(v, c.linear), 2);
    EXPECT_LT(length(v - c.linear * dot(v, c.linear)), 0.3);
    EXPECT_GT(upOf(sim, craft).y, 0.97);
    sim.world.setVehicleActivation(craft, {}, {});
    sim.run(10);
    EXPECT_LT(length(sim.velocity(craft)), 0.02);
  }
}

TEST(Hovercraft, TurnsLeansRisesAndSinks) {
  SceneBuilder b;
  b.floor({}, 2000);
  const int craft = addHovercraft(b, {0, 4, 0});
  const auto after = [&](const DVec3& linear, const DVec3& angular, double seconds) {
    auto sim = std::make_unique<Simulation>(b);
    sim->run(8);
    sim->world.setVehicleActivation(craft, linear, angular);
    sim->run(seconds);
    return sim;
  };
  auto sim = after({}, {0, 1, 0}, 3);
  EXPECT_GT(sim->spin(craft).y, 0.5);
  EXPECT_GT(upOf(*sim, craft).y, 0.98);
  sim->world.setVehicleActivation(craft, {}, {});
  sim->run(8);
  EXPECT_LT(length(sim->spin(craft)), 0.01);

  sim = after({}, {1, 0, 0}, 5);  // Nose down, and it stays there.
  EXPECT_LT(rotate(sim->state(craft).transform.rotation, DVec3{0, 0, 1}).y, -0.05);
  EXPECT_LT(length(sim->spin(craft)), 0.05);
  EXPECT_GT(upOf(*sim, craft).y, 0.9);

  sim = after({0, 1, 0}, {}, 10);
  EXPECT_NEAR(sim->position(craft).y, expectedHeight(30000, 1, 2000), 0.05);
  sim = after({0, -1, 0}, {}, 10);
  EXPECT_NEAR(sim->position(craft).y, expectedHeight(30000, 0.475, 2000), 0.05);
}

TEST(Hovercraft, WithoutDampenersItRidesOnASpring) {
  SceneBuilder b;
  b.floor();
  const int craft = addHovercraft(b, {0, 3, 0});
  b.scene().vehicles[0].linear_dampeners = false;
  Simulation sim(b);
  const double height = expectedHeight(30000, 0.95, 2000);
  int crossings = 0;
  double before = 3;
  sim.run(20, [&] {
    const double y = sim.position(craft).y;
    crossings += (before < height) != (y < height) ? 1 : 0;
    before = y;
  });
  // ω² = g/(h − 0.25): a period of 3.9 s for small swings.
  EXPECT_NEAR(crossings, 10, 2);
}

}  // namespace
}  // namespace carom::test

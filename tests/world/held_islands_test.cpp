// What static friction holds stands, however tall; what it does not hold moves.
#include <gtest/gtest.h>

#include <algorithm>

#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

std::vector<int> column(SceneBuilder& b, int count, const DVec3& at = {}) {
  std::vector<int> boxes;
  for (int i = 0; i < count; ++i)
    boxes.push_back(b.node().at(at.x, at.y + 0.5 + i, at.z).dynamic().collider(box(1, 1, 1)));
  return boxes;
}

/// How far the farthest of them has come from where it was.
double drift(const Simulation& sim, const std::vector<int>& boxes, const std::vector<DVec3>& start) {
  double most = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i)
    most = std::max(most, length(sim.position(boxes[i]) - start[i]));
  return most;
}

class TallColumn : public testing::TestWithParam<int> {};

// Contacts that are as stiff as the solver's passes make them would buckle from 20 m on (held_islands.cpp):
// 40 boxes lay on the ground after 20 s.
TEST_P(TallColumn, StandsAwakeForAMinute) {
  SceneBuilder b;
  b.floor();
  const std::vector<int> boxes = column(b, GetParam());
  Simulation sim(b, sleepless());
  std::vector<DVec3> start;
  for (const int node : boxes) start.push_back(sim.position(node));
  sim.run(60);
  // The rounding of the load estimate, summed over the boxes below.
  EXPECT_LT(drift(sim, boxes, start), 1e-6 * GetParam());
}
INSTANTIATE_TEST_SUITE_P(Heights, TallColumn, testing::Values(20, 40, 80));

// A box beyond the edge of its support by a hundredth of its length has nothing that holds it.
TEST(HeldIslands, WhatLeansTooFarFalls) {
  SceneBuilder b;
  b.node().at(0, -1, 0).collider(box(1, 2, 1));
  const std::vector<int> boxes = column(b, 3, {0.505, 0, 0});
  Simulation sim(b, sleepless());
  // cosh(σ t) = θ/θ₀ with σ² = 3 g/(2 H) and θ₀ = 0.005/1.5 reaches half a radian after 2.4 s.
  sim.run(4);
  EXPECT_LT(sim.position(boxes.back()).y, 1.5);
}

// A push that static friction takes, and one that it does not.
TEST(HeldIslands, APushMovesWhatFrictionDoesNotHold) {
  SceneBuilder b;
  b.floor();
  const int held = b.node().at(0, 0.5, 0).dynamic(1).collider(box(1, 1, 1));
  const int pushed = b.node().at(5, 0.5, 0).dynamic(1).collider(box(1, 1, 1));
  Simulation sim(b, sleepless());
  // Of μ m g with μ = 0.6; below the centre so that neither tips.
  sim.run(2, [&] {
    for (const auto& [node, share] : {std::pair{held, 0.9}, std::pair{pushed, 1.01}})
      sim.world.applyForce(sim.body(node), {share * 0.6 * kGravity, 0, 0},
                           sim.position(node) - DVec3{0, 0.4, 0});
  });
  EXPECT_NEAR(sim.position(held).x, 0, 1e-3);  // Until its load has moved to the front, once.

  // It starts to slide with 0.01 μ g: half of that times t².
  EXPECT_NEAR(sim.position(pushed).x - 5, 0.5 * 0.01 * 0.6 * kGravity * 4,
              0.05);  // The first step has no friction to start from.
}

// A plank that sinks into its place on a slowly moving lift is carried by it: what moves is no island's rest.
TEST(HeldIslands, AMovingSupportCarries) {
  SceneBuilder b;
  const int lift = b.node().at(0, -0.5, 0).kinematic().velocity({0, 0.001, 0}).collider(box(4, 1, 4));
  const std::vector<int> boxes = column(b, 3);
  Simulation sim(b, sleepless());
  sim.run(10);
  EXPECT_NEAR(sim.position(boxes.back()).y - 2.5, 0.01, 2e-4);
  EXPECT_NEAR(sim.position(lift).y + 0.5, 0.01, 1e-6);
}

}  // namespace
}  // namespace carom::test

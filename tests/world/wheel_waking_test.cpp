// Wheels on what sleeps.
#include <algorithm>
#include <cmath>

#include "vehicle_builder.hpp"

namespace carom::test {
namespace {

TEST(WheelWaking, WhatAWheelWakesIsCarriedInThatStep) {
  SceneBuilder b;
  b.floor();
  b.node("sledge").at(0, 0.1, 0).dynamic(30000).collider(box(6, 0.2, 16));
  const int crate = b.node("crate").at(0, 0.7, 6.5).dynamic(50).collider(box(1, 1, 1));
  addCar(b, {0, 5, -4});
  Simulation sim(b);
  sim.run(0.8);
  ASSERT_FALSE(sim.state(crate).awake);
  double fastest = 0;
  sim.run(0.5, [&] { fastest = std::max(fastest, std::abs(sim.velocity(crate).y)); });
  ASSERT_TRUE(sim.state(crate).awake);
  EXPECT_LT(fastest, 0.05);  // Falling for a step makes 0.16.
}

}  // namespace
}  // namespace carom::test

// Where wheels are before the first step.
#include <algorithm>
#include <cmath>

#include "vehicle_builder.hpp"

namespace carom::test {
namespace {

/// The car of vehicle_builder.hpp on a floor, its centre of mass so high.
struct Start {
  explicit Start(double height) {
    b.floor();
    shape.wheel.suspension_stiffness = 20000;
    car = addCar(b, {0, height, 0}, shape);
  }
  SceneBuilder b;
  CarShape shape;
  Car car;
};

double heightOf(const std::vector<MovedNode>& nodes, int node) {
  const auto found =
      std::find_if(nodes.begin(), nodes.end(), [&](const MovedNode& n) { return n.node == node; });
  return found == nodes.end() ? std::nan("") : found->global.translation.y;
}

// A file has wheels where their suspension rests, so those of a car that stands are in the ground there.
TEST(WheelStart, WheelsDoNotLeapInTheFirstStep) {
  Start start(0.3 + 0.25 - 1000 * kGravity / 4 / 20000);
  Simulation sim(start.b);
  const std::vector<MovedNode> before = sim.world.motionNodes();
  ASSERT_EQ(before.size(), 5u);
  for (const int wheel : start.car.wheels) EXPECT_NEAR(heightOf(before, wheel), 0.25, 1e-4);
  for (const WheelState& wheel : sim.world.wheels())
    EXPECT_NEAR(wheel.compression, 1000 * kGravity / 4 / 20000, 1e-4);
  sim.world.step();
  for (const MovedNode& node : sim.world.motionNodes()) {
    const double speed = std::abs(node.global.translation.y - heightOf(before, node.node)) * 60;
    EXPECT_LT(speed, 0.05) << node.node;
  }
  // Whoever follows movedNodes() from the file's poses gets them too.
  const auto moved = sim.world.movedNodes();
  for (const int wheel : start.car.wheels)
    EXPECT_NEAR(heightOf({moved.begin(), moved.end()}, wheel), 0.25, 1e-3);
}

TEST(WheelStart, WheelsInTheAirHangWhereTheFileHasThem) {
  Start start(5);
  Simulation sim(start.b);
  const std::vector<MovedNode> nodes = sim.world.motionNodes();
  for (const int wheel : start.car.wheels) EXPECT_NEAR(heightOf(nodes, wheel), 5 - 0.3, 1e-12);
}

TEST(WheelStart, DeepInTheGroundTheyAreAtTheirStops) {
  Start start(0.3);
  start.b.scene().wheel_descriptions[0].suspension_travel = 0.1;
  Simulation sim(start.b);
  const std::vector<WheelState> wheels = sim.world.wheels();
  EXPECT_NEAR(wheels[0].compression, 0.1, 1e-6);
  EXPECT_NEAR(wheels[1].compression, 0.25, 1e-4);
}

}  // namespace
}  // namespace carom::test

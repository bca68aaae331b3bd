// Wheels whose numbers are no sensible ones.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "world/vehicle_builder.hpp"
#include "world/wild_numbers.hpp"

namespace carom::test {
namespace {

void addWildCar(SceneBuilder& b, Random& r, double x) {
  CarShape shape;
  shape.mass = std::pow(10, r(0, 5));
  addCar(b, {x, r(0, 2), r(-2, 2)}, shape, r(0, 1) < 0.3 ? r.rotation() : DQuat{});
  Scene& s = b.scene();
  Vehicle& v = s.vehicles.back();
  for (std::size_t i = 0; i < 3; ++i) {
    v.linear_activation[i] = wild(r, 2);
    v.angular_activation[i] = wild(r, 2);
  }
  v.max_speed = wildOrNone(r, 10);
  v.use_throttle = r(0, 1) < 0.3;
  v.linear_dampeners = r(0, 1) < 0.5, v.angular_dampeners = r(0, 1) < 0.5;
  for (std::size_t i = s.wheels.size() - 4; i < s.wheels.size(); ++i) {
    if (r(0, 1) < 0.3) s.wheels[i].vehicle = -1;
    WheelDescription& d = s.wheel_descriptions[static_cast<std::size_t>(s.wheels[i].description)];
    if (r(0, 1) < 0.5) d.radius = wild(r, 1);
    if (r(0, 1) < 0.5) d.width = wild(r, 1);
    d.max_propulsion_force = wild(r, 1e5);
    d.braking_force = wildOrNone(r, 1e5);
    d.propulsion_force_change_rate = wildOrNone(r, 1e4);
    d.steering_change_rate = wildOrNone(r, 3);
    d.max_steering_angle = wild(r, 3);
    d.target_propulsion_force_ratio = wild(r, 1);
    d.target_steering_ratio = wild(r, 1);
    if (r(0, 1) < 0.5) d.suspension_stiffness = wild(r, 1e7);
    if (r(0, 1) < 0.5) d.suspension_damping_compression = wild(r, 1e5);
    if (r(0, 1) < 0.5) d.suspension_damping_rebound = wild(r, 1e5);
    if (r(0, 1) < 0.5) d.suspension_travel = wild(r, 1);
    s.nodes[static_cast<std::size_t>(s.wheels[i].node)].scale = r.vector(-2, 2);
    s.nodes[static_cast<std::size_t>(s.wheels[i].node)].rotation = r(0, 1) < 0.2 ? r.rotation() : DQuat{};
  }
}

TEST(WheelRobustness, WildNumbersStayFiniteAndCanBeSaved) {
  for (int seed = 1; seed <= (kSlowBuild ? 40 : 150); ++seed) {
    Random r(static_cast<std::uint64_t>(seed));
    SceneBuilder b;
    b.floor();
    b.node().at(0, 0.1, 3).dynamic(20).collider(box(1, 0.2, 1));
    for (int i = 0; i < 3; ++i) addWildCar(b, r, i * 3.0);
    SCOPED_TRACE(seed);
    driveWildly(b, r, [](const World& world) {
      for (const WheelState& w : world.wheels()) {
        const double sum = w.load + w.compression + w.steering + w.spin + w.propulsion + w.braking +
                           w.forward_force + w.lateral_force + w.forward_slip + w.lateral_slip;
        ASSERT_TRUE(std::isfinite(sum));
      }
    });
    if (testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace carom::test

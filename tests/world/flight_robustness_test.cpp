// Vehicles, thrusters and gravity whose numbers are no sensible ones.
#include <gtest/gtest.h>

#include <cmath>

#include "world/gravity_builder.hpp"
#include "world/mesh_shapes.hpp"
#include "world/thruster_builder.hpp"
#include "world/wild_numbers.hpp"

namespace carom::test {
namespace {

void addWildCraft(SceneBuilder& b, Random& r) {
  const double mass = r(0, 1) < 0.1 ? kInfinity : std::pow(10, r(-3, 5));
  const int craft = addCraft(b, r.vector(-5, 5) + DVec3{0, 6, 0}, r.rotation(), mass);
  b.child(craft).collider(box(1, 1, 1));
  if (r(0, 1) < 0.8) {
    Vehicle& v = addVehicle(b, craft);
    for (std::size_t i = 0; i < 3; ++i) {
      v.gyro_torque[i] = wild(r, 1e4);
      v.linear_activation[i] = wild(r, 2);
      v.angular_activation[i] = wild(r, 2);
    }
    if (r(0, 1) < 0.5) v.max_speed = wild(r, 10);
    v.use_throttle = r(0, 1) < 0.3;
    v.linear_dampeners = r(0, 1) < 0.7;
    v.angular_dampeners = r(0, 1) < 0.7;
  }
  for (int i = static_cast<int>(r(0, 6)); i > 0; --i) {
    ThrusterDescription d;
    d.hover = r(0, 1) < 0.5;
    d.maximum = wild(r, 1e5);
    if (r(0, 1) < 0.5) d.change_rate = wild(r, 1e4);
    d.target_ratio = wild(r, 1);
    d.max_gimbal = wild(r, 3);
    if (r(0, 1) < 0.5) d.gimbal_change_rate = wild(r, 2);
    d.target_gimbal_ratio = {wild(r, 1), wild(r, 1)};
    d.linear_gimbal_adjust_ratio = wild(r, 1);
    addThruster(b, craft, r.vector(-2, 2), r.direction(), d);
  }
}

void addWildGravity(SceneBuilder& b, Random& r) {
  GravityVolume v = gravity(static_cast<GravityKind>(static_cast<int>(r(0, 5.99))), wild(r, 20), wild(r, 5));
  v.radius = wild(r, 5);
  v.direction = {wild(r, 1), wild(r, 1), wild(r, 1)};
  for (int i = 0; i < 4; ++i) v.points.push_back({wild(r, 5), wild(r, 5), wild(r, 5)});
  v.replace = r(0, 1) < 0.3, v.stop = r(0, 1) < 0.3;
  const Shape shapes[] = {sphere(2), box(1, 2, 3),       capsule(2, 1, 0.5),
                          plane(),   cylinder(2, 1, 0),  b.mesh(boxMesh(2, 2, 2)),
                          sphere(1), plane(2, 3, false), b.hull(boxCorners(2, 2, 2))};
  if (v.kind == GravityKind::Shaped) v.shape = b.addShape(shapes[static_cast<std::size_t>(r(0, 8.99))]);
  const int node = b.node().at(r.vector(-3, 3)).rotated(r.rotation()).scaled(r.vector(-2, 2));
  NodeBuilder(b, node).trigger(r(0, 1) < 0.5 ? sphere(10) : box(12, 12, 12));
  act(b, node, v);
}

TEST(FlightRobustness, WildNumbersStayFiniteAndCanBeSaved) {
  for (int seed = 1; seed <= (kSlowBuild ? 40 : 150); ++seed) {
    Random r(static_cast<std::uint64_t>(seed));
    SceneBuilder b;
    b.floor();
    for (int i = 0; i < 3; ++i) addWildCraft(b, r);
    for (int i = 0; i < 3; ++i) addWildGravity(b, r);
    SCOPED_TRACE(seed);
    driveWildly(b, r, [](const World& world) {
      for (const ThrusterState& t : world.thrusters()) {
        const double sum = t.force.x + t.force.y + t.force.z + t.amount + t.gimbal[0] + t.gimbal[1];
        ASSERT_TRUE(std::isfinite(sum));
      }
    });
    if (testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace carom::test

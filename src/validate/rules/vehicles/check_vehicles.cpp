// Vehicles, and the springs of their wheels.
#include <algorithm>
#include <cmath>
#include <string>

#include "validate/checks.hpp"
#include "validate/rules/vehicles/rules.hpp"

namespace carom::validate {

namespace {

constexpr double kEarth = 9.81;  // m/s²

void checkPower(const Subject& subject, std::int32_t index, Findings& findings) {
  const Scene& scene = subject.scene;
  const Vehicle& vehicle = scene.vehicles[index];
  if (vehicle.motion < 0 || lengthSquared(vehicle.gyro_torque) > 0) return;
  const auto its = [index](const auto& part) { return part.vehicle == index; };
  if (std::any_of(scene.wheels.begin(), scene.wheels.end(), its) ||
      std::any_of(scene.thrusters.begin(), scene.thrusters.end(), its))
    return;
  findings.add(rules::kPhysicsVehiclePowerless, vehicle.origin.pointer,
               "the vehicle at " + subject.nodeText(vehicle.node) +
                   " has no wheel, no thruster and no gyroscope: nothing can move it");
}

/// How far the springs of a body's wheels give way together, each taking the same share of the weight.
void checkSag(const Subject& subject, std::int32_t motion, Findings& findings) {
  const Scene& scene = subject.scene;
  const Body& body = subject.bodies[motion];
  const Motion& m = scene.motions[motion];
  if (!subject.isMovable(motion) || !body.mass || !std::isfinite(*body.mass)) return;
  double stiffness = 0, travel = 1e30;
  std::string pointer;
  for (const Wheel& wheel : scene.wheels) {
    if (wheel.motion != motion || wheel.description < 0) continue;
    const auto& description = scene.wheel_descriptions[wheel.description];
    stiffness += description.suspension_stiffness;
    travel = std::min(travel, description.suspension_travel);
    if (pointer.empty()) pointer = description.origin.pointer;
  }
  if (stiffness <= 0) return;
  const double gravity = scene.gravity ? std::abs(scene.gravity->gravity) : kEarth;
  const double sag = *body.mass * gravity * std::abs(m.gravity_factor) / stiffness;
  if (sag <= travel) return;
  findings.add(rules::kPhysicsWheelSag, pointer,
               "under the " + text(*body.mass) + " kg of " + subject.nodeText(m.node) +
                   " its wheels give way " + text(sag) + " m, more than their travel of " + text(travel) +
                   " m; make the suspension stiffer, or the vehicle lighter");
}

}  // namespace

void checkVehicles(const Subject& subject, Findings& findings) {
  for (std::size_t i = 0; i < subject.scene.vehicles.size(); ++i)
    checkPower(subject, static_cast<std::int32_t>(i), findings);
  if (subject.scene.wheels.empty()) return;
  for (std::size_t i = 0; i < subject.scene.motions.size(); ++i)
    checkSag(subject, static_cast<std::int32_t>(i), findings);
}

}  // namespace carom::validate

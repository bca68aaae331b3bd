// Vehicles and wheels of a world outside the step: activations, states, node transforms.

#include <algorithm>
#include <cmath>

#include "base/trigonometry.hpp"
#include "carom/world/world.hpp"
#include "world/limits.hpp"
#include "world/world_implementation.hpp"

namespace carom {
namespace {

using world::CompiledVehicle;
using world::CompiledWheel;

constexpr double kMaxWheelForce = 1e12;  // N
constexpr double kMaxWheelSpeed = 150;   // m/s of the tread, where the vehicle has no largest speed

DVec3 clampedInput(const DVec3& v) {
  return {std::clamp(v.x, -1.0, 1.0), std::clamp(v.y, -1.0, 1.0), std::clamp(v.z, -1.0, 1.0)};
}

DQuat turnAbout(const DVec3& axis, double angle) {
  const SineCosine half = sineCosine(0.5 * angle);
  return {axis.x * half.sine, axis.y * half.sine, axis.z * half.sine, half.cosine};
}

}  // namespace

/// Forces and angles of the next step.
void World::Implementation::commandWheels() {
  if (compiled.wheels.empty()) return;
  solve::Simulation& simulation = *compiled.simulation;
  wheel_angles.assign(compiled.wheels.size(), 0);
  for (const CompiledVehicle& vehicle : compiled.vehicles) steerVehicle(vehicle);
  for (std::size_t i = 0; i < compiled.wheels.size(); ++i) {
    CompiledWheel& wheel = compiled.wheels[i];
    const WheelDescription& s = wheel.settings;
    world::WheelDrive drive{std::clamp(s.target_propulsion_force_ratio, -1.0, 1.0), 0};
    double angle = std::clamp(s.target_steering_ratio, -1.0, 1.0) * s.max_steering_angle;
    solve::WheelControl control;
    control.top_speed = kMaxWheelSpeed;
    if (wheel.vehicle >= 0) {
      const CompiledVehicle& vehicle = compiled.vehicles[wheel.vehicle];
      if (vehicle.settings.max_speed) control.top_speed = static_cast<float>(*vehicle.settings.max_speed);
      if (vehicle.commanded || drive.propulsion == 0)
        drive = world::driveWheel(
            vehicle.settings,
            std::clamp(dot(vehicle.settings.linear_activation, wheel.place.forward), -1.0, 1.0),
            dot(velocityOf(vehicle), wheel.place.forward),
            static_cast<double>(simulation.wheels()[i].spin) * s.radius);
      const bool holds = vehicle.settings.angular_activation.y == 0 && !vehicle.settings.angular_dampeners;
      if (vehicle.commanded || angle == 0) angle = holds ? wheel.steering : wheel_angles[i];
    }
    const double dt = settings.time_step;
    wheel.propulsion = world::approached(wheel.propulsion, drive.propulsion * s.max_propulsion_force,
                                         s.propulsion_force_change_rate, dt);
    wheel.steering = world::approached(wheel.steering, angle, s.steering_change_rate, dt);
    control.steering = static_cast<float>(wheel.steering);
    control.propulsion = static_cast<float>(world::limited(wheel.propulsion, kMaxWheelForce));
    control.braking = static_cast<float>(
        world::limited(drive.braking * s.braking_force.value_or(s.max_propulsion_force), kMaxWheelForce));
    simulation.setWheelControl(static_cast<std::int32_t>(i), control);
  }
}

void World::Implementation::steerVehicle(const CompiledVehicle& vehicle) {
  places.clear();
  angles.assign(vehicle.wheels.size(), 0);
  for (const std::int32_t i : vehicle.wheels) places.push_back(compiled.wheels[i].place);
  world::steerWheels(vehicle.settings.angular_activation.y, places, angles);
  for (std::size_t k = 0; k < angles.size(); ++k) wheel_angles[vehicle.wheels[k]] = angles[k];
}

/// Of a vehicle's centre of mass, in the space of its node, m/s.
DVec3 World::Implementation::velocityOf(const CompiledVehicle& vehicle) const {
  const auto body = static_cast<std::size_t>(vehicle.body);
  const solve::Body& b = compiled.simulation->body(compiled.bodies[body].body);
  return inverseRotate(poses[body].rotation, DVec3(b.linear_velocity));
}

/// Puts wheels where their suspension and their turning have them, in their nodes' frames.
void World::Implementation::turnWheels() {
  for (std::size_t i = 0; i < compiled.wheels.size(); ++i) {
    const CompiledWheel& wheel = compiled.wheels[i];
    if (wheel.driven < 0) continue;
    const solve::Wheel& w = compiled.simulation->wheels()[i];
    compiled.driven[wheel.driven].offset = {DVec3{0, static_cast<double>(w.compression), 0},
                                            turnAbout({0, 1, 0}, static_cast<double>(w.control.steering)) *
                                                turnAbout({1, 0, 0}, static_cast<double>(w.roll))};
  }
}

std::vector<WheelState> World::wheels() const {
  std::vector<WheelState> out;
  const world::CompiledScene& compiled = implementation_->compiled;
  for (std::size_t i = 0; i < compiled.wheels.size(); ++i) {
    const CompiledWheel& wheel = compiled.wheels[i];
    const solve::Wheel& w = compiled.simulation->wheels()[i];
    const solve::WheelReport& r = w.report;
    const world::CompiledBody& body = compiled.bodies[wheel.body];
    WheelState state;
    state.node = wheel.node;
    state.motion = body.node;
    if (wheel.vehicle >= 0) state.vehicle = compiled.vehicles[wheel.vehicle].node;
    state.ground = r.ground >= 0 ? compiled.colliders[r.ground].node : -1;
    state.load = r.load;
    state.compression = w.compression;
    state.steering = wheel.steering;
    state.spin = w.spin;
    state.propulsion = w.control.propulsion;
    state.braking = w.control.braking;
    if (r.ground >= 0) {
      const DVec3 normal(r.normal), forward(r.forward);
      state.point = compiled.simulation->body(body.body).center + DVec3(r.point);
      state.normal = normal;
      state.forward_force = r.forward_force, state.lateral_force = r.lateral_force;
      state.forward_slip = r.forward_slip, state.lateral_slip = r.lateral_slip;
      state.force =
          normal * state.load + forward * state.forward_force + cross(normal, forward) * state.lateral_force;
    }
    out.push_back(state);
  }
  return out;
}

std::vector<VehicleState> World::vehicles() const {
  std::vector<VehicleState> out;
  for (const CompiledVehicle& vehicle : implementation_->compiled.vehicles) {
    const auto body = static_cast<std::size_t>(vehicle.body);
    const solve::Body& b =
        implementation_->compiled.simulation->body(implementation_->compiled.bodies[body].body);
    VehicleState state;
    state.node = vehicle.node;
    state.linear_activation = vehicle.settings.linear_activation;
    state.angular_activation = vehicle.settings.angular_activation;
    state.velocity = implementation_->velocityOf(vehicle);
    state.angular_velocity = inverseRotate(implementation_->poses[body].rotation, DVec3(b.angular_velocity));
    out.push_back(state);
  }
  return out;
}

bool World::setVehicleActivation(std::int32_t node, const DVec3& linear, const DVec3& angular) {
  if (!world::isFinite(linear) || !world::isFinite(angular)) return false;
  for (CompiledVehicle& vehicle : implementation_->compiled.vehicles) {
    if (vehicle.node != node) continue;
    vehicle.settings.linear_activation = clampedInput(linear);
    vehicle.settings.angular_activation = clampedInput(angular);
    vehicle.commanded = true;
    implementation_->noteNode(world::Operation::VehicleActivation, node, linear, angular);
    return true;
  }
  return false;
}

bool World::setWheelTarget(std::int32_t node, double propulsion_ratio, double steering_ratio) {
  if (!std::isfinite(propulsion_ratio) || !std::isfinite(steering_ratio)) return false;
  for (CompiledWheel& wheel : implementation_->compiled.wheels) {
    if (wheel.node != node) continue;
    wheel.settings.target_propulsion_force_ratio = std::clamp(propulsion_ratio, -1.0, 1.0);
    wheel.settings.target_steering_ratio = std::clamp(steering_ratio, -1.0, 1.0);
    implementation_->noteNode(world::Operation::WheelTarget, node, propulsion_ratio, steering_ratio);
    return true;
  }
  return false;
}

}  // namespace carom

#include "world/vehicles/thruster_compiler.hpp"

#include <algorithm>
#include <cmath>

#include "base/trigonometry.hpp"
#include "carom/base/diagnostic_codes.hpp"
#include "world/limits.hpp"
#include "world/scene_compiler.hpp"

namespace carom::world {
namespace {

constexpr double kMostAmount = 1e12;  // N, N·m, and their changes per second

double within(double value, double least, double most) {
  return std::clamp(limited(value, kMostAmount), least, most);
}

/// Values of a description, clamped to the limits of simulation.
ThrusterDescription tamed(ThrusterDescription d) {
  d.maximum = within(d.maximum, 0, kMostAmount);
  if (d.change_rate) d.change_rate = within(*d.change_rate, 0, kMostAmount);
  d.target_ratio = within(d.target_ratio, 0, 1);
  d.max_gimbal = within(d.max_gimbal, 0, kPi);
  if (d.gimbal_change_rate) d.gimbal_change_rate = within(*d.gimbal_change_rate, 0, kMostAmount);
  for (double& ratio : d.target_gimbal_ratio) ratio = within(ratio, -1, 1);
  d.target_gimbal_ratio = limitedLength(d.target_gimbal_ratio, 1);
  d.linear_gimbal_adjust_ratio = within(d.linear_gimbal_adjust_ratio, 0, 1);
  return d;
}

class ThrusterCompiler {
 public:
  ThrusterCompiler(const Scene& scene, const NodeTree& nodes, CompiledScene& compiled,
                   Diagnostics& diagnostics)
      : scene_(scene), nodes_(nodes), compiled_(compiled), diagnostics_(diagnostics) {}
  void compile(std::size_t index);

 private:
  std::int32_t bodyOf(std::int32_t motion) const;
  std::int32_t vehicleOf(const Thruster& thruster, std::int32_t body) const;
  std::int32_t filterOf(std::int32_t motion_node) const;

  const Scene& scene_;
  const NodeTree& nodes_;
  CompiledScene& compiled_;
  Diagnostics& diagnostics_;
};

std::int32_t ThrusterCompiler::bodyOf(std::int32_t motion) const {
  for (std::size_t i = 0; i < compiled_.bodies.size(); ++i) {
    if (compiled_.bodies[i].motion == motion) return static_cast<std::int32_t>(i);
  }
  return -1;
}

/// A vehicle controls only parts of its own body.
std::int32_t ThrusterCompiler::vehicleOf(const Thruster& thruster, std::int32_t body) const {
  if (thruster.vehicle < 0) return -1;
  const std::int32_t node = scene_.vehicles[thruster.vehicle].node;
  for (std::size_t i = 0; i < compiled_.vehicles.size(); ++i) {
    if (compiled_.vehicles[i].node == node && compiled_.vehicles[i].body == body)
      return static_cast<std::int32_t>(i);
  }
  return -1;
}

std::int32_t ThrusterCompiler::filterOf(std::int32_t motion_node) const {
  for (const CompiledCollider& c : compiled_.colliders) {
    if (c.collider >= 0 && c.motion_node == motion_node) return scene_.colliders[c.collider].filter;
  }
  return -1;
}

void ThrusterCompiler::compile(std::size_t index) {
  const Thruster& thruster = scene_.thrusters[index];
  if (thruster.description < 0 || thruster.node < 0 || thruster.motion < 0 ||
      !scene_.nodes[thruster.node].in_scene)
    return;
  const std::int32_t body = bodyOf(thruster.motion);
  if (body < 0 || !isPose(nodes_.pose(thruster.node))) return;
  const CompiledBody& carrier = compiled_.bodies[body];
  if (!compiled_.simulation->body(carrier.body).movable())
    return reportUnmoved(scene_, carrier, "thruster", thruster.origin, diagnostics_);
  CompiledThruster out;
  out.thruster = static_cast<std::int32_t>(index);
  out.node = thruster.node;
  out.body = body;
  out.vehicle = vehicleOf(thruster, body);
  out.filter = filterOf(carrier.node);
  out.settings = tamed(scene_.thruster_descriptions[thruster.description]);
  out.rest = inverse(nodes_.pose(carrier.node)) * nodes_.pose(thruster.node);
  const ThrusterDescription& d = out.settings;
  for (std::size_t i = 0; i < 2; ++i) out.gimbal[i] = d.target_gimbal_ratio[i] * d.max_gimbal;
  out.follows_animation = nodes_.isAnimatedBelow(thruster.node, carrier.node);
  const bool taken = std::any_of(compiled_.driven.begin(), compiled_.driven.end(),
                                 [&](const DrivenNode& driven) { return driven.node == thruster.node; });
  if (d.max_gimbal > 0 && out.follows_animation) {
    diagnostics_.warning(
        codes::kPhysicsNoEffect, thruster.origin.pointer,
        "an animation moves this thruster's node; the thruster follows it, and its gimbal is not shown");
  } else if (d.max_gimbal > 0 && thruster.node != carrier.node && !taken) {
    out.driven = static_cast<std::int32_t>(compiled_.driven.size());
    compiled_.driven.push_back(
        {thruster.node, body, out.rest, {{}, gimbalRotation(out.gimbal)}, nodes_.pose(thruster.node)});
  }
  if (out.vehicle >= 0)
    compiled_.vehicles[out.vehicle].thrusters.push_back(
        static_cast<std::int32_t>(compiled_.thrusters.size()));
  compiled_.thrusters.push_back(std::move(out));
}

}  // namespace

void compileThrusters(const Scene& scene, const NodeTree& nodes, CompiledScene& compiled,
                      Diagnostics& diagnostics) {
  for (CompiledVehicle& vehicle : compiled.vehicles) {
    Vehicle& v = vehicle.settings;
    for (std::size_t i = 0; i < 3; ++i) v.gyro_torque[i] = within(v.gyro_torque[i], 0, kMostAmount);
    if (v.max_speed && !(*v.max_speed >= 0)) v.max_speed.reset();
    if (v.max_speed) v.max_speed = within(*v.max_speed, 0, kMostAmount);
  }
  ThrusterCompiler compiler(scene, nodes, compiled, diagnostics);
  for (std::size_t i = 0; i < scene.thrusters.size(); ++i) compiler.compile(i);
}

}  // namespace carom::world

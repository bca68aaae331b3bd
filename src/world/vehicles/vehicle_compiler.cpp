#include "world/vehicles/vehicle_compiler.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "carom/base/diagnostic_codes.hpp"
#include "world/limits.hpp"
#include "world/scene_compiler.hpp"

namespace carom::world {
namespace {

constexpr double kLeastSize = 1e-4;  // m, of a wheel
constexpr double kMostSize = 1e4;    // m
constexpr double kMostStiff = 1e12;  // N/m, N·s/m, N

class VehicleCompiler {
 public:
  VehicleCompiler(const Scene& scene, const NodeTree& nodes, CompiledScene& compiled,
                  Diagnostics& diagnostics)
      : scene_(scene), nodes_(nodes), compiled_(compiled), diagnostics_(diagnostics) {
    body_of_motion_.assign(scene.motions.size(), -1);
    for (std::size_t i = 0; i < compiled.bodies.size(); ++i)
      body_of_motion_[static_cast<std::size_t>(compiled.bodies[i].motion)] = static_cast<std::int32_t>(i);
  }

  void compile() {
    vehicle_of_scene_.assign(scene_.vehicles.size(), -1);
    for (std::size_t i = 0; i < scene_.vehicles.size(); ++i) compileVehicle(i);
    for (std::size_t i = 0; i < scene_.wheels.size(); ++i) compileWheel(i);
  }

 private:
  std::int32_t bodyOf(std::int32_t motion) const {
    return motion >= 0 ? body_of_motion_[static_cast<std::size_t>(motion)] : -1;
  }
  bool isDynamic(std::int32_t body) const {
    const std::int32_t b = compiled_.bodies[static_cast<std::size_t>(body)].body;
    return compiled_.simulation->body(b).movable();
  }
  void compileVehicle(std::size_t index);
  void compileWheel(std::size_t index);
  bool isAnimatedBelow(std::int32_t node, std::int32_t top) const;
  /// Node in the space of another above it, without their scales.
  DTransform relative(std::int32_t above, std::int32_t node) const {
    return inverse(nodes_.pose(above)) * nodes_.pose(node);
  }

  const Scene& scene_;
  const NodeTree& nodes_;
  CompiledScene& compiled_;
  Diagnostics& diagnostics_;
  std::vector<std::int32_t> body_of_motion_, vehicle_of_scene_;
};

bool VehicleCompiler::isAnimatedBelow(std::int32_t node, std::int32_t top) const {
  for (; node >= 0 && node != top; node = nodes_.parent(node)) {
    if (nodes_.isAnimated(node)) return true;
  }
  return false;
}

void VehicleCompiler::compileVehicle(std::size_t index) {
  const Vehicle& vehicle = scene_.vehicles[index];
  const std::int32_t body = bodyOf(vehicle.motion);
  if (body < 0) return;
  CompiledVehicle out;
  out.node = vehicle.node;
  out.body = body;
  out.settings = vehicle;
  for (DVec3* activation : {&out.settings.linear_activation, &out.settings.angular_activation}) {
    for (std::size_t i = 0; i < 3; ++i) {
      double& x = (*activation)[i];
      x = std::isnan(x) ? 0 : std::clamp(x, -1.0, 1.0);
      out.commanded = out.commanded || x != 0;
    }
  }
  vehicle_of_scene_[index] = static_cast<std::int32_t>(compiled_.vehicles.size());
  compiled_.vehicles.push_back(std::move(out));
}

void VehicleCompiler::compileWheel(std::size_t index) {
  const Wheel& wheel = scene_.wheels[index];
  if (wheel.description < 0 || wheel.node < 0 || !scene_.nodes[static_cast<std::size_t>(wheel.node)].in_scene)
    return;
  const std::int32_t body = bodyOf(wheel.motion);
  if (body < 0 || !isDynamic(body) || !isPose(nodes_.pose(wheel.node))) return;
  const CompiledBody& carrier = compiled_.bodies[static_cast<std::size_t>(body)];
  CompiledWheel out;
  out.wheel = static_cast<std::int32_t>(index);
  out.node = wheel.node;
  out.body = body;
  out.settings = scene_.wheel_descriptions[static_cast<std::size_t>(wheel.description)];
  const DVec3 scale = nodes_.scale(wheel.node);
  WheelDescription& s = out.settings;
  s.radius *= std::max(std::abs(scale.y), std::abs(scale.z));
  s.width *= std::abs(scale.x);
  s.suspension_travel *= std::abs(scale.y);
  if (!(s.radius > 0) || !(s.width > 0)) {
    diagnostics_.warning(codes::kPhysicsNoEffect, wheel.origin.pointer,
                         "this wheel has no size; it does nothing");
    return;
  }
  if (std::abs(std::abs(scale.y) - std::abs(scale.z)) > 1e-6 * std::abs(scale.y)) {
    diagnostics_.warning(
        codes::kShapeApproximated, wheel.origin.pointer,
        "this wheel is scaled differently along Y and Z; it stays round, with the larger one");
  }
  const DTransform in_body = relative(carrier.node, wheel.node);
  const std::int32_t vehicle =
      wheel.vehicle >= 0 ? vehicle_of_scene_[static_cast<std::size_t>(wheel.vehicle)] : -1;
  // A vehicle commands what its own body carries.
  if (vehicle >= 0 && compiled_.vehicles[static_cast<std::size_t>(vehicle)].body == body)
    out.vehicle = vehicle;
  out.place = {in_body.translation, rotate(in_body.rotation, DVec3{0, 0, 1}),
               rotate(in_body.rotation, DVec3{0, 1, 0}), s.max_steering_angle};
  out.steering = std::clamp(s.target_steering_ratio, -1.0, 1.0) * s.max_steering_angle;

  solve::WheelDefinition definition;
  const DTransform frame = inverse(carrier.body_to_node) * in_body;
  definition.body = carrier.body;
  definition.frame = {Vec3(frame.translation), Quat(frame.rotation)};
  const auto size = [](double x) { return static_cast<float>(std::clamp(x, kLeastSize, kMostSize)); };
  const auto strength = [](double x) {
    return static_cast<float>(std::clamp(limited(x, kMostStiff), 0.0, kMostStiff));
  };
  definition.radius = size(s.radius);
  definition.width = size(s.width);
  definition.travel = static_cast<float>(std::clamp(limited(s.suspension_travel, kMostSize), 0.0, kMostSize));
  definition.stiffness = strength(s.suspension_stiffness);
  definition.damping_compression = strength(s.suspension_damping_compression);
  definition.damping_rebound = strength(s.suspension_damping_rebound);
  compiled_.simulation->addWheel(definition);
  std::int32_t filter = -1;
  for (const CompiledCollider& c : compiled_.colliders) {
    if (c.collider < 0 || c.motion_node != carrier.node) continue;
    filter = scene_.colliders[static_cast<std::size_t>(c.collider)].filter;
    break;
  }
  compiled_.rules->addWheel(filter, s.material, carrier.node, wheel.node);
  if (isAnimatedBelow(wheel.node, carrier.node)) {
    diagnostics_.warning(codes::kPhysicsNoEffect, wheel.origin.pointer,
                         "an animation moves this wheel's node; it keeps doing so, and the wheel acts from "
                         "where it was at the start, without its turning being shown");
  } else if (wheel.node != carrier.node) {
    out.driven = static_cast<std::int32_t>(compiled_.driven.size());
    compiled_.driven.push_back({wheel.node, body, in_body, {}, nodes_.pose(wheel.node)});
  }
  if (out.vehicle >= 0)
    compiled_.vehicles[static_cast<std::size_t>(out.vehicle)].wheels.push_back(
        static_cast<std::int32_t>(compiled_.wheels.size()));
  compiled_.wheels.push_back(std::move(out));
}

}  // namespace

void compileVehicles(const Scene& scene, const NodeTree& nodes, CompiledScene& compiled,
                     Diagnostics& diagnostics) {
  if (scene.vehicles.empty() && scene.wheels.empty()) return;
  VehicleCompiler(scene, nodes, compiled, diagnostics).compile();
}

}  // namespace carom::world

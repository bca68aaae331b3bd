#include "world/vehicles/vehicle_compiler.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/trigonometry.hpp"
#include "carom/base/diagnostic_codes.hpp"
#include "world/limits.hpp"
#include "world/scene_compiler.hpp"

namespace carom::world {
namespace {

constexpr double kLeastSize = 1e-4;   // m, of a wheel
constexpr double kMostSize = 1e4;     // m
constexpr double kLeastStiff = 1e-6;  // N/m
constexpr double kMostStiff = 1e12;   // N/m, N·s/m, N

double within(double value, double least, double most) {
  return std::clamp(limited(value, kMostStiff), least, most);
}

/// Values of a description, clamped to the limits of simulation; sizes include the node's scale.
WheelDescription tamed(WheelDescription d, const DVec3& scale) {
  d.radius = limited(d.radius * std::max(std::abs(scale.y), std::abs(scale.z)), kMostSize);
  d.width = limited(d.width * std::abs(scale.x), kMostSize);
  d.suspension_travel = within(d.suspension_travel * std::abs(scale.y), 0, kMostSize);
  d.suspension_stiffness = within(d.suspension_stiffness, kLeastStiff, kMostStiff);
  for (double* strength :
       {&d.suspension_damping_compression, &d.suspension_damping_rebound, &d.max_propulsion_force})
    *strength = within(*strength, 0, kMostStiff);
  for (std::optional<double>* one :
       {&d.braking_force, &d.propulsion_force_change_rate, &d.steering_change_rate})
    if (*one) *one = within(**one, 0, kMostStiff);
  d.max_steering_angle = within(d.max_steering_angle, 0, kPi);
  d.target_propulsion_force_ratio = within(d.target_propulsion_force_ratio, -1, 1);
  d.target_steering_ratio = within(d.target_steering_ratio, -1, 1);
  return d;
}

}  // namespace

WheelDescription resized(const CompiledWheel& wheel) {
  WheelDescription d = wheel.settings;
  d.radius = wheel.radius, d.width = wheel.width, d.suspension_travel = wheel.travel;
  return tamed(d, wheel.scale);
}

solve::WheelDefinition wheelDefinition(const WheelDescription& s) {
  solve::WheelDefinition definition;
  definition.radius = static_cast<float>(std::max(s.radius, kLeastSize));
  definition.width = static_cast<float>(std::max(s.width, kLeastSize));
  definition.travel = static_cast<float>(s.suspension_travel);
  definition.stiffness = static_cast<float>(s.suspension_stiffness);
  definition.damping_compression = static_cast<float>(s.suspension_damping_compression);
  definition.damping_rebound = static_cast<float>(s.suspension_damping_rebound);
  return definition;
}

namespace {

class VehicleCompiler {
 public:
  VehicleCompiler(const Scene& scene, const NodeTree& nodes, CompiledScene& compiled,
                  Diagnostics& diagnostics)
      : scene_(scene), nodes_(nodes), compiled_(compiled), diagnostics_(diagnostics) {
    body_of_motion_.assign(scene.motions.size(), -1);
    for (std::size_t i = 0; i < compiled.bodies.size(); ++i)
      body_of_motion_[compiled.bodies[i].motion] = static_cast<std::int32_t>(i);
  }

  void compile() {
    vehicle_of_scene_.assign(scene_.vehicles.size(), -1);
    for (std::size_t i = 0; i < scene_.vehicles.size(); ++i) compileVehicle(i);
    for (std::size_t i = 0; i < scene_.wheels.size(); ++i) compileWheel(i);
  }

 private:
  std::int32_t bodyOf(std::int32_t motion) const { return motion >= 0 ? body_of_motion_[motion] : -1; }
  bool isDynamic(std::int32_t body) const {
    const std::int32_t b = compiled_.bodies[body].body;
    return compiled_.simulation->body(b).movable();
  }
  void compileVehicle(std::size_t index);
  void compileWheel(std::size_t index);
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

void VehicleCompiler::compileVehicle(std::size_t index) {
  const Vehicle& vehicle = scene_.vehicles[index];
  const std::int32_t body = bodyOf(vehicle.motion);
  if (body < 0) return;
  if (!isDynamic(body))
    reportUnmoved(scene_, compiled_.bodies[body], "vehicle", vehicle.origin, diagnostics_);
  CompiledVehicle out;
  out.node = vehicle.node;
  out.body = body;
  out.settings = vehicle;
  out.scene_vehicle = static_cast<std::int32_t>(&vehicle - scene_.vehicles.data());
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
  if (wheel.description < 0 || wheel.node < 0 || !scene_.nodes[wheel.node].in_scene) return;
  const std::int32_t body = bodyOf(wheel.motion);
  if (body < 0 || !isPose(nodes_.pose(wheel.node))) return;
  const CompiledBody& carrier = compiled_.bodies[body];
  if (!isDynamic(body)) {
    reportUnmoved(scene_, carrier, "wheel", wheel.origin, diagnostics_);
    return;
  }
  CompiledWheel out;
  out.wheel = static_cast<std::int32_t>(index);
  out.node = wheel.node;
  out.body = body;
  const DVec3 scale = nodes_.scale(wheel.node);
  const WheelDescription& document = scene_.wheel_descriptions[wheel.description];
  out.scale = scale;
  out.radius = document.radius, out.width = document.width, out.travel = document.suspension_travel;
  out.settings = tamed(document, scale);
  const WheelDescription& s = out.settings;
  if (!(s.radius > 0) || !(s.width >= 0)) {
    diagnostics_.warning(codes::kPhysicsNoEffect, wheel.origin.pointer,
                         "this wheel has no radius or width after scaling; it has no effect");
    return;
  }
  // A wheel of width 0 is a circle, and is simulated as thin as can be.
  if (s.radius < kLeastSize || (s.width > 0 && s.width < kLeastSize) ||
      std::max(s.radius, s.width) >= kMostSize) {
    diagnostics_.warning(
        codes::kShapeApproximated, wheel.origin.pointer,
        "the radius or width of this wheel is outside 0.1 mm to 10 km; it is clamped to that range");
  }
  if (std::abs(std::abs(scale.y) - std::abs(scale.z)) > 1e-6 * std::abs(scale.y)) {
    diagnostics_.warning(
        codes::kShapeApproximated, wheel.origin.pointer,
        "this wheel is scaled differently along Y and Z; it stays round and takes the larger scale");
  }
  const DTransform in_body = out.rest = relative(carrier.node, wheel.node);
  const std::int32_t vehicle = wheel.vehicle >= 0 ? vehicle_of_scene_[wheel.vehicle] : -1;
  // A vehicle controls only parts of its own body.
  if (vehicle >= 0 && compiled_.vehicles[vehicle].body == body) out.vehicle = vehicle;
  out.place = {in_body.translation, rotate(in_body.rotation, DVec3{0, 0, 1}),
               rotate(in_body.rotation, DVec3{0, 1, 0}), s.max_steering_angle};
  out.steering = s.target_steering_ratio * s.max_steering_angle;

  solve::WheelDefinition definition = wheelDefinition(s);
  const DTransform frame = inverse(carrier.body_to_node) * in_body;
  definition.body = carrier.body;
  definition.frame = {Vec3(frame.translation), Quat(frame.rotation)};
  compiled_.simulation->addWheel(definition);
  std::int32_t filter = -1;
  for (const CompiledCollider& c : compiled_.colliders) {
    if (c.collider < 0 || c.motion_node != carrier.node) continue;
    filter = scene_.colliders[c.collider].filter;
    break;
  }
  compiled_.rules->addWheel(filter, s.material, carrier.node, wheel.node);
  if (nodes_.isAnimatedBelow(wheel.node, carrier.node)) {
    diagnostics_.warning(codes::kPhysicsNoEffect, wheel.origin.pointer,
                         "an animation moves this wheel's node; the wheel acts at its initial place and its "
                         "rolling and steering are not shown");
  } else if (wheel.node != carrier.node) {
    out.driven = static_cast<std::int32_t>(compiled_.driven.size());
    compiled_.driven.push_back({wheel.node, body, in_body, {}, nodes_.pose(wheel.node)});
  }
  if (out.vehicle >= 0)
    compiled_.vehicles[out.vehicle].wheels.push_back(static_cast<std::int32_t>(compiled_.wheels.size()));
  compiled_.wheels.push_back(std::move(out));
}

}  // namespace

void reportUnmoved(const Scene& scene, const CompiledBody& body, std::string_view what, const Origin& origin,
                   Diagnostics& diagnostics) {
  // The reader has already reported bodies that the file marks as kinematic.
  if (scene.motions[body.motion].type != MotionType::Dynamic) return;
  const bool animated = body.properties.animated;
  diagnostics.warning(codes::kPhysicsNoEffect, origin.pointer,
                      "the body of this " + std::string(what) +
                          (animated ? " is animated, and forces do not move it; it has no effect"
                                    : " has infinite mass, and forces do not move it; it has no effect"));
}

void compileVehicles(const Scene& scene, const NodeTree& nodes, CompiledScene& compiled,
                     Diagnostics& diagnostics) {
  if (scene.vehicles.empty() && scene.wheels.empty()) return;
  VehicleCompiler(scene, nodes, compiled, diagnostics).compile();
}

}  // namespace carom::world

// Thrusters and gyroscopes of a world, beside the step: what they are told, what they do, where they are
// shown.

#include <algorithm>
#include <cmath>

#include "carom/world/world.hpp"
#include "world/limits.hpp"
#include "world/vehicles/wheel_control.hpp"
#include "world/world_implementation.hpp"

namespace carom {
namespace {

using world::CompiledBody;
using world::CompiledThruster;
using world::CompiledVehicle;
using world::Engine;
using world::GimbalAngles;

constexpr double kHoverRange = 1000;  // m, within which a hover thruster finds the ground
constexpr double kLeastSlant =
    0.2;  // Cosine of the ray and the ground's normal, for the rate of the distance
constexpr double kNoticeable = 1e-3;  // m/s and rad/s in a step; smaller changes let a body rest

/// 0 where infinite.
DMat3 inertiaOf(const BodyProperties& p) {
  DVec3 diagonal = p.inertia_diagonal;
  for (std::size_t i = 0; i < 3; ++i) {
    if (!std::isfinite(diagonal[i])) diagonal[i] = 0;
  }
  const DMat3 r = toMatrix(p.inertia_orientation), t = transposed(r);
  return {r * scaled(diagonal, t.cx), r * scaled(diagonal, t.cy), r * scaled(diagonal, t.cz)};
}

/// Of a thruster that no vehicle commands: how much, and where to.
void followTargets(CompiledThruster& t, double seconds) {
  const ThrusterDescription& d = t.settings;
  const GimbalAngles target{d.target_gimbal_ratio[0] * d.max_gimbal, d.target_gimbal_ratio[1] * d.max_gimbal};
  t.gimbal = world::approachedGimbal(t.gimbal, target, d.gimbal_change_rate, seconds);
  t.amount = world::approached(t.amount, d.target_ratio * d.maximum, d.change_rate, seconds);
}

}  // namespace

/// Whether its vehicle controls a thruster: not before the vehicle's first input if the file gives the
/// thruster targets of its own.
bool World::Implementation::isCommanded(const CompiledThruster& t) const {
  if (t.vehicle < 0) return false;
  const ThrusterDescription& d = t.settings;
  const bool own = d.target_ratio != 0 || d.target_gimbal_ratio[0] != 0 || d.target_gimbal_ratio[1] != 0;
  return compiled.vehicles[t.vehicle].commanded || !own;
}

/// N that a hover thruster gives per N·m, from where and how it is at the start of the step; 0 without
/// ground.
double World::Implementation::hoverResponse(CompiledThruster& t, std::int32_t together) const {
  t.distance = 0;
  const CompiledBody& carrier = compiled.bodies[t.body];
  const solve::Body& b = compiled.simulation->body(carrier.body);
  const DTransform pose = nodePose(carrier) * t.rest;
  const DVec3 push = rotate(pose.rotation * world::gimbalRotation(t.gimbal), DVec3{0, 0, 1});
  QueryFilter filter;
  if (t.filter >= 0) filter.filter = &compiled.rules->filters()[t.filter];
  filter.ignore_motion_node = carrier.node;
  filter.ignore_joined = true;
  const RayCastHit hit = castRay(pose.translation, -push, kHoverRange, filter);
  if (!hit.hit) return 0;
  const DVec3 arm = pose.translation - b.center;
  const auto velocity_at = [](const solve::Body& of, const DVec3& place) {
    return DVec3(of.linear_velocity) + cross(DVec3(of.angular_velocity), place - of.center);
  };
  DVec3 velocity = velocity_at(b, pose.translation);
  if (hit.motion >= 0) {
    const std::int32_t ground = body_of_node[hit.motion];
    const solve::Body& g = compiled.simulation->body(compiled.bodies[ground].body);
    if (g.awake_index >= 0) velocity = velocity - velocity_at(g, hit.point);
  }
  world::HoverState state;
  state.distance = hit.distance;
  const double slant = dot(hit.normal, push);
  state.rate = slant > kLeastSlant ? dot(velocity, hit.normal) / slant : dot(velocity, push);
  const DVec3 turn = inverseRotate(DQuat(b.rotation), cross(arm, push));
  state.response =
      together * (static_cast<double>(b.inverse_mass) + dot(turn, scaled(DVec3(b.inverse_inertia), turn)));
  t.distance = hit.distance;
  const double energy = t.settings.maximum;
  return energy > 0 ? world::hoverForce(energy, state, settings.time_step) / energy : 0;
}

/// Torque of the vehicle's gyroscopes, global, N·m; also sets the targets of its thrusters.
DVec3 World::Implementation::flyVehicle(const CompiledVehicle& vehicle) {
  const CompiledBody& carrier = compiled.bodies[vehicle.body];
  const solve::Body& b = compiled.simulation->body(carrier.body);
  if (!b.movable()) return {};
  const BodyProperties& p = carrier.properties;
  const DQuat rotation = nodePose(carrier).rotation;
  world::FlightState state;
  state.mass = std::isfinite(p.mass) ? p.mass : 0;
  state.inertia = inertiaOf(p);
  state.velocity = std::isfinite(p.mass) ? inverseRotate(rotation, DVec3(b.linear_velocity)) : DVec3{};
  state.angular_velocity = inverseRotate(rotation, DVec3(b.angular_velocity));
  if (std::isfinite(p.mass))
    state.gravity = inverseRotate(rotation, DVec3(b.gravity) * static_cast<double>(b.gravity_factor));
  state.time_step = settings.time_step;
  engines.clear();
  which_engines.clear();
  for (const std::int32_t i : vehicle.thrusters) {
    const CompiledThruster& t = compiled.thrusters[i];
    if (!isCommanded(t)) continue;
    which_engines.push_back(i);
    Engine engine;
    engine.description = &t.settings;
    engine.arm = t.rest.translation - p.center_of_mass;
    engine.rotation = t.rest.rotation;
    engine.gimbal = t.gimbal;
    engine.amount = t.amount;
    engine.force_per_amount = responses[i];
    engine.distance = t.distance;
    engines.push_back(engine);
  }
  const DVec3 gyro = world::fly(vehicle.settings, state, engines, flight_plan);
  for (std::size_t k = 0; k < engines.size(); ++k) {
    CompiledThruster& t = compiled.thrusters[which_engines[k]];
    t.gimbal = engines[k].gimbal;
    t.amount = engines[k].amount;
  }
  return rotate(rotation, gyro);
}

/// Applies a force for the next step. Negligible forces do not keep a body awake.
bool World::Implementation::thrust(const CompiledBody& body, const DVec3& force, const DVec3& torque) {
  const solve::Body& b = compiled.simulation->body(body.body);
  const double dt = settings.time_step;
  const DVec3 turn = inverseRotate(DQuat(b.rotation), torque) * dt;
  const bool noticeable = length(force) * dt * static_cast<double>(b.inverse_mass) > kNoticeable ||
                          length(scaled(DVec3(b.inverse_inertia), turn)) > kNoticeable;
  if (noticeable) return addForce(body, force, torque);
  if (b.awake_index >= 0) compiled.simulation->nudge(body.body, Vec3(force), Vec3(torque));
  return true;
}

/// Forces and gimbals of the next step.
void World::Implementation::commandThrusters() {
  if (compiled.thrusters.empty() && compiled.vehicles.empty()) return;
  hovering.assign(compiled.thrusters.empty() ? 0 : compiled.bodies.size(), 0);
  for (CompiledThruster& t : compiled.thrusters) {
    if (t.settings.hover) ++hovering[t.body];
    if (!t.follows_animation) continue;
    const CompiledBody& carrier = compiled.bodies[t.body];
    const DTransform rest = inverse(nodes.pose(carrier.node)) * nodes.pose(t.node);
    if (world::isPose(rest)) t.rest = rest;
  }
  responses.assign(compiled.thrusters.size(), 1);
  for (std::size_t i = 0; i < responses.size(); ++i) {
    CompiledThruster& t = compiled.thrusters[i];
    if (t.settings.hover) responses[i] = hoverResponse(t, hovering[t.body]);
    if (!isCommanded(t)) followTargets(t, settings.time_step);
  }
  for (const CompiledVehicle& vehicle : compiled.vehicles) {
    if (vehicle.thrusters.empty() && vehicle.settings.gyro_torque == DVec3{}) continue;
    const DVec3 torque = flyVehicle(vehicle);
    if (torque == DVec3{}) continue;
    thrust(compiled.bodies[vehicle.body], {}, torque);
  }
  for (std::size_t i = 0; i < compiled.thrusters.size(); ++i) {
    CompiledThruster& t = compiled.thrusters[i];
    const CompiledBody& carrier = compiled.bodies[t.body];
    const DTransform pose = nodePose(carrier) * t.rest;
    const DVec3 push = rotate(pose.rotation * world::gimbalRotation(t.gimbal), DVec3{0, 0, 1});
    t.force = push * (t.amount * responses[i]);
    if (t.force == DVec3{}) continue;
    const DVec3 arm = pose.translation - compiled.simulation->body(carrier.body).center;
    // Beyond the limits of simulation it has no effect.
    if (!thrust(carrier, t.force, cross(arm, t.force))) t.force = {};
  }
}

void World::Implementation::turnThrusters() {
  for (const CompiledThruster& t : compiled.thrusters) {
    if (t.driven < 0) continue;
    compiled.driven[t.driven].offset = {{}, world::gimbalRotation(t.gimbal)};
  }
}

/// The node of a thruster that could not turn, and now can, is moved from now on.
void World::Implementation::showGimbal(CompiledThruster& t) {
  const world::CompiledBody& carrier = compiled.bodies[t.body];
  const bool taken = std::any_of(compiled.driven.begin(), compiled.driven.end(),
                                 [&](const world::DrivenNode& driven) { return driven.node == t.node; });
  if (t.driven >= 0 || taken || t.follows_animation || t.node == carrier.node) return;
  t.driven = static_cast<std::int32_t>(compiled.driven.size());
  compiled.driven.push_back(
      {t.node, t.body, t.rest, {{}, world::gimbalRotation(t.gimbal)}, nodes.pose(t.node)});
  nodes.makeSimulated(t.node);
  alone_bodies.clear();
}

std::vector<ThrusterState> World::thrusters() const {
  std::vector<ThrusterState> out;
  const world::CompiledScene& compiled = implementation_->compiled;
  for (const CompiledThruster& t : compiled.thrusters) {
    ThrusterState state;
    state.node = t.node;
    state.motion = compiled.bodies[t.body].node;
    state.force = t.force;
    state.hover = t.settings.hover;
    state.amount = t.amount;
    state.gimbal = t.gimbal;
    state.distance = t.distance;
    out.push_back(state);
  }
  return out;
}

bool World::setThrusterTarget(std::int32_t node, double ratio, std::array<double, 2> gimbal,
                              ThrusterKind kind) {
  if (!std::isfinite(ratio) || !std::isfinite(gimbal[0]) || !std::isfinite(gimbal[1])) return false;
  for (double& g : gimbal) g = std::clamp(g, -1.0, 1.0);
  bool any = false;
  for (CompiledThruster& t : implementation_->compiled.thrusters) {
    const bool meant = kind == ThrusterKind::Any || t.settings.hover == (kind == ThrusterKind::Hover);
    if (t.node != node || !meant) continue;
    t.settings.target_ratio = std::clamp(ratio, 0.0, 1.0);
    t.settings.target_gimbal_ratio = world::limitedLength(gimbal, 1);
    any = true;
  }
  if (!any) return false;
  const auto note = [&](auto operation, const auto&... more) {
    implementation_->noteNode(operation, node, ratio, gimbal[0], gimbal[1], more...);
  };
  if (kind == ThrusterKind::Any) {
    note(world::Operation::ThrusterTarget);
  } else {
    note(world::Operation::ThrusterTargetOfKind, static_cast<std::uint8_t>(kind));
  }
  return true;
}

}  // namespace carom

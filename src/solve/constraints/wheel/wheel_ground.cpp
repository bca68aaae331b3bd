// The ground and the stops of a wheel.
//
// The ground is sought once per step, at the poses at which the wheel's force acts on average, (n − 1)/(2n)
// of the step ahead. Contacts use twice that time (narrow_phase.cpp), which damps rocking, but would drive a
// car over a hilltop and brake it in a hollow. The wheel is lowered from the place where its suspension is
// fully compressed to a little below its unloaded place (wheel_drop.hpp; on capsules and cylinders it is
// swept). The first thing that it meets carries it. Other things that the raised wheel touches are its stops.

#include "solve/constraints/wheel/wheel_ground.hpp"

#include <algorithm>
#include <cmath>

#include "base/compact_sort.hpp"
#include "base/rotation_vector.hpp"
#include "base/trigonometry.hpp"
#include "collide/query.hpp"
#include "solve/constraints/wheel/wheel_drop.hpp"
#include "solve/constraints/wheel/wheel_settings.hpp"

namespace carom::solve {
namespace {

const Quat kAxleAlongY{0, 0, -0.70710678f, 0.70710678f};  // Turns the axis Y of a cylinder to X.

collide::Shape cylinderOf(const WheelDefinition& d, float share) {
  return collide::Cylinder{0.5f * d.width * share, d.radius * share, d.radius * share};
}

/// Time ahead of the start of the step at which the ground is sought, s.
float extrapolationTime(const SimulationSettings& s) {
  return s.time_step * static_cast<float>(s.substeps - 1) / static_cast<float>(2 * s.substeps);
}

/// Pose of a body at that time.
DTransform poseAhead(const Body& body, float extrapolation) {
  if (body.awake_index < 0) return {body.center, DQuat(body.rotation)};
  const Quat turn = quaternionFromRotationVector(body.angular_velocity * extrapolation);
  return {body.center + DVec3(body.linear_velocity * extrapolation), DQuat(normalized(turn * body.rotation))};
}

Vec3 pointVelocity(const Body& body, const Vec3& arm) {
  return body.linear_velocity + cross(body.angular_velocity, arm);
}

/// A wheel at the place where its ground is sought. Positions are relative to its body's centre of mass
/// there.
struct WheelProbe {
  std::int32_t wheel = -1;
  DVec3 origin;
  Vec3 hub, up;       // Centre of the unloaded wheel, m; direction of the suspension, unit.
  Quat frame;         // Of the steered wheel.
  Quat rotation;      // Of its cylinder.
  float travel = 0;   // Distance from the hub up to the raised wheel, m.
  float lowered = 0;  // Distance from the raised wheel down to its present place, m.
  float reach = 0;    // Distance from the hub down to where it may fall in the step, m.
  float margin = 0;   // Distance within which it may touch something in the step, m.
  Vec3 top() const { return hub + up * travel; }
};
/// What else a collider may be to the wheel.
struct Surroundings {
  bool bottoms = false;  // It may touch the raised wheel.
  bool beside = false;   // It may be beside the wheel.
};
/// A collider that the wheel may touch.
struct ProbedCollider {
  std::int32_t collider = -1;
  Vec3 center;  // Centre of mass of its body.
  Vec3 position;
  Quat rotation;
  Transform toShape(const WheelProbe& probe, const Vec3& at) const {
    return {inverseRotate(rotation, at - position), normalized(conjugate(rotation) * probe.rotation)};
  }
};

WheelProbe probeOf(const SimulationState& state, const StepContext& context, std::int32_t index) {
  const Wheel& wheel = state.wheels[index];
  const WheelDefinition& d = wheel.definition;
  const Body& body = state.bodies[d.body];
  WheelProbe probe;
  probe.wheel = index;
  const DTransform pose = poseAhead(body, extrapolationTime(context.settings));
  const Quat rotation(pose.rotation);
  probe.origin = pose.translation;
  const Quat frame = rotation * d.frame.rotation;
  probe.hub = rotate(rotation, d.frame.translation);
  probe.up = rotate(frame, Vec3{0, 1, 0});
  const SineCosine half = sineCosine(0.5 * static_cast<double>(wheel.control.steering));
  const Quat steered{0, static_cast<float>(half.sine), 0, static_cast<float>(half.cosine)};
  probe.frame = normalized(frame * steered);
  probe.rotation = normalized(probe.frame * kAxleAlongY);
  const float dt = context.settings.time_step;
  const Vec3 velocity = pointVelocity(body, probe.hub);
  const float room = 1.5f * length(body.gravity) * dt * dt;
  using Settings = WheelSettings;
  probe.margin = Settings::kRoom * d.radius + std::min(length(velocity) * dt + room, d.radius);
  // However fast the wheel falls, its axle must not pass the ground.
  const float fall = std::min(room - dot(velocity, probe.up) * dt, Settings::kMaxReach * d.radius);
  probe.reach = std::max(probe.margin, Settings::kRoom * d.radius + fall);
  probe.travel = d.travel;
  probe.lowered = wheel.placed ? d.travel - wheel.compression : 0;
  return probe;
}

/// Finds the deepest stops: contacts of the raised wheel, or of things beside the wheel at its present place.
void findStops(const SimulationState& state, const WheelProbe& probe, const ProbedCollider& on, bool raised,
               ThreadScratch& thread, WheelGround& found) {
  const Collider& c = state.colliders[on.collider];
  const Vec3 at = raised ? probe.top() : probe.top() - probe.up * probe.lowered;
  thread.manifolds.clear();
  collide::PairCache cache;
  collide::collide(*c.shape, *state.wheels[probe.wheel].shape, on.toShape(probe, at),
                   {raised ? probe.reach : probe.margin}, cache, *thread.scratch, thread.manifolds);
  for (const collide::Manifold& m : thread.manifolds) {
    const Vec3 normal = rotate(on.rotation, m.normal);
    if (!raised && dot(normal, probe.up) > WheelSettings::kWallSlope) continue;  // The suspension carries it.
    for (std::int32_t i = 0; i < m.point_count; ++i) {
      WheelTouch touch;
      touch.collider = on.collider, touch.body = c.body;
      touch.normal = normal;
      touch.arm = on.position + rotate(on.rotation, m.points[i].position);
      touch.separation = m.points[i].separation;
      int place = found.stop_count;
      while (place > 0 && found.stops[place - 1].separation > touch.separation) --place;
      if (place == WheelGround::kMaxStops) continue;
      found.stop_count = std::min(found.stop_count + 1, WheelGround::kMaxStops);
      for (int k = found.stop_count - 1; k > place; --k) found.stops[k] = found.stops[k - 1];
      found.stops[place] = touch;
    }
  }
}

/// The drop onto any shape, by a sweep. The point may be anywhere on the patch that touches.
float sweepDown(const SimulationState& state, const WheelProbe& probe, const ProbedCollider& on,
                WheelTouch& touch) {
  const Collider& c = state.colliders[on.collider];
  const Wheel& wheel = state.wheels[probe.wheel];
  const float range = probe.travel + probe.reach;
  const auto cast = [&](const collide::Shape& shape) {
    const Transform start = on.toShape(probe, probe.top());
    collide::Sweep sweep;
    sweep.start_center = start.translation, sweep.start_rotation = start.rotation;
    sweep.translation = inverseRotate(on.rotation, probe.up * -range);
    return collide::sweep(*c.shape, shape, sweep, WheelSettings::kStandDistance * wheel.definition.radius);
  };
  collide::SweepHit hit = cast(*wheel.shape);
  if (!hit.hit) return 1e30f;
  Vec3 normal = rotate(on.rotation, hit.normal);
  float gone = hit.t * range;
  constexpr float kLeastSlope = WheelSettings::kLeastCarryingSlope, kCoreShare = WheelSettings::kCoreShare;
  if (hit.t == 0 && dot(normal, probe.up) < kLeastSlope) {
    // The collider is beside the wheel. It may also be the ground: sweep a smaller wheel past it.
    hit = cast(cylinderOf(wheel.definition, kCoreShare));
    if (!hit.hit || hit.t == 0) return 1e30f;
    normal = rotate(on.rotation, hit.normal);
    const float slope = dot(normal, probe.up);
    if (slope < kLeastSlope) return 1e30f;
    gone = std::max(0.0f, hit.t * range - (1 - kCoreShare) * wheel.definition.radius / slope);
  }
  touch.normal = normal;
  touch.arm = on.position + rotate(on.rotation, hit.point);
  return gone;
}

/// Replaces the contact point by the middle of the patch on which the wheel stands.
void centerPatch(const SimulationState& state, const WheelProbe& probe, const ProbedCollider& on, float gone,
                 ThreadScratch& thread, WheelTouch& touch) {
  const float radius = state.wheels[probe.wheel].definition.radius;
  thread.manifolds.clear();
  collide::PairCache cache;
  collide::collide(*state.colliders[on.collider].shape, *state.wheels[probe.wheel].shape,
                   on.toShape(probe, probe.top() - probe.up * gone),
                   {(WheelSettings::kStandDistance + 2 * WheelSettings::kPatchDepth) * radius}, cache,
                   *thread.scratch, thread.manifolds);
  float nearest = 1e30f;
  const auto counts = [&](const collide::Manifold& m) {
    return dot(rotate(on.rotation, m.normal), touch.normal) > WheelSettings::kSamePatch;
  };
  for (const collide::Manifold& m : thread.manifolds) {
    for (std::int32_t i = 0; counts(m) && i < m.point_count; ++i)
      nearest = std::min(nearest, m.points[i].separation);
  }
  // The ends of the patch along the axle; it may consist of the points of several triangles.
  const Vec3 axle = rotate(probe.rotation, Vec3{0, 1, 0});
  float least = 1e30f, most = -1e30f;
  Vec3 ends[2];
  for (const collide::Manifold& m : thread.manifolds) {
    for (std::int32_t i = 0; counts(m) && i < m.point_count; ++i) {
      if (m.points[i].separation > nearest + WheelSettings::kPatchDepth * radius) continue;
      const Vec3 point = on.position + rotate(on.rotation, m.points[i].position);
      const float along = dot(axle, point);
      if (along < least) least = along, ends[0] = point;
      if (along > most) most = along, ends[1] = point;
    }
  }
  if (least <= most) touch.arm = (ends[0] + ends[1]) * 0.5f;
}

/// Lowers the wheel onto a collider. Returns its distance from full compression, 1e30 if it meets nothing.
float letDown(const SimulationState& state, const StepContext& context, const WheelProbe& probe,
              const ProbedCollider& on, ThreadScratch& thread, WheelTouch& touch, Surroundings& around) {
  const collide::Shape& shape = *state.colliders[on.collider].shape;
  touch.collider = on.collider, touch.body = state.colliders[on.collider].body;
  if (!canDropWheelOn(shape)) {
    const float gone = sweepDown(state, probe, on, touch);
    around = {gone <= probe.reach, true};
    if (gone < 1e30f) centerPatch(state, probe, on, gone, thread, touch);
    return gone;
  }
  const WheelDefinition& d = state.wheels[probe.wheel].definition;
  const Body& own = state.bodies[d.body];
  const Body& other = state.bodies[touch.body];
  Vec3 speed = pointVelocity(own, probe.hub);
  if (other.awake_index >= 0) speed -= pointVelocity(other, probe.hub - on.center);
  const float dt = context.settings.time_step,
              room = WheelSettings::kRoom * d.radius + length(own.gravity) * dt * dt;
  WheelDrop drop;
  drop.radius = d.radius, drop.width = d.width;
  drop.distance = probe.travel + probe.reach;
  // Ground below the axle at the start of the step is below the wheel, even if the wheel falls past it until
  // the time at which the ground is sought.
  drop.lowered = probe.lowered + std::min(0.0f, dot(speed, probe.up) * extrapolationTime(context.settings));
  drop.margin = minimum(absolute(inverseRotate(probe.frame, speed)) * dt,
                        Vec3{d.radius, WheelSettings::kMaxReach, d.radius}) +
                Vec3{room, room, room};
  const Transform pose{inverseRotate(probe.frame, on.position - probe.top()),
                       normalized(conjugate(probe.frame) * on.rotation)};
  const WheelLanding landing = dropWheel(shape, pose, drop);
  around = {landing.bottoms, landing.beside};
  if (!landing.hit) return 1e30f;
  touch.normal = rotate(probe.frame, landing.normal);
  touch.arm = probe.top() + rotate(probe.frame, landing.point);
  return landing.distance;
}

}  // namespace

void findGround(SimulationState& state, const StepContext& context, std::int32_t index,
                ThreadScratch& thread) {
  const WheelProbe probe = probeOf(state, context, index);
  const Wheel& wheel = state.wheels[index];
  const Body& own = state.bodies[wheel.definition.body];
  WheelGround& found = state.step.wheel_grounds[index];
  found = WheelGround{};
  found.up = probe.up;
  found.axle = rotate(probe.rotation, Vec3{0, 1, 0});
  const Vec3 origin(probe.origin);
  Aabb box = collide::bounds(*wheel.shape, {origin + probe.top(), probe.rotation});
  const Aabb low =
      collide::bounds(*wheel.shape, {origin + probe.hub - probe.up * probe.reach, probe.rotation});
  const Vec3 room{probe.margin, probe.margin, probe.margin};
  box = {minimum(box.lower, low.lower) - room, maximum(box.upper, low.upper) + room};
  thread.candidates.clear();
  state.colliders.queryBounds(box, [&](std::int32_t c) {
    if (!state.colliders[c].sensor && state.colliders[c].body != wheel.definition.body)
      thread.candidates.push_back(c);
    return true;
  });
  compactSort(thread.candidates.begin(), thread.candidates.end(), std::less<>());
  float least = 1e30f;
  for (const std::int32_t c : thread.candidates) {
    const PairResponse response = context.policy.respondWheel(index, c);
    if (!response.related) continue;
    const DTransform pose =
        poseAhead(state.bodies[state.colliders[c].body], extrapolationTime(context.settings));
    const Quat rotation(pose.rotation);
    ProbedCollider on;
    on.collider = c;
    on.center = Vec3(pose.translation - probe.origin);
    on.position = on.center + rotate(rotation, state.colliders[c].local.translation);
    on.rotation = rotation * state.colliders[c].local.rotation;
    WheelTouch touch;
    Surroundings around;
    const float gone = letDown(state, context, probe, on, thread, touch, around);
    if (around.bottoms || around.beside) findStops(state, probe, on, around.bottoms, thread, found);
    if (!(gone < least) || dot(touch.normal, probe.up) < WheelSettings::kLeastCarryingSlope) continue;
    least = gone;
    found.ground = touch;
    found.static_friction = response.static_friction, found.dynamic_friction = response.dynamic_friction;
  }
  found.touches = least < 1e30f;
  if (found.touches) {
    found.ground.separation = (least - probe.travel) * dot(found.ground.normal, probe.up);
  }
  // Convert the separations back to the start of the step.
  const float extrapolation = extrapolationTime(context.settings);
  const auto extrapolated_shift = [&](WheelTouch& touch) {
    const Body& other = state.bodies[touch.body];
    Vec3 closing = pointVelocity(own, touch.arm);
    const Vec3 between = Vec3(poseAhead(other, extrapolation).translation - probe.origin);
    if (other.awake_index >= 0) closing -= pointVelocity(other, touch.arm - between);
    touch.separation -= dot(touch.normal, closing) * extrapolation;
    touch.ground_arm = touch.arm - between;
  };
  if (found.touches) extrapolated_shift(found.ground);
  for (int i = 0; i < found.stop_count; ++i) extrapolated_shift(found.stops[i]);
}

}  // namespace carom::solve

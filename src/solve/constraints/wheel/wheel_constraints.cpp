// Wheels in the simulation's step: what is under them, and in which order they are solved.
//
// The ground is looked for once per step, at the poses where the wheel's force acts on the mean, (n − 1)/(2n)
// of the step ahead (narrow_phase.cpp; contacts go twice as far, which damps what rocks, but would drive a
// car over a hilltop and brake it in a hollow): the wheel is let down from where its suspension is fully
// compressed to a little below where it hangs unloaded (wheel_drop.hpp; onto capsules and cylinders
// it is swept). What it meets first carries it. Raised it may touch other things, and those are its stops.

#include <algorithm>
#include <cmath>

#include "base/rotation_vector.hpp"
#include "base/trigonometry.hpp"
#include "collide/query.hpp"
#include "solve/constraints/wheel/wheel_drop.hpp"
#include "solve/simulation.hpp"

namespace carom::solve {
namespace {

constexpr float kStandDistance = 1e-4f;  // m, at which the sweep stops
constexpr float kPatchDepth = 1e-3f;     // m, points farther from the ground than the nearest carry nothing
constexpr float kRoom = 0.005f;          // m, beyond what can be reached
constexpr float kLeastSlope = kLeastCarryingSlope;
constexpr float kMostReach = 100;   // m that a wheel falls in a step
constexpr float kWallSlope = 0.3f;  // n·u of what only stands beside it
constexpr float kCoreShare = 0.9f;  // Of the wheel, for getting past what stands beside it
const Quat kAxleAlongY{0, 0, -0.70710678f, 0.70710678f};  // Of a cylinder along Y: to X

std::size_t slot(std::int32_t i) {
  return static_cast<std::size_t>(i);
}

collide::Shape cylinderOf(const WheelDefinition& d, float share) {
  return collide::Cylinder{0.5f * d.width * share, d.radius * share, d.radius * share};
}

/// How far ahead of the start of the step the ground is looked for, s.
float leadOf(const SimulationSettings& s) {
  return s.time_step * static_cast<float>(s.substeps - 1) / static_cast<float>(2 * s.substeps);
}

/// Where a body will be then.
DTransform poseAhead(const Body& body, float lead) {
  if (body.awake_index < 0) return {body.center, DQuat(body.rotation)};
  const Quat turn = quaternionFromRotationVector(body.angular_velocity * lead);
  return {body.center + DVec3(body.linear_velocity * lead), DQuat(normalized(turn * body.rotation))};
}

Vec3 pointVelocity(const Body& body, const Vec3& arm) {
  return body.linear_velocity + cross(body.angular_velocity, arm);
}

}  // namespace

/// A wheel where its ground is looked for. Positions from its body's centre of mass there.
struct Simulation::WheelProbe {
  std::int32_t wheel = -1;
  DVec3 origin;
  Vec3 hub, up;       // Of the unloaded wheel, m; unit.
  Quat frame;         // Of the wheel as steered.
  Quat rotation;      // Of its cylinder.
  float travel = 0;   // m, from the hub up.
  float lowered = 0;  // m, where the wheel is now, from the top down.
  float reach = 0;    // m, from the hub down: as far as it may fall in the step.
  float margin = 0;   // m, within which it may touch something in the step.
  Vec3 top() const { return hub + up * travel; }
};
/// What else of a collider there is to look at.
struct Simulation::Surroundings {
  bool bottoms = false;  // At full compression
  bool beside = false;
};
/// What it may touch.
struct Simulation::ProbedCollider {
  std::int32_t collider = -1;
  Vec3 center;  // Of its body.
  Vec3 position;
  Quat rotation;
  Transform toShape(const WheelProbe& probe, const Vec3& at) const {
    return {inverseRotate(rotation, at - position), normalized(conjugate(rotation) * probe.rotation)};
  }
};

std::int32_t Simulation::addWheel(const WheelDefinition& definition) {
  Wheel wheel;
  wheel.definition = definition;
  wheel.definition.frame.rotation = normalized(definition.frame.rotation);
  wheel.shape = std::make_shared<const collide::Shape>(cylinderOf(definition, 1));
  wheels_.push_back(std::move(wheel));
  wheel_grounds_.emplace_back();
  return static_cast<std::int32_t>(wheels_.size()) - 1;
}

/// Lets wheels down on what they stand on before the first step, so that they are shown where they will be in
/// it.
void Simulation::placeWheels() {
  for (std::size_t i = 0; i < wheels_.size(); ++i) {
    if (wheels_[i].placed) continue;
    findGround(static_cast<std::int32_t>(i), threads_[0]);
    const WheelGround& found = wheel_grounds_[i];
    if (!found.touches) continue;
    const float required = -found.ground.separation / dot(found.ground.normal, found.up);
    wheels_[i].compression = std::clamp(required, 0.0f, wheels_[i].definition.travel);
  }
}

void Simulation::setWheelControl(std::int32_t wheel, const WheelControl& control) {
  Wheel& w = wheels_[slot(wheel)];
  if (w.control == control) return;
  w.control = control;
  wake(w.definition.body);
}

/// A body that has been put somewhere has its wheels there, and what stood on it has lost its support.
void Simulation::liftWheels(std::int32_t body) {
  for (Wheel& wheel : wheels_) {
    const std::int32_t ground = wheel.report.ground;
    if (ground >= 0 && collider(ground).body == body) wake(wheel.definition.body);
    if (wheel.definition.body != body) continue;
    wheel.placed = false;
    wheel.anchor[0] = wheel.anchor[1] = 0;
    wheel.normal_impulse = wheel.forward_impulse = wheel.lateral_impulse = 0;
  }
}

/// What moves by itself takes along what stands on it.
void Simulation::wakeWheels() {
  for (const Wheel& wheel : wheels_) {
    if (isAwake(wheel.definition.body) || wheel.report.ground < 0) continue;
    if (isAwake(collider(wheel.report.ground).body)) wake(wheel.definition.body);
  }
}

Simulation::WheelProbe Simulation::probeOf(std::int32_t index) const {
  const Wheel& wheel = wheels_[slot(index)];
  const WheelDefinition& d = wheel.definition;
  const Body& body = bodies_[slot(d.body)];
  WheelProbe probe;
  probe.wheel = index;
  const DTransform pose = poseAhead(body, leadOf(settings_));
  const Quat rotation(pose.rotation);
  probe.origin = pose.translation;
  const Quat frame = rotation * d.frame.rotation;
  probe.hub = rotate(rotation, d.frame.translation);
  probe.up = rotate(frame, Vec3{0, 1, 0});
  const SineCosine half = sineCosine(0.5 * static_cast<double>(wheel.control.steering));
  const Quat steered{0, static_cast<float>(half.sine), 0, static_cast<float>(half.cosine)};
  probe.frame = normalized(frame * steered);
  probe.rotation = normalized(probe.frame * kAxleAlongY);
  const float dt = settings_.time_step;
  const Vec3 velocity = pointVelocity(body, probe.hub);
  const float room = 1.5f * length(body.gravity) * dt * dt;
  probe.margin = kRoom + std::min(length(velocity) * dt + room, d.radius);
  // However fast it falls, the ground must not get past its axle.
  probe.reach = std::max(probe.margin, kRoom + std::min(room - dot(velocity, probe.up) * dt, kMostReach));
  probe.travel = d.travel;
  probe.lowered = wheel.placed ? d.travel - wheel.compression : 0;
  return probe;
}

/// Contacts without give, the deepest of them: of the raised wheel, or of what stands beside the wheel as it
/// is.
void Simulation::findStops(const WheelProbe& probe, const ProbedCollider& on, bool raised, ThreadData& thread,
                           WheelGround& found) const {
  const Collider& c = collider(on.collider);
  const Vec3 at = raised ? probe.top() : probe.top() - probe.up * probe.lowered;
  thread.manifolds.clear();
  collide::PairCache cache;
  collide::collide(*c.shape, *wheels_[slot(probe.wheel)].shape, on.toShape(probe, at),
                   {raised ? probe.reach : probe.margin}, cache, *thread.scratch, thread.manifolds);
  for (const collide::Manifold& m : thread.manifolds) {
    const Vec3 normal = rotate(on.rotation, m.normal);
    if (!raised && dot(normal, probe.up) > kWallSlope) continue;  // Carried by the suspension
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

/// Lets the wheel down on a collider; how far from full compression it gets, 1e30 if it meets nothing.
float Simulation::letDown(const WheelProbe& probe, const ProbedCollider& on, ThreadData& thread,
                          WheelTouch& touch, Surroundings& around) const {
  const collide::Shape& shape = *collider(on.collider).shape;
  touch.collider = on.collider, touch.body = collider(on.collider).body;
  if (!canDropWheelOn(shape)) {
    const float gone = sweepDown(probe, on, touch);
    around = {gone <= probe.reach, true};
    if (gone < 1e30f) centerPatch(probe, on, gone, thread, touch);
    return gone;
  }
  const WheelDefinition& d = wheels_[slot(probe.wheel)].definition;
  const Body& own = body(d.body);
  const Body& other = body(touch.body);
  Vec3 speed = pointVelocity(own, probe.hub);
  if (other.awake_index >= 0) speed -= pointVelocity(other, probe.hub - on.center);
  const float dt = settings_.time_step, room = kRoom + length(own.gravity) * dt * dt;
  WheelDrop drop;
  drop.radius = d.radius, drop.width = d.width;
  drop.way = probe.travel + probe.reach;
  // What was under its axle at the start of the step is under it, even if it falls past that till the pose at
  // which the ground is looked for.
  drop.lowered = probe.lowered + std::min(0.0f, dot(speed, probe.up) * leadOf(settings_));
  drop.margin =
      minimum(absolute(inverseRotate(probe.frame, speed)) * dt, Vec3{d.radius, kMostReach, d.radius}) +
      Vec3{room, room, room};
  const Transform pose{inverseRotate(probe.frame, on.position - probe.top()),
                       normalized(conjugate(probe.frame) * on.rotation)};
  const WheelLanding landing = dropWheel(shape, pose, drop);
  around = {landing.bottoms, landing.beside};
  if (!landing.hit) return 1e30f;
  touch.normal = rotate(probe.frame, landing.normal);
  touch.arm = probe.top() + rotate(probe.frame, landing.point);
  return landing.way;
}

/// The same for any shape. How far, but not where in the middle.
float Simulation::sweepDown(const WheelProbe& probe, const ProbedCollider& on, WheelTouch& touch) const {
  const Collider& c = collider(on.collider);
  const Wheel& wheel = wheels_[slot(probe.wheel)];
  const float way = probe.travel + probe.reach;
  const auto cast = [&](const collide::Shape& shape) {
    const Transform start = on.toShape(probe, probe.top());
    collide::Sweep sweep;
    sweep.start_center = start.translation, sweep.start_rotation = start.rotation;
    sweep.translation = inverseRotate(on.rotation, probe.up * -way);
    return collide::sweep(*c.shape, shape, sweep, kStandDistance);
  };
  collide::SweepHit hit = cast(*wheel.shape);
  if (!hit.hit) return 1e30f;
  Vec3 normal = rotate(on.rotation, hit.normal);
  float gone = hit.t * way;
  if (hit.t == 0 && dot(normal, probe.up) < kLeastSlope) {
    // It stands beside the wheel, and the ground may be the same collider.
    hit = cast(cylinderOf(wheel.definition, kCoreShare));
    if (!hit.hit || hit.t == 0) return 1e30f;
    normal = rotate(on.rotation, hit.normal);
    const float slope = dot(normal, probe.up);
    if (slope < kLeastSlope) return 1e30f;
    gone = std::max(0.0f, hit.t * way - (1 - kCoreShare) * wheel.definition.radius / slope);
  }
  touch.normal = normal;
  touch.arm = on.position + rotate(on.rotation, hit.point);
  return gone;
}

/// The middle of the patch on which the wheel stands, instead of any one point of it.
void Simulation::centerPatch(const WheelProbe& probe, const ProbedCollider& on, float gone,
                             ThreadData& thread, WheelTouch& touch) const {
  thread.manifolds.clear();
  collide::PairCache cache;
  collide::collide(*collider(on.collider).shape, *wheels_[slot(probe.wheel)].shape,
                   on.toShape(probe, probe.top() - probe.up * gone), {kStandDistance + 2 * kPatchDepth},
                   cache, *thread.scratch, thread.manifolds);
  float nearest = 1e30f;
  constexpr float kAlike = 0.95f;  // Cosine
  const auto counts = [&](const collide::Manifold& m) {
    return dot(rotate(on.rotation, m.normal), touch.normal) > kAlike;
  };
  for (const collide::Manifold& m : thread.manifolds) {
    for (std::int32_t i = 0; counts(m) && i < m.point_count; ++i)
      nearest = std::min(nearest, m.points[i].separation);
  }
  // The ends of the patch along the axle; those of several triangles may be many.
  const Vec3 axle = rotate(probe.rotation, Vec3{0, 1, 0});
  float least = 1e30f, most = -1e30f;
  Vec3 ends[2];
  for (const collide::Manifold& m : thread.manifolds) {
    for (std::int32_t i = 0; counts(m) && i < m.point_count; ++i) {
      if (m.points[i].separation > nearest + kPatchDepth) continue;
      const Vec3 point = on.position + rotate(on.rotation, m.points[i].position);
      const float along = dot(axle, point);
      if (along < least) least = along, ends[0] = point;
      if (along > most) most = along, ends[1] = point;
    }
  }
  if (least <= most) touch.arm = (ends[0] + ends[1]) * 0.5f;
}

void Simulation::findGround(std::int32_t index, ThreadData& thread) {
  const WheelProbe probe = probeOf(index);
  const Wheel& wheel = wheels_[slot(index)];
  const Body& own = at(wheel.definition.body);
  WheelGround& found = wheel_grounds_[slot(index)];
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
  queryBounds(box, [&](std::int32_t c) {
    if (!collider(c).sensor && collider(c).body != wheel.definition.body) thread.candidates.push_back(c);
    return true;
  });
  std::sort(thread.candidates.begin(), thread.candidates.end());
  float least = 1e30f;
  for (const std::int32_t c : thread.candidates) {
    const PairResponse response = policy_->respondWheel(index, c);
    if (!response.related) continue;
    const DTransform pose = poseAhead(at(collider(c).body), leadOf(settings_));
    const Quat rotation(pose.rotation);
    ProbedCollider on;
    on.collider = c;
    on.center = Vec3(pose.translation - probe.origin);
    on.position = on.center + rotate(rotation, collider(c).local.translation);
    on.rotation = rotation * collider(c).local.rotation;
    WheelTouch touch;
    Surroundings around;
    const float gone = letDown(probe, on, thread, touch, around);
    if (around.bottoms || around.beside) findStops(probe, on, around.bottoms, thread, found);
    if (!(gone < least) || dot(touch.normal, probe.up) < kLeastSlope) continue;
    least = gone;
    found.ground = touch;
    found.static_friction = response.static_friction, found.dynamic_friction = response.dynamic_friction;
  }
  found.touches = least < 1e30f;
  if (found.touches) {
    found.ground.separation = (least - probe.travel) * dot(found.ground.normal, probe.up);
  }
  // Back to the start of the step.
  const float lead = leadOf(settings_);
  const auto lead_back = [&](WheelTouch& touch) {
    const Body& other = body(touch.body);
    Vec3 closing = pointVelocity(own, touch.arm);
    const Vec3 between = Vec3(poseAhead(other, lead).translation - probe.origin);
    if (other.awake_index >= 0) closing -= pointVelocity(other, touch.arm - between);
    touch.separation -= dot(touch.normal, closing) * lead;
    touch.ground_arm = touch.arm - between;
  };
  if (found.touches) lead_back(found.ground);
  for (int i = 0; i < found.stop_count; ++i) lead_back(found.stops[i]);
}

void Simulation::updateWheels() {
  awake_wheels_.clear();
  std::size_t done = 0;
  for (bool woken = true; woken;) {
    for (std::size_t i = 0; i < wheels_.size(); ++i) {
      const auto index = static_cast<std::int32_t>(i);
      const bool known = std::binary_search(awake_wheels_.begin(),
                                            awake_wheels_.begin() + static_cast<std::ptrdiff_t>(done), index);
      if (!known && isAwake(wheels_[i].definition.body)) awake_wheels_.push_back(index);
    }
    pool_.parallelFor(static_cast<std::int32_t>(awake_wheels_.size() - done), 2,
                      [&](const ThreadPool::Range& range) {
                        for (std::int32_t i = range.begin; i < range.end; ++i)
                          findGround(awake_wheels_[done + slot(i)], threads_[slot(range.thread)]);
                      });
    woken = false;
    const auto active = static_cast<std::int32_t>(active_contacts_.size());
    for (std::size_t i = done; i < awake_wheels_.size(); ++i) {
      const WheelGround& found = wheel_grounds_[slot(awake_wheels_[i])];
      const auto touch = [&](const WheelTouch& t) {
        if (at(t.body).island < 0) return;
        wakeIsland(at(t.body).island);
        woken = true;
      };
      if (found.touches) touch(found.ground);
      for (int k = 0; k < found.stop_count; ++k) touch(found.stops[k]);
    }
    // What they wake lies on something.
    updateContactsFrom(active);
    std::sort(awake_wheels_.begin(), awake_wheels_.end());
    done = awake_wheels_.size();
  }
}

/// Rows of the awake wheels, in groups that share no body that can be pushed.
void Simulation::gatherWheels() {
  wheels_by_batch_.sort(0, batches_.count(), [](std::int32_t) { return IslandBatches::kTogether; });
  if (awake_wheels_.empty()) return;
  SolverBodies& s = solver_bodies_;
  const float h = settings_.time_step / static_cast<float>(settings_.substeps);
  wheel_rows_.resize(awake_wheels_.size());
  for (std::size_t i = 0; i < awake_wheels_.size(); ++i) {
    Wheel& wheel = wheels_[slot(awake_wheels_[i])];
    const WheelGround& found = wheel_grounds_[slot(awake_wheels_[i])];
    std::int32_t others[1 + WheelGround::kMaxStops] = {};
    if (found.touches) others[0] = s.indexOf(found.ground.body);
    for (int k = 0; k < found.stop_count; ++k) others[1 + k] = s.indexOf(found.stops[k].body);
    const std::int32_t body = s.indexOf(wheel.definition.body);
    wheel_rows_[i].begin(wheel, found, body, others, s, h);
    if (!found.touches && found.stop_count == 0) continue;
    s.bodies[slot(body)].ballistic = false;
    for (const std::int32_t other : others) {
      if (other > 0) s.bodies[slot(other)].ballistic = false;
    }
  }
  groupWheels();
}

void Simulation::groupWheels() {
  const std::size_t count = wheel_rows_.size();
  // By body that can be pushed: the first wheel that touches it; by wheel: its group's first wheel.
  wheel_users_.clear();
  wheel_roots_.resize(count);
  const auto root = [&](std::int32_t i) {
    while (wheel_roots_[slot(i)] != i) i = wheel_roots_[slot(i)];
    return i;
  };
  for (std::size_t i = 0; i < count; ++i) {
    const auto index = static_cast<std::int32_t>(i);
    wheel_roots_[i] = index;
    const WheelRows& rows = wheel_rows_[i];
    const auto use = [&](std::int32_t body) {
      if (body > 0 && body < solver_bodies_.movable_end) wheel_users_.push_back({body, index});
    };
    use(rows.body());
    for (int k = 0; k < rows.otherCount(); ++k) use(rows.otherAt(k));
  }
  std::sort(wheel_users_.begin(), wheel_users_.end());
  for (std::size_t i = 1; i < wheel_users_.size(); ++i) {
    if (wheel_users_[i].first != wheel_users_[i - 1].first) continue;
    const std::int32_t a = root(wheel_users_[i - 1].second), b = root(wheel_users_[i].second);
    wheel_roots_[slot(std::max(a, b))] = std::min(a, b);
  }
  wheel_order_.clear();
  for (std::size_t i = 0; i < count; ++i) {
    wheel_order_.push_back({root(static_cast<std::int32_t>(i)), static_cast<std::int32_t>(i)});
  }
  std::sort(wheel_order_.begin(), wheel_order_.end());
  wheel_groups_.clear();
  for (std::size_t i = 0; i < count; ++i) {
    if (i == 0 || wheel_order_[i].first != wheel_order_[i - 1].first)
      wheel_groups_.push_back(static_cast<std::int32_t>(i));
  }
  wheel_groups_.push_back(static_cast<std::int32_t>(count));
  for (std::size_t g = 0; g + 1 < wheel_groups_.size(); ++g)
    shareBodies(wheel_groups_[g], wheel_groups_[g + 1]);
  wheels_by_batch_.sort(
      static_cast<std::int32_t>(wheel_groups_.size()) - 1, batches_.count(), [&](std::int32_t group) {
        const std::int32_t wheel = awake_wheels_[slot(wheel_order_[slot(wheel_groups_[slot(group)])].second)];
        const Body& body = at(wheels_[slot(wheel)].definition.body);
        return body.movable() && body.awake_index >= 0 ? batches_.batchOf(body.awake_index)
                                                       : IslandBatches::kTogether;
      });
}

/// All the wheels of a body together make it as stiff as they are, and share what it does to the ground.
void Simulation::shareBodies(std::int32_t begin, std::int32_t end) {
  for (std::int32_t i = begin; i < end; ++i) {
    WheelRows& rows = wheel_rows_[slot(wheel_order_[slot(i)].second)];
    float sum = 0;
    int count = 0;
    for (std::int32_t k = begin; k < end; ++k) {
      const WheelRows& other = wheel_rows_[slot(wheel_order_[slot(k)].second)];
      if (other.body() != rows.body()) continue;
      sum += other.stiffnessRatio();
      if (other.touches()) ++count;
    }
    rows.shareBody(sum, count);
  }
}

void Simulation::finishWheels() {
  for (WheelRows& rows : wheel_rows_) rows.endStep(1 / settings_.time_step);
  wheel_rows_.clear();
}

}  // namespace carom::solve

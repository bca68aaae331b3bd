// What the solver has found goes back to the bodies, and what follows from it for each of them alone: whether
// it was fast enough to have passed through something, its bounds, and for how long it has been at rest. All
// in one pass, since in a large scene it is the way of the bodies through the cache that takes the time.
//
// Continuous collision may put fast bodies elsewhere; what follows for them is found after it, by
// finishFastBodies().

#include <algorithm>
#include <cmath>

#include "solve/integrate.hpp"
#include "solve/simulation.hpp"
#include "solve/traces.hpp"

namespace carom::solve {
namespace {

constexpr std::int32_t kBodiesPerJob = 64;

// What a body is to the rest of the step, in body_changes_.
constexpr std::uint8_t kFast = 1;
constexpr std::uint8_t kLeavesLeaf = 2;

bool isFinite(const Vec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// Nothing changes the spin about an axis of infinite inertia; rounding must not either. Components in body
/// axes.
Vec3 withLockedAxes(const Body& body, const Quat& rotation, const Vec3& velocity) {
  const Vec3& inverse = body.inverse_inertia;
  if (body.type != BodyType::Dynamic || (inverse.x > 0 && inverse.y > 0 && inverse.z > 0)) return velocity;
  const Vec3 before = inverseRotate(body.start_rotation, body.angular_velocity);
  Vec3 now = inverseRotate(rotation, velocity);
  for (std::size_t i = 0; i < 3; ++i) {
    if (!(inverse[i] > 0)) now[i] = before[i];
  }
  return rotate(rotation, now);
}

}  // namespace

void Simulation::storeBody(std::int32_t index) {
  Body& body = at(index);
  const SolverBodies& s = solver_bodies_;
  const auto slot = static_cast<std::size_t>(s.indexOf(index));
  const SolverBody& solved = s.bodies[slot];
  const SolverVelocity& velocity = s.velocities[slot];
  const Vec3 moved = s.deltas[slot].position;
  body.ballistic = solved.ballistic;
  body.sprung = solved.sprung;
  body.force = body.torque = Vec3{};
  // Absurd input (masses beyond what float can tell apart, say) must not poison its neighbours.
  if (!isFinite(velocity.linear) || !isFinite(velocity.angular) || !isFinite(moved)) {
    body.linear_velocity = body.angular_velocity = Vec3{};
    return;
  }
  body.linear_velocity = velocity.linear;
  body.angular_velocity = withLockedAxes(body, solved.rotation, velocity.angular);
  if (body.has_target) {
    body.center = body.target_center;
    body.rotation = body.target_rotation;
    body.has_target = false;
    return;
  }
  body.center += DVec3(moved);
  body.rotation = storedRotation(solved);
}

/// Finds a body's bounds; whether they have left their leaves. Up to still_until on its odometer, with twice
/// the way of the next step, they will not have, nor have to be found again: the bounds of a leaf include
/// that way, and a collider's radius is at most the square root of 3 times that of the body's farthest point.
bool Simulation::leavesLeaf(Body& body) {
  bool leaves = false;
  double until = 1e30;
  Aabb leaf;
  for (std::int32_t c = body.first_collider; c >= 0; c = colliderAt(c).next_in_body) {
    Collider& collider = colliderAt(c);
    leaves = needsNewLeaf(collider, leaf) || leaves;
    const Vec3 low = collider.tight.lower - collider.fat.lower,
               high = collider.fat.upper - collider.tight.upper;
    const Vec3 gap = minimum(low, high);
    const float room = std::min({gap.x, gap.y, gap.z, roomOfBounds(collider)});
    until = std::min(until, collider.sensor ? -1e30 : collider.tight_odometer + static_cast<double>(room));
  }
  body.still_until = leaves ? -1e30 : until;
  return leaves;
}

/// What follows for a body that continuous collision leaves where it is; whether it leaves its leaf.
bool Simulation::finishSlowBody(Body& body, const StepMotion& moved) {
  // As noteWay() does; it was taken at the start of the step.
  body.odometer += static_cast<double>(moved.way + 2 * body.outer_radius * moved.sine);
  body.odometer_center = body.center;
  body.odometer_rotation = body.rotation;
  updateRestTime(body);
  return body.odometer + 2 * wayInStep(body) > body.still_until && leavesLeaf(body);
}

Simulation::StepMotion Simulation::motionInStep(const Body& body) {
  return {length(Vec3(body.center - body.start_center)),
          length(turnBetween(body.start_rotation, body.rotation).vector())};
}

void Simulation::finishBodies() {
  body_changes_.resize(awake_.size());
  pool_.parallelFor(static_cast<std::int32_t>(awake_.size()), kBodiesPerJob,
                    [&](const ThreadPool::Range& range) {
                      for (std::int32_t i = range.begin; i < range.end; ++i) {
                        const std::int32_t index = awake_[static_cast<std::size_t>(i)];
                        storeBody(index);
                        Body& body = at(index);
                        std::uint8_t& changes = body_changes_[static_cast<std::size_t>(i)];
                        const StepMotion moved = motionInStep(body);
                        changes = settings_.continuous && mayHavePassed(body, moved) ? kFast : 0;
                        if (changes == 0 && finishSlowBody(body, moved)) changes = kLeavesLeaf;
                      }
                    });
}

/// Of an awake body.
bool Simulation::wasFast(std::size_t i) const {
  return (body_changes_[i] & kFast) != 0;
}

/// After continuous collision: the same for the bodies that it has looked at, or pushed.
void Simulation::finishFastBodies() {
  for (std::size_t i = 0; i < awake_.size(); ++i) {
    if (!wasFast(i)) continue;
    Body& body = at(awake_[i]);
    noteWay(body);
    updateRestTime(body);
    if (leavesLeaf(body)) body_changes_[i] |= kLeavesLeaf;
  }
  for (const std::vector<std::int32_t>* looked_at : {&fast_bodies_, &pushed_bodies_}) {
    for (const std::int32_t index : *looked_at) {
      Body& body = at(index);
      if (body.awake_index >= 0 && leavesLeaf(body))
        body_changes_[static_cast<std::size_t>(body.awake_index)] |= kLeavesLeaf;
    }
  }
}

/// New leaves for the bodies that have left theirs.
void Simulation::updateBounds() {
  for (std::size_t i = 0; i < awake_.size(); ++i) {
    if ((body_changes_[i] & kLeavesLeaf) == 0) continue;
    for (std::int32_t c = at(awake_[i]).first_collider; c >= 0; c = colliderAt(c).next_in_body)
      updateProxy(c, false);
  }
}

}  // namespace carom::solve

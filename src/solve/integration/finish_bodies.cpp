// After the solver: stores its results in the bodies, and updates for each body whether it was fast enough to
// have passed through something, its boxes, and how long it has been at rest. All in one pass over the
// bodies, because in a large scene loading them into the cache takes the time.
//
// Continuous collision and the projection of positions may move bodies; finishMovedBodies() finishes these
// after them. The tree gets all new boxes at once in the end.

#include "solve/integration/finish_bodies.hpp"

#include <algorithm>
#include <cmath>

#include "solve/broad_phase/bounds.hpp"
#include "solve/broad_phase/clearance.hpp"
#include "solve/continuous/suspects.hpp"
#include "solve/integration/integrate.hpp"
#include "solve/integration/integration_settings.hpp"
#include "solve/integration/struck_bodies.hpp"
#include "solve/sleep/held_islands.hpp"
#include "solve/sleep/sleep.hpp"
#include "solve/state/traces.hpp"

namespace carom::solve {
namespace {

// State of a body in body_changes_.
constexpr std::uint8_t kFast = 1;
constexpr std::uint8_t kTouched = 2;  // A body that was not fast has been changed since.

/// False for NaN.
bool isWithin(const Vec3& v) {
  constexpr float kMost = IntegrationSettings::kMaxResult;
  return std::abs(v.x) <= kMost && std::abs(v.y) <= kMost && std::abs(v.z) <= kMost;
}

/// Restores the angular velocity about axes of infinite inertia: nothing changes it, and rounding must not
/// either.
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

/// Stores the solver's result in a body. If the result is out of range, returns false: the body stays where
/// it was, at rest.
bool storeBody(SimulationState& state, std::int32_t index) {
  Body& body = state.bodies[index];
  const SolverBodies& s = state.solver.bodies;
  const std::int32_t slot = s.indexOf(index);
  const SolverBody& solved = s.bodies[slot];
  const SolverVelocity& velocity = s.velocities[slot];
  const Vec3 moved = s.deltas[slot].position;
  body.ballistic = solved.ballistic;
  body.sprung = solved.sprung;
  body.force = body.torque = Vec3{};
  // Extreme input (for example masses that float cannot tell apart) must not affect other bodies.
  if (!isWithin(velocity.linear) || !isWithin(velocity.angular) || !isWithin(moved)) {
    body.linear_velocity = body.angular_velocity = Vec3{};
    return false;
  }
  body.linear_velocity = velocity.linear;
  body.angular_velocity = withLockedAxes(body, solved.rotation, velocity.angular);
  if (body.target.set) {
    body.center = body.target.center;
    body.rotation = body.target.rotation;
    body.target.set = false;
    return true;
  }
  body.center += DVec3(moved);
  body.rotation = storedRotation(solved);
  return true;
}

/// Discards the manifolds of a body's contacts, and with them the impulses for warm starting.
void forgetImpulses(SimulationState& state, std::int32_t index) {
  for (const ContactEnd end : state.contacts.of(state.bodies[index])) {
    Contact& contact = state.contacts[end.contact];
    contact.manifold_count = 0;
    contact.reusable = false;
  }
}

/// Updates the boxes of a body. They remain valid until its displacement bound, plus twice the motion of the
/// next step, exceeds still_until. Twice, because a box includes that motion with the radius of the collider,
/// which is at most √3 times that of the body's farthest point.
void updateBoxes(SimulationState& state, const StepContext& context, Body& body,
                 std::vector<std::int32_t>& new_boxes) {
  const std::size_t old_count = new_boxes.size();
  double until = 1e30;
  for (const std::int32_t c : collidersOf(state.colliders, body)) {
    Collider& collider = state.colliders[c];
    if (leavesBox(state, context, collider)) new_boxes.push_back(c);
    const Vec3 low = collider.tight.lower - collider.fat.lower,
               high = collider.fat.upper - collider.tight.upper;
    const Vec3 gap = minimum(low, high);
    const float room = std::min({gap.x, gap.y, gap.z, roomOfBounds(collider)});
    until = std::min(until, collider.sensor ? -1e30 : collider.tight_bound + static_cast<double>(room));
  }
  body.continuous.still_until = new_boxes.size() > old_count ? -1e30 : until;
}

/// Finishes a body that continuous collision leaves where it is.
void finishSlowBody(SimulationState& state, const StepContext& context, Body& body, const StepMotion& moved,
                    std::vector<std::int32_t>& new_boxes) {
  // As in updateDisplacementBound(), which was called at the start of the step.
  body.displacement.bound +=
      static_cast<double>(moved.distance + 2 * body.extents.bounding_radius * moved.sine);
  body.displacement.center = body.center;
  body.displacement.rotation = body.rotation;
  updateRestTime(state, context, body);
  if (body.displacement.bound + 2 * displacementInStep(context, body) > body.continuous.still_until)
    updateBoxes(state, context, body, new_boxes);
}

/// Notes what the projection of positions wants to know of a body.
void noteBlow(SimulationState& state, const StepContext& context, std::int32_t index, BodyJob& job) {
  BodySweep& sweep = state.bodies.sweeps[index];
  sweep.curved_way = curvedWay(state.bodies[index]);
  if (wasStruck(state, context, index)) job.struck.push_back(index);
  // One of two bodies has at least half of their way.
  if (length(sweep.displacement) + 2 * sweep.sine * sweep.outer > 0.5f * sweep.curved_way)
    job.curved.push_back(index);
}

/// Calls function(awake index, job) for each awake body, in parallel.
template <class Function>
void eachAwakeBody(SimulationState& state, const StepContext& context, Function&& function) {
  constexpr std::int32_t kBodiesPerJob = IntegrationSettings::kBodiesPerJob;
  const std::int32_t count = state.bodies.awake.count();
  context.pool.parallelFor(state.step.body_job_count, 1, [&](const ThreadPool::Range& range) {
    for (std::int32_t job = range.begin; job < range.end; ++job) {
      const std::int32_t end = std::min(count, (job + 1) * kBodiesPerJob);
      for (std::int32_t i = job * kBodiesPerJob; i < end; ++i) function(i, state.step.body_jobs[job]);
    }
  });
}

}  // namespace

void BodyFinish::finishBodies(SimulationState& state, const StepContext& context) {
  constexpr std::int32_t kBodiesPerJob = IntegrationSettings::kBodiesPerJob;
  const std::int32_t count = state.bodies.awake.count();
  body_changes_.setCount(count);
  state.step.still.setCount(count);
  state.step.body_job_count = (count + kBodiesPerJob - 1) / kBodiesPerJob;
  state.step.body_jobs.growTo(state.step.body_job_count);
  for (std::int32_t job = 0; job < state.step.body_job_count; ++job) state.step.body_jobs[job].clear();
  eachAwakeBody(state, context, [&](std::int32_t i, BodyJob& job) {
    if (!storeBody(state, state.bodies.awake[i])) job.dropped.push_back(state.bodies.awake[i]);
    Body& body = state.bodies[state.bodies.awake[i]];
    const StepMotion moved = motionInStep(body);
    const bool fast = context.settings.continuous && mayHavePassed(body, moved);
    noteSweep(state, state.bodies.awake[i], moved, fast);
    noteBlow(state, context, state.bodies.awake[i], job);
    body_changes_[i] = fast ? kFast : 0;
    state.step.still[i] = !fast && isStill(context, body) ? 1 : 0;
    if (fast) {
      collectFastBody(state, state.bodies.awake[i], moved, job);
    } else {
      finishSlowBody(state, context, body, moved, job.new_boxes);
    }
  });
  for (std::int32_t job = 0; job < state.step.body_job_count; ++job) {
    for (const std::int32_t index : state.step.body_jobs[job].dropped) forgetImpulses(state, index);
  }
}

bool BodyFinish::wasFast(std::int32_t i) const {
  return body_changes_[i] == kFast;
}

void BodyFinish::finishMovedBodies(SimulationState& state, const StepContext& context) {
  for (const std::int32_t index : state.step.stopped_bodies) {
    const std::int32_t i = state.bodies[index].awake_index;
    if (i >= 0 && !wasFast(i)) body_changes_[i] = kTouched;
  }
  eachAwakeBody(state, context, [&](std::int32_t i, BodyJob& job) {
    if (body_changes_[i] == 0) return;
    Body& body = state.bodies[state.bodies.awake[i]];
    updateDisplacementBound(body);
    if (wasFast(i)) updateRestTime(state, context, body);
    updateBoxes(state, context, body, job.new_boxes);
  });
}

void BodyFinish::updateBounds(SimulationState& state) {
  for (std::int32_t job = 0; job < state.step.body_job_count; ++job) {
    for (const std::int32_t collider : state.step.body_jobs[job].new_boxes) noteNewBox(state, collider);
  }
  moved_leaves_.clear();
  for (const std::int32_t index : state.colliders.moved)
    moved_leaves_.push_back({state.colliders[index].fat, index});
  state.colliders.movable_tree.update(moved_leaves_);
}

}  // namespace carom::solve

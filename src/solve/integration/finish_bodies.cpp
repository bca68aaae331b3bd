// What the solver has found goes back to the bodies, and what follows from it for each of them alone: whether
// it was fast enough to have passed through something, its bounds, and for how long it has been at rest. All
// in one pass, since in a large scene it is the way of the bodies through the cache that takes the time.
//
// Continuous collision may put fast bodies elsewhere; what follows for them is found after it, by
// finishMovedBodies(). The tree is told last of all boxes that are new, all at once.

#include <algorithm>
#include <cmath>

#include "solve/integration/integrate.hpp"
#include "solve/simulation.hpp"
#include "solve/state/traces.hpp"

namespace carom::solve {
namespace {

constexpr std::int32_t kBodiesPerJob = 64;

// What a body is to the rest of the step, in body_changes_.
constexpr std::uint8_t kFast = 1;
constexpr std::uint8_t kTouched = 2;  // By continuous collision, without having been fast.

constexpr float kMost = 1e9f;  // m/s, rad/s, m in a step: what the host may ask for, too.

/// False for what is not a number.
bool isWithin(const Vec3& v) {
  return std::abs(v.x) <= kMost && std::abs(v.y) <= kMost && std::abs(v.z) <= kMost;
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

/// False where the result is absurd and the body stays where it was.
bool Simulation::storeBody(std::int32_t index) {
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
  if (!isWithin(velocity.linear) || !isWithin(velocity.angular) || !isWithin(moved)) {
    body.linear_velocity = body.angular_velocity = Vec3{};
    return false;
  }
  body.linear_velocity = velocity.linear;
  body.angular_velocity = withLockedAxes(body, solved.rotation, velocity.angular);
  if (body.has_target) {
    body.center = body.target_center;
    body.rotation = body.target_rotation;
    body.has_target = false;
    return true;
  }
  body.center += DVec3(moved);
  body.rotation = storedRotation(solved);
  return true;
}

/// What its contacts would start the next step with.
void Simulation::forgetImpulses(std::int32_t index) {
  for (std::int32_t end = at(index).first_contact; end >= 0; end = contactAt(end / 2).next[end % 2]) {
    Contact& contact = contactAt(end / 2);
    contact.manifold_count = 0;
    contact.reusable = false;
  }
}

/// Finds a body's bounds, and new boxes where they have left theirs. Up to still_until on its odometer, with
/// twice the way of the next step, they will not have, nor have to be found again: a box includes that way,
/// and a collider's radius is at most the square root of 3 times that of the body's farthest point.
void Simulation::updateBoxes(Body& body, std::vector<std::int32_t>& new_boxes) {
  const std::size_t old_count = new_boxes.size();
  double until = 1e30;
  for (std::int32_t c = body.first_collider; c >= 0; c = colliderAt(c).next_in_body) {
    Collider& collider = colliderAt(c);
    if (leavesBox(collider)) new_boxes.push_back(c);
    const Vec3 low = collider.tight.lower - collider.fat.lower,
               high = collider.fat.upper - collider.tight.upper;
    const Vec3 gap = minimum(low, high);
    const float room = std::min({gap.x, gap.y, gap.z, roomOfBounds(collider)});
    until = std::min(until, collider.sensor ? -1e30 : collider.tight_odometer + static_cast<double>(room));
  }
  body.still_until = new_boxes.size() > old_count ? -1e30 : until;
}

/// What follows for a body that continuous collision leaves where it is.
void Simulation::finishSlowBody(Body& body, const StepMotion& moved, std::vector<std::int32_t>& new_boxes) {
  // As noteWay() does; it was taken at the start of the step.
  body.odometer += static_cast<double>(moved.way + 2 * body.outer_radius * moved.sine);
  body.odometer_center = body.center;
  body.odometer_rotation = body.rotation;
  updateRestTime(body);
  if (body.odometer + 2 * wayInStep(body) > body.still_until) updateBoxes(body, new_boxes);
}

Simulation::StepMotion Simulation::motionInStep(const Body& body) {
  return {length(Vec3(body.center - body.start_center)),
          length(turnBetween(body.start_rotation, body.rotation).vector())};
}

/// Calls function(awake index, job) for all awake bodies.
template <class Function>
void Simulation::eachAwakeBody(Function&& function) {
  const auto count = static_cast<std::int32_t>(awake_.size());
  const auto jobs = static_cast<std::int32_t>(body_job_count_);
  pool_.parallelFor(jobs, 1, [&](const ThreadPool::Range& range) {
    for (std::int32_t job = range.begin; job < range.end; ++job) {
      const std::int32_t end = std::min(count, (job + 1) * kBodiesPerJob);
      for (std::int32_t i = job * kBodiesPerJob; i < end; ++i)
        function(static_cast<std::size_t>(i), body_jobs_[static_cast<std::size_t>(job)]);
    }
  });
}

void Simulation::finishBodies() {
  body_changes_.resize(awake_.size());
  body_job_count_ = (awake_.size() + kBodiesPerJob - 1) / kBodiesPerJob;
  if (body_jobs_.size() < body_job_count_) body_jobs_.resize(body_job_count_);
  for (std::size_t job = 0; job < body_job_count_; ++job) body_jobs_[job].clear();
  eachAwakeBody([&](std::size_t i, BodyJob& job) {
    if (!storeBody(awake_[i])) job.dropped.push_back(awake_[i]);
    Body& body = at(awake_[i]);
    const StepMotion moved = motionInStep(body);
    const bool fast = settings_.continuous && mayHavePassed(body, moved);
    noteSweep(awake_[i], moved, fast);
    body_changes_[i] = fast ? kFast : 0;
    if (fast) {
      collectFastBody(awake_[i], moved, job);
    } else {
      finishSlowBody(body, moved, job.new_boxes);
    }
  });
  for (std::size_t job = 0; job < body_job_count_; ++job) {
    for (const std::int32_t index : body_jobs_[job].dropped) forgetImpulses(index);
  }
}

/// Of an awake body.
bool Simulation::wasFast(std::size_t i) const {
  return body_changes_[i] == kFast;
}

/// After continuous collision: the same for fast bodies, and for others that it has touched.
void Simulation::finishMovedBodies() {
  for (const std::int32_t index : touched_bodies_) {
    const std::int32_t i = at(index).awake_index;
    if (i >= 0 && !wasFast(static_cast<std::size_t>(i)))
      body_changes_[static_cast<std::size_t>(i)] = kTouched;
  }
  eachAwakeBody([&](std::size_t i, BodyJob& job) {
    if (body_changes_[i] == 0) return;
    Body& body = at(awake_[i]);
    if (wasFast(i)) {
      noteWay(body);
      updateRestTime(body);
    }
    updateBoxes(body, job.new_boxes);
  });
}

/// The tree takes over the new boxes.
void Simulation::updateBounds() {
  for (std::size_t job = 0; job < body_job_count_; ++job) {
    for (const std::int32_t collider : body_jobs_[job].new_boxes) noteNewBox(collider);
  }
  moved_leaves_.clear();
  for (const std::int32_t index : moved_colliders_) moved_leaves_.push_back({collider(index).fat, index});
  movable_tree_.update(moved_leaves_);
}

}  // namespace carom::solve

// Continuous collision: bodies that moved so far in the step that they may have passed through something.
//
// The solver knows only the contacts near the poses at the start of the step. So each body that moved by more
// than half of its inscribed ball is swept from its pose at the start of the step to its pose at the end,
// against everything in its path. The sweep is computed in the frame of the other body, because both may
// move. Two bodies that can be pushed are left to the solver, unless the core of one (core_entry.hpp) has
// entered the shape of the other, or one has gone farther into the other than both inscribed balls together
// are wide: then they pass through each other. A stop for less makes more overlap in a falling heap than it
// takes away, because the bodies behind go on: of 2,000 poured bodies of 0.6 to 1 m the deepest pair was 0.50
// m deep with stops at a tenth of the inscribed ball, and is 0.14 m deep without.
//
// Rounds. A stop may move a body into a third one, so there are several rounds. In a round all threads search
// the first stop of each suspect, with all bodies as they are at the start of the round. Then the stops are
// applied in the order of the bodies, and what joints connect with stopped bodies follows them
// (joint_closing.hpp). A stop at a body that has moved in this round waits for the next round, whose suspects
// are the moved bodies and all that might meet them. The rounds end when nothing changes, or after kRounds of
// them. Two last rounds then look only at what does not move, and at what is static: a kinematic body passes
// through bodies that cannot get out of its path.
#include "solve/continuous/continuous.hpp"

#include <algorithm>

#include "base/compact_sort.hpp"
#include "solve/continuous/continuous_settings.hpp"
#include "solve/continuous/pair_stop.hpp"
#include "solve/continuous/shape_motion.hpp"
#include "solve/continuous/suspects.hpp"

namespace carom::solve {
namespace {

bool isStoppable(const SimulationState& state, std::int32_t body) {
  return state.bodies.sweeps[body].stoppable;
}

/// Whether a body is among the obstacles.
bool counts(const SimulationState& state, std::int32_t body, Obstacles obstacles) {
  const BodySweep& sweep = state.bodies.sweeps[body];
  if (obstacles == Obstacles::All || state.bodies[body].type == BodyType::Static) return true;
  return obstacles == Obstacles::Still && !state.bodies[body].movable() && sweep.displacement == Vec3{} &&
         sweep.sine == 0;
}

/// Ends the approach of two bodies at a point by one impulse without restitution. The normal points to
/// `body`.
void takeApproach(Body& body, Body& other, const DVec3& point, const Vec3& normal) {
  const auto response = [&](const Body& b, const Vec3& arm) {
    const Vec3 turn = cross(arm, normal);
    return rotate(b.rotation, scaled(b.inverse_inertia, inverseRotate(b.rotation, turn)));
  };
  const Vec3 arm_b = Vec3(point - body.center), arm_o = Vec3(point - other.center);
  const Vec3 velocity = body.linear_velocity + cross(body.angular_velocity, arm_b) - other.linear_velocity -
                        cross(other.angular_velocity, arm_o);
  const float speed = dot(velocity, normal);
  if (speed >= 0) return;
  const bool pushes = other.movable() && other.awake_index >= 0;
  const Vec3 turn_b = response(body, arm_b), turn_o = pushes ? response(other, arm_o) : Vec3{};
  const float k = body.inverse_mass + dot(cross(arm_b, normal), turn_b) +
                  (pushes ? other.inverse_mass + dot(cross(arm_o, normal), turn_o) : 0.0f);
  if (!(k > 0)) return;
  const float impulse = -speed / k;
  body.linear_velocity += normal * (impulse * body.inverse_mass);
  body.angular_velocity += turn_b * impulse;
  if (!pushes) return;
  other.linear_velocity -= normal * (impulse * other.inverse_mass);
  other.angular_velocity -= turn_o * impulse;
}

/// Stops a body at a pose and time. Returns false if it was stopped before in this step.
bool stopAt(Body& body, const Pose& pose, float t) {
  const bool first_time = !body.continuous.stopped;
  body.continuous.stopped = true;
  // The angular velocity turns back with the body. Kept in global axes it would have a different energy.
  body.angular_velocity = rotate(pose.rotation, inverseRotate(body.rotation, body.angular_velocity));
  body.center = pose.center;
  body.rotation = pose.rotation;
  if (first_time && body.ballistic) {
    body.linear_velocity = body.start_velocity + (body.linear_velocity - body.start_velocity) * t;
  }
  return first_time;
}

}  // namespace

/// Adds the body of an escaped collider, and fast bodies that it may meet without being a
/// pair with them.
void ContinuousCollision::findNearEscaped(const SimulationState& state, std::int32_t i,
                                          std::vector<std::int32_t>& found) const {
  const std::int32_t body = state.colliders[escaped_colliders_[i]].body;
  const BodySweep& sweep = state.bodies.sweeps[body];
  if (sweep.stoppable) found.push_back(body);
  state.colliders.movable_tree.query(escaped_[i].aabb, [&](std::int32_t other) {
    const std::int32_t b = state.colliders[other].body;
    const BodySweep& theirs = state.bodies.sweeps[b];
    if (theirs.stoppable && b != body && mayMatter(theirs, sweep)) found.push_back(b);
    return true;
  });
}

/// Collects the bodies that have to be examined in the first round, ascending.
void ContinuousCollision::collectSuspects(SimulationState& state, const StepContext& context) {
  escaped_.clear();
  escaped_colliders_.clear();
  suspects_.clear();
  bool any_fast = false;
  for (std::int32_t k = 0; k < state.step.body_job_count; ++k) {
    const BodyJob& job = state.step.body_jobs[k];
    for (const collide::DynamicTree::Leaf& escaped : job.escaped) {
      escaped_.push_back({escaped.aabb, escaped_colliders_.count()});
      escaped_colliders_.push_back(escaped.key);
    }
    for (const std::int32_t index : job.fast) {
      any_fast = true;
      if (state.bodies[index].movable()) continue;
      // A kinematic body cannot be stopped, so bodies in its path are stopped instead.
      for (const std::int32_t c : collidersOf(state.colliders, state.bodies[index])) {
        state.colliders.movable_tree.query(
            sweptBounds(state.colliders[c], state.bodies[index]), [&](std::int32_t other) {
              const std::int32_t b = state.colliders[other].body;
              if (!state.bodies[b].movable() || state.bodies[b].awake_index < 0) return true;
              BodySweep& sweep = state.bodies.sweeps[b];
              if (!sweep.stoppable) beginSweep(state.bodies[b]);
              sweep.stoppable = true;
              suspects_.push_back(b);
              return true;
            });
      }
    }
  }
  if (!escaped_.empty() || escaped_tree_.leafCount() > 0) escaped_tree_.build(escaped_);
  if (!any_fast) return;
  constexpr std::int32_t kContactsPerJob = ContinuousSettings::kContactsPerJob,
                         kEscapedPerJob = ContinuousSettings::kEscapedPerJob;
  const std::int32_t contacts = state.contacts.active.count(), escaped = escaped_.count();
  const std::int32_t contact_jobs = (contacts + kContactsPerJob - 1) / kContactsPerJob,
                     jobs = contact_jobs + (escaped + kEscapedPerJob - 1) / kEscapedPerJob;
  suspect_jobs_.growTo(jobs);
  context.pool.parallelFor(jobs, 1, [&](const ThreadPool::Range& range) {
    for (std::int32_t job = range.begin; job < range.end; ++job) {
      std::vector<std::int32_t>& found = suspect_jobs_[job].found;
      found.clear();
      if (job < contact_jobs) {
        findSuspects(state, job * kContactsPerJob, std::min(contacts, (job + 1) * kContactsPerJob), found);
      } else {
        const std::int32_t first = (job - contact_jobs) * kEscapedPerJob;
        for (std::int32_t i = first; i < std::min(escaped, first + kEscapedPerJob); ++i)
          findNearEscaped(state, i, found);
      }
    }
  });
  for (std::int32_t job = 0; job < jobs; ++job) {
    const std::vector<std::int32_t>& found = suspect_jobs_[job].found;
    suspects_.insert(suspects_.end(), found.begin(), found.end());
  }
  sortSuspects();
}

void ContinuousCollision::sortSuspects() {
  compactSort(suspects_.begin(), suspects_.end(), std::less<>());
  suspects_.erase(std::unique(suspects_.begin(), suspects_.end()), suspects_.end());
}

/// Calls visit(collider) for each collider that a collider may meet in its path; some more
/// than once.
template <class Visit>
void ContinuousCollision::visitCandidates(const SimulationState& state, std::int32_t index,
                                          Visit&& visit) const {
  const Collider& mine = state.colliders[index];
  const Body& own = state.bodies[mine.body];
  const Aabb swept = expanded(sweptBounds(mine, own), stopDistance(own));
  const auto each = [&](std::int32_t other) { return visit(other), true; };
  escaped_tree_.query(swept, [&](std::int32_t k) { return each(escaped_colliders_[k]); });
  if (!contains(state.colliders.searched_boxes[index], swept)) {
    state.colliders.queryBounds(swept, each);
    return;
  }
  for (const ContactEnd end : state.contacts.of(own)) {
    const Contact& contact = state.contacts[end.contact];
    if (contact.collider[end.side] != index || contact.sensor) continue;
    const std::int32_t other = contact.collider[1 - end.side];
    if (overlap(state.colliders.searched_boxes[other], swept)) visit(other);
  }
}

/// Finds the first stop of a body, with all bodies as they are now.
void ContinuousCollision::findStop(SimulationState& state, const StepContext& context, std::int32_t index,
                                   Obstacles obstacles, std::vector<std::int32_t>& candidates,
                                   BodyStop& first) {
  const BodySweep& sweep = state.bodies.sweeps[index];
  for (const std::int32_t c : collidersOf(state.colliders, state.bodies[index])) {
    if (state.colliders[c].sensor) continue;
    candidates.clear();
    visitCandidates(state, c, [&](std::int32_t o) {
      const Collider& theirs = state.colliders[o];
      if (theirs.sensor || theirs.body == index) return;
      if (!counts(state, theirs.body, obstacles)) return;
      if (mayMatter(sweep, state.bodies.sweeps[theirs.body])) candidates.push_back(o);
    });
    compactSort(candidates.begin(), candidates.end(), std::less<>());
    candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
    for (const std::int32_t o : candidates) {
      // Stopping one link of a chain at the next one would tear the chain.
      if (state.joints.areConnected(index, state.colliders[o].body)) continue;
      if (!state.contacts.pairs.contains(c, o)) {
        first.unsure = first.unsure || first.others_work;
        if (first.unsure) return;
        if (!context.policy.respond(std::min(c, o), std::max(c, o)).related) continue;
      }
      sweepAgainst(state, c, o, first);
      if (first.unsure) return;
    }
  }
}

/// Stops a body, and the other one if both stop.
void ContinuousCollision::applyStop(SimulationState& state, std::int32_t index, const BodyStop& stop) {
  Body& body = state.bodies[index];
  Body& other = state.bodies[stop.struck];
  const bool first_time = stopAt(body, stop.pose, stop.t);
  noteMoved(state, index);
  stopped_.push_back(index);
  body.continuous.undone = body.continuous.undone || stop.undone;
  if (stop.both) {
    other.continuous.undone = other.continuous.undone || stop.undone;
    const Pose start{other.start_center, other.start_rotation};
    stopAt(other, between(start, {other.center, other.rotation}, stop.t), stop.t);
    noteMoved(state, stop.struck);
    stopped_.push_back(stop.struck);
  }
  if (!first_time) return;
  // Normally a contact in the next step removes the velocity. If the body was stopped in
  // the last step too, or its step is undone, no contact did: remove the approach velocity
  // here.
  if (stop.undone || body.continuous.was_stopped) {
    takeApproach(body, other, stop.point, stop.normal);
    state.step.stopped_bodies.push_back(stop.struck);
  }
  if (stop.undone && body.continuous.was_stopped && !(other.movable() && other.awake_index >= 0)) {
    body.angular_velocity += (other.angular_velocity - body.angular_velocity) * 0.5f;
  }
}

/// What joints connect with bodies that were stopped.
void ContinuousCollision::moveFollowers(SimulationState& state, const StepContext& context,
                                        Followers& followers) {
  for (const std::int32_t body : followers.follow(state, context, stopped_)) {
    if (!state.bodies.sweeps[body].stoppable) beginSweep(state.bodies[body]);
    noteMoved(state, body);
  }
}

void ContinuousCollision::endRound(SimulationState& state) {
  for (const std::int32_t index : state.step.stopped_bodies) state.bodies.sweeps[index].moved = false;
  stopped_.clear();
  sortSuspects();
}

/// Records that a body has been moved. The body and all that might meet it are suspects of
/// the next round.
void ContinuousCollision::noteMoved(SimulationState& state, std::int32_t index) {
  BodySweep& sweep = state.bodies.sweeps[index];
  const bool deep = sweep.deep;
  noteSweep(state, index, motionInStep(state.bodies[index]), true);
  sweep.deep = deep;
  sweep.moved = true;
  state.step.stopped_bodies.push_back(index);
  suspects_.push_back(index);
  for (const ContactEnd end : state.contacts.of(state.bodies[index])) {
    const std::int32_t other = state.contacts[end.contact].body[1 - end.side];
    if (isStoppable(state, other)) suspects_.push_back(other);
  }
  for (const std::int32_t c : collidersOf(state.colliders, state.bodies[index])) {
    if (state.colliders[c].sensor) continue;
    Aabb swept = sweptBounds(state.colliders[c], state.bodies[index]);
    swept.include(state.colliders.searched_boxes[c]);
    escaped_tree_.query(swept, [&](std::int32_t k) {
      const std::int32_t other = state.colliders[escaped_colliders_[k]].body;
      if (isStoppable(state, other)) suspects_.push_back(other);
      return true;
    });
  }
}

/// One round. Returns whether a stop was found; suspects_ are then those of the next round.
bool ContinuousCollision::stopSuspects(SimulationState& state, const StepContext& context,
                                       Obstacles obstacles) {
  const std::int32_t count = suspects_.count();
  stops_.assign(suspects_.size(), BodyStop{});
  context.pool.parallelFor(count, ContinuousSettings::kSuspectsPerJob, [&](const ThreadPool::Range& range) {
    for (std::int32_t i = range.begin; i < range.end; ++i) {
      BodyStop& stop = stops_[i];
      stop.others_work = true;
      findStop(state, context, suspects_[i], obstacles, context.threadOf(range).candidates, stop);
    }
  });
  examined_.swap(suspects_);
  suspects_.clear();
  // Repeat the unsure searches on this thread, before any stop is applied.
  for (std::size_t i = 0; i < examined_.size(); ++i) {
    if (!stops_[i].unsure) continue;
    stops_[i] = BodyStop{};
    findStop(state, context, examined_[i], obstacles, context.threads[0].candidates, stops_[i]);
  }
  bool changed = false;
  for (std::size_t i = 0; i < examined_.size(); ++i) {
    if (!stops_[i].found) continue;
    changed = true;
    const std::int32_t index = examined_[i];
    if (state.bodies.sweeps[index].moved || state.bodies.sweeps[stops_[i].struck].moved) {
      suspects_.push_back(index);
    } else {
      applyStop(state, index, stops_[i]);
    }
  }
  return changed;
}

void ContinuousCollision::run(SimulationState& state, const StepContext& context, Followers& followers) {
  collectSuspects(state, context);
  bool changed = !suspects_.empty();
  for (int round = 0; round < ContinuousSettings::kRounds && changed; ++round) {
    changed = stopSuspects(state, context, Obstacles::All);
    if (round < ContinuousSettings::kClosingRounds) moveFollowers(state, context, followers);
    endRound(state);
  }
  // Bodies that are squeezed may move each other without end. What stands still has the later word, and what
  // is static the last one.
  for (const Obstacles last : {Obstacles::Still, Obstacles::Static}) {
    if (!changed) return;
    changed = stopSuspects(state, context, last);
    endRound(state);
  }
}

}  // namespace carom::solve

// Sleeping.
//
// Awake bodies that touch form islands (union-find over the touching contacts; bodies that cannot be pushed
// do not connect). A body rests while no point of it gets farther than sleep_speed · sleep_time within a
// window of sleep_time, and none is fast: something that only trembles, or rocks a little with no rolling
// friction to stop it, rests too; what bounces does not, and nothing sleeps that does not touch anything. The
// window follows the body. Counted from where its rest once began, each of a thousand bodies that creep by
// millimetres a second would break it off at another time, and a heap would never rest as a whole.
// When every body of an island has rested for a while, the whole island leaves the lists that a step goes
// through, with its contacts and their impulses; anything awake that touches it, or leaves it, wakes it
// whole. Parts of an island do not sleep: they would be walls to steady forces, slow platforms and new loads.
//
// An island that touches nothing fixed drifts where nothing would brake it, so it sleeps only when it does
// not move at all. An island that touches a moving kinematic body does not sleep, nor one
// that a drive moves as slowly as it is to: the hour hand of a clock.

#include "solve/sleep/sleep.hpp"

#include <algorithm>
#include <cmath>

#include "solve/broad_phase/clearance.hpp"
#include "solve/state/traces.hpp"

namespace carom::solve {
namespace {

constexpr float kDriftSpeed = 1e-5f;  // m/s
constexpr float kRestlessRatio = 8;   // Times sleep_speed: no point of a body at rest is faster.

/// How far from its centre of mass a body's turning can be seen, m. Without colliders it is that of its mass.
float reachOf(const Body& body) {
  const float most = std::max({body.inertia.x, body.inertia.y, body.inertia.z});
  const float reach = body.outer_radius > 0   ? body.outer_radius
                      : body.inverse_mass > 0 ? std::sqrt(most * body.inverse_mass)
                                              : 1.0f;
  return std::min(reach, 1e6f);
}

float fastestPoint(const Body& body) {
  return length(body.linear_velocity) + length(body.angular_velocity) * reachOf(body);
}

/// Bound of the way that any point of the body has gone in its window of rest, m.
float distanceFromRest(const Body& body) {
  const Quat turn = turnBetween(body.rest_rotation, body.rotation);
  return static_cast<float>(length(body.center - body.rest_center)) +
         2 * length(turn.vector()) * reachOf(body);
}

/// How far the step has moved a point of the body, given from its centre. For small turns.
Vec3 motionOf(const Body& body, const Vec3& point) {
  if (body.awake_index < 0) return {};
  const Vec3 turn = (body.rotation * conjugate(body.start_rotation)).vector() * 2.0f;
  return Vec3(body.center - body.start_center) + cross(turn, point);
}

void beginRest(Body& body) {
  body.rest_time = 0;
  body.rest_center = body.center;
  body.rest_rotation = body.rotation;
  body.rest_odometer = body.odometer;
}

/// Touches at the end of the step too: what bounces may be in the air by then.
bool rests(const SimulationState& state, const Contact& contact) {
  if (contact.sensor || !contact.reported) return false;
  const Body& a = state.bodies[contact.body[0]];
  const Body& b = state.bodies[contact.body[1]];
  const ContactManifold* manifolds = contact.manifolds();
  for (std::int32_t m = 0; m < contact.manifold_count; ++m) {
    for (std::int32_t i = 0; i < manifolds[m].point_count; ++i) {
      const ContactPoint& p = manifolds[m].points[i];
      const Vec3 apart = motionOf(b, manifolds[m].anchorB(p)) - motionOf(a, p.anchor_a);
      if (p.separation + dot(manifolds[m].normal, apart) <= kSeparatedDistance) return true;
    }
  }
  return false;
}

/// Kinematic bodies and others that nothing can push rest as soon as they stand still.
void restUnmoved(SimulationState& state, const StepContext& context) {
  for (std::size_t i = state.bodies.awake.size(); i-- > 0;) {
    const std::int32_t index = state.bodies.awake[i];
    const Body& body = state.bodies[index];
    // One without solid colliders turns too, and what it carries: triggers, joints, nodes.
    const bool moves = !(body.linear_velocity == Vec3{} && body.angular_velocity == Vec3{});
    if (body.movable() || body.has_target || moves) continue;
    removeAwake(state, context, index);
    for (const ContactEnd end : state.contacts.of(body)) {
      const Contact& contact = state.contacts[end.contact];
      if (state.bodies[contact.body[1 - end.side]].awake_index < 0) state.contacts.deactivate(end.contact);
    }
  }
}

/// What touches has been united by summarizeContacts(). A wheel connects its body with what it stands on.
void uniteJoined(SimulationState& state) {
  for (const std::int32_t index : state.step.awake_groups) {
    const JointGroup& group = state.joints.groups()[static_cast<std::size_t>(index)];
    for (const std::int32_t b : group.bodies()) uniteBodies(state, group.movableBody(), b);
  }
  for (const std::int32_t index : state.step.awake_wheels) {
    const Wheel& wheel = state.wheels[index];
    if (wheel.report.ground >= 0)
      uniteBodies(state, wheel.definition.body, state.colliders[wheel.report.ground].body);
  }
  state.step.touching.settle();
}

void sleepIsland(SimulationState& state, const StepContext& context, const Sleeper* begin,
                 const Sleeper* end) {
  std::int32_t id;
  if (state.islands.free.empty()) {
    id = static_cast<std::int32_t>(state.islands.sleeping.size());
    state.islands.sleeping.emplace_back();
  } else {
    id = state.islands.free.back();
    state.islands.free.pop_back();
  }
  SleepingIsland& island = state.islands.sleeping[id];
  island.bodies.clear();
  for (const Sleeper* sleeper = begin; sleeper != end; ++sleeper) island.bodies.push_back(sleeper->body);
  state.islands.sleeping_bodies += static_cast<std::uint32_t>(island.bodies.size());
  for (const std::int32_t index : island.bodies) {
    Body& body = state.bodies[index];
    body.island = id;
    body.linear_velocity = body.angular_velocity = Vec3{};
    removeAwake(state, context, index);
  }
  for (const std::int32_t index : island.bodies) {
    const Body& body = state.bodies[index];
    for (const ContactEnd e : state.contacts.of(body)) {
      if (state.bodies[state.contacts[e.contact].body[1 - e.side]].awake_index < 0)
        state.contacts.deactivate(e.contact);
    }
  }
}

std::size_t islandOf(const SimulationState& state, std::int32_t body) {
  return static_cast<std::size_t>(state.step.touching.rootOf(state.solver.bodies.indexOf(body)));
}

}  // namespace

void addAwake(SimulationState& state, const StepContext& context, std::int32_t index) {
  Body& body = state.bodies[index];
  if (body.awake_index >= 0 || body.type == BodyType::Static) return;
  body.awake_index = static_cast<std::int32_t>(state.bodies.awake.size());
  beginRest(body);
  state.bodies.awake.push_back(index);
  noteReach(state, context, body, index);
  for (const ContactEnd end : state.contacts.of(body)) {
    state.contacts.activate(end.contact);
  }
}

void removeAwake(SimulationState& state, const StepContext& context, std::int32_t index) {
  Body& body = state.bodies[index];
  const std::int32_t last = state.bodies.awake.back();
  state.bodies.awake[body.awake_index] = last;
  state.bodies[last].awake_index = body.awake_index;
  state.bodies.awake.pop_back();
  body.awake_index = -1;
  noteReach(state, context, body, index);
  state.bodies.setMotionAtRest(index);
  state.solver.bodies.index[static_cast<std::size_t>(index)] = 0;
}

void wakeIsland(SimulationState& state, const StepContext& context, std::int32_t island) {
  const SleepingIsland woken = std::move(state.islands.sleeping[island]);
  state.islands.sleeping[island] = SleepingIsland{};
  state.islands.free.push_back(island);
  state.islands.sleeping_bodies -= static_cast<std::uint32_t>(woken.bodies.size());
  for (const std::int32_t body : woken.bodies) {
    state.bodies[body].island = -1;
    addAwake(state, context, body);
  }
}

void wake(SimulationState& state, const StepContext& context, std::int32_t body) {
  if (state.bodies[body].island >= 0) {
    wakeIsland(state, context, state.bodies[body].island);
  } else {
    addAwake(state, context, body);
  }
  beginRest(state.bodies[body]);
}

void updateRestTime(const StepContext& context, Body& body) {
  const float room = context.settings.sleep_speed * context.settings.sleep_time;
  // It is no farther than the way it has gone.
  const bool near = body.outer_radius > 0 && body.odometer - body.rest_odometer < static_cast<double>(room);
  if ((near || distanceFromRest(body) < room) &&
      fastestPoint(body) < kRestlessRatio * context.settings.sleep_speed) {
    const bool had_rested = body.rest_time >= context.settings.sleep_time;
    body.rest_time += context.settings.time_step;
    if (body.rest_time >= (had_rested ? 2 : 1) * context.settings.sleep_time) {
      beginRest(body);
      body.rest_time = context.settings.sleep_time;
    }
  } else {
    beginRest(body);
  }
}

/// Whether a body was movable and awake in the solver, and so is in touching_.
bool isNumbered(const SimulationState& state, std::int32_t body) {
  const std::int32_t number = state.solver.bodies.indexOf(body);
  return number > 0 && number < state.solver.bodies.movable_end;
}

void uniteBodies(SimulationState& state, std::int32_t a, std::int32_t b) {
  if (isNumbered(state, a) && isNumbered(state, b))
    state.step.touching.unite(state.solver.bodies.indexOf(a), state.solver.bodies.indexOf(b));
}

/// What a body touches, hangs on or stands on: whether that lets it sleep. Notes whether it is fixed.
bool Sleep::maySleepAt(SimulationState& state, std::int32_t body, std::int32_t other_index) {
  const Body& other = state.bodies[other_index];
  if (!other.movable()) grounded_[islandOf(state, body)] = 1;
  // What moves by itself does not let it, nor what has just been woken, which is in no island yet.
  return other.awake_index < 0 || isNumbered(state, other_index);
}

/// Islands in which some body has not rested for long enough, or stands on what does not let it.
void Sleep::findRestlessIslands(SimulationState& state, const StepContext& context) {
  const auto count = static_cast<std::size_t>(state.solver.bodies.movable_end);
  restless_.assign(count, 0);
  grounded_.assign(count, 0);
  stands_.assign(count, 0);
  for (const std::int32_t index : state.bodies.awake) {
    if (isNumbered(state, index) && state.bodies[index].rest_time < context.settings.sleep_time)
      restless_[islandOf(state, index)] = 1;
  }
  for (const std::int32_t index : state.step.awake_wheels) {
    const Wheel& wheel = state.wheels[index];
    const std::int32_t body = wheel.definition.body;
    if (wheel.report.ground < 0 || !isNumbered(state, body)) continue;
    stands_[state.solver.bodies.indexOf(body)] = 1;
    if (!maySleepAt(state, body, state.colliders[wheel.report.ground].body))
      restless_[islandOf(state, body)] = 1;
  }
}

bool Sleep::mayRest(SimulationState& state, std::int32_t index) {
  bool touches = stands_[state.solver.bodies.indexOf(index)] != 0;
  for (const ContactEnd end : state.contacts.of(state.bodies[index])) {
    const Contact& contact = state.contacts[end.contact];
    if (!rests(state, contact)) continue;
    touches = true;
    if (!maySleepAt(state, index, contact.body[1 - end.side])) return false;
  }
  for (const std::int32_t joint : state.joints.jointsOf(index)) {
    touches = true;
    if (state.joints.isDriving(joint, state.bodies.all) ||
        !maySleepAt(state, index, state.joints.other(joint, index)))
      return false;
  }
  return touches || fastestPoint(state.bodies[index]) <= kDriftSpeed;
}

/// Whole islands in which all bodies have rested for a while, into sleepers_.
void Sleep::collectRestingIslands(SimulationState& state) {
  sleepers_.clear();
  for (const std::int32_t index : state.bodies.awake) {
    if (isNumbered(state, index) && restless_[islandOf(state, index)] == 0 && !mayRest(state, index))
      restless_[islandOf(state, index)] = 1;
  }
  for (const std::int32_t index : state.bodies.awake) {
    if (!state.bodies[index].movable()) continue;
    const std::size_t island = islandOf(state, index);
    if (!isNumbered(state, index) || static_cast<std::int32_t>(island) == state.solver.bodies.indexOf(index))
      ++state.statistics.islands;
    if (isNumbered(state, index) && restless_[island] == 0 && grounded_[island] == 0 &&
        fastestPoint(state.bodies[index]) > kDriftSpeed)
      restless_[island] = 1;
  }
  for (const std::int32_t index : state.bodies.awake) {
    if (isNumbered(state, index) && restless_[islandOf(state, index)] == 0)
      sleepers_.push_back({static_cast<std::int32_t>(islandOf(state, index)), index});
  }
}

void Sleep::run(SimulationState& state, const StepContext& context) {
  restUnmoved(state, context);
  state.statistics.islands = 0;
  if (!context.settings.sleeping) return;
  uniteJoined(state);
  findRestlessIslands(state, context);
  collectRestingIslands(state);
  // Sorting stably would allocate.
  std::sort(sleepers_.begin(), sleepers_.end(), [&](const Sleeper& a, const Sleeper& b) {
    return a.root != b.root ? a.root < b.root
                            : state.bodies[a.body].awake_index < state.bodies[b.body].awake_index;
  });
  for (std::size_t first = 0; first < sleepers_.size();) {
    std::size_t last = first;
    while (last < sleepers_.size() && sleepers_[last].root == sleepers_[first].root) ++last;
    sleepIsland(state, context, sleepers_.data() + first, sleepers_.data() + last);
    first = last;
  }
}

}  // namespace carom::solve

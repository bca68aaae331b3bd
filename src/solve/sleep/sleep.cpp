// Sleeping: bodies at rest leave the lists that a step processes.
//
// A body may fall asleep only if it would not have moved. A low speed does not show that: a pendulum is slow
// at each turning point. So the rules ask whether a body can move at all. R is the distance of its farthest
// point from its centre of mass; a window lasts sleep_time. A body rests if one of these holds:
//
//   * Motionless: in a window the path of its fastest point is shorter than kMotionlessRate R per second. A
//     pendulum moves farther in the window around its turning point, because it accelerates before and after
//     it. So do springs, suspensions, rolling bodies, and bodies that a constant force sets in motion.
//   * Held: static friction holds it at three contact points that are not in line. Two such points leave a
//     rotation about the line through them, three leave nothing. So must be what moves with it as one
//     (held_clusters.hpp). The body cannot move while the load lasts; changes of its position are errors of
//     the solver. It is where its rest began, to within kUnmovedRoom R.
//   * Caged: at least two other bodies hold it between them, by contacts or joints, or it is welded to
//     one, and it has stayed within kRestRoom R for kCageWindows windows. It may rattle or settle there for
//     ever, and a heap would never sleep. Where no friction brakes it, it has to rattle: what gets farther
//     than kStraight of its way goes somewhere. Joints alone are no cage: something in the island has to lie
//     on something fixed.
//   * Unmoved: it lies on something, and after kCageWindows windows it is where it was, to within
//     kUnmovedRoom R. Its velocity is then noise of the solver and leads nowhere.
//
// The first two rules follow from the condition above, the last two do not (docs/engine.md, "Ledger"). A body
// that slides or rolls on one other body, hangs on one joint or stands on springs rests by the first rule or
// the last one only.
//
// Touching contacts, joints and wheels connect bodies to an island; bodies that cannot be pushed do not
// connect. An island falls asleep as a whole when all its bodies rest. Its contacts keep their impulses. It
// wakes as a whole when an awake body touches it or a body that it touches moves away. Parts of an island do
// not sleep: they would act as walls to steady forces, slow platforms and new loads.
//
// An island that touches nothing fixed drifts unbraked. It falls asleep only if all its bodies are motionless
// and no gravity acts on them. An island that touches a moving kinematic body does not sleep, nor does one
// with a drive at work, however slow its target is (the hour hand of a clock).
//
// All distances are fractions of the body's size. A scene that is smaller, with gravity in proportion, falls
// asleep at the same time.

#include "solve/sleep/sleep.hpp"

#include <algorithm>
#include <cmath>

#include "base/compact_sort.hpp"
#include "solve/broad_phase/clearance.hpp"
#include "solve/sleep/holds.hpp"
#include "solve/sleep/sleep_settings.hpp"
#include "solve/state/state_settings.hpp"
#include "solve/state/traces.hpp"

namespace carom::solve {
namespace {

/// Upper bound of the distance of any point of the body from its place at the beginning of the rest, m.
float distanceFromRest(const Body& body) {
  const Quat turn = turnBetween(body.sleep.rest_rotation, body.rotation);
  return static_cast<float>(length(body.center - body.sleep.rest_center)) +
         2 * length(turn.vector()) * sizeOf(body);
}

/// Displacement of a point of the body in this step, to first order in the rotation. The point is given
/// relative to the centre of mass.
Vec3 displacementAt(const Body& body, const Vec3& point) {
  if (body.awake_index < 0) return {};
  const Vec3 turn = (body.rotation * conjugate(body.start_rotation)).vector() * 2.0f;
  return Vec3(body.center - body.start_center) + cross(turn, point);
}

/// Whether the body is where its rest began.
bool isUnmoved(const Body& body) {
  return distanceFromRest(body) < SleepSettings::kUnmovedRoom * sizeOf(body);
}

/// Whether friction acts on it.
bool isBraked(const SimulationState& state, const Body& body) {
  for (const ContactEnd end : state.contacts.of(body)) {
    const Contact& contact = state.contacts[end.contact];
    if (!contact.sensor && contact.manifold_count > 0 && contact.dynamic_friction > 0) return true;
  }
  return false;
}

void beginWindow(Body& body) {
  body.sleep.window_path = 0;
  body.sleep.window_bound = body.displacement.bound;
}

void beginRest(Body& body) {
  body.sleep.rest_time = 0;
  body.sleep.rest_center = body.center;
  body.sleep.rest_rotation = body.rotation;
  body.sleep.rest_bound = body.displacement.bound;
  body.sleep.motionless = body.sleep.caged = body.sleep.unmoved = false;
  beginWindow(body);
}

bool gravityActsOn(const Body& body) {
  return body.inverse_mass > 0 && !(body.gravity * body.gravity_factor == Vec3{});
}

/// Whether the shapes still touch at the end of the step. A bouncing body may have left by then.
bool rests(const SimulationState& state, const Contact& contact) {
  if (contact.sensor || !contact.reported) return false;
  const Body& a = state.bodies[contact.body[0]];
  const Body& b = state.bodies[contact.body[1]];
  const ContactManifold* manifolds = contact.manifolds();
  for (std::int32_t m = 0; m < contact.manifold_count; ++m) {
    for (std::int32_t i = 0; i < manifolds[m].point_count; ++i) {
      const ContactPoint& p = manifolds[m].points[i];
      const Vec3 apart = displacementAt(b, manifolds[m].anchorB(p)) - displacementAt(a, p.anchor_a);
      if (p.separation + dot(manifolds[m].normal, apart) <=
          StateSettings::kSeparatedDistance * contact.tolerance)
        return true;
    }
  }
  return false;
}

/// Removes kinematic bodies and bodies of infinite mass from the awake ones as soon as they stand still.
void restUnmoved(SimulationState& state, const StepContext& context) {
  for (std::size_t i = state.bodies.awake.size(); i-- > 0;) {
    const std::int32_t index = state.bodies.awake[i];
    const Body& body = state.bodies[index];
    // This includes bodies without solid colliders: they may carry triggers, joints or nodes.
    const bool moves = !(body.linear_velocity == Vec3{} && body.angular_velocity == Vec3{});
    if (body.movable() || body.target.set || moves) continue;
    removeAwake(state, context, index);
    for (const ContactEnd end : state.contacts.of(body)) {
      const Contact& contact = state.contacts[end.contact];
      if (state.bodies[contact.body[1 - end.side]].awake_index < 0) state.contacts.deactivate(end.contact);
    }
  }
}

/// Unites the bodies of each joint group, and each wheel's body with the body on which the wheel stands.
/// StepSummary::summarizeContacts() has united the bodies that touch.
void uniteJoined(SimulationState& state) {
  for (const std::int32_t index : state.step.awake_groups) {
    const JointGroup& group = state.jointGroup(index);
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

std::int32_t islandOf(const SimulationState& state, std::int32_t body) {
  return state.step.touching.rootOf(state.solver.bodies.indexOf(body));
}

}  // namespace

void addAwake(SimulationState& state, const StepContext& context, std::int32_t index) {
  Body& body = state.bodies[index];
  if (body.awake_index >= 0 || body.type == BodyType::Static) return;
  state.bodies.addToAwake(index);
  beginRest(body);
  updateMotionBound(state, context, body, index);
  for (const ContactEnd end : state.contacts.of(body)) {
    state.contacts.activate(end.contact);
  }
}

void removeAwake(SimulationState& state, const StepContext& context, std::int32_t index) {
  state.bodies.removeFromAwake(index);
  updateMotionBound(state, context, state.bodies[index], index);
  state.bodies.setMotionAtRest(index);
  state.solver.bodies.index[index] = 0;
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

void updateRestTime(const SimulationState& state, const StepContext& context, Body& body) {
  const float size = sizeOf(body), speed = fastestPoint(body), window = context.settings.sleep_time;
  const float room = SleepSettings::kRestRoom * size;
  // The displacement bound is no less than the distance, and it is known.
  const bool near = body.extents.bounding_radius > 0 &&
                    body.displacement.bound - body.sleep.rest_bound < static_cast<double>(room);
  if ((!near && distanceFromRest(body) >= room) || speed >= SleepSettings::kFastRate * size) {
    beginRest(body);
    return;
  }
  const float before = body.sleep.rest_time;
  body.sleep.rest_time += context.settings.time_step;
  body.sleep.window_path += speed * context.settings.time_step;
  if (std::floor(body.sleep.rest_time / window) == std::floor(before / window)) return;
  const double gone =
      body.extents.bounding_radius > 0 ? body.displacement.bound - body.sleep.window_bound : 0.0;
  const double path = std::max(static_cast<double>(body.sleep.window_path), gone);
  const bool motionless = path < static_cast<double>(SleepSettings::kMotionlessRate * size * window);
  if (body.sleep.rest_time >= (SleepSettings::kCageWindows + 1) * window) {
    const bool unmoved = isUnmoved(body);
    // What rattles goes back and forth. What goes on will be braked, or will not.
    const auto way = static_cast<float>(body.displacement.bound - body.sleep.rest_bound);
    const bool rattles = distanceFromRest(body) < SleepSettings::kStraight * way;
    const bool stays = unmoved || rattles || isBraked(state, body) || !(body.extents.bounding_radius > 0);
    beginRest(body);
    body.sleep.rest_time = window;
    body.sleep.caged = stays;
    body.sleep.unmoved = unmoved;
  }
  beginWindow(body);
  body.sleep.motionless = motionless;
}

bool isNumbered(const SimulationState& state, std::int32_t body) {
  const std::int32_t number = state.solver.bodies.indexOf(body);
  return number > 0 && number < state.solver.bodies.movable_end;
}

void uniteBodies(SimulationState& state, std::int32_t a, std::int32_t b) {
  if (isNumbered(state, a) && isNumbered(state, b))
    state.step.touching.unite(state.solver.bodies.indexOf(a), state.solver.bodies.indexOf(b));
}

/// Whether `body` may sleep although it touches `other` or is connected to it. Marks the island as grounded
/// if `other` cannot be pushed.
bool Sleep::maySleepAt(SimulationState& state, std::int32_t body, std::int32_t other_index) {
  const Body& other = state.bodies[other_index];
  if (!other.movable()) grounded_[islandOf(state, body)] = 1;
  // A moving kinematic body keeps it awake. So does a body that has just been woken: it has no solver number,
  // so it belongs to no island yet.
  return other.awake_index < 0 || isNumbered(state, other_index);
}

/// Marks islands with a body that has not rested for sleep_time, or with a wheel on a body that keeps it
/// awake.
void Sleep::findRestlessIslands(SimulationState& state, const StepContext& context) {
  const std::int32_t count = state.solver.bodies.movable_end;
  restless_.fill(count, 0);
  grounded_.fill(count, 0);
  stands_.fill(count, 0);
  lies_.fill(count, 0);
  has_caged_.fill(count, 0);
  for (const std::int32_t index : state.bodies.awake) {
    if (isNumbered(state, index) && state.bodies[index].sleep.rest_time < context.settings.sleep_time)
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

/// Whether a body rests by one of the rules, and touches nothing that keeps it awake.
bool Sleep::mayRest(SimulationState& state, std::int32_t index) {
  const Body& body = state.bodies[index];
  bool lies = false, touches = stands_[state.solver.bodies.indexOf(index)] != 0;
  Holds holds;
  int supports = 0;
  for (const ContactEnd end : state.contacts.of(body)) {
    const Contact& contact = state.contacts[end.contact];
    supports += !contact.sensor && contact.reported ? 1 : 0;
    if (!rests(state, contact)) continue;
    lies = touches = true;
    const std::int32_t other = contact.body[1 - end.side];
    if (!maySleepAt(state, index, other)) return false;
    if (!body.sleep.motionless) holds.add(contact, end.side);
    if (!state.bodies[other].movable()) lies_[islandOf(state, index)] = 1;
  }
  for (const std::int32_t joint : state.joints.jointsOf(index)) {
    touches = true;
    supports += state.joints.isRigid(joint) ? 2 : 1;
    if (state.joints.isDriving(joint, state.bodies.all) ||
        !maySleepAt(state, index, state.joints.other(joint, index)))
      return false;
  }
  if (body.sleep.motionless) return touches || !gravityActsOn(body);
  if (lies && body.sleep.unmoved) return true;
  if (isUnmoved(body) && holds.holdWhole(body)) {
    held_.push_back(index);
    return true;
  }
  if (!body.sleep.caged || supports < 2) return false;
  has_caged_[islandOf(state, index)] = 1;
  return true;
}

/// Marks the islands as restless in which static friction holds bodies only to one another.
void Sleep::findLooseIslands(SimulationState& state) {
  if (held_.empty()) return;
  clusters_.start(state);
  const auto for_candidates = [&](auto visit) {
    for (const std::int32_t index : state.bodies.awake) {
      if (isNumbered(state, index) && restless_[islandOf(state, index)] == 0) visit(index);
    }
  };
  for_candidates([&](std::int32_t index) {
    for (const ContactEnd end : state.contacts.of(state.bodies[index])) {
      const Contact& contact = state.contacts[end.contact];
      if (!rests(state, contact)) continue;
      if (end.side == 0 || !state.bodies[contact.body[0]].movable()) clusters_.join(state, contact);
    }
  });
  clusters_.settle();
  for_candidates([&](std::int32_t index) {
    const std::int32_t awake_index = state.bodies[index].awake_index;
    if (clusters_.isAnchored(awake_index)) return;
    clusters_.addHolds(state, awake_index);
    if (stands_[state.solver.bodies.indexOf(index)] != 0 || !state.joints.jointsOf(index).empty())
      clusters_.addJoined(awake_index);
  });
  clusters_.findLoose();
  for (const std::int32_t index : held_) {
    if (clusters_.isLoose(state.bodies[index].awake_index)) restless_[islandOf(state, index)] = 1;
  }
}

/// Collects the bodies of all islands that may fall asleep into sleepers_.
void Sleep::collectRestingIslands(SimulationState& state) {
  sleepers_.clear();
  held_.clear();
  for (const std::int32_t index : state.bodies.awake) {
    if (isNumbered(state, index) && restless_[islandOf(state, index)] == 0 && !mayRest(state, index))
      restless_[islandOf(state, index)] = 1;
  }
  findLooseIslands(state);
  for (const std::int32_t index : state.bodies.awake) {
    if (!state.bodies[index].movable()) continue;
    const std::int32_t island = islandOf(state, index);
    if (!isNumbered(state, index) || island == state.solver.bodies.indexOf(index)) ++state.statistics.islands;
    if (!isNumbered(state, index) || restless_[island] != 0) continue;
    const Body& body = state.bodies[index];
    const bool drifts = grounded_[island] == 0 && (!body.sleep.motionless || gravityActsOn(body));
    if (drifts || (has_caged_[island] != 0 && lies_[island] == 0)) restless_[island] = 1;
  }
  for (const std::int32_t index : state.bodies.awake) {
    if (isNumbered(state, index) && restless_[islandOf(state, index)] == 0)
      sleepers_.push_back({islandOf(state, index), index});
  }
}

void Sleep::run(SimulationState& state, const StepContext& context) {
  restUnmoved(state, context);
  state.statistics.islands = 0;
  if (!context.settings.sleeping) return;
  uniteJoined(state);
  findRestlessIslands(state, context);
  collectRestingIslands(state);
  // std::stable_sort would allocate. Comparing awake_index makes the order unique.
  compactSort(sleepers_.begin(), sleepers_.end(), [&](const Sleeper& a, const Sleeper& b) {
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

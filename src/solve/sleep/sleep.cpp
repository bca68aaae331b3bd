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

#include <algorithm>
#include <cmath>

#include "solve/simulation.hpp"
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

}  // namespace

/// Touches at the end of the step too: what bounces may be in the air by then.
bool Simulation::rests(const Contact& contact) const {
  if (contact.sensor || !contact.reported) return false;
  const Body& a = body(contact.body[0]);
  const Body& b = body(contact.body[1]);
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

void Simulation::addAwake(std::int32_t index) {
  Body& body = at(index);
  if (body.awake_index >= 0 || body.type == BodyType::Static) return;
  body.awake_index = static_cast<std::int32_t>(awake_.size());
  beginRest(body);
  awake_.push_back(index);
  noteReach(body, index);
  for (std::int32_t end = body.first_contact; end >= 0; end = contactAt(end / 2).next[end % 2]) {
    activateContact(end / 2);
  }
}

void Simulation::removeAwake(std::int32_t index) {
  Body& body = at(index);
  const std::int32_t last = awake_.back();
  awake_[static_cast<std::size_t>(body.awake_index)] = last;
  at(last).awake_index = body.awake_index;
  awake_.pop_back();
  body.awake_index = -1;
  noteReach(body, index);
  setMotionAtRest(index);
  solver_bodies_.index[static_cast<std::size_t>(index)] = 0;
}

void Simulation::wakeIsland(std::int32_t island) {
  const SleepingIsland woken = std::move(islands_[static_cast<std::size_t>(island)]);
  islands_[static_cast<std::size_t>(island)] = SleepingIsland{};
  free_islands_.push_back(island);
  sleeping_count_ -= static_cast<std::uint32_t>(woken.bodies.size());
  for (const std::int32_t body : woken.bodies) {
    at(body).island = -1;
    addAwake(body);
  }
}

void Simulation::wake(std::int32_t body) {
  if (at(body).island >= 0) {
    wakeIsland(at(body).island);
  } else {
    addAwake(body);
  }
  beginRest(at(body));
}

void Simulation::updateRestTime(Body& body) const {
  const float room = settings_.sleep_speed * settings_.sleep_time;
  // It is no farther than the way it has gone.
  const bool near = body.outer_radius > 0 && body.odometer - body.rest_odometer < static_cast<double>(room);
  if ((near || distanceFromRest(body) < room) &&
      fastestPoint(body) < kRestlessRatio * settings_.sleep_speed) {
    const bool had_rested = body.rest_time >= settings_.sleep_time;
    body.rest_time += settings_.time_step;
    if (body.rest_time >= (had_rested ? 2 : 1) * settings_.sleep_time) {
      beginRest(body);
      body.rest_time = settings_.sleep_time;
    }
  } else {
    beginRest(body);
  }
}

/// Kinematic bodies and others that nothing can push rest as soon as they stand still.
void Simulation::restUnmoved() {
  for (std::size_t i = awake_.size(); i-- > 0;) {
    const std::int32_t index = awake_[i];
    const Body& body = at(index);
    // One without solid colliders turns too, and what it carries: triggers, joints, nodes.
    const bool moves = !(body.linear_velocity == Vec3{} && body.angular_velocity == Vec3{});
    if (body.movable() || body.has_target || moves) continue;
    removeAwake(index);
    for (std::int32_t end = body.first_contact; end >= 0; end = contactAt(end / 2).next[end % 2]) {
      const Contact& contact = contactAt(end / 2);
      if (at(contact.body[1 - end % 2]).awake_index < 0) deactivateContact(end / 2);
    }
  }
}

/// Whether a body was movable and awake in the solver, and so is in touching_.
bool Simulation::isNumbered(std::int32_t body) const {
  const std::int32_t number = solver_bodies_.indexOf(body);
  return number > 0 && number < solver_bodies_.movable_end;
}

void Simulation::uniteBodies(std::int32_t a, std::int32_t b) {
  if (isNumbered(a) && isNumbered(b)) touching_.unite(solver_bodies_.indexOf(a), solver_bodies_.indexOf(b));
}

/// What touches has been united by summarizeContacts(). A wheel connects its body with what it stands on.
void Simulation::uniteJoined() {
  for (const std::int32_t index : awake_groups_) {
    const JointGroup& group = joints_.groups()[static_cast<std::size_t>(index)];
    for (const std::int32_t b : group.bodies()) uniteBodies(group.movableBody(), b);
  }
  for (const std::int32_t index : awake_wheels_) {
    const Wheel& wheel = wheels_[static_cast<std::size_t>(index)];
    if (wheel.report.ground >= 0) uniteBodies(wheel.definition.body, collider(wheel.report.ground).body);
  }
  touching_.settle();
}

/// What a body touches, hangs on or stands on: whether that lets it sleep. Notes whether it is fixed.
bool Simulation::maySleepAt(std::int32_t body, std::int32_t other_index) {
  const Body& other = at(other_index);
  if (!other.movable()) grounded_[islandOf(body)] = 1;
  // What moves by itself does not let it, nor what has just been woken, which is in no island yet.
  return other.awake_index < 0 || isNumbered(other_index);
}

/// Islands in which some body has not rested for long enough, or stands on what does not let it.
void Simulation::findRestlessIslands() {
  const auto count = static_cast<std::size_t>(solver_bodies_.movable_end);
  restless_.assign(count, 0);
  grounded_.assign(count, 0);
  stands_.assign(count, 0);
  for (const std::int32_t index : awake_) {
    if (isNumbered(index) && at(index).rest_time < settings_.sleep_time) restless_[islandOf(index)] = 1;
  }
  for (const std::int32_t index : awake_wheels_) {
    const Wheel& wheel = wheels_[static_cast<std::size_t>(index)];
    const std::int32_t body = wheel.definition.body;
    if (wheel.report.ground < 0 || !isNumbered(body)) continue;
    stands_[static_cast<std::size_t>(solver_bodies_.indexOf(body))] = 1;
    if (!maySleepAt(body, collider(wheel.report.ground).body)) restless_[islandOf(body)] = 1;
  }
}

bool Simulation::mayRest(std::int32_t index) {
  bool touches = stands_[static_cast<std::size_t>(solver_bodies_.indexOf(index))] != 0;
  for (std::int32_t end = at(index).first_contact; end >= 0; end = contactAt(end / 2).next[end % 2]) {
    const Contact& contact = contactAt(end / 2);
    if (!rests(contact)) continue;
    touches = true;
    if (!maySleepAt(index, contact.body[1 - end % 2])) return false;
  }
  for (const std::int32_t joint : joints_.jointsOf(index)) {
    touches = true;
    if (joints_.isDriving(joint, bodies_) || !maySleepAt(index, joints_.other(joint, index))) return false;
  }
  return touches || fastestPoint(at(index)) <= kDriftSpeed;
}

/// Whole islands in which all bodies have rested for a while, into sleepers_.
void Simulation::collectRestingIslands() {
  sleepers_.clear();
  for (const std::int32_t index : awake_) {
    if (isNumbered(index) && restless_[islandOf(index)] == 0 && !mayRest(index))
      restless_[islandOf(index)] = 1;
  }
  for (const std::int32_t index : awake_) {
    if (!at(index).movable()) continue;
    const std::size_t island = islandOf(index);
    if (!isNumbered(index) || static_cast<std::int32_t>(island) == solver_bodies_.indexOf(index))
      ++statistics_.islands;
    if (isNumbered(index) && restless_[island] == 0 && grounded_[island] == 0 &&
        fastestPoint(at(index)) > kDriftSpeed)
      restless_[island] = 1;
  }
  for (const std::int32_t index : awake_) {
    if (isNumbered(index) && restless_[islandOf(index)] == 0)
      sleepers_.push_back({static_cast<std::int32_t>(islandOf(index)), index});
  }
}

void Simulation::putToSleep() {
  restUnmoved();
  statistics_.islands = 0;
  if (!settings_.sleeping) return;
  uniteJoined();
  findRestlessIslands();
  collectRestingIslands();
  // Sorting stably would allocate.
  std::sort(sleepers_.begin(), sleepers_.end(), [&](const Sleeper& a, const Sleeper& b) {
    return a.root != b.root ? a.root < b.root : at(a.body).awake_index < at(b.body).awake_index;
  });
  for (std::size_t first = 0; first < sleepers_.size();) {
    std::size_t last = first;
    while (last < sleepers_.size() && sleepers_[last].root == sleepers_[first].root) ++last;
    sleepIsland(sleepers_.data() + first, sleepers_.data() + last);
    first = last;
  }
}

void Simulation::sleepIsland(const Sleeper* begin, const Sleeper* end) {
  std::int32_t id;
  if (free_islands_.empty()) {
    id = static_cast<std::int32_t>(islands_.size());
    islands_.emplace_back();
  } else {
    id = free_islands_.back();
    free_islands_.pop_back();
  }
  SleepingIsland& island = islands_[static_cast<std::size_t>(id)];
  island.bodies.clear();
  for (const Sleeper* sleeper = begin; sleeper != end; ++sleeper) island.bodies.push_back(sleeper->body);
  sleeping_count_ += static_cast<std::uint32_t>(island.bodies.size());
  for (const std::int32_t index : island.bodies) {
    Body& body = at(index);
    body.island = id;
    body.linear_velocity = body.angular_velocity = Vec3{};
    removeAwake(index);
  }
  for (const std::int32_t index : island.bodies) {
    const Body& body = at(index);
    for (std::int32_t e = body.first_contact; e >= 0; e = contactAt(e / 2).next[e % 2]) {
      if (at(contactAt(e / 2).body[1 - e % 2]).awake_index < 0) deactivateContact(e / 2);
    }
  }
}

}  // namespace carom::solve

// Continuous collision: bodies that moved so far in the step that they may have passed through something.
//
// The solver sees only what is near at the start of the step. A body that moved by more than half of the
// largest ball that fits in it is swept from its old pose to its new one against everything on the way. Both
// bodies of a pair move, so the sweep is done in the frame of the other one. Two bodies that can be pushed
// are the solver's unless they moved so far against each other that one's inner ball may have passed the
// other's: in a heap that comes down everything is fast, but not against its neighbours.
//
// At the first impact the body stops. Where the other cannot be pushed, or is much heavier, it stops *in the
// other's frame* and is carried along to the end of the step. A slow one pushes it ahead of itself. Otherwise
// both stop where they were at that time. So neither can pass the other however fast each is, and nothing is
// thrown about by what merely spins. Contacts and rebounds are the next step's: the body keeps its velocity,
// for a body in free flight the one it had at the time of impact.
//
// What touches at the start is the solver's, and so is an overlap at the end that is shallow against the
// body's own size. But the solver is not trusted with that: a bullet that has struck with a corner may turn
// by many radians within a step, where contact points and arms of its start mean nothing. So besides, every
// solid has a core, a point inside it (sweep_core.hpp), and whatever else happens, the core of one body does
// not get into the other's shape: the straight way from where the core was, seen from the other body, to
// where it is must not enter the other. If it does, the body is put back, in the other's frame, to where it
// was when the step began. A core that has never been inside something cannot come out on its far side.
//
// Two bodies that are stuck in one another may have no way out but past a core: what a heap has wedged
// together would stay so for ever. Those that can be pushed and have been put back kJammed times lost the
// speed of their blow long ago, and are let go.
//
// Being carried, or put back, may bring a body up against a third one: the bodies are gone through again
// until nothing changes, at most kRounds times, and a last time against what nothing can push.

#include <algorithm>
#include <cmath>

#include "base/rotation_vector.hpp"
#include "collide/query.hpp"
#include "solve/shape_motion.hpp"
#include "solve/simulation.hpp"

namespace carom::solve {
namespace {

constexpr float kShallow = 0.1f;     // Share of the inner radius that may overlap at the end of a step.
constexpr float kMinMotion = 1e-3f;  // m per step; slower bodies are the solver's
constexpr float kMuchHeavier = 10;   // Ratio of masses from which the heavier body carries the other along.
constexpr int kRounds = 4;
constexpr std::uint8_t kJammed = 15;  // More steps undone than not, after which bodies are stuck

/// The size of a body against which motion and overlap count. Meshes have no inner ball; a tenth of their
/// size stands in.
float innerSize(const Body& body) {
  return std::clamp(body.inner_radius, 0.1f * body.outer_radius, body.outer_radius);
}

/// A body stops so far from what it strikes, m.
float stopDistance(const Body& body) {
  return std::min(5e-4f, 0.05f * innerSize(body));
}

/// Whether the core of one shape got into another; `hit` is in the frame of the other.
bool coreEnters(const ShapeMotion& moving, const collide::ShapeCore& core, const ShapeMotion& other,
                const collide::Shape& other_shape, collide::RayHit& hit) {
  if (!core.exists) return false;
  const auto enters = [&](const Vec3& point) {
    const DVec3 p(point);
    const Vec3 from = Vec3(inverseTransformPoint(other.frame_0, transformPoint(moving.frame_0, p)));
    const Vec3 to = Vec3(inverseTransformPoint(other.frame_1, transformPoint(moving.frame_1, p)));
    return collide::pathEnters(other_shape, from, to, core.radius, hit);
  };
  if (core.spread == Vec3{}) return enters(core.point);
  return enters(core.point + core.spread) && enters(core.point - core.spread);
}

/// Whether bodies that can both be pushed moved so far against each other that the middle of one may have
/// passed the middle of the other. Their motion is that of `mine` as seen from the other.
bool mayPass(const Collider& mine, const Collider& theirs, const Body& body, const collide::Sweep& motion) {
  const float lever = std::max(0.0f, body.outer_radius - mine.inner);
  return length(motion.translation) + length(motion.rotation) * lever > 0.5f * (mine.inner + theirs.inner);
}

/// How far a point of the body may have come in the step.
float motionOf(const Body& body, float inner) {
  const Vec3 turn = rotationVector(body.rotation * conjugate(body.start_rotation));
  return length(Vec3(body.center - body.start_center)) +
         length(turn) * std::max(0.0f, body.outer_radius - inner);
}

}  // namespace

/// The first thing in a body's way.
struct Simulation::Stop {
  bool found = false;
  bool held = false;  ///< Put back to where it was, since its core or the other's got in.
  bool both = false;  ///< The other stops as well, rather than carrying this one along.
  float t = 1;
  std::int32_t struck = -1;
  Vec3 normal;  ///< Global, towards the body.
  DVec3 point;  ///< Global.
  Pose pose;
};

/// The leaves of bodies that move far reach over their way, so that they find each other.
void Simulation::coverMotion(std::int32_t index) {
  const Body& body = at(index);
  for (std::int32_t c = body.first_collider; c >= 0; c = colliderAt(c).next_in_body) {
    const Collider& collider = colliderAt(c);
    if (collider.sensor || collide::isPlane(*collider.shape)) continue;
    Aabb swept = sweptBounds(collider, body);
    if (contains(collider.fat, swept)) continue;
    swept.include(collider.fat);
    (body.type == BodyType::Static ? static_tree_ : movable_tree_).update(collider.proxy, swept);
    covered_colliders_.push_back(c);
  }
}

/// Whether a body moved so far that it may have passed through something, or may do so for being deep in it.
bool Simulation::mayHavePassed(Body& body, const StepMotion& moved) {
  const auto is_fast = [&] {
    const float inner = innerSize(body);
    // Cheap bounds first: most bodies are slow. An angle is at most π times the sine of its half.
    const float least = std::max(0.5f * std::min(inner, body.inner_radius), kMinMotion);
    if (moved.way + 3.15f * moved.sine * body.outer_radius <= least) return false;
    if (motionOf(body, inner) > std::max(0.5f * inner, kMinMotion)) return true;
    return moved.way > std::max(0.5f * body.inner_radius, kMinMotion);
  };
  const bool deep = body.deep;
  if (!body.movable()) body.deep = false;
  if (body.first_collider >= 0 && (deep || is_fast())) return true;
  if (body.held || body.held_steps > 0) body.held = false, body.held_steps = 0;
  return false;
}

void Simulation::collectFastBodies() {
  fast_bodies_.clear();
  covered_colliders_.clear();
  pushed_bodies_.clear();
  for (std::size_t i = 0; i < awake_.size(); ++i) {
    if (!wasFast(i)) continue;
    fast_bodies_.push_back(awake_[i]);
    coverMotion(awake_[i]);
  }
  // A fast body that cannot be stopped: what it sweeps over has to give way.
  const std::size_t count = fast_bodies_.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Body& body = at(fast_bodies_[i]);
    if (body.movable()) continue;
    for (std::int32_t c = body.first_collider; c >= 0; c = colliderAt(c).next_in_body) {
      movable_tree_.query(sweptBounds(colliderAt(c), body), [&](std::int32_t other) {
        const Body& b = at(colliderAt(other).body);
        if (b.movable() && b.awake_index >= 0) fast_bodies_.push_back(colliderAt(other).body);
        return true;
      });
    }
  }
  std::sort(fast_bodies_.begin(), fast_bodies_.end());
  fast_bodies_.erase(std::unique(fast_bodies_.begin(), fast_bodies_.end()), fast_bodies_.end());
  fast_bodies_.erase(std::remove_if(fast_bodies_.begin(), fast_bodies_.end(),
                                    [&](std::int32_t index) { return !at(index).movable(); }),
                     fast_bodies_.end());
}

bool Simulation::isFast(std::int32_t body) const {
  return std::binary_search(fast_bodies_.begin(), fast_bodies_.end(), body);
}

const collide::ShapeCore& Simulation::coreOf(std::int32_t index) {
  Collider& collider = colliderAt(index);
  if (!collider.core_known) {
    const Vec3 center_of_mass = -inverseRotate(collider.local.rotation, collider.local.translation);
    collider.core = collide::coreOf(*collider.shape, center_of_mass);
    collider.core_known = true;
  }
  return collider.core;
}

namespace {

/// One impulse without rebound that ends the approach of two bodies at a point; the normal points to `body`.
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

}  // namespace

void Simulation::sweepAgainst(std::int32_t mine_index, std::int32_t theirs_index, Stop& first) {
  const Collider& mine = colliderAt(mine_index);
  const Collider& theirs = colliderAt(theirs_index);
  const Body& body = at(mine.body);
  const ShapeMotion moving(body, mine), other(at(theirs.body), theirs);
  const float inner = innerSize(body);
  const collide::Sweep motion = relativeSweep(moving, other);
  // As heavy as a wall is a wall.
  const bool carries = !other.body.movable() || other.body.awake_index < 0 ||
                       other.body.inverse_mass * kMuchHeavier < body.inverse_mass;
  const bool carried = body.inverse_mass * kMuchHeavier < other.body.inverse_mass;
  if (!carries && !carried && !body.deep && !mayPass(mine, theirs, body, motion)) return;
  const float target = stopDistance(body);
  const collide::SweepHit hit = collide::sweep(*theirs.shape, *mine.shape, motion, target);
  // What has been stopped is at that distance when the next step begins, to within rounding.
  const bool touching =
      hit.initially_touching ||
      hit.t * (length(motion.translation) + length(motion.rotation) * body.outer_radius) < target;
  const bool struck = hit.hit && !touching;
  if (struck && hit.t >= first.t) return;
  // The part of the motion after the impact that goes into the surface. A turn of less than a radian cannot
  // carry the middle of a body through anything.
  const float turn = std::max(0.0f, length(motion.rotation) - 1);
  const float depth =
      (1 - hit.t) * (turn * (body.outer_radius - inner) - dot(motion.translation, hit.normal));
  const bool held = !(struck && depth >= kShallow * inner);
  Vec3 normal = hit.normal;  // In the other's frame, as all here.
  if (held) {
    const bool jammed = std::max(body.held_steps, other.body.held_steps) >= kJammed;
    if (jammed && other.body.movable()) return;
    collide::RayHit entry;
    if (coreEnters(moving, coreOf(mine_index), other, *theirs.shape, entry)) {
      normal = entry.normal;
    } else if (coreEnters(other, coreOf(theirs_index), moving, *mine.shape, entry)) {
      normal = -rotate(motion.start_rotation, entry.normal);
    } else {
      return;
    }
  }
  first.found = true;
  first.held = held;
  first.t = held ? 0 : hit.t;
  first.struck = theirs.body;
  first.both = !carries && isFast(theirs.body);
  const Vec3 center = motion.start_center + motion.translation * first.t;
  const Quat rotation = quaternionFromRotationVector(motion.rotation * first.t) * motion.start_rotation;
  const DVec3 point(held ? center : hit.point);
  const DTransform frame = carries ? other.frame_1 : other.frameAt(first.t);
  first.normal = Vec3(rotate(frame.rotation, DVec3(normal)));
  first.point = transformPoint(frame, point);
  first.pose.center = transformPoint(frame, DVec3(center));
  first.pose.rotation = normalized(Quat(frame.rotation) * rotation * conjugate(mine.local.rotation));
  if (!carries && !first.both) {
    const float pushed = dot(Vec3(transformPoint(other.frame_1, point) - first.point), first.normal);
    first.pose.center += DVec3(first.normal * std::max(0.0f, pushed));
  }
}

Simulation::Stop Simulation::findStop(std::int32_t index, bool fixed_only) {
  const Body& body = at(index);
  const float target = stopDistance(body);
  Stop first;
  for (std::int32_t c = body.first_collider; c >= 0; c = colliderAt(c).next_in_body) {
    if (colliderAt(c).sensor) continue;
    const Aabb swept = expanded(sweptBounds(colliderAt(c), body), target);
    queryBounds(swept, [&](std::int32_t o) {
      const Collider& theirs = colliderAt(o);
      if (theirs.sensor || theirs.body == index) return true;
      if (fixed_only && at(theirs.body).movable()) return true;
      // Stopping one link of a chain at another would tear the chain.
      if (joints_.areConnected(index, theirs.body)) return true;
      if (!pairs_.contains(c, o) && !policy_->respond(std::min(c, o), std::max(c, o)).related) return true;
      sweepAgainst(c, o, first);
      return true;
    });
  }
  return first;
}

namespace {

/// False when it was stopped before, in the same step.
bool stopAt(Body& body, const Pose& pose, float t) {
  const bool first_time = !body.stopped;
  body.stopped = true;
  // The spin turns back with the body: about other axes it would be another energy.
  body.angular_velocity = rotate(pose.rotation, inverseRotate(body.rotation, body.angular_velocity));
  body.center = pose.center;
  body.rotation = pose.rotation;
  if (first_time && body.ballistic) {
    body.linear_velocity = body.start_velocity + (body.linear_velocity - body.start_velocity) * t;
  }
  return first_time;
}

}  // namespace

/// True when the body was stopped.
bool Simulation::stopBody(std::int32_t index, bool fixed_only) {
  const Stop stop = findStop(index, fixed_only);
  if (!stop.found) return false;
  Body& body = at(index);
  Body& other = at(stop.struck);
  const bool first_time = stopAt(body, stop.pose, stop.t);
  body.held = body.held || stop.held;
  if (stop.both) {
    other.held = other.held || stop.held;
    const Pose start{other.start_center, other.start_rotation};
    stopAt(other, between(start, {other.center, other.rotation}, stop.t), stop.t);
  }
  if (!first_time) return true;
  // The next step's contact takes the velocity. If it found nothing to take, or could not, the body would be
  // stopped for ever: take it here.
  if (stop.held || body.was_stopped) {
    takeApproach(body, other, stop.point, stop.normal);
    pushed_bodies_.push_back(stop.struck);
  }
  if (stop.held && body.was_stopped && !(other.movable() && other.awake_index >= 0)) {
    body.angular_velocity += (other.angular_velocity - body.angular_velocity) * 0.5f;
  }
  return true;
}

void Simulation::stopFastBodies() {
  collectFastBodies();
  for (const std::int32_t index : fast_bodies_) {
    Body& body = at(index);
    body.was_stopped = body.stopped;
    if (body.held && body.held_steps < kJammed) ++body.held_steps;
    if (!body.held && body.held_steps > 0) --body.held_steps;
    body.stopped = body.held = false;
  }
  bool changed = true;
  for (int round = 0; round < kRounds && changed; ++round) {
    changed = false;
    for (const std::int32_t index : fast_bodies_) changed = stopBody(index, false) || changed;
  }
  // In a crush there may be no end to that. What cannot be pushed has the last word.
  if (changed) {
    for (const std::int32_t index : fast_bodies_) stopBody(index, true);
  }
  for (const std::int32_t index : fast_bodies_) at(index).deep = false;
  for (const std::int32_t collider : covered_colliders_) updateProxy(collider, true);
}

}  // namespace carom::solve

// Continuous collision: bodies that moved so far in the step that they may have passed through something.
//
// The solver knows only the contacts near the poses at the start of the step. So each body that moved by more
// than half of its inscribed ball is swept from its pose at the start of the step to its pose at the end,
// against everything in its path. The sweep is computed in the frame of the other body, because both may
// move. Two bodies that can be pushed are left to the solver, unless the core of one (see "Cores") has
// entered the shape of the other, or one has gone farther into the other than both inscribed balls together
// are wide: then they pass through each other. A stop for less makes more overlap in a falling heap than it
// takes away, because the bodies behind go on: of 2,000 poured bodies of 0.6 to 1 m the deepest pair was 0.50
// m deep with stops at a tenth of the inscribed ball, and is 0.14 m deep without.
//
// Stops. A body stops at its first impact. If the other body cannot be pushed or is kMuchHeavier times as
// heavy, the body stops in the frame of the other one, which carries it along to the end of the step. If the
// other body is slow, it ends its step and pushes the stopped body ahead of it. Otherwise both stop where
// they were at the time of impact. So neither passes the other, however fast they are, and a body that only
// spins does not throw others about. The next step's contacts produce the rebound: a stopped body keeps its
// velocity, a body in free flight the velocity that it had at the time of impact.
//
// Cores. The solver handles pairs that touch at the start, and overlaps at the end that are shallow compared
// with the size of the body. But it can fail: a bullet that hits with a corner may rotate by many radians
// within a step, and contact points and arms of the start then mean nothing. So each solid also has a core, a
// point inside it (sweep_core.hpp), and the core of one body never enters the shape of another: the straight
// path of the core in the step, seen from the other body, must not enter the other shape. If it does, the
// body returns, in the other's frame, to its pose at the start of the step. A core that has never been inside
// a shape thus cannot come out on its far side.
//
// Two bodies that are wedged into each other may have no way out except past a core, and would be stuck for
// ever. Movable bodies whose steps were undone kStuckSteps times have long lost the speed of their impact;
// they are released.
//
// Rounds. A stop may move a body into a third one, so there are several rounds. In a round all threads search
// the first stop of each suspect, with all bodies as they are at the start of the round. Then the stops are
// applied in the order of the bodies. A stop at a body that has moved in this round waits for the next round,
// whose suspects are the moved bodies and all that might meet them. The rounds end when nothing changes, or
// after kRounds of them. A last round then looks at static bodies only: a kinematic body passes through
// bodies that cannot get out of its path.
//
// Suspects. Most fast bodies are not in each other's path, because their neighbours are as fast. The broad
// phase has the candidates: a collider whose sweep lies in its box in the tree can only meet colliders whose
// boxes overlap that box. So one pass over the active pairs finds the suspects, by displacement bounds
// (clearance.cpp) and relative motion. Only a collider whose sweep has left its box queries the trees. The
// other colliders do not have it among their pairs, so escaped_tree_ contains it for this step.

#include "solve/continuous/continuous.hpp"
#include "solve/state/traces.hpp"

#include <algorithm>
#include <cmath>

#include "base/rotation_vector.hpp"
#include "collide/queries/nearest_surface.hpp"
#include "collide/query.hpp"
#include "solve/continuous/continuous_settings.hpp"
#include "solve/continuous/shape_motion.hpp"

namespace carom::solve {
namespace {

/// The size of a body with which its motion and overlap are compared, m. A tenth of the bounding radius
/// stands for the inscribed ball of a mesh.
float inscribedSize(const Body& body) {
  return std::clamp(body.extents.inscribed_radius,
                    ContinuousSettings::kMinInscribedShare * body.extents.bounding_radius,
                    body.extents.bounding_radius);
}

/// A way in a step of its centre of mass that does not carry a body through anything, m: it may be thin.
float thinWay(const Body& body) {
  return std::max(ContinuousSettings::kFastShare * body.extents.inscribed_radius,
                  ContinuousSettings::kThinShare * body.extents.bounding_radius);
}

/// The same for the way of any of its points.
float harmlessWay(const Body& body) {
  return std::min(ContinuousSettings::kFastShare * inscribedSize(body), thinWay(body));
}

/// Distance from the obstacle at which a body stops, m.
float stopDistance(const Body& body) {
  return std::min(ContinuousSettings::kStopDistance * body.extents.tolerance,
                  ContinuousSettings::kStopShare * inscribedSize(body));
}

/// Whether a shape was inside a closed mesh when the step began. One point of the shape decides: the shape
/// does not cross the surface unless it is stuck in it.
bool wasInside(const ShapeMotion& mesh, const collide::Shape& mesh_shape, const ShapeMotion& other,
               const collide::ShapeCore& core) {
  const Vec3& point = core.hollow ? core.surface : core.point;
  const DVec3 place = transformPoint(other.frame_0, DVec3(point));
  return core.exists && collide::contains(mesh_shape, inverseTransformPoint(mesh.frame_0, place));
}

/// The shape of a collider, its motion and its core.
struct MovedCore {
  const ShapeMotion& motion;
  const collide::Shape& shape;
  const collide::ShapeCore& core;
};

/// Whether the core of one shape entered another; `hit` is in the frame of the other.
bool coreEnters(const MovedCore& mine, const MovedCore& theirs, collide::RayHit& hit) {
  const ShapeMotion &moving = mine.motion, &other = theirs.motion;
  const collide::Shape& other_shape = theirs.shape;
  collide::ShapeCore core = mine.core;
  if (!core.exists) return false;
  const auto enters = [&](const Vec3& point) {
    const DVec3 p(point);
    const Vec3 from = Vec3(inverseTransformPoint(other.frame_0, transformPoint(moving.frame_0, p)));
    const Vec3 to = Vec3(inverseTransformPoint(other.frame_1, transformPoint(moving.frame_1, p)));
    return collide::pathEnters(other_shape, from, to, core.radius, hit);
  };
  if (core.hollow) {
    if (!wasInside(moving, mine.shape, other, theirs.core)) return enters(core.point);
    // A shape inside the closed mesh may be anywhere in it. A solid stays inside by its own core.
    if (!collide::isMesh(other_shape)) return false;
    core.point = core.surface;
  }
  if (core.spread == Vec3{}) return enters(core.point);
  return enters(core.point + core.spread) && enters(core.point - core.spread);
}

/// Upper bound of the distance that a point of a collider, beyond its inner ball, moved as the other one sees
/// it, m.
float relativeWay(const Collider& mine, const Body& body, const collide::Sweep& motion) {
  const float lever = std::max(0.0f, body.extents.bounding_radius - mine.inscribed_radius);
  return length(motion.translation) + length(motion.rotation) * lever;
}

/// Upper bound of the distance that a point of the body moved in the step, beyond an inner ball, m.
float maxDisplacement(const Body& body, float inner) {
  const Vec3 turn = rotationVector(body.rotation * conjugate(body.start_rotation));
  return length(Vec3(body.center - body.start_center)) +
         length(turn) * std::max(0.0f, body.extents.bounding_radius - inner);
}

/// Whether a body stops at the other one as at a wall, and is carried along.
bool actsAsWall(const BodySweep& other, const BodySweep& mine) {
  return !other.pushable || other.inverse_mass * ContinuousSettings::kMuchHeavier < mine.inverse_mass;
}

/// Upper bound of the way of any point of a body as another one sees it, m. With displacements d, half turns
/// h (axis times sine σ of half the angle) and the place r of its centre seen from the other's: a rotation
/// vector is 2 h to within (π − 2) σ³, and moves what is fixed to it by its product with r to within half its
/// square. Two rotations differ by at most the difference of their vectors.
float wayBound(const BodySweep& mine, const BodySweep& other) {
  constexpr float kAnglePerSine = ContinuousSettings::kAnglePerSine;
  const Vec3 apart = mine.center - other.center;
  const Vec3 places = maximum(absolute(mine.center), absolute(other.center));
  const float rounding = 1e-6f * std::max({places.x, places.y, places.z});
  const float far = length(apart);
  const auto cubic = [](float sine) { return (kAnglePerSine - 2) * sine * sine * sine; };
  const float angle = kAnglePerSine * other.sine;
  const Vec3 displacement = mine.displacement - other.displacement;
  const float beside = length(displacement - cross(other.half_turn, apart) * 2.0f) +
                       (cubic(other.sine) + 0.5f * angle * angle) * (far + rounding) + angle * rounding;
  const float turned = 2 * length(mine.half_turn - other.half_turn) + cubic(mine.sine) + cubic(other.sine);
  const float rounded = ContinuousSettings::kWayRounding * (far + mine.outer + length(displacement));
  return beside + turned * mine.outer + rounded;
}

/// Whether a body has to be swept against another. What a moving wall carries along is as harmless as what
/// lies still on a fixed one. A fixed wall always matters: a mover may press the body into it slowly.
bool mayMatter(const BodySweep& mine, const BodySweep& other) {
  constexpr float kMuchHeavier = ContinuousSettings::kMuchHeavier;
  if (mine.deep || mine.inverse_mass * kMuchHeavier < other.inverse_mass) return true;
  const bool wall = actsAsWall(other, mine);
  if (wall && other.displacement == Vec3{} && other.sine == 0) return true;
  const float limit =
      wall ? ContinuousSettings::kHarmlessBound * mine.harmless
           : ContinuousSettings::kFastShareBound * (mine.inscribed_radius + other.inscribed_radius);
  return !(wayBound(mine, other) <= limit);
}

/// Upper bound of the distance that any point moved in the step, as in clearance.cpp, m.
float sweptDistance(const BodySweep& sweep) {
  return length(sweep.displacement) + 2 * sweep.outer * (ContinuousSettings::kAnglePerSine * sweep.sine);
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

/// Prepares a body that may be stopped in this step.
void beginSweep(Body& body) {
  body.continuous.was_stopped = body.continuous.stopped;
  if (body.continuous.undone && body.continuous.undone_steps < ContinuousSettings::kStuckSteps)
    ++body.continuous.undone_steps;
  if (!body.continuous.undone && body.continuous.undone_steps > 0) --body.continuous.undone_steps;
  body.continuous.stopped = body.continuous.undone = body.continuous.deep = false;
}

/// Whether the sweep of a collider has left its box in the tree. A cheap bound of the sweep is tested first.
bool leavesSearchedBox(const SimulationState& state, std::int32_t index, const StepMotion& moved,
                       Aabb& swept) {
  const Collider& c = state.colliders[index];
  const Body& b = state.bodies[c.body];
  const Aabb& box = state.colliders.searched_boxes[index];
  const float target = stopDistance(b);
  const Vec3 displacement(b.center - b.start_center);
  swept = expanded(c.tight, 2 * moved.sine * (length(c.local.translation) + c.origin_radius) + target);
  swept.include({swept.lower + displacement, swept.upper + displacement});
  if (contains(box, swept)) return false;
  swept = expanded(sweptBounds(c, b), target);
  return !contains(box, swept);
}

/// Of the active contacts begin .. end-1, the bodies that have to be swept against the other one.
void findSuspects(const SimulationState& state, std::int32_t begin, std::int32_t end,
                  std::vector<std::int32_t>& found) {
  for (std::int32_t i = begin; i < end; ++i) {
    const std::int32_t index = state.contacts.active[i];
    const PairClearance& pair = state.contacts.clearances[index];
    const BodySweep &a = state.bodies.sweeps[pair.body[0]], &b = state.bodies.sweeps[pair.body[1]];
    if (!a.stoppable && !b.stoppable) continue;
    const double bound = state.bodies.motion_bounds[pair.body[0]].displacement_bound +
                         state.bodies.motion_bounds[pair.body[1]].displacement_bound +
                         static_cast<double>(sweptDistance(a) + sweptDistance(b));
    if (bound < pair.until) continue;
    const bool first = a.stoppable && mayMatter(a, b), second = b.stoppable && mayMatter(b, a);
    if ((!first && !second) || state.contacts[index].sensor) continue;
    if (first) found.push_back(pair.body[0]);
    if (second) found.push_back(pair.body[1]);
  }
}

bool isStoppable(const SimulationState& state, std::int32_t body) {
  return state.bodies.sweeps[body].stoppable;
}

void findCore(SimulationState& state, std::int32_t index) {
  Collider& collider = state.colliders[index];
  if (collider.core_known) return;
  const Vec3 center_of_mass = -inverseRotate(collider.local.rotation, collider.local.translation);
  collider.core =
      collide::coreOf(*collider.shape, center_of_mass, ContinuousSettings::kSheetMargin * collider.tolerance);
  collider.core_known = true;
}

enum class CoreEntry : std::uint8_t { Unknown, None, Found };

/// Whether the core of one of two colliders has entered the other one on its way, and the normal there, in
/// the frame of `theirs`. Unknown where a core has yet to be found and other threads are at work.
CoreEntry findCoreEntry(SimulationState& state, std::int32_t mine_index, std::int32_t theirs_index,
                        bool others_work, Vec3& normal) {
  const Collider &mine = state.colliders[mine_index], &theirs = state.colliders[theirs_index];
  if (!mine.core_known || !theirs.core_known) {
    if (others_work) return CoreEntry::Unknown;
    findCore(state, mine_index);
    findCore(state, theirs_index);
  }
  const ShapeMotion moving(state.bodies[mine.body], mine), other(state.bodies[theirs.body], theirs);
  const MovedCore own{moving, *mine.shape, mine.core}, others{other, *theirs.shape, theirs.core};
  collide::RayHit entry;
  if (coreEnters(own, others, entry)) {
    normal = entry.normal;
    return CoreEntry::Found;
  }
  if (!coreEnters(others, own, entry)) return CoreEntry::None;
  normal = -rotate(relativeSweep(moving, other).start_rotation, entry.normal);
  return CoreEntry::Found;
}

/// How deep a shape is at the end of its motion beyond the plane in which it met the other one, m.
float depthBeyond(const collide::Shape& shape, const collide::Sweep& motion, const collide::SweepHit& hit) {
  const Quat rotation = quaternionFromRotationVector(motion.rotation) * motion.start_rotation;
  const Vec3 center = motion.start_center + motion.translation;
  const Vec3 down = inverseRotate(rotation, -hit.normal);
  return dot(hit.normal, hit.point - center) + collide::reach(shape, down) - dot(down, motion.local_center);
}

/// Sweeps one collider against another. Replaces `first` if it stops earlier.
void sweepAgainst(SimulationState& state, std::int32_t mine_index, std::int32_t theirs_index,
                  BodyStop& first) {
  const Collider& mine = state.colliders[mine_index];
  const Collider& theirs = state.colliders[theirs_index];
  const Body& body = state.bodies[mine.body];
  const ShapeMotion moving(body, mine), other(state.bodies[theirs.body], theirs);
  const float inner = inscribedSize(body);
  const collide::Sweep motion = relativeSweep(moving, other);
  // Bodies much heavier than this one act as walls.
  constexpr float kMuchHeavier = ContinuousSettings::kMuchHeavier;
  const bool carries = !other.body.movable() || other.body.awake_index < 0 ||
                       other.body.inverse_mass * kMuchHeavier < body.inverse_mass;
  const bool carried = body.inverse_mass * kMuchHeavier < other.body.inverse_mass;
  const bool deep = state.bodies.sweeps[mine.body].deep;
  CoreEntry entry = CoreEntry::Unknown;
  Vec3 entry_normal;
  const auto entered = [&] {
    if (entry == CoreEntry::Unknown)
      entry = findCoreEntry(state, mine_index, theirs_index, first.others_work, entry_normal);
    first.unsure = first.unsure || entry == CoreEntry::Unknown;
    return entry == CoreEntry::Found;
  };
  const bool pair = !carries && !carried;
  const float thickness = mine.inscribed_radius + theirs.inscribed_radius;
  if (pair) {
    const float way = relativeWay(mine, body, motion);
    if (!deep && way <= ContinuousSettings::kFastShare * thickness) return;
    if (way <= thickness && !entered()) return;
  }
  const float target = stopDistance(body);
  // A rotation by less than a radian cannot carry the centre of a body through anything.
  const float turn = std::max(0.0f, length(motion.rotation) - 1);
  const float turned = turn * (body.extents.bounding_radius - inner);
  // Where no hit can be deep enough, the cores alone decide.
  const float shallow = ContinuousSettings::kShallow * inner;
  const bool hit_matters =
      first.found || (turned + length(motion.translation)) * ContinuousSettings::kMotionRounding >= shallow;
  collide::SweepHit hit;
  if (hit_matters) hit = collide::sweep(*theirs.shape, *mine.shape, motion, target);
  // A body that was stopped begins the next step at the target distance, to within
  // rounding: it touches.
  const bool touching =
      hit.initially_touching ||
      hit.t * (length(motion.translation) + length(motion.rotation) * body.extents.bounding_radius) < target;
  const bool struck = hit.hit && !touching;
  if (struck && hit.t >= first.t) return;
  // Depth of the penetration at the end: the part of the motion after the impact that is directed into the
  // surface. What tips over an edge comes nearer with its centre, but goes no deeper.
  float depth = (1 - hit.t) * (turned - dot(motion.translation, hit.normal));
  if (struck && depth >= shallow) depth = std::min(depth, depthBeyond(*mine.shape, motion, hit));
  const bool undone = !(struck && depth >= shallow);
  if (pair && !undone && depth <= thickness && !entered()) return;
  Vec3 normal = hit.normal;  // In the frame of the other shape.
  if (undone) {
    constexpr std::uint8_t kStuckSteps = ContinuousSettings::kStuckSteps;
    const bool stuck =
        std::max(body.continuous.undone_steps, other.body.continuous.undone_steps) >= kStuckSteps;
    if (stuck && other.body.movable()) return;
    if (!entered()) return;
    normal = entry_normal;
  }
  first.found = true;
  first.undone = undone;
  first.t = undone ? 0 : hit.t;
  first.struck = theirs.body;
  first.both = !carries && isStoppable(state, theirs.body);
  const Vec3 center = motion.start_center + motion.translation * first.t;
  const Quat rotation = quaternionFromRotationVector(motion.rotation * first.t) * motion.start_rotation;
  const DVec3 point(undone ? center : hit.point);
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

}  // namespace

bool mayHavePassed(Body& body, const StepMotion& moved) {
  const auto is_fast = [&] {
    // A cheap bound first: most bodies are slow.
    if (moved.distance + ContinuousSettings::kAnglePerSine * moved.sine * body.extents.bounding_radius <=
        harmlessWay(body))
      return false;
    const float inner = inscribedSize(body);
    if (maxDisplacement(body, inner) > ContinuousSettings::kFastShare * inner) return true;
    return moved.distance > thinWay(body);
  };
  const bool deep = body.continuous.deep;
  if (!body.movable()) body.continuous.deep = false;
  if (body.first_collider >= 0 && (deep || is_fast())) return true;
  if (body.continuous.undone || body.continuous.undone_steps > 0)
    body.continuous.undone = false, body.continuous.undone_steps = 0;
  return false;
}

void noteSweep(SimulationState& state, std::int32_t index, const StepMotion& moved, bool stop) {
  const Body& body = state.bodies[index];
  BodySweep& sweep = state.bodies.sweeps[index];
  sweep.center = Vec3(body.start_center);
  sweep.displacement = Vec3(body.center - body.start_center);
  sweep.half_turn = moved.half_turn;
  sweep.sine = moved.sine;
  sweep.outer = body.extents.bounding_radius;
  sweep.inscribed_radius = std::min({body.extents.inscribed_radius, body.extents.bounding_radius, 1e6f});
  sweep.harmless = harmlessWay(body);
  sweep.inverse_mass = body.inverse_mass;
  sweep.stoppable = stop && body.movable();
  sweep.deep = body.continuous.deep;
  sweep.pushable = body.movable() && body.awake_index >= 0;
}

void collectFastBody(SimulationState& state, std::int32_t index, const StepMotion& moved, BodyJob& job) {
  Body& body = state.bodies[index];
  job.fast.push_back(index);
  for (const std::int32_t c : collidersOf(state.colliders, body)) {
    Aabb swept;
    if (state.colliders[c].sensor || collide::isPlane(*state.colliders[c].shape)) continue;
    if (leavesSearchedBox(state, c, moved, swept)) job.escaped.push_back({swept, c});
  }
  if (body.movable()) beginSweep(body);
}

StepMotion motionInStep(const Body& body) {
  const Quat turn = turnBetween(body.start_rotation, body.rotation);
  const Vec3 half_turn = turn.w < 0 ? -turn.vector() : turn.vector();
  return {length(Vec3(body.center - body.start_center)), length(half_turn), half_turn};
}

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
  std::sort(suspects_.begin(), suspects_.end());
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
                                   bool static_only, std::vector<std::int32_t>& candidates, BodyStop& first) {
  const BodySweep& sweep = state.bodies.sweeps[index];
  for (const std::int32_t c : collidersOf(state.colliders, state.bodies[index])) {
    if (state.colliders[c].sensor) continue;
    candidates.clear();
    visitCandidates(state, c, [&](std::int32_t o) {
      const Collider& theirs = state.colliders[o];
      if (theirs.sensor || theirs.body == index) return;
      if (static_only && state.bodies[theirs.body].type != BodyType::Static) return;
      if (mayMatter(sweep, state.bodies.sweeps[theirs.body])) candidates.push_back(o);
    });
    std::sort(candidates.begin(), candidates.end());
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
  body.continuous.undone = body.continuous.undone || stop.undone;
  if (stop.both) {
    other.continuous.undone = other.continuous.undone || stop.undone;
    const Pose start{other.start_center, other.start_rotation};
    stopAt(other, between(start, {other.center, other.rotation}, stop.t), stop.t);
    noteMoved(state, stop.struck);
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
bool ContinuousCollision::stopSuspects(SimulationState& state, const StepContext& context, bool static_only) {
  const std::int32_t count = suspects_.count();
  stops_.assign(suspects_.size(), BodyStop{});
  context.pool.parallelFor(count, ContinuousSettings::kSuspectsPerJob, [&](const ThreadPool::Range& range) {
    for (std::int32_t i = range.begin; i < range.end; ++i) {
      BodyStop& stop = stops_[i];
      stop.others_work = true;
      findStop(state, context, suspects_[i], static_only, context.threadOf(range).candidates, stop);
    }
  });
  examined_.swap(suspects_);
  suspects_.clear();
  // Repeat the unsure searches on this thread, before any stop is applied.
  for (std::size_t i = 0; i < examined_.size(); ++i) {
    if (!stops_[i].unsure) continue;
    stops_[i] = BodyStop{};
    findStop(state, context, examined_[i], static_only, context.threads[0].candidates, stops_[i]);
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
  for (const std::int32_t index : state.step.stopped_bodies) state.bodies.sweeps[index].moved = false;
  sortSuspects();
  return changed;
}

void ContinuousCollision::run(SimulationState& state, const StepContext& context) {
  state.step.stopped_bodies.clear();
  collectSuspects(state, context);
  bool changed = !suspects_.empty();
  for (int round = 0; round < ContinuousSettings::kRounds && changed; ++round)
    changed = stopSuspects(state, context, false);
  // Bodies that are squeezed may move each other without end. Static bodies have priority
  // in the last round.
  if (changed) stopSuspects(state, context, true);
}

}  // namespace carom::solve

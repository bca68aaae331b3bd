#include "solve/continuous/pair_stop.hpp"

#include <algorithm>

#include "base/rotation_vector.hpp"
#include "collide/query.hpp"
#include "solve/continuous/continuous_settings.hpp"
#include "solve/continuous/core_entry.hpp"
#include "solve/continuous/shape_motion.hpp"
#include "solve/continuous/suspects.hpp"
#include "solve/state/far_heavier.hpp"

namespace carom::solve {
namespace {

/// Upper bound of the distance that a point of a collider, beyond its inner ball, moved as the other one sees
/// it, m.
float relativeWay(const Collider& mine, const Body& body, const collide::Sweep& motion) {
  const float lever = std::max(0.0f, body.extents.bounding_radius - mine.inscribed_radius);
  return length(motion.translation) + length(motion.rotation) * lever;
}

/// How deep a shape is at the end of its motion beyond the plane in which it met the other one, m.
float depthBeyond(const collide::Shape& shape, const collide::Sweep& motion, const collide::SweepHit& hit) {
  const Quat rotation = quaternionFromRotationVector(motion.rotation) * motion.start_rotation;
  const Vec3 center = motion.start_center + motion.translation;
  const Vec3 down = inverseRotate(rotation, -hit.normal);
  return dot(hit.normal, hit.point - center) + collide::reach(shape, down) - dot(down, motion.local_center);
}

}  // namespace

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
  // What stops a body opens its joints, and they have the contact with what is far heavier in their
  // equations.
  const bool held = other.body.movable() && state.joints.isJoined(mine.body) &&
                    !state.joints.isJoined(theirs.body) &&
                    isFarHeavier(other.body.inverse_mass, body.inverse_mass);
  // Where no hit can be deep enough, the cores alone decide.
  const float shallow = (held ? ContinuousSettings::kShallowJoined : ContinuousSettings::kShallow) * inner;
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
  first.both = !carries && state.bodies.sweeps[theirs.body].stoppable;
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

}  // namespace carom::solve

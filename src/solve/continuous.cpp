// Continuous collision: bodies that moved so far in the step that they may have passed through something.
//
// The solver sees only what is near at the start of the step. A body that moved by more than half of the
// largest ball that fits in it is swept from its old pose to its new one against everything on the way. Both
// bodies of a pair move, so the sweep is done in the frame of the other one; at the first impact the body
// stops *in that frame* and is carried along with the other to the end of the step, so that neither can pass
// the other however fast each is. Contacts and rebounds are the next step's: the body keeps its velocity, for
// a body in free flight the one it had at the time of impact.
//
// What touches at the start is the solver's, and so is an overlap at the end that is shallow against the
// body's own size.

#include <algorithm>
#include <cmath>

#include "base/rotation_vector.hpp"
#include "collide/query.hpp"
#include "solve/simulation.hpp"

namespace carom::solve {
namespace {

constexpr float kShallow = 0.1f;  // Share of the core's radius that may overlap at the end of a step.

struct Pose {
  DVec3 center;
  Quat rotation;
};

/// Frame of a shape that is fixed to a body at a pose.
DTransform shapeFrame(const Pose& pose, const Transform& local) {
  return {pose.center + DVec3(rotate(pose.rotation, local.translation)),
          DQuat(normalized(pose.rotation * local.rotation))};
}

/// Radius of what must not pass through anything. Meshes have no inner ball; a tenth of their size stands in.
float coreRadius(const Body& body) {
  return std::clamp(body.inner_radius, 0.1f * body.outer_radius, body.outer_radius);
}

struct RelativeMotion {
  collide::Sweep sweep;
  DTransform frame_end;  ///< The other shape at the end of the step.
};

/// Motion of a body's shape seen from another body's shape.
RelativeMotion relativeMotion(const Body& moving, const Transform& moving_local, const Body& other,
                              const Transform& other_local) {
  const bool still = other.type == BodyType::Static || other.awake_index < 0;
  const Pose other_end{other.center, other.rotation};
  const Pose other_start = still ? other_end : Pose{other.start_center, other.start_rotation};
  const DTransform frame_0 = shapeFrame(other_start, other_local),
                   frame_1 = shapeFrame(other_end, other_local);
  const Quat q0 =
      normalized(Quat(conjugate(frame_0.rotation)) * (moving.start_rotation * moving_local.rotation));
  const Quat q1 = normalized(Quat(conjugate(frame_1.rotation)) * (moving.rotation * moving_local.rotation));
  const Vec3 c0 = Vec3(inverseTransformPoint(frame_0, moving.start_center));
  const Vec3 c1 = Vec3(inverseTransformPoint(frame_1, moving.center));
  RelativeMotion r;
  r.frame_end = frame_1;
  r.sweep.start_center = c0;
  r.sweep.start_rotation = q0;
  r.sweep.translation = c1 - c0;
  r.sweep.rotation = rotationVector(q1 * conjugate(q0));
  r.sweep.local_center = -inverseRotate(moving_local.rotation, moving_local.translation);
  return r;
}

Aabb boundsAt(const Collider& collider, const Pose& pose) {
  const DTransform frame = shapeFrame(pose, collider.local);
  return collide::bounds(*collider.shape, Transform{Vec3(frame.translation), Quat(frame.rotation)});
}

}  // namespace

void Simulation::collectFastBodies() {
  fast_bodies_.clear();
  const auto travelled = [](const Body& b) { return Vec3(b.center - b.start_center); };
  for (const std::int32_t index : awake_) {
    const Body& body = at(index);
    const Vec3 turn = rotationVector(body.rotation * conjugate(body.start_rotation));
    const float inner = coreRadius(body);
    const float motion = length(travelled(body)) + length(turn) * std::max(0.0f, body.outer_radius - inner);
    if (motion <= std::max(0.5f * inner, 1e-3f)) continue;
    if (body.movable()) {
      fast_bodies_.push_back(index);
      continue;
    }
    // A fast body that cannot be stopped: what it sweeps over has to give way.
    for (std::int32_t c = body.first_collider; c >= 0; c = colliderAt(c).next_in_body) {
      Aabb swept = boundsAt(colliderAt(c), {body.start_center, body.start_rotation});
      swept.include(boundsAt(colliderAt(c), {body.center, body.rotation}));
      movable_tree_.query(swept, [&](std::int32_t other) {
        const Body& b = at(colliderAt(other).body);
        if (b.movable() && b.awake_index >= 0) fast_bodies_.push_back(colliderAt(other).body);
        return true;
      });
    }
  }
  std::sort(fast_bodies_.begin(), fast_bodies_.end());
  fast_bodies_.erase(std::unique(fast_bodies_.begin(), fast_bodies_.end()), fast_bodies_.end());
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

void Simulation::stopBody(std::int32_t index) {
  Body& body = at(index);
  const float inner = coreRadius(body);
  const float target = std::min(5e-4f, 0.05f * inner);
  float first_t = 1;
  bool found = false;
  std::int32_t struck = -1;
  Vec3 normal;
  DVec3 point;
  Pose stopped{};
  for (std::int32_t c = body.first_collider; c >= 0; c = colliderAt(c).next_in_body) {
    const Collider& mine = colliderAt(c);
    if (mine.sensor) continue;
    Aabb swept = boundsAt(mine, {body.start_center, body.start_rotation});
    swept.include(boundsAt(mine, {body.center, body.rotation}));
    swept = expanded(swept, target);
    queryBounds(swept, [&](std::int32_t o) {
      const Collider& theirs = colliderAt(o);
      if (theirs.sensor || theirs.body == index) return true;
      if (!pairs_.contains(c, o) && !policy_->respond(std::min(c, o), std::max(c, o)).related) return true;
      const Body& other = at(theirs.body);
      const RelativeMotion motion = relativeMotion(body, mine.local, other, theirs.local);
      const collide::SweepHit hit = collide::sweep(*theirs.shape, *mine.shape, motion.sweep, target);
      if (!hit.hit || hit.initially_touching || hit.t >= first_t) return true;
      // The part of the motion after the impact that goes into the surface. A turn of less than a radian
      // cannot carry the middle of a body through anything.
      const float turn = std::max(0.0f, length(motion.sweep.rotation) - 1);
      const float depth =
          (1 - hit.t) * (turn * (body.outer_radius - inner) - dot(motion.sweep.translation, hit.normal));
      if (depth < kShallow * inner) return true;
      first_t = hit.t;
      found = true;
      struck = theirs.body;
      normal = Vec3(rotate(motion.frame_end.rotation, DVec3(hit.normal)));
      point = transformPoint(motion.frame_end, DVec3(hit.point));
      const Quat relative =
          quaternionFromRotationVector(motion.sweep.rotation * hit.t) * motion.sweep.start_rotation;
      const Vec3 center = motion.sweep.start_center + motion.sweep.translation * hit.t;
      stopped.center = transformPoint(motion.frame_end, DVec3(center));
      stopped.rotation =
          normalized(Quat(motion.frame_end.rotation) * relative * conjugate(mine.local.rotation));
      return true;
    });
  }
  const bool again = body.stopped;
  body.stopped = found;
  if (!found) return;
  // The next step's contact takes the velocity. If it found nothing to take, the body would be stopped for
  // ever: take it here.
  if (again) takeApproach(body, at(struck), point, normal);
  if (body.ballistic) {
    body.linear_velocity = body.start_velocity + (body.linear_velocity - body.start_velocity) * first_t;
  }
  body.center = stopped.center;
  body.rotation = stopped.rotation;
}

void Simulation::stopFastBodies() {
  if (!settings_.continuous) return;
  collectFastBodies();
  for (const std::int32_t body : fast_bodies_) stopBody(body);
}

}  // namespace carom::solve

// Motion of colliders within the step, also relative to each other: for continuous collision and triggers.
#pragma once

#include "base/rotation_vector.hpp"
#include "collide/query.hpp"
#include "solve/state/body.hpp"
#include "solve/state/body_sweep.hpp"

namespace carom::solve {

/// Interpolates two poses: t = 0 gives the first one, t = 1 the second one.
inline Pose between(const Pose& from, const Pose& to, float t) {
  const Vec3 turn = rotationVector(to.rotation * conjugate(from.rotation));
  return {from.center + (to.center - from.center) * static_cast<double>(t),
          normalized(quaternionFromRotationVector(turn * t) * from.rotation)};
}

/// Frame of a shape that is fixed to a body at a pose.
inline DTransform shapeFrame(const Pose& pose, const Transform& local) {
  return {pose.center + DVec3(rotate(pose.rotation, local.translation)),
          DQuat(normalized(pose.rotation * local.rotation))};
}

/// A collider's shape at the start and at the end of the step. Frames of shapes that are turned about an
/// axis, or a point, do not rotate about that: what lies on a roller does not go round with it.
struct ShapeMotion {
  const Body& body;
  const Transform& local;
  Pose start, end;
  DTransform frame_0, frame_1;

  ShapeMotion(const Body& b, const Collider& collider);
  DTransform frameAt(float t) const;

 private:
  bool spins_ = false;  ///< Without frame_1.
  Quat swing_;          ///< From frame_0 to frame_1 then.
};

/// Motion of a body's shape as seen from another body's shape.
inline collide::Sweep relativeSweep(const ShapeMotion& moving, const ShapeMotion& other) {
  const Quat q0 =
      normalized(Quat(conjugate(other.frame_0.rotation)) * (moving.start.rotation * moving.local.rotation));
  const Quat q1 =
      normalized(Quat(conjugate(other.frame_1.rotation)) * (moving.end.rotation * moving.local.rotation));
  const Vec3 c0 = Vec3(inverseTransformPoint(other.frame_0, moving.start.center));
  const Vec3 c1 = Vec3(inverseTransformPoint(other.frame_1, moving.end.center));
  collide::Sweep sweep;
  sweep.start_center = c0;
  sweep.start_rotation = q0;
  sweep.translation = c1 - c0;
  sweep.rotation = rotationVector(q1 * conjugate(q0));
  sweep.local_center = -inverseRotate(moving.local.rotation, moving.local.translation);
  return sweep;
}

inline Aabb boundsAt(const Collider& collider, const Pose& pose) {
  const DTransform frame = shapeFrame(pose, collider.local);
  return collide::bounds(*collider.shape, Transform{Vec3(frame.translation), Quat(frame.rotation)});
}

inline Aabb sweptBounds(const Collider& collider, const Body& body) {
  Aabb swept = boundsAt(collider, {body.start_center, body.start_rotation});
  swept.include(boundsAt(collider, {body.center, body.rotation}));
  return swept;
}

}  // namespace carom::solve

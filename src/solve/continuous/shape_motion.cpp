#include "solve/continuous/shape_motion.hpp"

#include <variant>

namespace carom::solve {

ShapeMotion::ShapeMotion(const Body& b, const Collider& collider) : body(b), local(collider.local) {
  const bool still = b.type == BodyType::Static || b.awake_index < 0;
  end = {b.center, b.rotation};
  start = still ? end : Pose{b.start_center, b.start_rotation};
  frame_0 = shapeFrame(start, local);
  frame_1 = shapeFrame(end, local);
  if (still || !collider.round) return;
  const Quat from(frame_0.rotation), to(frame_1.rotation);
  if (!std::holds_alternative<collide::Sphere>(*collider.shape)) {
    const Vec3 axis_0 = rotate(from, Vec3{0, 1, 0}), axis_1 = rotate(to, Vec3{0, 1, 0});
    const Vec3 across = cross(axis_0, axis_1);
    const float along = dot(axis_0, axis_1);
    if (!(along > 0)) return;
    swing_ = normalized(Quat{across.x, across.y, across.z, 1 + along});
  }
  spins_ = true;
  frame_1.rotation = DQuat(normalized(swing_ * from));
}

DTransform ShapeMotion::frameAt(float t) const {
  DTransform frame = shapeFrame(between(start, end, t), local);
  if (spins_) {
    const Quat swing = quaternionFromRotationVector(rotationVector(swing_) * t);
    frame.rotation = DQuat(normalized(swing * Quat(frame_0.rotation)));
  }
  return frame;
}

}  // namespace carom::solve

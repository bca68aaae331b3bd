// Joints for tests in a few lines.
//
//   JointBuilder(b, anchor, ball).linear({0, 1, 2}).angular({1, 2}).twist(0, -0.5, 0.5);
#pragma once

#include <initializer_list>
#include <optional>

#include "world/scene_builder.hpp"

namespace carom::test {

inline constexpr double kFree = kInfinity;

class JointBuilder {
 public:
  JointBuilder(SceneBuilder& builder, int node, int connected) : builder_(builder) {
    Scene& s = builder.scene();
    joint_ = s.joints.size();
    Joint joint;
    joint.node = node;
    joint.connected_node = connected;
    joint.description = static_cast<int>(s.joint_descriptions.size());
    joint.origin.pointer = "/nodes/" + std::to_string(node) + "/joint";
    s.joints.push_back(joint);
    s.joint_descriptions.emplace_back();
  }
  /// ±kFree: no bound on that side.
  JointBuilder& linear(std::initializer_list<int> axes, double min = 0, double max = 0) {
    return limit(false, axes, min, max);
  }
  JointBuilder& angular(std::initializer_list<int> axes, double min = 0, double max = 0) {
    return limit(true, axes, min, max);
  }
  /// The limit added last is soft.
  JointBuilder& soft(double stiffness, double damping = 0) {
    description().limits.back().stiffness = stiffness;
    description().limits.back().damping = damping;
    return *this;
  }
  JointBuilder& pin() { return linear({0, 1, 2}); }
  JointBuilder& weld() { return pin().angular({0, 1, 2}); }
  JointBuilder& hinge(int axis) { return pin().angular({(axis + 1) % 3, (axis + 2) % 3}); }
  JointBuilder& slider(int axis) { return linear({(axis + 1) % 3, (axis + 2) % 3}).angular({0, 1, 2}); }
  JointBuilder& drive(const JointDrive& drive) {
    description().drives.push_back(drive);
    return *this;
  }
  JointBuilder& spring(bool angular, int axis, double stiffness, double damping, double target = 0) {
    JointDrive d;
    d.angular = angular, d.axis = static_cast<std::uint8_t>(axis);
    d.stiffness = stiffness, d.damping = damping, d.position_target = target;
    return drive(d);
  }
  JointBuilder& motor(bool angular, int axis, double damping, double speed, double max_force = kInfinity) {
    JointDrive d;
    d.angular = angular, d.axis = static_cast<std::uint8_t>(axis);
    d.damping = damping, d.velocity_target = speed, d.max_force = max_force;
    return drive(d);
  }
  JointBuilder& accelerate() { return description().drives.back().acceleration_mode = true, *this; }
  JointBuilder& collide() { return builder_.scene().joints[joint_].enable_collision = true, *this; }

 private:
  JointDescription& description() { return builder_.scene().joint_descriptions.back(); }
  JointBuilder& limit(bool angular, std::initializer_list<int> axes, double min, double max) {
    JointLimit l;
    for (const int axis : axes)
      (angular ? l.angular_axes : l.linear_axes)[static_cast<std::size_t>(axis)] = true;
    if (min > -kFree) l.min = min;
    if (max < kFree) l.max = max;
    description().limits.push_back(l);
    return *this;
  }
  SceneBuilder& builder_;
  std::size_t joint_;
};

}  // namespace carom::test

// What joints are made of: two frames on bodies, limits of metrics of their relative pose, and drives.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "carom/base/vector.hpp"

namespace carom::solve {

/// Measures of the pose of the second frame in the first (document 003, "Appendix: Constraint Limit
/// Metrics"). e_k are the axes of the first frame, d the offset of the second frame's origin.
enum class JointMetric : std::uint8_t {
  AlongAxis,     ///< e_k · d, signed, m.
  FromLine,      ///< Distance from the line along e_k, m.
  FromPoint,     ///< |d|, m.
  Twist,         ///< Signed angle of the twist about e_k, rad, counted over any number of turns.
  Swing,         ///< Angle between the two frames' axes k, rad, 0..π.
  RotationAngle  ///< Angle of the whole rotation, rad, 0..π.
};

inline constexpr double kUnbounded = std::numeric_limits<double>::infinity();

struct JointLimitDefinition {
  JointMetric metric = JointMetric::AlongAxis;
  std::uint8_t axis = 0;  ///< k above, 0..2.
  double min = -kUnbounded;
  double max = kUnbounded;
  double stiffness = kUnbounded;  ///< N/m or N·m/rad; infinite: hard.
  double damping = 0;             ///< N·s/m or N·m·s/rad, of soft limits, beyond the bounds.
};

/// Force along or torque about one axis of the first frame on the second:
/// stiffness (position_target − metric) + damping (velocity_target − its rate).
struct JointDriveDefinition {
  bool angular = false;            ///< Twist or AlongAxis.
  std::uint8_t axis = 0;           ///< 0..2
  bool acceleration_mode = false;  ///< Stiffness and damping are per kilogram (kg·m²) of what is driven.
  double max_force = kUnbounded;   ///< N or N·m
  double position_target = 0;      ///< m or rad
  double velocity_target = 0;      ///< m/s or rad/s
  double stiffness = 0;
  double damping = 0;
};

struct JointDefinition {
  std::array<std::int32_t, 2> body{-1, -1};  ///< At least one of them movable.
  std::array<DTransform, 2> frame;           ///< In the bodies' frames (centre of mass, principal axes).
  std::vector<JointLimitDefinition> limits;
  std::vector<JointDriveDefinition> drives;
};

/// A limit that a joint has come to, or left.
struct JointLimitEvent {
  std::int32_t joint = -1;
  std::int32_t limit = -1;  ///< Index into the definition's limits.
  bool reached = true;
};

/// What a joint did in the last step, on the mean.
struct JointLoad {
  DVec3 force;   ///< On the second body at its frame's origin, N, global axes.
  DVec3 torque;  ///< On the second body about its frame's origin, N·m, global axes.
};

}  // namespace carom::solve

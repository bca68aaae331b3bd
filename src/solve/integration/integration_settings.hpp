// Constants of integration.
#pragma once

#include <cstdint>

namespace carom::solve {

struct IntegrationSettings {
  /// Limit of results, m/s, rad/s, and m per step; also that of what a caller may set. Beyond it a body stays
  /// where it was.
  static constexpr float kMaxResult = 1e9f;
  /// Velocities (m/s, rad/s) and rotations up to this are flushed to zero: their squares would be denormal
  /// (state/traces.hpp).
  static constexpr float kTrace = 1e-18f;

  /// Angle by which the asymmetric rest may rotate in a piece of a substep, rad.
  static constexpr float kMaxAngle = 0.05f;
  static constexpr int kMaxPieces = 16;
  /// Square of the rotation in a substep below which gyroscopic torque is left out, rad², and the same for a
  /// body that contacts carry.
  static constexpr float kMinTurnSquared = 1e-10f;
  static constexpr float kMinSupportedTurnSquared = 1e-6f;
  /// Square of a rotation up to which its quaternion is a polynomial, rad²: the terms left out are
  /// below the rounding of float.
  static constexpr float kSmallTurnSquared = 1e-4f;

  /// Part of an angular impulse beside its axis from which the inertia in global axes is computed again
  /// within a step. With 0.03 a bundle of spinning rods keeps its angular momentum to 0.07 % in 20 s at 240
  /// Hz, with 0.1 to 0.14 %, with 0.001 to 0.05 %.
  static constexpr float kAstray = 0.03f;
  /// Largest ratio I_2/I_0 of the moments for constraints: that of a rod of 1:100.
  static constexpr float kMaxInertiaRatio = 1e4f;
  /// Off-diagonal terms of the inertia below this fraction of the trace become zero.
  static constexpr float kNegligibleInertia = 1e-10f;

  /// Depth that is left in a contact, m, times the tolerance: half of what a contact at rest may sink
  /// (ContactSettings::kMaxRestDepth).
  static constexpr float kDepth = 2.5e-3f;
  /// The same as a share of the smaller inscribed radius, where that is less.
  static constexpr float kDepthShare = 0.03f;

  /// Bodies per job.
  static constexpr std::int32_t kBodiesPerJob = 64;
};

}  // namespace carom::solve

// Limits of numbers in a snapshot. The world accepts far smaller ones (world/limits.hpp); beyond these limits
// squares and products would overflow.
#pragma once

#include <cstddef>

namespace carom::solve {

struct SnapshotSettings {
  /// Positions, velocities and angles, m, m/s, rad/s, rad.
  static constexpr double kMaxMotion = 1e15;
  /// Displacement bounds, m: sums over all steps.
  static constexpr double kMaxDisplacementBound = 1e30;
  /// Forces and impulses of wheels, N, N·s.
  static constexpr double kMaxWheelForce = 1e30;
  /// Impulses of joints, N·s or N·m·s.
  static constexpr double kMaxJointImpulse = 1e60;

  /// Least size of a manifold and of an event in bytes: a count that the remaining bytes cannot hold is an
  /// error.
  static constexpr std::size_t kMinManifoldBytes = 64;
  static constexpr std::size_t kEventBytes = 10;
};

}  // namespace carom::solve

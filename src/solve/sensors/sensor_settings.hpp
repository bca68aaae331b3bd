// Constants of triggers.
#pragma once

#include <cstdint>

namespace carom::solve {

struct SensorSettings {
  /// Distance before the surface at which a sweep stops, m, times the tolerance of the moving shape.
  static constexpr float kHair = 5e-5f;
  /// After a sweep has stopped, the overlap is tested this many hairs farther along the normal.
  static constexpr float kHairsBeyond = 3;
  /// Sweeps of one part of a step.
  static constexpr std::int32_t kSweeps = 12;
  /// Times within a part at which a moving mesh is tested.
  static constexpr std::int32_t kSamples = 16;
  /// Rotation of the shape at rest in a part of the step, rad: its curvature moves a path at distance d by
  /// d · 3e-4.
  static constexpr float kPartTurn = 0.05f;
  static constexpr std::int32_t kMaxParts = 64;
  /// An angle is at most π times the sine of its half; rounded up.
  static constexpr float kAnglePerSine = 3.15f;
  /// Pairs per job.
  static constexpr std::int32_t kPairsPerJob = 64;
};

}  // namespace carom::solve

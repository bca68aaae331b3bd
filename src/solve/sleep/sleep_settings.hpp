// Constants of sleeping and of held islands. R is the size of a body (holds.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

namespace carom::solve {

struct SleepSettings {
  /// A motionless body's fastest point covers less than this fraction of R per second, 1/s. A body of 1 m
  /// takes a minute for a millimetre.
  static constexpr float kMotionlessRate = 2e-5f;
  /// A caged body stays within this fraction of R of its place. Heaps of bodies settle by less.
  static constexpr float kRestRoom = 0.03f;
  /// No point of a resting body is faster than this fraction of R per second, 1/s.
  static constexpr float kFastRate = 0.5f;
  /// Number of windows for which a caged or unmoved body has to stay in place: 2 s at the default sleep_time.
  static constexpr int kCageWindows = 4;
  /// An unmoved body returns to its place to within this fraction of R. Bowl.IsFilledByAThousandMixedBodies
  /// (seed 11) comes to rest with it.
  static constexpr float kUnmovedRoom = 5e-4f;

  /// What goes farther than this share of its way goes somewhere, and does not rattle.
  static constexpr float kStraight = 0.5f;

  /// Static friction holds up to this fraction of its limit. A contact that carries more may slip.
  static constexpr float kHoldingShare = 0.98f;
  /// Points count as in line if they are nearer to a common line than this fraction of R.
  static constexpr float kLeastSpread = 0.05f;
  /// Number of holding points that are considered per body.
  static constexpr std::size_t kMaxHoldingPoints = 24;

  /// Velocity that counts as an error of the solver: what this fraction of the weight makes in a step.
  static constexpr float kErrorShare = 2e-4f;
  /// Bodies per job of the search for held islands.
  static constexpr std::int32_t kBodiesPerJob = 128;
};

}  // namespace carom::solve

// Constants of pins of nets.
#pragma once

#include <cstdint>

namespace carom::solve {

struct PinSettings {
  /// Passes of the biased solve and of relaxation in a substep. More of either cost and gain about the same.
  static constexpr std::int32_t kBiasedPasses = 1;
  static constexpr std::int32_t kRelaxPasses = 4;
  /// Frequency of the pins' springs, as a fraction of the substep rate, and their damping ratio.
  static constexpr float kFrequency = 0.5f;
  static constexpr float kDampingRatio = 2;
  /// Rotation in a substep up to which the curvature of an arm's path is expanded to second order, rad.
  static constexpr float kMaxTurn = 0.5f;
  /// Pins per job.
  static constexpr std::int32_t kPinsPerJob = 128;
};

}  // namespace carom::solve

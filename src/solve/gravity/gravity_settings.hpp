// Constants of gravity sources.
#pragma once

#include <cstdint>

namespace carom::solve {

struct GravitySettings {
  /// Limit of an acceleration, m/s²: in a second it reaches the limit of speeds.
  static constexpr double kMaxAcceleration = 1e9;
  /// Distance to the nearest point below which there is no direction, m.
  static constexpr double kMinDistance = 1e-12;
  /// Relative rounding of bounds in float.
  static constexpr double kRounding = 1e-6;
  /// A body is in reach of a region if it can enter it within the step, plus this margin, m.
  static constexpr double kReachMargin = 0.1;

  // Change of gravity that wakes a sleeping body: a fraction of it plus an acceleration in m/s².
  static constexpr float kRelativeChange = 0.01f;
  static constexpr float kMinChange = 1e-4f;

  /// Bodies per job.
  static constexpr std::int32_t kBodiesPerJob = 64;
};

}  // namespace carom::solve

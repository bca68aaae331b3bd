// Times the stages of a step by the hook that the library calls when one begins.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <vector>

#include "carom/base/step_hooks.hpp"

namespace carom::cli {

/// Times of one stage over a run.
struct StageTimes {
  StepStage stage = StepStage::Outside;
  double median_ms = 0;  ///< Per step, over the steps in which it ran or not.
  double share = 0;      ///< Of the time of all stages, 0..1.
};

class StageProfile {
 public:
  StageProfile() = default;
  StageProfile(const StageProfile&) = delete;
  StageProfile& operator=(const StageProfile&) = delete;

  /// To be given to a world; it must not step after the profile is gone.
  StageHook hook() { return {&StageProfile::begin, this}; }
  void endStep();
  /// In the order of the step; stages that never ran are left out.
  std::vector<StageTimes> times() const;

 private:
  using Clock = std::chrono::steady_clock;
  static void begin(void* user, StepStage stage);

  StepStage current_ = StepStage::Outside;
  Clock::time_point since_;
  std::array<double, kStepStages> step_ms_{};
  std::array<std::vector<double>, kStepStages> all_ms_;
};

}  // namespace carom::cli

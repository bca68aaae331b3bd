#include "cli/stage_profile.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace carom::cli {

void StageProfile::begin(void* user, StepStage stage) {
  StageProfile& profile = *static_cast<StageProfile*>(user);
  const Clock::time_point now = Clock::now();
  if (profile.current_ != StepStage::Outside) {
    profile.step_ms_[static_cast<std::size_t>(profile.current_)] +=
        std::chrono::duration<double, std::milli>(now - profile.since_).count();
  }
  profile.current_ = stage;
  profile.since_ = now;
}

void StageProfile::endStep() {
  for (std::size_t stage = 0; stage < kStepStages; ++stage)
    all_ms_[stage].push_back(std::exchange(step_ms_[stage], 0));
}

std::vector<StageTimes> StageProfile::times() const {
  std::vector<StageTimes> result;
  double whole = 0;
  for (std::size_t stage = 0; stage < kStepStages; ++stage) {
    std::vector<double> ms = all_ms_[stage];
    const double total = std::accumulate(ms.begin(), ms.end(), 0.0);
    if (!(total > 0)) continue;
    std::sort(ms.begin(), ms.end());
    result.push_back({static_cast<StepStage>(stage), ms[ms.size() / 2], total});
    whole += total;
  }
  for (StageTimes& times : result) times.share /= whole;
  return result;
}

}  // namespace carom::cli

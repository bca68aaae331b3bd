// One run of a benchmark scene: times and quality.
#pragma once

#include <cstdint>
#include <string>

#include "carom/output/report.hpp"
#include "carom/world/world.hpp"

namespace carom::cli {

struct BenchResult {
  std::string scene;
  bool sleeping = true;
  std::int32_t threads = 1;
  std::size_t bodies = 0;
  std::size_t steps = 0;
  StepTimes step_ms;
  double max_penetration = 0;   ///< m, deepest of any step.
  double mean_penetration = 0;  ///< m, mean over the steps with contacts of the mean over points.
  double drift = -1;  ///< m, greatest sideways distance of a body from its start; −1: not asked for.
  std::size_t awake_at_end = 0;
  std::uint64_t state_hash = 0;
};

/// Steps a world of the scene, timing each step. `measure_drift`: see BenchScene::should_stand. Ends early
/// when interrupted.
BenchResult runBench(const std::string& name, const Scene& scene, const WorldSettings& settings,
                     std::size_t steps, bool measure_drift);

}  // namespace carom::cli

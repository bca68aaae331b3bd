// One run of a benchmark scene: times and quality.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "carom/output/report.hpp"
#include "carom/world/world.hpp"
#include "cli/stage_profile.hpp"

namespace carom::cli {

struct BenchResult {
  std::string scene;
  bool sleeping = true;
  std::int32_t threads = 1;
  std::size_t bodies = 0;
  std::size_t steps = 0;
  StepTimes step_ms;
  /// How many times faster than with the first number of threads: the median over the steps of near turns.
  double speedup = 1;
  double speedup_of_all = 1;  ///< The median over all steps.
  /// Turns of steps, where several numbers of threads are compared, and those of them that count: while they
  /// lasted two threads' processors were about as near to one another as they ever were in the run.
  std::size_t turns = 0, near_turns = 0;
  double round_trip_ns = 0;     ///< Of a cache line between two threads in near turns, ns: the median.
  double max_penetration = 0;   ///< m, deepest of any step.
  double mean_penetration = 0;  ///< m, mean over the steps with contacts of the mean over points.
  double drift = -1;  ///< m, greatest sideways distance of a body from its start; −1: not asked for.
  std::size_t awake_at_end = 0;
  std::uint64_t state_hash = 0;
  std::vector<StageTimes> stages;  ///< Empty when not asked for.
};

struct BenchOptions {
  std::vector<std::int32_t> threads{1};
  std::size_t steps = 600;
  bool measure_drift = false;  ///< See BenchScene::should_stand.
  bool profile = false;        ///< Time the stages of the steps, too.
};

/// Steps a world of the scene for each number of threads and times each step. The worlds take turns of some
/// steps, so that other load on the machine affects them alike. Ends early when interrupted.
std::vector<BenchResult> runBench(const std::string& name, const Scene& scene, const WorldSettings& settings,
                                  const BenchOptions& options);

}  // namespace carom::cli

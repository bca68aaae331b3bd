// Threads that are simulated: how long a step would take with n of them.
//
// A scheduler (carom/base/step_hooks.hpp) runs all chunks of a job on one thread, one after the other, and
// times each. From their durations d it computes how long the engine's own threads (thread_pool.cpp) would
// take: each of n threads has a row of equally many chunks and takes them in turn, then those of the rows
// after its own. Let l be the time that a cache line takes from one processor to another. The state of a job
// is one such line, and
//
//   thread t > 0 starts at (1 + t) l, as the line goes from one thread to the next,
//   those that had work leave one after the other, l apart, and the caller sees the last of them l later.
//
// Between jobs the calling thread works alone; that time is measured too. So a step of n threads takes
//
//   T(n) = Σ alone + Σ jobs(n).
//
// Jobs over the slabs of a heap (slab_passes.hpp) cannot be cut in this way: one thread that is alone does
// the work of all, so the first chunk takes 95 % of the job or more. Slabs have equally many constraints by
// construction, a pass waits for three neighbours, and so a job of T on s slabs takes T / min(n, s) + 6 l,
// and start and end as above.
//
// Not in the model: threads share the memory's speed and the third level of the cache, they do not run at the
// frequency of one alone, and the system takes processors away. T(n) is a lower bound of what is measured.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <vector>

#include "carom/base/step_hooks.hpp"

namespace carom::bench {

/// Numbers of threads that are simulated.
inline constexpr std::array<int, 5> kThreads = {1, 2, 4, 8, 16};

/// Of one stage, or of all, in a step.
struct StageTime {
  double jobs = 0;
  double alone = 0;                           ///< Of the calling thread between jobs, ns.
  std::array<double, kThreads.size()> all{};  ///< With kThreads threads, `alone` included, ns.
};

class VirtualThreads {
 public:
  /// `line`: l of the derivation, ns.
  explicit VirtualThreads(double line);
  VirtualThreads(const VirtualThreads&) = delete;
  VirtualThreads& operator=(const VirtualThreads&) = delete;

  /// To be given to a world; it must not step after these threads are gone.
  Scheduler scheduler();
  StageHook hook();
  /// How many slabs a heap has in the steps that follow.
  void setSlabs(int slabs) { slabs_ = slabs; }
  void endStep();
  /// Medians over the steps but for the first `left_out`; kStepStages stands for the whole step.
  StageTime median(std::size_t stage, std::size_t left_out) const;

 private:
  using Clock = std::chrono::steady_clock;
  static void begin(void* user, StepStage stage);
  static void run(void* user, std::int32_t count, std::int32_t grain, Scheduler::Range range, void* context);
  void endAlone();
  double jobTime(int threads) const;
  double slabTime(int threads) const;

  const double line_;
  double clock_ns_ = 0;  ///< What reading the clock takes.
  int slabs_ = 1;
  StepStage stage_ = StepStage::Outside;
  Clock::time_point since_;
  std::vector<double> chunks_;  ///< Durations of the job's chunks, ns.
  using Step = std::array<StageTime, kStepStages + 1>;
  Step step_{};  ///< The last one is not used.
  std::vector<Step> steps_;
};

}  // namespace carom::bench

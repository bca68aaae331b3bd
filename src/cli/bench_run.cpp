#include "cli/bench_run.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <vector>

#include "cli/interruption.hpp"
#include "cli/progress_bar.hpp"
#include "cli/round_trip.hpp"

namespace carom::cli {
namespace {

constexpr std::size_t kTurn = 10;  // Steps
constexpr int kTripRounds = 5;
constexpr double kNear = 1.3;  // Times the shortest round trip

double greatestDrift(const World& world, const std::vector<BodyHandle>& bodies,
                     const std::vector<DVec3>& start) {
  double greatest = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const DVec3 moved = world.state(bodies[i]).center - start[i];
    greatest = std::max(greatest, std::sqrt(moved.x * moved.x + moved.z * moved.z));
  }
  return greatest;
}

/// One world while it is timed.
class Run {
 public:
  Run(const Scene& scene, WorldSettings settings, bool profiled)
      : settings_(withProfile(settings, profiled)), world_(scene, settings_), bodies_(world_.bodies()) {
    for (const BodyHandle body : bodies_) start_.push_back(world_.state(body).center);
  }

  void step() {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point before = Clock::now();
    world_.step();
    milliseconds_.push_back(std::chrono::duration<double, std::milli>(Clock::now() - before).count());
    profile_.endStep();
    const StepStatistics& statistics = world_.statistics();
    result_.max_penetration =
        std::max(result_.max_penetration, static_cast<double>(statistics.max_penetration));
    if (statistics.contact_points > 0) {
      penetration_sum_ += statistics.mean_penetration;
      ++steps_with_contacts_;
    }
  }

  std::int32_t threads() const { return settings_.threads; }
  const std::vector<double>& milliseconds() const { return milliseconds_; }

  BenchResult result(const std::string& name, bool measure_drift) {
    result_.scene = name;
    result_.sleeping = settings_.sleeping;
    result_.threads = settings_.threads;
    result_.bodies = bodies_.size();
    result_.steps = milliseconds_.size();
    result_.step_ms = summarizeStepTimes(milliseconds_);
    if (steps_with_contacts_ > 0)
      result_.mean_penetration = penetration_sum_ / static_cast<double>(steps_with_contacts_);
    if (measure_drift) result_.drift = greatestDrift(world_, bodies_, start_);
    result_.awake_at_end = world_.statistics().awake_bodies;
    result_.state_hash = world_.stateHash();
    result_.stages = profile_.times();
    return result_;
  }

 private:
  WorldSettings withProfile(WorldSettings settings, bool profiled) {
    if (profiled) settings.stage_hook = profile_.hook();
    return settings;
  }

  StageProfile profile_;
  WorldSettings settings_;
  World world_;
  std::vector<BodyHandle> bodies_;
  std::vector<DVec3> start_;
  std::vector<double> milliseconds_;
  double penetration_sum_ = 0;
  std::size_t steps_with_contacts_ = 0;
  BenchResult result_;
};

/// The upper one of two in the middle; 0 of none.
double medianOf(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Runs in turns: compares several numbers of threads over the same steps.
class Comparison {
 public:
  /// Steps first..end-1 of every run.
  void takeTurn(const std::vector<std::unique_ptr<Run>>& runs, std::size_t first, std::size_t end) {
    double trip = 0;
    for (const std::unique_ptr<Run>& run : runs) {
      const bool threaded = runs.size() > 1 && run->threads() > 1;
      if (threaded) trip = std::max(trip, roundTripNanoseconds(kTripRounds));
      for (std::size_t i = first; i < end && interruption() == 0; ++i) run->step();
      if (threaded) trip = std::max(trip, roundTripNanoseconds(kTripRounds));
    }
    trips_.push_back(trip);
  }

  void judge(const Run& first, const Run& run, BenchResult& result) const {
    const double least = *std::min_element(trips_.begin(), trips_.end());
    const std::size_t steps = std::min(first.milliseconds().size(), run.milliseconds().size());
    std::vector<double> ratios, all_ratios, near_trips;
    for (std::size_t turn = 0; turn < trips_.size(); ++turn) {
      const bool near = trips_[turn] <= kNear * least;
      if (near) near_trips.push_back(trips_[turn]);
      for (std::size_t i = turn * kTurn; i < std::min(steps, (turn + 1) * kTurn); ++i) {
        all_ratios.push_back(first.milliseconds()[i] / run.milliseconds()[i]);
        if (near) ratios.push_back(all_ratios.back());
      }
    }
    result.turns = trips_.size();
    result.near_turns = near_trips.size();
    result.round_trip_ns = medianOf(near_trips);
    result.speedup = ratios.empty() ? 1 : medianOf(ratios);
    result.speedup_of_all = all_ratios.empty() ? 1 : medianOf(all_ratios);
  }

 private:
  std::vector<double> trips_;  ///< The longest while a turn lasted, ns.
};

}  // namespace

std::vector<BenchResult> runBench(const std::string& name, const Scene& scene, const WorldSettings& settings,
                                  const BenchOptions& options) {
  std::vector<std::unique_ptr<Run>> runs;
  for (const std::int32_t threads : options.threads) {
    WorldSettings with_threads = settings;
    with_threads.threads = threads;
    runs.push_back(std::make_unique<Run>(scene, with_threads, options.profile));
  }
  ProgressBar progress(name);
  Comparison comparison;
  for (std::size_t begin = 0; begin < options.steps; begin += kTurn) {
    const std::size_t end = std::min(options.steps, begin + kTurn);
    comparison.takeTurn(runs, begin, end);
    progress.update(end, options.steps);
  }
  std::vector<BenchResult> results;
  for (const std::unique_ptr<Run>& run : runs) {
    results.push_back(run->result(name, options.measure_drift));
    comparison.judge(*runs.front(), *run, results.back());
  }
  return results;
}

}  // namespace carom::cli

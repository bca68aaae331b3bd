#include "cli/bench_run.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "cli/interruption.hpp"
#include "cli/progress_bar.hpp"

namespace carom::cli {
namespace {

double greatestDrift(const World& world, const std::vector<BodyHandle>& bodies,
                     const std::vector<DVec3>& start) {
  double greatest = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const DVec3 moved = world.state(bodies[i]).center - start[i];
    greatest = std::max(greatest, std::sqrt(moved.x * moved.x + moved.z * moved.z));
  }
  return greatest;
}

}  // namespace

BenchResult runBench(const std::string& name, const Scene& scene, WorldSettings settings,
                     const BenchOptions& options) {
  using Clock = std::chrono::steady_clock;
  StageProfile profile;
  if (options.profile) settings.stage_hook = profile.hook();
  World world(scene, settings);
  const std::vector<BodyHandle> bodies = world.bodies();
  std::vector<DVec3> start;
  for (const BodyHandle body : bodies) start.push_back(world.state(body).center);

  BenchResult result;
  result.scene = name;
  result.sleeping = settings.sleeping;
  result.threads = settings.threads;
  result.bodies = bodies.size();
  std::vector<double> milliseconds;
  double penetration_sum = 0;
  std::size_t steps_with_contacts = 0;
  ProgressBar progress(name);
  for (std::size_t i = 0; i < options.steps && interruption() == 0; ++i) {
    const Clock::time_point before = Clock::now();
    world.step();
    milliseconds.push_back(std::chrono::duration<double, std::milli>(Clock::now() - before).count());
    profile.endStep();
    const StepStatistics& statistics = world.statistics();
    result.max_penetration =
        std::max(result.max_penetration, static_cast<double>(statistics.max_penetration));
    if (statistics.contact_points > 0) {
      penetration_sum += statistics.mean_penetration;
      ++steps_with_contacts;
    }
    progress.update(i + 1, options.steps);
  }
  result.steps = milliseconds.size();
  result.step_ms = summarizeStepTimes(std::move(milliseconds));
  if (steps_with_contacts > 0)
    result.mean_penetration = penetration_sum / static_cast<double>(steps_with_contacts);
  if (options.measure_drift) result.drift = greatestDrift(world, bodies, start);
  result.awake_at_end = world.statistics().awake_bodies;
  result.state_hash = world.stateHash();
  result.stages = profile.times();
  return result;
}

}  // namespace carom::cli

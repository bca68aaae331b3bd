// The benchmark scenes in Bullet.
#pragma once

#include <string>

#include "cli/bench_run.hpp"

namespace carom::bench {

/// The same as cli::runBench, with Bullet as Debian ships it: one thread, ten solver iterations, one step per
/// frame, its own thresholds of sleep. Masses and centres of mass are Carom's; friction 0.6 and restitution 0
/// for every pair.
cli::BenchResult runBullet(const std::string& name, const Scene& scene, bool sleeping, std::size_t steps,
                           bool measure_drift);

}  // namespace carom::bench

// How far the stages of a step are from what the processor could do.
//
// For each stage the program knows how many bytes it has to move and how many operations it has to do for a
// contact of four points, and measures the time that it takes in boxes that stand in stacks of ten. In the
// same run it measures how fast this processor moves bytes in a working set of that size, and how fast it
// calculates. The larger of the two least times is the bound; the time above it is waiting: for the result of
// the operation before, for lines of the cache that are not in order, for branches.
//
// Bytes. A pass reads a block and the deltas and velocities of two bodies, and writes impulses and
// velocities. The operations are counted in contact_passes.hpp and contact_prepare.hpp: +, −, ·, /, √,
// minimum, maximum and comparison each as one; two passes over the points.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

#include "carom/carom.hpp"
#include "cli/bench_scenes.hpp"
#include "cli/stage_profile.hpp"
#include "machine.hpp"
#include "solve/constraints/contact/contact_block.hpp"
#include "solve/state/contact.hpp"
#include "solve/state/solver_body.hpp"

namespace carom::bench {
namespace {

constexpr int kSteps = 120;

/// Per contact of four points and run of the stage.
struct Work {
  StepStage stage;
  int runs;  ///< Per step.
  double bytes, operations;
};

constexpr double kBlock = sizeof(solve::ContactBlock<8>) / 8.0, kTail = sizeof(solve::ContactTail<8>) / 8.0;
constexpr double kPoints = 4;
constexpr double kImpulses =
    kPoints * sizeof(float) + 4 * sizeof(float);  ///< Normal, tangent, twist, pressed.
constexpr double kVelocities = 2 * sizeof(solve::SolverVelocity), kDeltas = 2 * sizeof(solve::SolverDelta);
constexpr double kManifold = offsetof(solve::ContactManifold, origin);
constexpr double kContact = sizeof(solve::Contact);

// Motion of the arms 62, speeds 47, laws 64 to 80, two passes over four points 144 to 180, sum of impulses
// 90, friction 210.
constexpr double kBiased = 62 + 47 + 80 + 180 + 90, kRelaxed = 62 + 47 + 64 + 144 + 90 + 210,
                 kWarmStarted = 62 + 90 + 75;
// Arms 36, ten couplings of 22 and four products with an inertia for each of two bodies 340, laws and
// rebounds 120, friction 260.
constexpr double kPrepared = 36 + 340 + 120 + 260;

std::vector<Work> works(int substeps) {
  return {
      {StepStage::Prepare, 1, kManifold + 2 * sizeof(solve::SolverBody) + kVelocities + kBlock + kTail,
       kPrepared},
      {StepStage::WarmStart, substeps, kBlock + kDeltas + 2 * kVelocities, kWarmStarted},
      {StepStage::BiasedSolve, substeps, kBlock + kDeltas + 2 * kVelocities + kImpulses, kBiased},
      {StepStage::Relax, substeps, kBlock + kDeltas + 2 * kVelocities + kImpulses, kRelaxed},
      // Poses of both bodies, and the contact with its manifold, which is moved with them.
      {StepStage::NarrowPhase, 1, kContact + kManifold + 2 * 128 + 2 * 128, 350},
  };
}

struct Measured {
  std::array<double, kStepStages> median_ms{};
  double contacts = 0;
};

Measured measure(std::int32_t bodies) {
  const Scene scene = cli::findBenchScene("sleepers")->make(bodies);
  WorldSettings settings;
  settings.sleeping = false;
  cli::StageProfile profile;
  settings.stage_hook = profile.hook();
  World world(scene, settings);
  for (int i = 0; i < kSteps; ++i) {
    world.step();
    profile.endStep();
  }
  Measured measured;
  for (const cli::StageTimes& times : profile.times())
    measured.median_ms[static_cast<std::size_t>(times.stage)] = times.median_ms;
  measured.contacts = world.statistics().contact_points / kPoints;
  return measured;
}

void print(std::int32_t bodies, const Arithmetic& arithmetic) {
  const Measured measured = measure(bodies);
  const double working_set = measured.contacts * (kBlock + kVelocities + kDeltas);
  const double stream = streamSpeed(static_cast<std::size_t>(working_set));
  std::printf("\n%d boxes, %.0f contacts of four points, blocks and bodies of %.1f MB: %.1f GB/s\n\n", bodies,
              measured.contacts, working_set / 1e6, stream / 1e9);
  std::printf(
      "| Stage | bytes | operations | ns, moving | ns, calculating | ns, measured | of the bound |\n");
  std::printf("|---|--:|--:|--:|--:|--:|--:|\n");
  for (const Work& work : works(WorldSettings{}.substeps)) {
    const double ns =
        measured.median_ms[static_cast<std::size_t>(work.stage)] * 1e6 / (measured.contacts * work.runs);
    const double moving = work.bytes / stream * 1e9,
                 calculating = work.operations / arithmetic.separate * 1e9;
    std::printf("| %s | %.0f | %.0f | %.1f | %.1f | %.1f | %.1f |\n",
                std::string(stageName(work.stage)).c_str(), work.bytes, work.operations, moving, calculating,
                ns, ns / std::max(moving, calculating));
  }
}

}  // namespace
}  // namespace carom::bench

int main() {
  using namespace carom::bench;
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) {
    std::fprintf(stderr, "carom_roofline: this processor has no AVX2\n");
    return 1;
  }
  const Arithmetic arithmetic = arithmeticSpeed();
  std::printf("Eight floats at a time: %.0f GFLOP/s with products and sums apart, %.0f fused.\n",
              arithmetic.separate / 1e9, arithmetic.fused / 1e9);
  for (const std::size_t kilobytes : {16, 128, 512, 4096, 32768, 262144})
    std::printf("Streams of %zu kB: %.1f GB/s\n", kilobytes, streamSpeed(kilobytes * 1024) / 1e9);
  for (const std::int32_t bodies : {300, 4000, 100000}) print(bodies, arithmetic);
  return 0;
}

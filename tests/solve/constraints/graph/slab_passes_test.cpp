// Passes over slabs: whoever does what, every slab sees its runs in the order of one thread.
#include "solve/constraints/graph/slab_passes.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <utility>
#include <vector>

namespace carom::solve {
namespace {

using Entry = std::pair<std::int32_t, std::int32_t>;  // Pass and run
using Logs = std::vector<std::vector<Entry>>;         // By slab

/// The slabs that a run has bodies of.
std::vector<std::int32_t> slabsOf(const SlabPasses::Runs& runs, std::int32_t run) {
  if (run < runs.slabs) return {run};
  std::vector<std::int32_t> slabs;
  if (run == runs.theRest()) {
    for (std::int32_t s = 0; s < runs.slabs; ++s) slabs.push_back(s);
    return slabs;
  }
  for (std::int32_t left = 0; left + 1 < runs.slabs; ++left) {
    if (runs.border(left) == run) return {left, left + 1};
  }
  return {};
}

/// What each slab sees: slabs, even borders, odd borders, the rest, pass by pass.
Logs expected(const SlabPasses::Runs& runs, std::int32_t passes) {
  Logs logs(static_cast<std::size_t>(runs.slabs));
  for (std::int32_t pass = 0; pass < passes; ++pass) {
    for (std::int32_t run = 0; run <= runs.theRest() - (runs.rest ? 0 : 1); ++run) {
      for (const std::int32_t slab : slabsOf(runs, run))
        logs[static_cast<std::size_t>(slab)].emplace_back(pass, run);
    }
  }
  return logs;
}

TEST(SlabPasses, EverySlabSeesTheOrderOfOneThread) {
  for (const std::int32_t threads : {1, 2, 3, 5}) {
    ThreadPool pool(threads);
    SlabPasses passes;
    for (const std::int32_t slabs : {2, 4, 8, 64}) {
      for (const bool rest : {false, true}) {
        for (const std::int32_t count : {1, 2, 30}) {
          const SlabPasses::Runs runs{slabs, rest};
          Logs logs(static_cast<std::size_t>(slabs));  // Unguarded: that no two write at once is the point.
          std::vector<std::atomic<bool>> busy(static_cast<std::size_t>(slabs));
          std::atomic<int> clashes{0};
          passes.run(pool, runs, count, [&](std::int32_t pass, std::int32_t run) {
            for (const std::int32_t s : slabsOf(runs, run)) {
              if (busy[static_cast<std::size_t>(s)].exchange(true)) ++clashes;
              logs[static_cast<std::size_t>(s)].emplace_back(pass, run);
            }
            for (const std::int32_t s : slabsOf(runs, run)) busy[static_cast<std::size_t>(s)] = false;
          });
          EXPECT_EQ(clashes, 0);
          EXPECT_EQ(logs, expected(runs, count))
              << threads << " threads, " << slabs << " slabs, rest " << rest;
        }
      }
    }
  }
}

/// A caller's scheduler that does everything on one thread, the last part first.
TEST(SlabPasses, OneThreadCanDoItAll) {
  const auto backwards = [](void*, std::int32_t count, std::int32_t grain, Scheduler::Range range,
                            void* context) {
    for (std::int32_t end = count; end > 0; end -= grain)
      range(context, end > grain ? end - grain : 0, end, 0);
  };
  ThreadPool pool(1, {backwards, nullptr, 4});
  SlabPasses passes;
  const SlabPasses::Runs runs{8, true};
  Logs logs(8);
  passes.run(pool, runs, 3, [&](std::int32_t pass, std::int32_t run) {
    for (const std::int32_t s : slabsOf(runs, run)) logs[static_cast<std::size_t>(s)].emplace_back(pass, run);
  });
  EXPECT_EQ(logs, expected(runs, 3));
}

}  // namespace
}  // namespace carom::solve

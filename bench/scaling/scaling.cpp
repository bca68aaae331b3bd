// How a step scales to more threads than this machine has, from the times of its parts on one
// (virtual_threads.hpp has the model).
//
//   carom_scaling [--line NS] [--steps N] [SCENE...]
#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "carom/carom.hpp"
#include "cli/bench_scenes.hpp"
#include "solve/constraints/graph/graph_settings.hpp"
#include "virtual_threads.hpp"

namespace carom::bench {
namespace {

struct Options {
  double line = 100;  ///< ns
  int steps = 300;
  std::vector<std::string> scenes;
};

int slabsOf(const StepStatistics& statistics) {
  using Settings = solve::GraphSettings;
  const std::size_t most = statistics.touching_pairs / Settings::kConstraintsPerSlab;
  return static_cast<int>(std::bit_floor(std::clamp<std::size_t>(most, 1, Settings::kMaxSlabs)));
}

void printRow(std::string_view name, const StageTime& t) {
  std::printf("| %s | %.0f | %.1f |", std::string(name).c_str(), t.jobs, t.alone * 1e-3);
  for (const double time : t.all) std::printf(" %.1f |", time * 1e-3);
  std::printf("\n");
}

void simulate(const std::string& name, const Scene& scene, const Options& options) {
  VirtualThreads threads(options.line);
  WorldSettings settings;
  settings.sleeping = false;
  settings.scheduler = threads.scheduler();
  settings.stage_hook = threads.hook();
  World world(scene, settings);
  for (int i = 0; i < options.steps; ++i) {
    threads.setSlabs(slabsOf(world.statistics()));
    world.step();
    threads.endStep();
  }
  const auto left_out = static_cast<std::size_t>(options.steps / 5);  // Memory has grown by then.
  std::printf("\n%s: medians over %zu steps, us; a line goes from one processor to another in %.0f ns\n\n",
              name.c_str(), static_cast<std::size_t>(options.steps) - left_out, options.line);
  std::printf("| Stage | jobs | alone |");
  for (const int n : kThreads) std::printf(" %d |", n);
  std::printf("\n|---|--:|--:|");
  for (std::size_t i = 0; i < kThreads.size(); ++i) std::printf("--:|");
  std::printf("\n");
  for (std::size_t s = 0; s < kStepStages; ++s) {
    const StageTime t = threads.median(s, left_out);
    if (t.all[0] > 0) printRow(stageName(static_cast<StepStage>(s)), t);
  }
  const StageTime whole = threads.median(kStepStages, left_out);
  printRow("all", whole);
  std::printf("| times as fast | | |");
  for (const double time : whole.all) std::printf(" %.2f |", whole.all[0] / time);
  std::printf("\n");
}

int usage() {
  std::fprintf(stderr,
               "usage: carom_scaling [--line NS] [--steps N] [SCENE...]\n"
               "SCENE: one of carom bench, or a file; default: stacks pyramid60 mixed hulls\n");
  return 2;
}

bool readOptions(int count, char** words, Options& options) {
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    if (word == "--line" || word == "--steps") {
      if (++i == count) return false;
      const double value = std::atof(words[i]);
      if (!(value >= 1 && value <= 1e6)) return false;
      if (word == "--line") options.line = value;
      if (word == "--steps") options.steps = static_cast<int>(value);
    } else if (!word.empty() && word[0] == '-') {
      return false;
    } else {
      options.scenes.emplace_back(word);
    }
  }
  if (options.scenes.empty()) options.scenes = {"stacks", "pyramid60", "mixed", "hulls"};
  return true;
}

}  // namespace
}  // namespace carom::bench

int main(int count, char** words) {
  using namespace carom;
  bench::Options options;
  if (!bench::readOptions(count, words, options)) return bench::usage();
  for (const std::string& name : options.scenes) {
    if (const cli::BenchScene* generated = cli::findBenchScene(name)) {
      bench::simulate(name, generated->make(generated->bodies), options);
      continue;
    }
    const Result<Scene> loaded = load(name);
    if (!loaded) {
      std::fprintf(stderr,
                   "carom_scaling: %s is neither a scene of carom bench nor a file that can be loaded\n",
                   name.c_str());
      return 1;
    }
    bench::simulate(name, *loaded, options);
  }
  return 0;
}

// The benchmark scenes in Carom, Bullet and whatever other engines are named, in turns: prints what a step
// takes, as a share of Bullet's, and how well each engine held the scene.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bullet_peer.hpp"
#include "carom/output/report.hpp"
#include "carom_peer.hpp"
#include "cli/bench_scenes.hpp"
#include "cli/interruption.hpp"
#include "cli/option_values.hpp"
#include "external_peer.hpp"
#include "quality.hpp"
#include "scene_file.hpp"

namespace carom::bench {
namespace {

struct Options {
  std::vector<std::string> scenes;
  std::vector<std::string> peers;  // NAME=COMMAND
  std::int32_t rounds = 3;
  std::int32_t steps = 600;
  bool sleeping = false;
  bool markdown = false;
};

/// An engine and its runs of the scene at hand.
struct Engine {
  std::string name;
  std::function<std::optional<PeerRun>(const PeerOptions&)> run;
  std::vector<StepTimes> rounds;
  PeerRun last;
};

std::string processorName() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[16] = "";
  std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
  return text;
}

double middle(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void printHeading(const Options& options) {
  std::printf("%s, %s; %d steps of 1/60 s, one thread, sleep %s, %d rounds in turns.\n",
              processorName().c_str(), today().c_str(), options.steps, options.sleeping ? "on" : "off",
              options.rounds);
  std::printf("Ratio: median of a step's processor time over Bullet's, median of the rounds. ms and mm.\n\n");
  if (options.markdown) {
    std::printf(
        "| Scene | Engine | Ratio | Median | p95 | Penetration, max | mean | Drift | Joints | Fallen |\n");
    std::printf("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|\n");
  } else {
    std::printf("%-10s %-14s %6s %9s %9s %9s %9s %10s %9s %6s\n", "scene", "engine", "ratio", "median", "p95",
                "pen. max", "pen. mean", "drift", "joints", "fallen");
  }
}

void printRow(const Options& options, const cli::BenchScene& bench_scene, const Scene& scene,
              const Engine& engine, const Engine& bullet) {
  std::vector<double> median, p95, ratio;
  for (std::size_t i = 0; i < engine.rounds.size(); ++i) {
    median.push_back(engine.rounds[i].median);
    p95.push_back(engine.rounds[i].p95);
    ratio.push_back(engine.rounds[i].median / bullet.rounds[i].median);
  }
  const Quality quality = measureQuality(scene, engine.last.poses);
  char drift[32] = "-", joints[32] = "-";
  if (!scene.joints.empty()) std::snprintf(joints, sizeof joints, "%.1f", quality.joint_error * 1000);
  if (bench_scene.should_stand) std::snprintf(drift, sizeof drift, "%.1f", quality.drift * 1000);
  const char* format = options.markdown ? "| %s | %s | %.3f | %.3f | %.3f | %.1f | %.3f | %s | %s | %zu |\n"
                                        : "%-10s %-14s %6.3f %9.3f %9.3f %9.1f %9.3f %10s %9s %6zu\n";
  std::printf(format, std::string(bench_scene.name).c_str(), engine.name.c_str(), middle(ratio),
              middle(median), middle(p95), quality.max_penetration * 1000, quality.mean_penetration * 1000,
              drift, joints, quality.fallen);
  std::fflush(stdout);
}

/// The engines for a scene, which also lies in a file. Bullet is the first.
std::vector<Engine> enginesFor(const Options& options, const Scene& scene,
                               const std::filesystem::path& scene_file) {
  std::vector<Engine> engines;
  engines.push_back({"Bullet", [&](const PeerOptions& o) { return runBullet(scene, o); }, {}, {}});
  engines.push_back({"Carom", [&](const PeerOptions& o) { return runCarom(scene, o); }, {}, {}});
  for (const std::string& peer : options.peers) {
    if (!scene.vehicles.empty()) break;  // The file that other programs read has none.
    const std::size_t equals = peer.find('=');
    const std::string command = peer.substr(equals + 1);
    const std::size_t bodies = scene.motions.size();
    engines.push_back({peer.substr(0, equals),
                       [=](const PeerOptions& o) { return runExternal(command, scene_file, bodies, o); },
                       {},
                       {}});
  }
  return engines;
}

/// False when an engine failed or the user interrupted.
bool compareScene(const Options& options, const cli::BenchScene& bench_scene,
                  const std::filesystem::path& folder) {
  const Scene scene = bench_scene.make(bench_scene.bodies);
  const std::filesystem::path scene_file = folder / (std::string(bench_scene.name) + ".json");
  std::ofstream(scene_file) << sceneFile(scene);
  PeerOptions peer_options;
  peer_options.steps = static_cast<std::size_t>(options.steps);
  peer_options.interval = std::min<std::size_t>(60, peer_options.steps);
  peer_options.sleeping = options.sleeping;
  std::vector<Engine> engines = enginesFor(options, scene, scene_file);
  for (std::int32_t round = 0; round < options.rounds; ++round) {
    for (Engine& engine : engines) {
      std::optional<PeerRun> run = engine.run(peer_options);
      if (!run || cli::interruption() != 0) return false;
      engine.rounds.push_back(summarizeStepTimes(run->step_ms));
      engine.last = std::move(*run);
    }
  }
  for (const Engine& engine : engines) printRow(options, bench_scene, scene, engine, engines.front());
  return true;
}

int run(int argument_count, char** arguments) {
  CLI::App program("Runs the benchmark scenes in Carom, Bullet and other engines.", "bench/compare");
  Options options;
  std::vector<std::string> names;
  for (const cli::BenchScene& scene : cli::benchScenes())
    if (!scene.scales) names.emplace_back(scene.name);
  program.add_option("SCENE", options.scenes, "Scenes; all when none is named")->check(CLI::IsMember(names));
  program
      .add_option("--peer", options.peers,
                  "NAME=COMMAND: another engine; COMMAND is run as bench/peers/wasm/run.mjs describes")
      ->check([](const std::string& text) {
        return text.find('=') == std::string::npos ? std::string("has no =") : std::string();
      })
      ->allow_extra_args(false);
  cli::addWhole(program, "--rounds", options.rounds, 1, 100,
                "Runs of each engine; times are medians over them");
  cli::addWhole(program, "--steps", options.steps, 1, 1000000, "Steps of 1/60 s");
  program.add_flag("--sleep", options.sleeping, "Let bodies at rest sleep");
  program.add_flag("--markdown", options.markdown, "Print a table for bench/results");
  CLI11_PARSE(program, argument_count, arguments);

  cli::catchInterruptions();
  char folder[] = "/tmp/carom_bench_XXXXXX";
  if (mkdtemp(folder) == nullptr) return 1;
  printHeading(options);
  bool fine = true;
  for (const std::string& name : options.scenes.empty() ? names : options.scenes)
    fine = fine && compareScene(options, *cli::findBenchScene(name), folder);
  std::filesystem::remove_all(folder);
  if (cli::interruption() != 0) return 128 + cli::interruption();
  return fine ? 0 : 1;
}

}  // namespace
}  // namespace carom::bench

int main(int argument_count, char** arguments) {
  return carom::bench::run(argument_count, arguments);
}

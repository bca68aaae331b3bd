// Carom and Bullet on the same scenes, in turns, in one process: prints times, their ratio, and how well each
// held.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

#include "bullet_peer.hpp"
#include "cli/bench_run.hpp"
#include "cli/bench_scenes.hpp"
#include "cli/interruption.hpp"
#include "cli/option_values.hpp"

namespace carom::bench {
namespace {

struct Options {
  std::vector<std::string> scenes;
  std::int32_t rounds = 3;
  std::int32_t steps = 600;
  std::string sleep = "both";
  bool markdown = false;
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

/// The rounds of one engine on one scene: times as the median over the rounds, the rest of the last round
/// (equal in all).
struct Rounds {
  std::vector<double> median, p95, total;
  cli::BenchResult last;
  void add(const cli::BenchResult& r) {
    median.push_back(r.step_ms.median);
    p95.push_back(r.step_ms.p95);
    total.push_back(r.step_ms.total);
    last = r;
  }
};

std::string shownDrift(double drift) {
  char text[32] = "-";
  if (drift >= 0) std::snprintf(text, sizeof text, "%.1f", drift * 1000);
  return text;
}

void printHeading(const Options& options) {
  std::printf("%s, %s; %d steps of 1/60 s, one thread, %d rounds in turns; ms per step, lengths in mm.\n",
              processorName().c_str(), today().c_str(), options.steps, options.rounds);
  std::printf("Ratio: Bullet's total time over Carom's; above 1 Carom is faster.\n\n");
  if (options.markdown) {
    std::printf(
        "| Scene | Sleep | Engine | Median | p95 | Total, s | Ratio | Penetration, max | mean | Drift | "
        "Awake |\n");
    std::printf("|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|\n");
  } else {
    std::printf("%-10s %-5s %-6s %9s %9s %9s %6s %9s %9s %9s %6s\n", "scene", "sleep", "engine", "median",
                "p95", "total s", "ratio", "pen. max", "pen. mean", "drift", "awake");
  }
}

void printRow(const Options& options, const char* engine, const Rounds& rounds, const std::string& ratio) {
  const cli::BenchResult& r = rounds.last;
  const char* format = options.markdown
                           ? "| %s | %s | %s | %.3f | %.3f | %.2f | %s | %.2f | %.3f | %s | %zu |\n"
                           : "%-10s %-5s %-6s %9.3f %9.3f %9.2f %6s %9.2f %9.3f %9s %6zu\n";
  std::printf(format, r.scene.c_str(), r.sleeping ? "on" : "off", engine, middle(rounds.median),
              middle(rounds.p95), middle(rounds.total) / 1000, ratio.c_str(), r.max_penetration * 1000,
              r.mean_penetration * 1000, shownDrift(r.drift).c_str(), r.awake_at_end);
  std::fflush(stdout);
}

/// False when interrupted.
bool compareScene(const Options& options, const cli::BenchScene& bench_scene, bool sleeping) {
  const Scene scene = bench_scene.make(bench_scene.bodies);
  const std::string name(bench_scene.name);
  const auto steps = static_cast<std::size_t>(options.steps);
  WorldSettings settings;
  settings.sleeping = sleeping;
  Rounds carom, bullet;
  for (std::int32_t round = 0; round < options.rounds; ++round) {
    carom.add(
        cli::runBench(name, scene, settings, {.steps = steps, .measure_drift = bench_scene.should_stand}));
    bullet.add(runBullet(name, scene, sleeping, steps, bench_scene.should_stand));
    if (cli::interruption() != 0) return false;
  }
  char ratio[32];
  std::snprintf(ratio, sizeof ratio, "%.2f", middle(bullet.total) / middle(carom.total));
  printRow(options, "Carom", carom, ratio);
  printRow(options, "Bullet", bullet, "");
  return true;
}

int run(int argument_count, char** arguments) {
  CLI::App program("Runs the benchmark scenes in Carom and in Bullet and prints the ratio.", "bench/compare");
  Options options;
  std::vector<std::string> names;
  for (const cli::BenchScene& scene : cli::benchScenes())
    if (!scene.scales) names.emplace_back(scene.name);
  program.add_option("SCENE", options.scenes, "Scenes; all when none is named")->check(CLI::IsMember(names));
  cli::addWhole(program, "--rounds", options.rounds, 1, 100,
                "Runs of each engine; times are medians over them");
  cli::addWhole(program, "--steps", options.steps, 1, 1000000, "Steps of 1/60 s");
  program.add_option("--sleep", options.sleep, "on, off, or both")
      ->check(CLI::IsMember({"on", "off", "both"}));
  program.add_flag("--markdown", options.markdown, "Print a table for bench/results");
  CLI11_PARSE(program, argument_count, arguments);

  cli::catchInterruptions();
  printHeading(options);
  for (const std::string& name : options.scenes.empty() ? names : options.scenes)
    for (const bool sleeping : {true, false}) {
      if (options.sleep == (sleeping ? "off" : "on")) continue;
      if (!compareScene(options, *cli::findBenchScene(name), sleeping)) return 128 + cli::interruption();
    }
  return 0;
}

}  // namespace
}  // namespace carom::bench

int main(int argument_count, char** arguments) {
  return carom::bench::run(argument_count, arguments);
}

// carom bench: times the engine on generated scenes and on files.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "carom/dialect/load.hpp"
#include "cli/bench_load.hpp"
#include "cli/bench_run.hpp"
#include "cli/bench_scenes.hpp"
#include "cli/command.hpp"
#include "cli/interruption.hpp"
#include "cli/messages.hpp"
#include "cli/option_values.hpp"
#include "json/writer.hpp"

namespace carom::cli {
namespace {

struct BenchArguments {
  std::vector<std::string> scenes;
  std::int32_t steps = 600;
  std::vector<std::int32_t> threads{1};
  std::int32_t lanes = 0;
  std::string sleep = "both";
  std::int32_t bodies = 0;  // 0: as many as the scene has by itself.
  bool profile = false;
  bool load = false;
  bool json = false;
};

void printHeading() {
  std::printf("%-12s %-5s %7s %7s  %9s %7s %9s %9s %9s  %9s %9s %9s %7s\n", "scene", "sleep", "bodies",
              "threads", "median ms", "faster", "p95 ms", "max ms", "total s", "pen. max", "pen. mean",
              "drift", "awake");
  std::printf("%-12s %-5s %7s %7s  %9s %7s %9s %9s %9s  %9s %9s %9s %7s\n", "", "", "", "", "", "times", "",
              "", "", "mm", "mm", "mm", "at end");
}

/// The speed-up depends on the distance between the threads' processors, which may change at any time.
void printNearness(const std::vector<BenchResult>& rows) {
  for (const BenchResult& r : rows) {
    if (r.threads < 2 || rows.size() < 2) continue;
    std::printf(
        "  %d threads: compared in %zu of %zu turns with a cache-line round trip of %.0f ns; over all turns "
        "%.2f times as fast\n",
        r.threads, r.near_turns, r.turns, r.round_trip_ns, r.speedup_of_all);
  }
  std::fflush(stdout);
}

void printRow(const BenchResult& r) {
  char drift[32] = "-";
  if (r.drift >= 0) std::snprintf(drift, sizeof drift, "%.2f", r.drift * 1000);
  std::printf("%-12s %-5s %7zu %7d  %9.3f %7.2f %9.3f %9.3f %9.2f  %9.2f %9.3f %9s %7zu\n", r.scene.c_str(),
              r.sleeping ? "on" : "off", r.bodies, r.threads, r.step_ms.median, r.speedup, r.step_ms.p95,
              r.step_ms.max, r.step_ms.total / 1000, r.max_penetration * 1000, r.mean_penetration * 1000,
              drift, r.awake_at_end);
  std::fflush(stdout);
}

void printStages(const BenchResult& r) {
  std::printf("  %-18s %9s %7s\n", "stage", "median ms", "share");
  for (const StageTimes& t : r.stages) {
    std::printf("  %-18s %9.4f %6.1f%%\n", std::string(stageName(t.stage)).c_str(), t.median_ms,
                t.share * 100);
  }
  std::fflush(stdout);
}

void writeStages(json::Writer& writer, const BenchResult& r) {
  writer.key("stages");
  writer.beginArray();
  for (const StageTimes& t : r.stages) {
    writer.beginObject(json::Writer::Layout::OneLine);
    writer.member("stage", stageName(t.stage));
    writer.member("median_ms", t.median_ms);
    writer.member("share", t.share);
    writer.end();
  }
  writer.end();
}

std::string resultsJson(const std::vector<BenchResult>& results) {
  json::Writer writer;
  writer.beginObject();
  writer.member("version", CAROM_VERSION);
  writer.key("results");
  writer.beginArray();
  for (const BenchResult& r : results) {
    writer.beginObject();
    writer.member("scene", r.scene);
    writer.member("sleeping", r.sleeping);
    writer.member("threads", r.threads);
    writer.member("bodies", r.bodies);
    writer.member("steps", r.steps);
    writer.key("step_ms");
    writer.beginObject(json::Writer::Layout::OneLine);
    writer.member("median", r.step_ms.median);
    writer.member("p95", r.step_ms.p95);
    writer.member("max", r.step_ms.max);
    writer.member("total", r.step_ms.total);
    writer.end();
    writer.member("speedup", r.speedup);
    writer.member("speedup_of_all", r.speedup_of_all);
    writer.member("turns", r.turns);
    writer.member("near_turns", r.near_turns);
    writer.member("round_trip_ns", r.round_trip_ns);
    writer.member("max_penetration", r.max_penetration);
    writer.member("mean_penetration", r.mean_penetration);
    writer.key("drift");
    if (r.drift >= 0) {
      writer.value(r.drift);
    } else {
      writer.null();
    }
    writer.member("awake_at_end", r.awake_at_end);
    writer.member("state_hash", stateHashText(r.state_hash));
    if (!r.stages.empty()) writeStages(writer, r);
    writer.end();
  }
  writer.end();
  writer.end();
  return writer.take() + "\n";
}

/// False, with a message, if the scene is neither generated nor a readable file.
bool makeScene(const std::string& name, std::int32_t bodies, Scene& scene, bool& should_stand) {
  if (const BenchScene* generated = findBenchScene(name)) {
    scene = generated->make(bodies > 0 ? bodies : generated->bodies);
    should_stand = generated->should_stand;
    return true;
  }
  Result<Scene> loaded = load(name);
  if (!loaded) {
    printDiagnostics(name, loaded.diagnostics());
    return false;
  }
  scene = std::move(*loaded);
  should_stand = false;
  return true;
}

std::string loadTimesJson(const std::vector<LoadTimes>& all) {
  json::Writer writer;
  writer.beginObject();
  writer.member("version", CAROM_VERSION);
  writer.key("results");
  writer.beginArray();
  for (const LoadTimes& t : all) {
    writer.beginObject();
    writer.member("scene", t.scene);
    writer.member("megabytes", t.megabytes);
    writer.member("parse_megabytes_per_second", t.parseRate());
    writer.member("parse_ms", t.parse_ms);
    writer.member("load_ms", t.load_ms);
    writer.member("compile_ms", t.compile_ms);
    writer.member("bodies", t.bodies);
    writer.member("colliders", t.colliders);
    writer.end();
  }
  writer.end();
  writer.end();
  return writer.take() + "\n";
}

int timeFiles(const BenchArguments& options) {
  constexpr int kRounds = 5;
  std::vector<LoadTimes> all;
  if (!options.json) printLoadHeading();
  for (const std::string& file : options.scenes) {
    const std::optional<LoadTimes> times = timeLoading(file, kRounds);
    if (!times) return kFailure;
    if (!options.json) printLoadRow(*times);
    all.push_back(*times);
  }
  if (options.json) {
    const std::string text = loadTimesJson(all);
    std::fwrite(text.data(), 1, text.size(), stdout);
  }
  return std::fflush(stdout) == 0 ? kSuccess : kFailure;
}

int runAll(BenchArguments options) {
  if (options.load) return timeFiles(options);
  if (options.scenes.empty())
    for (const BenchScene& scene : benchScenes()) {
      if (!scene.scales) options.scenes.emplace_back(scene.name);
    }
  catchInterruptions();
  std::vector<BenchResult> results;
  bool heading = !options.json;
  for (const std::string& name : options.scenes) {
    Scene scene;
    bool should_stand = false;
    if (!makeScene(name, options.bodies, scene, should_stand)) return kFailure;
    if (std::exchange(heading, false)) printHeading();
    for (const bool sleeping : {true, false}) {
      if (options.sleep == (sleeping ? "off" : "on")) continue;
      WorldSettings settings;
      settings.lanes = options.lanes;
      settings.sleeping = sleeping;
      const std::vector<BenchResult> rows = runBench(name, scene, settings,
                                                     {.threads = options.threads,
                                                      .steps = static_cast<std::size_t>(options.steps),
                                                      .measure_drift = should_stand,
                                                      .profile = options.profile});
      if (interruption() != 0) return 128 + interruption();
      for (const BenchResult& row : rows) {
        if (!options.json) printRow(row);
        if (!options.json && options.profile) printStages(row);
        results.push_back(row);
      }
      if (!options.json) printNearness(rows);
    }
  }
  return printOutput(options.json ? resultsJson(results) : std::string()) ? kSuccess : kFailure;
}

}  // namespace

Command addBench(CLI::App& program) {
  std::string about = "Time the engine on generated scenes:\n";
  for (const BenchScene& scene : benchScenes())
    about += "  " + std::string(scene.name) + ": " + std::string(scene.about) + "\n";
  CLI::App* parser = program.add_subcommand("bench", about);
  const auto options = std::make_shared<BenchArguments>();
  parser->add_option("SCENE", options->scenes,
                     "Generated scenes or files; default: all generated scenes of fixed size");
  addWhole(*parser, "--steps", options->steps, 1, 1000000, "Steps of 1/60 s");
  addWholes(*parser, "--threads", options->threads, 1, 64,
            "Number of threads; several, such as 1,2, run in turns and are compared with the first");
  parser
      ->add_option("--lanes", options->lanes,
                   "SIMD lanes of the contact solver: 1, 4 or 8; 0: the widest that the processor supports")
      ->check(CLI::IsMember({0, 1, 4, 8}))
      ->capture_default_str();
  parser->add_flag("--load", options->load, "Time loading and compiling the given files instead of stepping");
  parser->add_option("--sleep", options->sleep, "Sleeping: on, off, or both in turn")
      ->check(CLI::IsMember({"on", "off", "both"}))
      ->capture_default_str();
  addWhole(*parser, "--bodies", options->bodies, 0, 1000000,
           "Number of bodies in sleepers, piles, tori and meshes; 0: their default");
  parser->add_flag("--profile", options->profile, "Also print the time of each stage of a step");
  parser->add_flag("--json", options->json, "Print JSON instead of a table");
  parser->parse_complete_callback([options] {
    if (options->load && options->scenes.empty())
      throw CLI::ValidationError("--load", "needs at least one scene file");
    if (options->bodies == 0) return;
    if (options->scenes.empty()) throw CLI::ValidationError("--bodies", "needs a scene");
    for (const std::string& name : options->scenes) {
      const BenchScene* scene = findBenchScene(name);
      if (!scene || !scene->scales) throw CLI::ValidationError("--bodies", name + " has a fixed size");
    }
  });
  return {parser, [options] { return runAll(*options); }};
}

}  // namespace carom::cli

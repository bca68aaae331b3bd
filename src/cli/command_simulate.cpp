// carom simulate: simulates a scene and writes the requested outputs.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "carom/base/diagnostic_codes.hpp"
#include "carom/dialect/load.hpp"
#include "carom/output/bake.hpp"
#include "carom/output/drive_script.hpp"
#include "carom/output/output_files.hpp"
#include "carom/output/recorder.hpp"
#include "carom/output/report.hpp"
#include "carom/world/world.hpp"
#include "cli/command.hpp"
#include "cli/interruption.hpp"
#include "cli/messages.hpp"
#include "cli/option_values.hpp"
#include "cli/progress_bar.hpp"
#include "cli/simulate_summary.hpp"
#include "gltf/file_bytes.hpp"
#include "output/decimal_text.hpp"

namespace carom::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr double kMaxSteps = 1e7;
constexpr std::uint64_t kMaxDriveBytes = std::uint64_t(1) << 28;

struct SimulateOptions {
  std::string scene;
  double seconds = 5;
  double rate = 60;
  WorldSettings settings;
  bool no_sleep = false;
  std::string filter_rule = "shared";
  bool keep_all_keys = false;
  std::string drive;
  std::string baked, trajectory, joints, vehicles, events, report, plot, recording;

  /// Outputs that are files, by name.
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const std::string* name :
         {&baked, &trajectory, &joints, &vehicles, &events, &report, &plot, &recording})
      if (!name->empty() && *name != "-") names.push_back(*name);
    return names;
  }
  bool hasOutput() const { return !report.empty() || !files().empty(); }
};

double milliseconds(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// One simulation, from the parsed options to the files.
class Simulation {
 public:
  explicit Simulation(const SimulateOptions& options) : options_(options) {}
  int run();

 private:
  bool checkOutputs(const Scene& scene) const;
  bool openOutputs();
  bool open(const std::string& name, OutputFile*& file);
  bool readDrive(const Scene& scene);
  bool simulate(World& world, Recorder& recorder);
  bool writeOutputs(const Scene& scene, const World& world, const Recorder& recorder);
  void fillReport(const Scene& scene, const World& world, const Recorder& recorder);
  bool commit();

  const SimulateOptions& options_;
  OutputFiles files_;
  OutputFile *trajectory_ = nullptr, *joints_ = nullptr, *vehicles_ = nullptr, *events_ = nullptr,
             *report_file_ = nullptr, *plot_ = nullptr, *recording_ = nullptr;
  std::optional<DriveScript> drive_;
  std::vector<double> step_ms_;
  std::vector<Diagnostic> baking_;
  Report report_;
};

/// Files of the input must survive.
bool Simulation::checkOutputs(const Scene& scene) const {
  for (const std::string& name : options_.files())
    for (const fs::path& source : sourceFiles(scene)) {
      std::error_code error;
      if (!fs::equivalent(name, source, error)) continue;
      printUsageError("\"" + name + "\" is a file of the input; choose another name for the output");
      return false;
    }
  return true;
}

bool Simulation::open(const std::string& name, OutputFile*& file) {
  if (name.empty() || name == "-") return true;
  const auto opened = files_.create(name);
  if (!opened) {
    printDiagnostics(name, opened.diagnostics());
    return false;
  }
  file = *opened;
  return true;
}

bool Simulation::openOutputs() {
  OutputFiles probe;  // The animation is written last; whether it can be is found out first.
  if (!options_.baked.empty()) {
    const auto opened = probe.create(options_.baked);
    printDiagnostics(options_.baked, opened.diagnostics());
    if (!opened) return false;
  }
  return open(options_.trajectory, trajectory_) && open(options_.joints, joints_) &&
         open(options_.vehicles, vehicles_) && open(options_.events, events_) &&
         open(options_.report, report_file_) && open(options_.plot, plot_) &&
         open(options_.recording, recording_);
}

bool Simulation::readDrive(const Scene& scene) {
  if (options_.drive.empty()) return true;
  Diagnostics errors;
  std::string json;
  if (!gltf::readFile(options_.drive, kMaxDriveBytes, "", json, errors)) {
    printDiagnostics(options_.drive, errors);
    return false;
  }
  Result<DriveScript> drive = DriveScript::read(std::move(json), scene);
  printDiagnostics(options_.drive, drive.diagnostics());
  if (drive) drive_ = std::move(*drive);
  return drive.ok();
}

/// False when interrupted.
bool Simulation::simulate(World& world, Recorder& recorder) {
  const auto steps = static_cast<std::uint64_t>(std::ceil(options_.seconds * options_.rate - 1e-6));
  recorder.capture(world);
  ProgressBar progress("simulating");
  for (std::uint64_t step = 0; step < steps; ++step) {
    if (interruption() != 0) return false;
    const Clock::time_point start = Clock::now();
    if (drive_) drive_->apply(world);
    world.step();
    step_ms_.push_back(milliseconds(start));
    recorder.capture(world);
    progress.update(step + 1, steps);
  }
  recorder.finish();
  return interruption() == 0;
}

void Simulation::fillReport(const Scene& scene, const World& world, const Recorder& recorder) {
  report_.source = options_.scene;
  report_.dialects = scene.dialects;
  report_.counts = countScene(scene);
  report_.settings = world.settings();
  report_.settings.gravity = world.gravity();
  report_.seconds = options_.seconds;
  report_.rate = options_.rate;
  report_.steps = step_ms_.size();
  report_.step_ms = summarizeStepTimes(step_ms_);
  report_.max_penetration = recorder.maxPenetration();
  report_.state_hash = world.stateHash();
  report_.warnings = scene.diagnostics.items();
  const std::vector<Diagnostic>& compiling = world.diagnostics().items();
  report_.warnings.insert(report_.warnings.end(), compiling.begin(), compiling.end());
  report_.warnings.insert(report_.warnings.end(), baking_.begin(), baking_.end());
}

/// Each failed output is reported under its own name.
bool Simulation::commit() {
  const Diagnostics committed = files_.commit();
  for (std::size_t i = 0; i < files_.failed().size(); ++i)
    printDiagnostics(files_.failed()[i].string(), std::span(&committed.items()[i], 1));
  return !committed.hasErrors();
}

bool Simulation::writeOutputs(const Scene& scene, const World& world, const Recorder& recorder) {
  if (!options_.baked.empty()) {
    const auto baked = bake(scene, *recorder.keys(), options_.baked, files_);
    if (!baked) {
      printDiagnostics(options_.baked, baked.diagnostics());
      return false;
    }
    baking_ = baked->diagnostics.items();
    printDiagnostics(options_.scene, baking_);
  }
  fillReport(scene, world, recorder);
  if (report_file_ != nullptr) report_file_->write(reportJson(report_));
  if (recording_ != nullptr) {
    const std::vector<std::byte> bytes = world.recording();
    recording_->write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  if (plot_ != nullptr) plot_->write(recorder.plot()->svg(fs::path(options_.scene).filename().string()));
  return commit();
}

int Simulation::run() {
  const Clock::time_point start = Clock::now();
  const Result<Scene> scene = load(options_.scene);
  if (!scene) {
    printDiagnostics(options_.scene, scene.diagnostics());
    return kFailure;
  }
  printDiagnostics(options_.scene, scene->diagnostics);
  if (!checkOutputs(*scene)) return kUsage;
  if (!readDrive(*scene)) return kFailure;
  catchInterruptions();
  if (!openOutputs()) return kFailure;
  World world(*scene, options_.settings);
  report_.load_ms = milliseconds(start);
  printDiagnostics(options_.scene, world.diagnostics());
  const std::size_t said = world.diagnostics().items().size();

  if (recording_ != nullptr) world.startRecording({.scene = options_.scene});
  RecorderOptions recording;
  recording.keys = !options_.baked.empty();
  recording.key_options.keep_all_keys = options_.keep_all_keys;
  recording.plot = plot_ != nullptr;
  recording.trajectory = trajectory_;
  recording.events = events_;
  recording.joints = joints_;
  recording.vehicles = vehicles_;
  Recorder recorder(*scene, recording);
  if (!simulate(world, recorder)) {
    printUsageError("interrupted; no output was written");
    return 128 + interruption();
  }
  // Warnings that appear only while bodies rotate.
  printDiagnostics(options_.scene, std::span(world.diagnostics().items()).subspan(said));
  if (!writeOutputs(*scene, world, recorder)) return kFailure;
  const std::string text = options_.report == "-"  ? reportJson(report_)
                           : !options_.hasOutput() ? simulateSummary(report_, recorder)
                                                   : std::string();
  return printOutput(text) ? kSuccess : kFailure;
}

/// A count with commas between thousands.
std::string groupedCount(double count) {
  std::string text;
  output::appendDecimals(text, count, 0);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

/// Checks what the parser cannot; throws a parse error.
void checkOptions(SimulateOptions& options) {
  if (options.seconds * options.rate > kMaxSteps)
    throw CLI::ValidationError("--seconds", groupedCount(options.seconds * options.rate) +
                                                " steps requested; the limit is " + groupedCount(kMaxSteps));
  options.settings.time_step = 1 / options.rate;
  options.settings.sleeping = !options.no_sleep;
  options.settings.filter_rule = options.filter_rule == "literal" ? FilterRule::Literal : FilterRule::Shared;
  for (const auto& [name, value] :
       {std::pair("--output", &options.baked), std::pair("--trajectory", &options.trajectory),
        std::pair("--joint-loads", &options.joints), std::pair("--vehicle-report", &options.vehicles),
        std::pair("--events", &options.events), std::pair("--plot", &options.plot),
        std::pair("--record", &options.recording)})
    if (*value == "-") throw CLI::ValidationError(name, "only --report can write to standard output");
  if (!options.baked.empty()) {
    std::string ending = fs::path(options.baked).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
    if (ending != ".glb" && ending != ".gltf")
      throw CLI::ValidationError("--output", "\"" + options.baked + "\" must end in .glb or .gltf");
  }
  std::vector<fs::path> seen;
  for (const std::string& name : options.files()) {
    std::error_code error;
    // Absolute first: a relative path that does not exist yet would stay as it is.
    const fs::path path = fs::weakly_canonical(fs::absolute(name, error), error);
    if (fs::equivalent(name, options.scene, error) || fs::equivalent(name, options.drive, error))
      throw CLI::ValidationError("\"" + name + "\"", "is the input; choose another name for the output");
    if (std::find(seen.begin(), seen.end(), path) != seen.end())
      throw CLI::ValidationError("\"" + name + "\"", "is used for two outputs; give each its own name");
    seen.push_back(path);
  }
}

/// Why a word cannot be the name of an output; "" when it can.
std::string refusedName(const std::string& name) {
  if (name.empty()) return "the file name is empty";
  if (name.size() > 1 && name[0] == '-')
    return "\"" + name + "\" looks like an option, but a file name is expected here (write ./" + name +
           " for a file of that name)";
  return "";
}

void addOutputs(CLI::App& parser, SimulateOptions& options) {
  const auto add = [&parser](const char* names, std::string& value, const char* type, const char* about) {
    parser.add_option(names, value, about)->type_name(type)->group("Outputs")->check(refusedName);
  };
  add("-o,--output", options.baked, "FILE.glb|.gltf", "The scene with its motion baked as an animation");
  add("--trajectory", options.trajectory, "FILE.csv", "Pose of every moving node after every step");
  add("--joint-loads", options.joints, "FILE.csv", "Force and torque of every joint in every step");
  add("--vehicle-report", options.vehicles, "FILE.csv", "State of every vehicle and wheel in every step");
  add("--events", options.events, "FILE.jsonl", "Begin and end of trigger overlaps and contacts");
  add("--report", options.report, "FILE.json|-",
      "Counts, times, state hash and warnings; - for standard output");
  add("--plot", options.plot, "FILE.svg", "Plot of every body's height and speed over time");
  add("--record", options.recording, "FILE.caromrec",
      "Recording for carom replay: settings, inputs, state hashes");
  parser
      .add_flag("--keep-all-keys", options.keep_all_keys,
                "Keep one animation key per step; by default redundant keys are removed")
      ->group("Outputs");
}

}  // namespace

Command addSimulate(CLI::App& program) {
  const auto options = std::make_shared<SimulateOptions>();
  CLI::App* parser = program.add_subcommand("simulate", "Simulate a scene and write its motion");
  parser->add_option("SCENE", options->scene, "The scene: a .gltf or .glb file")->required();
  addNumber(*parser, "--seconds", options->seconds, 0, 1e6, "Simulated time, s");
  addNumber(*parser, "--rate", options->rate, 1, 1e5, "Steps per second");
  addWhole(*parser, "--substeps", options->settings.substeps, 1, 64, "Solver substeps per step");
  addWhole(*parser, "--threads", options->settings.threads, 1, 64,
           "Number of threads; the result does not depend on it");
  addVector(*parser, "--gravity", options->settings.gravity, 1e6,
            "Uniform gravity that replaces the file's, m/s\xC2\xB2", "the file's, else 0,-9.81,0");
  parser->add_flag("--no-sleep", options->no_sleep, "Disable sleeping: keep simulating bodies at rest");
  parser
      ->add_option("--filter-rule", options->filter_rule,
                   "How collision filters combine: shared (one common system suffices) or literal")
      ->check(CLI::IsMember({"shared", "literal"}))
      ->capture_default_str();
  parser
      ->add_option("--drive", options->drive,
                   "Drive script for vehicles, wheels and thrusters; see --drive-help")
      ->type_name("FILE.json")
      ->check(refusedName);
  parser->add_flag_callback(
      "--drive-help",
      [] {
        printOutput(std::string(DriveScript::help()));
        throw CLI::Success();
      },
      "Print the format of drive scripts");
  addOutputs(*parser, *options);
  parser->parse_complete_callback([options] { checkOptions(*options); });
  return {parser, [options] { return Simulation(*options).run(); }};
}

}  // namespace carom::cli

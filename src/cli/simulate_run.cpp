#include "cli/simulate_run.hpp"

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "carom/base/diagnostic_codes.hpp"
#include "carom/behavior/behavior.hpp"
#include "carom/dialect/load.hpp"
#include "carom/output/bake.hpp"
#include "carom/output/drive_script.hpp"
#include "carom/output/output_files.hpp"
#include "carom/output/recorder.hpp"
#include "carom/output/report.hpp"
#include "carom/scene/behavior.hpp"
#include "carom/world/world.hpp"
#include "cli/command.hpp"
#include "cli/interruption.hpp"
#include "cli/messages.hpp"
#include "cli/node_choice.hpp"
#include "cli/progress_bar.hpp"
#include "cli/scene_choice.hpp"
#include "cli/simulate_size.hpp"
#include "cli/simulate_summary.hpp"
#include "gltf/file_bytes.hpp"

namespace carom::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kMaxDriveBytes = std::uint64_t(1) << 28;

double milliseconds(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// One simulation, from the parsed options to the files.
class Simulation {
 public:
  explicit Simulation(const SimulateOptions& options) : options_(options) {}
  int run(std::string& text);

 private:
  bool checkOutputs(const Scene& scene) const;
  bool choosePlot(const Scene& scene, PlotOptions& plot) const;
  RecorderOptions recorderOptions() const;
  bool openOutputs();
  bool open(const std::string& name, OutputFile*& file);
  bool readDrive(const Scene& scene);
  int startBehavior(const Scene& scene, World& world);
  bool simulate(World& world, Recorder& recorder);
  bool writeOutputs(const Scene& scene, const World& world, const Recorder& recorder);
  void fillReport(const Scene& scene, const World& world, const Recorder& recorder);
  bool commit();

  const SimulateOptions& options_;
  OutputFiles files_;
  OutputFile *trajectory_ = nullptr, *joints_ = nullptr, *vehicles_ = nullptr, *events_ = nullptr,
             *report_file_ = nullptr, *plot_ = nullptr, *recording_ = nullptr;
  std::optional<DriveScript> drive_;
  std::optional<BehaviorMachine> behavior_;
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

/// Nodes and quantities by the names they were asked for with.
bool Simulation::choosePlot(const Scene& scene, PlotOptions& plot) const {
  for (const std::string& word : options_.plot_nodes) {
    std::string message;
    if (findNodes(scene, word, plot.nodes, message)) continue;
    printUsageError("--plot-nodes: " + message);
    return false;
  }
  if (!options_.plot_quantities.empty()) plot.quantities.clear();
  for (const std::string& name : options_.plot_quantities)
    plot.quantities.push_back(name == "height"   ? PlotQuantity::Height
                              : name == "speed"  ? PlotQuantity::Speed
                              : name == "energy" ? PlotQuantity::Energy
                                                 : PlotQuantity::Contacts);
  return true;
}

bool Simulation::open(const std::string& name, OutputFile*& file) {
  if (name.empty()) return true;
  const auto opened = name == "-" ? files_.standardOutput() : files_.create(name);
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

/// The file's graph, and what is sent to it.
int Simulation::startBehavior(const Scene& scene, World& world) {
  if (options_.no_behavior) return kSuccess;
  BehaviorSettings settings;
  if (options_.log) {
    settings.log = [](const BehaviorMessage& message) {
      std::fprintf(stderr, "%.4f s: %s\n", message.time, message.text.c_str());
    };
  }
  behavior_.emplace(scene, world, settings);
  printDiagnostics(options_.scene, behavior_->diagnostics().items());
  if (behavior_->diagnostics().hasErrors()) return kFailure;
  for (const auto& [name, time] : options_.custom_events) {
    if (behavior_->send(name, {}, time)) continue;
    std::string known;
    for (const std::string& id : behavior_->eventIds()) known += (known.empty() ? "" : ", ") + id;
    printUsageError("--event: the scene has no event \"" + name + "\"" +
                    (known.empty() ? "" : "; it has " + known));
    return kUsage;
  }
  return kSuccess;
}

/// False when interrupted.
bool Simulation::simulate(World& world, Recorder& recorder) {
  const std::uint64_t steps = options_.steps();
  recorder.capture(world);
  ProgressBar progress("simulating");
  for (std::uint64_t step = 0; step < steps; ++step) {
    if (interruption() != 0) return false;
    const Clock::time_point start = Clock::now();
    if (drive_) drive_->apply(world);
    if (behavior_) behavior_->advance();
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
  for (std::size_t i = 0; i < report_.events.size(); ++i)
    report_.events[i] = recorder.eventCount(static_cast<EventType>(i));
  for (const BodyHandle body : world.bodies()) report_.asleep += world.state(body).awake ? 0 : 1;
  report_.max_penetration = recorder.maxPenetration();
  if (recorder.deepest().contact.collider >= 0) report_.deepest = recorder.deepest();
  report_.state_hash = world.stateHash();
  report_.warnings = scene.diagnostics.items();
  const std::vector<Diagnostic>& compiling = world.diagnostics().items();
  report_.warnings.insert(report_.warnings.end(), compiling.begin(), compiling.end());
  if (behavior_) {
    const std::vector<Diagnostic>& running = behavior_->diagnostics().items();
    report_.warnings.insert(report_.warnings.end(), running.begin(), running.end());
    for (std::size_t i = 0; i < behavior_->variableCount(); ++i)
      report_.variables.push_back({scene.behavior->variables[i].name, behavior_->variable(i)});
  }
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
    const auto baked =
        bake(scene, *recorder.keys(), options_.baked, files_,
             {options_.animation_name, options_.strip_physics, !(behavior_ && behavior_->isRunning())});
    if (!baked) {
      printDiagnostics(options_.baked, baked.diagnostics());
      return false;
    }
    baking_ = baked->diagnostics.items();
    printDiagnostics(options_.scene, baking_);
  }
  fillReport(scene, world, recorder);
  if (report_file_ != nullptr) report_file_->write(reportJson(report_, &scene));
  if (recording_ != nullptr) {
    const std::vector<std::byte> bytes = world.recording();
    recording_->write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  if (plot_ != nullptr) plot_->write(recorder.plot()->svg(fs::path(options_.scene).filename().string()));
  return commit();
}

RecorderOptions Simulation::recorderOptions() const {
  RecorderOptions recording;
  recording.keys = !options_.baked.empty();
  recording.key_options.keep_all_keys = options_.keep_all_keys;
  recording.keys_start = options_.start;
  recording.plot = plot_ != nullptr;
  recording.trajectory = trajectory_;
  recording.velocities = options_.velocities;
  recording.every = static_cast<std::uint64_t>(options_.every);
  recording.last_step = options_.steps();
  recording.events = events_;
  recording.joints = joints_;
  recording.vehicles = vehicles_;
  return recording;
}

int Simulation::run(std::string& text) {
  const Clock::time_point start = Clock::now();
  const Result<Scene> scene = readScene(options_.scene, options_.load);
  if (!scene) {
    printDiagnostics(options_.scene, scene.diagnostics());
    return kFailure;
  }
  printDiagnostics(options_.scene, scene->diagnostics);
  noteScene(options_.scene, *scene, options_.load);
  PlotOptions plot;
  if (!checkOutputs(*scene) || !choosePlot(*scene, plot)) return kUsage;
  if (const std::string problem = sizeProblem(*scene, options_); !problem.empty()) {
    printUsageError(problem);
    return kUsage;
  }
  if (!readDrive(*scene)) return kFailure;
  catchInterruptions();
  if (!openOutputs()) return kFailure;
  World world(*scene, options_.settings);
  report_.load_ms = milliseconds(start);
  printDiagnostics(options_.scene, world.diagnostics());
  const std::size_t said = world.diagnostics().items().size();

  if (recording_ != nullptr) world.startRecording({.scene = options_.scene});
  if (const int status = startBehavior(*scene, world); status != kSuccess) return status;
  const std::size_t said_of_graph = behavior_ ? behavior_->diagnostics().items().size() : 0;
  RecorderOptions recording = recorderOptions();
  if (behavior_) recording.other_nodes = behavior_->nodes();
  if (drive_)
    recording.other_nodes.insert(recording.other_nodes.end(), drive_->nodes().begin(), drive_->nodes().end());
  recording.plot_options = plot;
  Recorder recorder(*scene, recording);
  if (!simulate(world, recorder)) {
    printUsageError("interrupted; no output was written");
    return 128 + interruption();
  }
  if (drive_) printDiagnostics(options_.drive, drive_->diagnostics());
  // Warnings that appear only while bodies rotate.
  printDiagnostics(options_.scene, std::span(world.diagnostics().items()).subspan(said));
  if (behavior_)
    printDiagnostics(options_.scene, std::span(behavior_->diagnostics().items()).subspan(said_of_graph));
  if (!writeOutputs(*scene, world, recorder)) return kFailure;
  if (!options_.hasOutput()) text += simulateSummary(report_, recorder);
  return kSuccess;
}

}  // namespace

int simulateScene(const SimulateOptions& options, std::string& text) {
  return Simulation(options).run(text);
}

}  // namespace carom::cli

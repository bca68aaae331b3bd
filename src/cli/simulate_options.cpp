#include "cli/simulate_options.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "carom/output/drive_script.hpp"
#include "cli/messages.hpp"
#include "cli/option_values.hpp"
#include "cli/scene_choice.hpp"
#include "output/decimal_text.hpp"

namespace carom::cli {
namespace {

namespace fs = std::filesystem;

constexpr double kMaxSteps = 1e7;

/// An output: its option, where its name is, and what follows the scene's name in a folder.
struct Output {
  std::string_view option;
  std::string SimulateOptions::*name;
  std::string_view ending;
  bool streams;  ///< It may be standard output.
};
constexpr std::array<Output, 8> kOutputs = {{
    {"--output", &SimulateOptions::baked, ".glb", false},
    {"--trajectory", &SimulateOptions::trajectory, ".csv", true},
    {"--joint-loads", &SimulateOptions::joints, ".loads.csv", true},
    {"--vehicle-report", &SimulateOptions::vehicles, ".vehicles.csv", true},
    {"--events", &SimulateOptions::events, ".jsonl", true},
    {"--report", &SimulateOptions::report, ".json", true},
    {"--plot", &SimulateOptions::plot, ".svg", false},
    {"--record", &SimulateOptions::recording, ".caromrec", false},
}};

/// A count with commas between thousands.
std::string groupedCount(double count) {
  std::string text;
  output::appendDecimals(text, count, 0);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

std::string endingOf(const std::string& name) {
  std::string ending = fs::path(name).extension().string();
  for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  return ending;
}

bool isFolder(const std::string& name) {
  std::error_code error;
  return !name.empty() && (name.back() == '/' || fs::is_directory(name, error));
}

void checkStandardOutput(const SimulateOptions& options) {
  std::string_view taken;
  for (const Output& output : kOutputs) {
    if (options.*output.name != "-") continue;
    if (!output.streams)
      throw CLI::ValidationError(std::string(output.option), "cannot be written to standard output");
    if (!taken.empty())
      throw CLI::ValidationError(std::string(output.option),
                                 "standard output is already used for " + std::string(taken));
    if (options.many && output.name != &SimulateOptions::report)
      throw CLI::ValidationError(std::string(output.option), "of several scenes needs a folder");
    taken = output.option;
  }
}

/// Images that look like plots to those who ask for them.
void checkPlotName(const std::string& name) {
  const std::string ending = endingOf(name);
  for (const std::string_view image : {".png", ".jpg", ".jpeg", ".gif", ".webp", ".pdf", ".html"}) {
    if (ending == image)
      throw CLI::ValidationError("--plot", "plots are SVG, which every browser shows: write " +
                                               fs::path(name).replace_extension(".svg").string());
  }
}

void checkNames(const SimulateOptions& options) {
  if (!options.baked.empty() && endingOf(options.baked) != ".glb" && endingOf(options.baked) != ".gltf")
    throw CLI::ValidationError("--output", "\"" + options.baked + "\" must end in .glb or .gltf");
  checkPlotName(options.plot);
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

void checkNumbers(SimulateOptions& options) {
  if (options.seconds * options.rate > kMaxSteps)
    throw CLI::ValidationError("--seconds", groupedCount(options.seconds * options.rate) +
                                                " steps requested; the limit is " + groupedCount(kMaxSteps));
  if (options.start > options.seconds)
    throw CLI::ValidationError("--start", "lies after the end of the simulation");
  if (!options.load.scene.empty() && !options.recording.empty())
    throw CLI::ValidationError("--record",
                               "does not go with --scene: carom replay shows the file's own scene");
  options.settings.time_step = 1 / options.rate;
  options.settings.sleeping = !options.no_sleep;
  options.settings.filter_rule = options.filter_rule == "literal" ? FilterRule::Literal : FilterRule::Shared;
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
  add("--trajectory", options.trajectory, "FILE.csv|-", "Pose of every moving node after every step");
  add("--joint-loads", options.joints, "FILE.csv|-", "Force and torque of every joint in every step");
  add("--vehicle-report", options.vehicles, "FILE.csv|-", "State of every vehicle and wheel in every step");
  add("--events", options.events, "FILE.jsonl|-", "Begin and end of trigger overlaps and contacts");
  add("--report", options.report, "FILE.json|-", "Counts, times, events, state hash and warnings");
  add("--plot", options.plot, "FILE.svg", "Plot of every body's height and speed over time");
  add("--record", options.recording, "FILE.caromrec",
      "Recording for carom replay: settings, inputs, state hashes");
}

/// How the outputs are written.
void addOutputForms(CLI::App& parser, SimulateOptions& options) {
  constexpr const char* kGroup = "Outputs";
  addWhole(parser, "--every", options.every, 1, 1000000, "Write poses of every Nth step, and of the last")
      ->group(kGroup);
  parser.add_flag("--velocities", options.velocities, "Add velocities to the trajectory")->group(kGroup);
  parser.add_option("--plot-nodes", options.plot_nodes, "Plot these only: indices or names of nodes")
      ->type_name("NODE,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(kGroup);
  parser.add_option("--plot-quantities", options.plot_quantities, "height, speed, energy, contacts")
      ->type_name("NAME,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"height", "speed", "energy", "contacts"}))
      ->default_str("height,speed")
      ->group(kGroup);
  parser.add_option("--animation-name", options.animation_name, "Name of the baked animation")
      ->type_name("NAME")
      ->capture_default_str()
      ->group(kGroup);
  addNumber(parser, "--start", options.start, 0, 1e6, "Time at which the baked animation begins, s")
      ->group(kGroup);
  parser.add_flag("--strip-physics", options.strip_physics, "Leave the physics out of the baked file")
      ->group(kGroup);
  parser
      .add_flag("--keep-all-keys", options.keep_all_keys,
                "Keep one animation key per step; by default redundant keys are removed")
      ->group(kGroup);
  parser.add_flag("--no-size-limit", options.no_size_limit, "Write files of more than 1 GB")->group(kGroup);
}

void addDriving(CLI::App& parser, SimulateOptions& options) {
  parser
      .add_option("--drive", options.drive,
                  "Drive script for vehicles, wheels and thrusters; see --drive-help")
      ->type_name("FILE.json")
      ->check(refusedName);
  parser.add_flag_callback(
      "--drive-help",
      [] {
        printOutput(std::string(DriveScript::help()));
        throw CLI::Success();
      },
      "Print the format of drive scripts");
}

void addBehavior(CLI::App& parser, SimulateOptions& options) {
  constexpr const char* kGroup = "Behavior graph";
  parser
      .add_flag("--no-behavior", options.no_behavior, "Do not run the file's graph; all its animations play")
      ->group(kGroup);
  parser
      .add_option("--event", options.sent_events, "Send a custom event to the graph at a time, s; repeatable")
      ->type_name("NAME[@T]")
      ->allow_extra_args(false)
      ->group(kGroup);
  parser.add_flag("--log", options.log, "Show the messages of debug/log on standard error")->group(kGroup);
}

/// "NAME" or "NAME@T"; an @ without a number after it belongs to the name.
std::pair<std::string, double> customEvent(const std::string& text) {
  const std::size_t at = text.rfind('@');
  if (at == std::string::npos || at + 1 == text.size()) return {text, 0};
  char* stop = nullptr;
  const double time = std::strtod(text.c_str() + at + 1, &stop);
  if (stop != text.c_str() + text.size()) return {text, 0};
  if (!(time >= 0 && time <= 1e6))
    throw CLI::ValidationError("--event", "the time of \"" + text + "\" must be from 0 to 1e6 s");
  return {text.substr(0, at), time};
}

void checkBehavior(SimulateOptions& options) {
  for (const std::string& text : options.sent_events) {
    options.custom_events.push_back(customEvent(text));
    if (options.custom_events.back().first.empty())
      throw CLI::ValidationError("--event", "\"" + text + "\" has no name");
  }
  if (!options.no_behavior) return;
  if (!options.sent_events.empty())
    throw CLI::ValidationError("--event", "needs the graph that --no-behavior leaves out");
  if (options.log) throw CLI::ValidationError("--log", "needs the graph that --no-behavior leaves out");
}

}  // namespace

std::vector<std::string> SimulateOptions::files() const {
  std::vector<std::string> names;
  for (const Output& output : kOutputs) {
    const std::string& name = this->*output.name;
    if (!name.empty() && name != "-") names.push_back(name);
  }
  return names;
}

bool SimulateOptions::usesStandardOutput() const {
  return std::any_of(kOutputs.begin(), kOutputs.end(),
                     [this](const Output& output) { return this->*output.name == "-"; });
}

std::uint64_t SimulateOptions::steps() const {
  return static_cast<std::uint64_t>(std::ceil(seconds * rate - 1e-6));
}

void addSimulateOptions(CLI::App& parser, std::vector<std::string>& scenes, SimulateOptions& options) {
  parser.add_option("SCENE", scenes, "Scenes, .gltf or .glb files; - for standard input")->required();
  addSceneChoice(parser, options.load);
  addNumber(parser, "--seconds", options.seconds, 0, 1e6, "Simulated time, s");
  addNumber(parser, "--rate", options.rate, 1, 1e5, "Steps per second");
  addWhole(parser, "--substeps", options.settings.substeps, 1, 64, "Solver substeps per step");
  addWhole(parser, "--threads", options.settings.threads, 1, 64,
           "Number of threads; the result does not depend on it");
  addVector(parser, "--gravity", options.settings.gravity, 1e6,
            "Uniform gravity that replaces the file's, m/s\xC2\xB2", "the file's, else 0,-9.81,0");
  parser.add_flag("--no-sleep", options.no_sleep, "Disable sleeping: keep simulating bodies at rest");
  parser
      .add_option("--filter-rule", options.filter_rule,
                  "How collision filters combine: shared (one common system suffices) or literal")
      ->check(CLI::IsMember({"shared", "literal"}))
      ->capture_default_str();
  addDriving(parser, options);
  addBehavior(parser, options);
  addOutputs(parser, options);
  addOutputForms(parser, options);
}

std::vector<SimulateOptions> optionsOfScenes(const std::vector<std::string>& scenes,
                                             const SimulateOptions& options) {
  std::vector<SimulateOptions> all;
  std::vector<std::string> written;
  for (const std::string& scene : scenes) {
    SimulateOptions one = options;
    one.scene = scene;
    one.many = scenes.size() > 1;
    for (const Output& output : kOutputs) {
      std::string& name = one.*output.name;
      if (isFolder(name)) {
        const std::string stem = scene == "-" ? "stdin" : fs::path(scene).stem().string();
        name = (fs::path(name) / (stem + std::string(output.ending))).string();
      } else if (one.many && !name.empty() && name != "-") {
        throw CLI::ValidationError(std::string(output.option),
                                   "of several scenes needs a folder: a name with / at the end");
      }
    }
    checkNumbers(one);
    checkBehavior(one);
    checkStandardOutput(one);
    checkNames(one);
    for (const std::string& name : one.files()) {
      if (std::find(written.begin(), written.end(), name) != written.end())
        throw CLI::ValidationError("SCENE", "two scenes would be written to \"" + name + "\"");
      written.push_back(name);
    }
    all.push_back(std::move(one));
  }
  return all;
}

void makeOutputFolders(const SimulateOptions& options) {
  for (const Output& output : kOutputs) {
    const std::string& name = options.*output.name;
    std::error_code ignored;  // Writing into it says what is wrong.
    if (name.ends_with('/')) fs::create_directories(name, ignored);
  }
}

}  // namespace carom::cli

// carom replay: repeats a recorded run and compares the state hashes.
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "carom/base/diagnostic_codes.hpp"
#include "carom/dialect/load.hpp"
#include "carom/output/report.hpp"
#include "carom/world/recording.hpp"
#include "cli/command.hpp"
#include "cli/messages.hpp"
#include "cli/option_values.hpp"
#include "gltf/file_bytes.hpp"

namespace carom::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxRecordingBytes = std::uint64_t(4) << 30;

struct ReplayOptions {
  std::string recording;
  std::string scene;
  std::int32_t threads = 0;
};

/// Path of the scene: the recorded path, otherwise beside the recording.
std::string sceneOf(const ReplayOptions& options, const Recording& recording) {
  if (!options.scene.empty()) return options.scene;
  std::error_code error;
  if (fs::exists(recording.scene(), error)) return recording.scene();
  return (fs::path(options.recording).parent_path() / fs::path(recording.scene()).filename()).string();
}

int report(const ReplayOptions& options, const Recording& recording, const Replay& replay) {
  if (replay.differs_at) {
    Diagnostics errors;
    errors.error(codes::kReplayDiffers, "",
                 "step " + std::to_string(*replay.differs_at) +
                     " is the first checked step that differs: its state hash is " +
                     stateHashText(replay.found_hash) + ", but the recording has " +
                     stateHashText(replay.recorded_hash));
    printDiagnostics(options.recording, errors);
    return kFailure;
  }
  const std::string text = std::to_string(replay.steps) + " steps and " +
                           std::to_string(recording.inputCount()) + " inputs replayed, the same at " +
                           std::to_string(replay.hashes) + " of " + std::to_string(replay.hashes) +
                           " state hashes; the last is " + stateHashText(replay.found_hash) + "\n";
  return printOutput(text) ? kSuccess : kFailure;
}

int replayFile(const ReplayOptions& options) {
  Diagnostics errors;
  std::string bytes;
  if (!gltf::readFile(options.recording, kMaxRecordingBytes, "", bytes, errors)) {
    printDiagnostics(options.recording, errors);
    return kFailure;
  }
  const Result<Recording> recording = Recording::read(std::as_bytes(std::span(bytes.data(), bytes.size())));
  if (!recording) {
    printDiagnostics(options.recording, recording.diagnostics());
    return kFailure;
  }
  const std::string scene_name = sceneOf(options, *recording);
  const Result<Scene> scene = load(scene_name);
  if (!scene) {
    printDiagnostics(scene_name, scene.diagnostics());
    return kFailure;
  }
  const Result<Replay> replay = recording->replay(*scene, options.threads);
  if (!replay) {
    printDiagnostics(options.recording, replay.diagnostics());
    return kFailure;
  }
  return report(options, *recording, *replay);
}

}  // namespace

Command addReplay(CLI::App& program) {
  const auto options = std::make_shared<ReplayOptions>();
  CLI::App* parser = program.add_subcommand("replay", "Replay a recording and verify its state hashes");
  parser->add_option("RECORDING", options->recording, "A .caromrec file written by simulate --record")
      ->required();
  parser->add_option("--scene", options->scene, "The scene file, if it has moved since the recording")
      ->type_name("FILE");
  addWhole(*parser, "--threads", options->threads, 0, 64,
           "Number of threads (the result does not depend on it); 0: as recorded");
  return {parser, [options] { return replayFile(*options); }};
}

}  // namespace carom::cli

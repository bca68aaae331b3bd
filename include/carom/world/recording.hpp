// Recordings: a run of a World, step by step, as a file that reproduces it exactly.
//
//   world.startRecording({.scene = "bowl.gltf"});
//   ...                                               // World::step and everything that changes bodies
//   const std::vector<std::byte> bytes = world.stopRecording();
//
//   const Result<Recording> recording = Recording::read(bytes);
//   const Result<Replay> replay = recording->replay(*load("bowl.gltf"));
//   replay->differs_at;                               // The first step that differs, if any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "carom/base/result.hpp"
#include "carom/scene/scene.hpp"
#include "carom/world/world.hpp"

namespace carom {

/// Result of a replay.
struct Replay {
  std::uint64_t steps = 0;   ///< Steps made.
  std::uint64_t hashes = 0;  ///< Hashes compared, up to the first that differs.
  /// The first step after which the state differs; 0: before the first step.
  std::optional<std::uint64_t> differs_at;
  std::uint64_t recorded_hash = 0;  ///< There, or of the last state compared.
  std::uint64_t found_hash = 0;     ///< There, or of the last state compared.
};

/// A recording that has been read.
class Recording {
 public:
  /// Checks all bytes; fails with RECORDING_INVALID if they are not a recording.
  static Result<Recording> read(std::span<const std::byte> bytes);

  const std::string& scene() const { return scene_; }  ///< Name of the scene's file, may be empty.
  const WorldSettings& settings() const { return settings_; }
  std::uint64_t firstStep() const { return first_step_; }  ///< Steps made before the recording began.
  std::uint64_t stepCount() const { return step_count_; }
  std::uint64_t inputCount() const { return input_count_; }  ///< Calls that changed something.

  /// Repeats the run in a separate world and compares the states; stops at the first difference. Any number
  /// of threads; 0: as recorded. Fails with RECORDING_FOREIGN for a recording of another scene.
  Result<Replay> replay(const Scene& scene, std::int32_t threads = 0) const;

 private:
  friend struct RecordingReader;
  Recording() = default;

  std::string scene_;
  WorldSettings settings_;
  std::uint64_t scene_fingerprint_ = 0;
  std::uint64_t first_step_ = 0, step_count_ = 0, input_count_ = 0;
  std::uint64_t start_hash_ = 0;
  std::vector<std::byte> start_;   ///< Snapshot; empty: the world as compiled.
  std::vector<std::byte> events_;  ///< As in the file.
};

}  // namespace carom

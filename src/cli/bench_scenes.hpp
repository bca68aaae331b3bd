// Scenes of the benchmark, generated: the same bits on every platform.
#pragma once

#include <span>
#include <string_view>

#include "carom/scene/scene.hpp"

namespace carom::cli {

/// What is worth measuring of a scene besides time.
struct BenchScene {
  std::string_view name;
  std::string_view about;     ///< One line.
  bool should_stand = false;  ///< Whatever moves sideways is a fault: the drift is reported.
  Scene (*make)() = nullptr;
};

/// pyramid60, stacks, hulls, mixed, terrain.
std::span<const BenchScene> benchScenes();
/// Null when there is none of this name.
const BenchScene* findBenchScene(std::string_view name);

}  // namespace carom::cli

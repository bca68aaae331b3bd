// Scenes of the benchmark, generated: the same bits on every platform.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "carom/scene/scene.hpp"

namespace carom::cli {

/// Properties of a benchmark scene.
struct BenchScene {
  std::string_view name;
  std::string_view about;     ///< One line.
  bool should_stand = false;  ///< Whatever moves sideways is a fault: the drift is reported.
  std::int32_t bodies = 0;    ///< How many it has.
  bool scales = false;        ///< It can be made with another number of bodies.
  Scene (*make)(std::int32_t bodies) = nullptr;  ///< Those that do not scale ignore the number.
};

/// pyramid60, stacks, hulls, mixed, terrain, jointgrid, cars; then those that scale: sleepers, piles, tori,
/// meshes.
std::span<const BenchScene> benchScenes();
/// Null when there is none of this name.
const BenchScene* findBenchScene(std::string_view name);

}  // namespace carom::cli

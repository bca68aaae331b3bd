// The report of a run: scene, settings, times and diagnostics.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/base/diagnostic.hpp"
#include "carom/output/recorder.hpp"
#include "carom/scene/behavior.hpp"
#include "carom/scene/scene.hpp"
#include "carom/world/world.hpp"

namespace carom {

/// Numbers of items in the simulated part of a scene.
struct SceneCounts {
  std::size_t bodies = 0;  ///< Motion nodes: dynamic + kinematic.
  std::size_t dynamic = 0;
  std::size_t kinematic = 0;     ///< Kinematic by the file, or following an animation.
  std::size_t static_nodes = 0;  ///< Collider nodes that belong to no motion.
  std::size_t colliders = 0;
  std::size_t triggers = 0;
  std::size_t joints = 0;
  std::size_t vehicles = 0;
};
SceneCounts countScene(const Scene& scene);

/// Order statistics of the wall time of steps, ms.
struct StepTimes {
  double median = 0, p95 = 0, max = 0, total = 0;
};
/// The p-th percentile is the smallest value that at least p percent of the steps do not exceed.
StepTimes summarizeStepTimes(std::vector<double> milliseconds);

struct Report {
  std::string source;  ///< Path as given.
  std::vector<std::string> dialects;
  SceneCounts counts;
  WorldSettings settings;  ///< `gravity` as it was simulated (World::gravity).
  double seconds = 0;      ///< Simulated, s.
  double rate = 60;        ///< Steps per second.
  double load_ms = 0;      ///< Reading the file and compiling the world.
  std::uint64_t steps = 0;
  StepTimes step_ms;
  std::array<std::uint64_t, 6> events{};  ///< Number of each EventType.
  std::size_t asleep = 0;                 ///< Bodies at the end.
  double max_penetration = 0;             ///< m, the deepest of any step.
  std::optional<DeepestContact> deepest;  ///< Where that was; nothing when there was no contact.
  std::uint64_t state_hash = 0;           ///< Of the final state.
  /// Variables of the behaviour graph at the end, in the order of the file; empty: none has run.
  std::vector<BehaviorVariable> variables;
  std::vector<Diagnostic> warnings;  ///< Warnings and hints of loading, compiling and writing.
};

/// 16 hexadecimal digits.
std::string stateHashText(std::uint64_t hash);

/// The report as indented JSON, line feed at the end. With a scene, the names of its nodes too.
std::string reportJson(const Report& report, const Scene* scene = nullptr);

/// What stands in place of a report as JSON when there is none: `source`, `error_count` and `diagnostics`.
std::string failureJson(std::string_view source, const Diagnostics& diagnostics);

}  // namespace carom

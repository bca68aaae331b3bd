// The command line of carom simulate.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "carom/dialect/load.hpp"
#include "carom/output/plot.hpp"
#include "carom/world/world.hpp"
#include "cli/command.hpp"

namespace carom::cli {

/// Of one scene.
struct SimulateOptions {
  std::string scene;  ///< "-": standard input.
  LoadSettings load;
  double seconds = 5;
  double rate = 60;
  WorldSettings settings;
  bool no_sleep = false;
  std::string filter_rule = "shared";
  bool keep_all_keys = false;
  bool strip_physics = false;
  std::string animation_name = "Carom simulation";
  double start = 0;  ///< s, when the animation begins.
  std::int32_t every = 1;
  bool velocities = false;
  bool no_size_limit = false;
  std::vector<std::string> plot_nodes;
  std::vector<std::string> plot_quantities;
  std::string drive;
  bool no_behavior = false;
  bool log = false;                      ///< Show messages of debug/log.
  std::vector<std::string> sent_events;  ///< As given.
  /// Custom events: id, and time, s.
  std::vector<std::pair<std::string, double>> custom_events;
  std::string baked, trajectory, joints, vehicles, events, report, plot, recording;
  bool many = false;  ///< There are other scenes.

  /// Outputs that are files, by name.
  std::vector<std::string> files() const;
  bool hasOutput() const { return usesStandardOutput() || !files().empty(); }
  bool usesStandardOutput() const;
  std::uint64_t steps() const;
};

/// Adds the options; `scenes` and `options` must outlive the parser.
void addSimulateOptions(CLI::App& parser, std::vector<std::string>& scenes, SimulateOptions& options);

/// Checks what the parser cannot, and gives each scene its options: folders among the outputs become files in
/// them. Throws a parse error.
std::vector<SimulateOptions> optionsOfScenes(const std::vector<std::string>& scenes,
                                             const SimulateOptions& options);

}  // namespace carom::cli

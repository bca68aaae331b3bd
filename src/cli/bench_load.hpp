// How fast a file is read: the JSON, the scene, the compiled world.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace carom::cli {

struct LoadTimes {
  std::string scene;
  double megabytes = 0;       ///< 10^6 bytes, of the file.
  double json_megabytes = 0;  ///< Of its JSON.
  double parse_ms = 0;        ///< Processor time from JSON text to document.
  double load_ms = 0;         ///< File to scene, parsing included.
  double compile_ms = 0;      ///< Scene to world.
  std::size_t bodies = 0;
  std::size_t colliders = 0;

  double parseRate() const;  ///< MB/s of JSON.
};

/// The least processor time of each stage over the rounds, which other work on the machine disturbs least.
/// Empty if the file cannot be read; stderr has the reason.
std::optional<LoadTimes> timeLoading(const std::string& file, int rounds);

void printLoadHeading();
void printLoadRow(const LoadTimes& times);

}  // namespace carom::cli

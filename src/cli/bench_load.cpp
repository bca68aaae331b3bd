#include "cli/bench_load.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <limits>
#include <utility>

#include "carom/dialect/load.hpp"
#include "carom/world/world.hpp"
#include "cli/messages.hpp"
#include "gltf/container.hpp"
#include "gltf/file_bytes.hpp"
#include "json/document.hpp"

namespace carom::cli {
namespace {

// Processor time: reading runs on one thread, and other work on the machine must not count.
double millisecondsSince(std::clock_t start) {
  return 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// The JSON text of a .gltf or .glb.
bool readJson(const std::string& file, std::string& json, std::size_t& bytes, Diagnostics& found) {
  std::string text;
  if (!gltf::readFile(file, std::numeric_limits<std::uint64_t>::max(), "", text, found)) return false;
  bytes = text.size();
  if (!gltf::isBinaryContainer(text)) {
    json = std::move(text);
    return true;
  }
  gltf::Container container;
  if (!gltf::openContainer(text, container, found)) return false;
  json = std::string(container.json);
  while (json.ends_with('\0')) json.pop_back();
  return true;
}

}  // namespace

double LoadTimes::parseRate() const {
  return parse_ms > 0 ? json_megabytes / parse_ms * 1000 : 0;
}

std::optional<LoadTimes> timeLoading(const std::string& file, int rounds) {
  LoadTimes times;
  times.scene = file;
  times.parse_ms = times.load_ms = times.compile_ms = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    Diagnostics found;
    std::string json;
    std::size_t bytes = 0;
    if (!readJson(file, json, bytes, found)) {
      printDiagnostics(file, found);
      return std::nullopt;
    }
    times.megabytes = static_cast<double>(bytes) / 1e6;
    times.json_megabytes = static_cast<double>(json.size()) / 1e6;
    {
      const std::clock_t start = std::clock();
      const auto document = json::Document::parse(std::move(json), {}, found);
      times.parse_ms = std::min(times.parse_ms, millisecondsSince(start));
    }
    std::clock_t start = std::clock();
    const Result<Scene> scene = load(file);
    times.load_ms = std::min(times.load_ms, millisecondsSince(start));
    if (!scene) {
      printDiagnostics(file, scene.diagnostics());
      return std::nullopt;
    }
    start = std::clock();
    const World world(*scene);
    times.compile_ms = std::min(times.compile_ms, millisecondsSince(start));
    times.bodies = scene->motions.size();
    times.colliders = scene->colliders.size();
  }
  return times;
}

void printLoadHeading() {
  std::printf("%10s %10s %10s %10s %10s %9s %9s  %s\n", "MB", "parse MB/s", "parse ms", "load ms",
              "compile ms", "bodies", "colliders", "scene");
}

void printLoadRow(const LoadTimes& t) {
  std::printf("%10.2f %10.0f %10.2f %10.2f %10.2f %9zu %9zu  %s\n", t.megabytes, t.parseRate(), t.parse_ms,
              t.load_ms, t.compile_ms, t.bodies, t.colliders, t.scene.c_str());
  std::fflush(stdout);
}

}  // namespace carom::cli

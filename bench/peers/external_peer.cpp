#include "external_peer.hpp"

#include <array>
#include <cstdio>
#include <fstream>

#include "json/document.hpp"

namespace carom::bench {
namespace {

std::optional<std::string> outputOf(const std::string& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return {};
  std::string text;
  std::array<char, 4096> part;
  while (const std::size_t size = std::fread(part.data(), 1, part.size(), pipe))
    text.append(part.data(), size);
  if (pclose(pipe) != 0) return {};
  return text;
}

bool readTimes(const std::string& text, std::vector<double>& step_ms) {
  Diagnostics diagnostics;
  const auto document = json::Document::parse(text, {}, diagnostics);
  if (!document) return false;
  const json::Value times = (*document)->root().find("step_ms");
  for (std::size_t i = 0; i < times.size(); ++i) step_ms.push_back(times[i].number());
  return true;
}

bool readPoses(const std::filesystem::path& file, std::size_t looks, std::size_t bodies, PeerRun& run) {
  std::ifstream in(file, std::ios::binary);
  for (std::size_t look = 0; look < looks; ++look) {
    run.poses.emplace_back();
    for (std::size_t body = 0; body < bodies; ++body) {
      double v[7];
      if (!in.read(reinterpret_cast<char*>(v), sizeof v)) return false;
      run.poses.back().push_back({{v[0], v[1], v[2]}, normalized(DQuat{v[3], v[4], v[5], v[6]})});
    }
  }
  return true;
}

}  // namespace

std::optional<PeerRun> runExternal(const std::string& command, const std::filesystem::path& scene_file,
                                   std::size_t bodies, const PeerOptions& options) {
  std::filesystem::path poses_file = scene_file;
  poses_file += ".poses";
  const std::string line = command + " '" + scene_file.string() + "' " + std::to_string(options.steps) + " " +
                           std::to_string(options.interval) + " '" + poses_file.string() + "' " +
                           (options.sleeping ? "on" : "off");
  PeerRun run;
  const std::optional<std::string> text = outputOf(line);
  if (!text || !readTimes(*text, run.step_ms) || run.step_ms.size() != options.steps ||
      !readPoses(poses_file, options.steps / options.interval, bodies, run)) {
    std::fprintf(stderr, "%s: failed\n", line.c_str());
    return {};
  }
  return run;
}

}  // namespace carom::bench

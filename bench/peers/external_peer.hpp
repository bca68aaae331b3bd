// The benchmark scenes in an engine that has a program of its own.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "peer_run.hpp"

namespace carom::bench {

/// Runs `command SCENE STEPS INTERVAL POSES on|off` (wasm/run.mjs says what that has to do) on a scene of
/// `bodies` movable bodies. None, with the reason on stderr, when it fails.
std::optional<PeerRun> runExternal(const std::string& command, const std::filesystem::path& scene_file,
                                   std::size_t bodies, const PeerOptions& options);

}  // namespace carom::bench

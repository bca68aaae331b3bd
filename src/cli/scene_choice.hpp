// Which file is read, and which of its scenes.
#pragma once

#include <string>

#include "carom/dialect/load.hpp"
#include "cli/command.hpp"

namespace carom::cli {

/// Adds --scene.
void addSceneChoice(CLI::App& parser, LoadSettings& settings);
/// Loads a file; "-": standard input, whose other files are looked up in the working folder.
Result<Scene> readScene(const std::string& name, const LoadSettings& settings);
/// Says which scene of several was taken when nobody asked for one.
void noteScene(const std::string& name, const Scene& scene, const LoadSettings& settings);
std::string readStandardInput();

}  // namespace carom::cli

// The files that `carom validate` is to look at.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace carom::cli {

/// One file to check.
struct ValidateInput {
  std::string path;                ///< "-": standard input.
  std::filesystem::path relative;  ///< Below the folder that was named, for outputs.
};

/// Files, folders (every .gltf and .glb below them, in the order of their names), patterns and "-". False
/// with a message when a pattern or folder has no file.
bool expandInputs(const std::vector<std::string>& arguments, std::vector<ValidateInput>& inputs,
                  std::string& message);

}  // namespace carom::cli

// Loads a file as a Scene.
#pragma once

#include <filesystem>
#include <string>

#include "carom/base/result.hpp"
#include "carom/scene/scene.hpp"

namespace carom {

/// Limits of loading, and what is loaded.
struct LoadSettings {
  std::uint64_t max_file_bytes = std::uint64_t(4) << 30;     ///< Of each file read.
  std::uint64_t max_decoded_bytes = std::uint64_t(4) << 30;  ///< Of all mesh and animation data decoded.
  std::string scene;  ///< The scene to show, an index or a name; empty: the file's own choice.
};

/// Reads a .gltf or .glb file of any dialect Carom knows. Fails with every error found; warnings and hints
/// are in Scene::diagnostics.
Result<Scene> load(const std::filesystem::path& path, const LoadSettings& settings = {});

/// The same from the bytes of a .gltf or .glb; `folder` contains the files that it refers to (empty: none
/// allowed).
Result<Scene> loadFromMemory(std::string bytes, const std::filesystem::path& folder = {},
                             const LoadSettings& settings = {});

}  // namespace carom

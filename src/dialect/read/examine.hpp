// Reads a file to find its faults. Unlike load(), it returns the readable part together with the errors.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "carom/dialect/load.hpp"
#include "carom/scene/scene.hpp"
#include "gltf/asset.hpp"

namespace carom::dialect {

struct Examined {
  std::shared_ptr<const gltf::Asset> asset;  ///< Null when the glTF itself cannot be read.
  Scene scene;                               ///< Whole only when `usable`.
  bool usable = false;                       ///< No errors: `scene` is what load() gives.
  Diagnostics diagnostics;                   ///< Everything found, in the order it was found.
};

/// A .glb is read where it lies, without a copy: it must not be shortened meanwhile.
Examined examine(const std::filesystem::path& path, const LoadSettings& settings = {});
Examined examineBytes(std::string bytes, const std::filesystem::path& folder,
                      const LoadSettings& settings = {});

}  // namespace carom::dialect

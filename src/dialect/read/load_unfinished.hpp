// Reads an output back while its files still have temporary names.
#pragma once

#include <filesystem>
#include <map>

#include "carom/base/result.hpp"
#include "carom/scene/scene.hpp"

namespace carom::dialect {

struct UnfinishedFile {
  std::filesystem::path path;    ///< Where the document is now.
  std::filesystem::path folder;  ///< Where it will be: its relative names begin there.
  std::map<std::filesystem::path, std::filesystem::path> stand_ins;  ///< See gltf::LoadOptions.
};

Result<Scene> loadUnfinished(const UnfinishedFile& file);

}  // namespace carom::dialect

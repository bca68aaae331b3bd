// Reading whole files with a bound on their size.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "carom/base/diagnostic.hpp"

namespace carom::gltf {

/// Reads a regular file into `bytes`; false with an error at `pointer` when that cannot be done.
bool readFile(const std::filesystem::path& path, std::uint64_t max_bytes, std::string_view pointer,
              std::string& bytes, Diagnostics& diagnostics);

/// A file's bytes as they lie on the disk. A file that is shortened meanwhile takes the program down, so this
/// is for files of our own.
struct MappedFile {
  std::shared_ptr<const void> mapping;  ///< Keeps the bytes; null when the file cannot be had so.
  std::string_view bytes;
};
MappedFile mapFile(const std::filesystem::path& path);

}  // namespace carom::gltf

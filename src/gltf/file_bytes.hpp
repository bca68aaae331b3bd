// Reading whole files with a bound on their size.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "carom/base/diagnostic.hpp"

namespace carom::gltf {

/// Reads a regular file into `bytes`; false with an error at `pointer` when that cannot be done.
bool readFile(const std::filesystem::path& path, std::uint64_t max_bytes, std::string_view pointer,
              std::string& bytes, Diagnostics& diagnostics);

}  // namespace carom::gltf

// The .glb container (glTF 2.0 section 4): a header, a JSON chunk, and at most one binary chunk.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "carom/base/diagnostic.hpp"

namespace carom::gltf {

struct Container {
  std::string_view json;
  std::span<const std::byte> binary;
  bool has_binary = false;
};

/// Whether the bytes start like a .glb.
bool isBinaryContainer(std::string_view bytes);

/// Finds the chunks; false with an error when the container is broken.
bool openContainer(std::string_view bytes, Container& container, Diagnostics& diagnostics);

}  // namespace carom::gltf

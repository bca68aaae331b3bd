// The .glb container (glTF 2.0 section 4): a header, a JSON chunk, and at most one binary chunk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "carom/base/diagnostic.hpp"

namespace carom::gltf {

struct Chunk {
  std::uint32_t type = 0;
  std::span<const std::byte> bytes;
};

struct Container {
  std::string_view json;
  std::span<const std::byte> binary;
  bool has_binary = false;
  std::vector<Chunk> others;  ///< Of types that glTF leaves to extensions, in order.
};

/// Whether the bytes start like a .glb.
bool isBinaryContainer(std::string_view bytes);

/// Finds the chunks; false with an error when the container is broken.
bool openContainer(std::string_view bytes, Container& container, Diagnostics& diagnostics);

}  // namespace carom::gltf

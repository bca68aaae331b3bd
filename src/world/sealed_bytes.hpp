// The file header that snapshots and recordings share.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/byte_stream.hpp"
#include "carom/base/diagnostic.hpp"

namespace carom::world {

/// Of which world something was saved.
struct Origins {
  std::uint64_t scene = 0;     ///< Fingerprint.
  std::uint64_t settings = 0;  ///< Fingerprint.
};

/// Magic number, version, origins, length and checksum, then the content.
std::vector<std::byte> sealed(std::string_view magic, std::uint32_t version, const Origins& origins,
                              std::span<const std::byte> content);

/// The content of a file with this magic number and version; an error with the code when it is none or not
/// whole.
std::span<const std::byte> unsealed(std::span<const std::byte> bytes, std::string_view magic,
                                    std::uint32_t version, std::string_view code, Origins& origins,
                                    Diagnostics& errors);

}  // namespace carom::world

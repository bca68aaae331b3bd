// Snapshots and recordings that were tampered with and carry the right checksum all the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/byte_hash.hpp"

namespace carom::test {

/// Magic number, version, fingerprints of the scene and the settings, length, checksum.
inline constexpr std::size_t kSealedHeader = 8 + 4 + 8 + 8 + 8 + 8;

/// Gives the bytes the checksum that they should have, so that what checks the content itself is met.
inline void seal(std::vector<std::byte>& bytes) {
  const auto word = [&](std::size_t at, std::size_t size) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value |= static_cast<std::uint64_t>(bytes[at + i]) << (8 * i);
    return value;
  };
  ByteHash hash;
  hash(std::string_view(reinterpret_cast<const char*>(bytes.data()), 8),
       static_cast<std::uint32_t>(word(8, 4)), word(12, 8), word(20, 8));
  hash.bytes(std::span(bytes).subspan(kSealedHeader));
  for (std::size_t i = 0; i < 8; ++i)
    bytes[kSealedHeader - 8 + i] = static_cast<std::byte>(hash.value() >> (8 * i) & 0xff);
}

}  // namespace carom::test

#include "gltf/container.hpp"

#include <cstdint>
#include <string>

#include "carom/base/diagnostic_codes.hpp"

namespace carom::gltf {
namespace {

constexpr std::uint32_t kJsonChunk = 0x4E4F534A;    // "JSON"
constexpr std::uint32_t kBinaryChunk = 0x004E4942;  // "BIN\0"
constexpr std::size_t kHeaderBytes = 12, kChunkHeaderBytes = 8;

std::uint32_t littleEndian(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 4; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

}  // namespace

bool isBinaryContainer(std::string_view bytes) {
  return bytes.starts_with("glTF");
}

bool openContainer(std::string_view bytes, Container& container, Diagnostics& diagnostics) {
  const auto fail = [&](std::string_view code, std::string message) {
    diagnostics.error(code, "", std::move(message));
    return false;
  };
  if (bytes.size() < kHeaderBytes) {
    return fail(codes::kGlbTruncated, "The file is cut off inside the 12-byte .glb header.");
  }
  const std::uint32_t version = littleEndian(bytes, 4), length = littleEndian(bytes, 8);
  if (version != 2) {
    return fail(codes::kGlbHeader,
                "The .glb has version " + std::to_string(version) + "; only version 2 is read.");
  }
  if (length < kHeaderBytes) {
    return fail(codes::kGlbHeader, "The .glb header gives a length of " + std::to_string(length) +
                                       " bytes; the header alone has 12.");
  }
  if (length > bytes.size()) {
    return fail(codes::kGlbTruncated, "The .glb header gives a length of " + std::to_string(length) +
                                          " bytes, but the file has " + std::to_string(bytes.size()) + ".");
  }
  if (length < bytes.size()) {
    diagnostics.warning(
        codes::kGlbTrailingBytes, "",
        std::to_string(bytes.size() - length) + " bytes after the end of the .glb are ignored.");
    bytes = bytes.substr(0, length);
  }
  bool has_json = false;
  std::size_t at = kHeaderBytes;
  for (std::size_t chunk = 0; at < bytes.size(); ++chunk) {
    if (bytes.size() - at < kChunkHeaderBytes) {
      return fail(codes::kGlbTruncated,
                  "Chunk " + std::to_string(chunk) + " of the .glb is cut off inside its header.");
    }
    const std::uint32_t chunk_length = littleEndian(bytes, at), type = littleEndian(bytes, at + 4);
    at += kChunkHeaderBytes;
    if (chunk_length > bytes.size() - at) {
      return fail(codes::kGlbTruncated, "Chunk " + std::to_string(chunk) + " of the .glb gives a length of " +
                                            std::to_string(chunk_length) + " bytes, but " +
                                            std::to_string(bytes.size() - at) + " are left.");
    }
    const std::string_view data = bytes.substr(at, chunk_length);
    at += chunk_length;
    if (chunk_length % 4 != 0) {
      diagnostics.warning(codes::kAlignment, "",
                          "Chunk " + std::to_string(chunk) + " of the .glb has a length of " +
                              std::to_string(chunk_length) + " bytes, which is not a multiple of 4.");
    }
    if (chunk == 0) {
      if (type != kJsonChunk) return fail(codes::kGlbChunk, "The first chunk of the .glb is not JSON.");
      container.json = data;
      has_json = true;
    } else if (type == kBinaryChunk && !container.has_binary) {
      container.binary = std::as_bytes(std::span(data.data(), data.size()));
      container.has_binary = true;
    } else if (type == kJsonChunk || type == kBinaryChunk) {
      diagnostics.warning(
          codes::kGlbChunk, "",
          "Chunk " + std::to_string(chunk) + " of the .glb repeats a chunk type and is ignored.");
    } else {
      container.others.push_back({type, std::as_bytes(std::span(data.data(), data.size()))});
    }
  }
  if (!has_json) return fail(codes::kGlbChunk, "The .glb has no JSON chunk.");
  return true;
}

}  // namespace carom::gltf

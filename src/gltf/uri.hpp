// URIs of buffers: data URIs, and paths relative to the asset's folder that must not lead out of it (RFC
// 3986, RFC 2397; glTF 2.0 section 2.8).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "carom/base/diagnostic.hpp"

namespace carom::gltf {

/// `%XX` replaced by the byte; nothing when a percent sign is not followed by two hexadecimal digits.
std::optional<std::string> percentDecoded(std::string_view text);

/// Standard base64 with or without padding; nothing when a character or the length is not valid.
std::optional<std::string> base64Decoded(std::string_view text);

bool isDataUri(std::string_view uri);
/// The bytes of a data URI; false with an error at `pointer` when it is malformed.
bool decodeDataUri(std::string_view uri, std::string_view pointer, std::string& bytes,
                   Diagnostics& diagnostics);

/// The file a relative URI names; nothing, with an error at `pointer`, when the URI is absolute, has a
/// scheme, or leaves the folder, also by a symbolic link. The file need not exist.
std::optional<std::filesystem::path> resolveUri(std::string_view uri, const std::filesystem::path& folder,
                                                std::string_view pointer, Diagnostics& diagnostics);

}  // namespace carom::gltf

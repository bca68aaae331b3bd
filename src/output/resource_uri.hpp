// The files that URIs in a glTF document name.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace carom::output {

/// The path, relative to the document's folder, that a URI names; nothing when the URI is not that of a file
/// in the folder (gltf/uri.hpp).
std::optional<std::filesystem::path> relativePath(std::string_view uri, const std::filesystem::path& folder);

/// A relative path as URI, percent-encoded where needed.
std::string uriOf(const std::filesystem::path& relative);

}  // namespace carom::output

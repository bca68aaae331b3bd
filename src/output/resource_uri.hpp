// The files that URIs in a glTF document name.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace carom::output {

bool isDataUri(std::string_view uri);

/// The path, relative to the document's folder, that a URI names; nothing for data: and other schemes,
/// absolute paths, paths that leave the folder, and text that does not decode.
std::optional<std::filesystem::path> relativePath(std::string_view uri);

/// A relative path as URI, percent-encoded where needed.
std::string uriOf(const std::filesystem::path& relative);

}  // namespace carom::output

// The files beside a glTF document to which it refers.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gltf/asset.hpp"

namespace carom::output {

/// A file that the document's buffers, images or extensions name, whether it exists or not.
struct Resource {
  std::string pointer;             ///< Of the `uri`.
  std::filesystem::path relative;  ///< To the document's folder.
};
std::vector<Resource> resourcesOf(const gltf::Asset& asset);

/// The path without links and dots; the current folder for an empty one.
std::filesystem::path canonicalPath(const std::filesystem::path& path);

/// The bytes of a regular file.
std::optional<std::string> readFile(const std::filesystem::path& path);
bool sameContent(const std::filesystem::path& a, const std::filesystem::path& b);

/// The media type the first bytes of an image file tell, "" when they tell none.
std::string_view imageType(std::string_view bytes);

}  // namespace carom::output

#include "output/asset_resources.hpp"

#include <array>
#include <cstdio>
#include <limits>
#include <memory>

#include "gltf/file_bytes.hpp"
#include "output/resource_uri.hpp"

namespace carom::output {
namespace {

namespace fs = std::filesystem;

void addResource(json::Value object, const fs::path& folder, std::vector<Resource>& resources) {
  const json::Value uri = object.find("uri");
  if (!uri.isString()) return;
  if (const auto path = relativePath(uri.string(), folder)) resources.push_back({uri.pointer(), *path});
}

// Not a stream: those bring all of the standard library's locales into the browser's module.
using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

File openFile(const fs::path& path) {
  return {std::fopen(path.string().c_str(), "rb"), &std::fclose};
}

}  // namespace

std::vector<Resource> resourcesOf(const gltf::Asset& asset) {
  std::vector<Resource> resources;
  for (const std::string_view list : {"buffers", "images"}) {
    const json::Value items = asset.root().find(list);
    for (std::size_t i = 0; i < items.size(); ++i) addResource(items[i], asset.folder(), resources);
  }
  // Extensions keep their files (sounds, light profiles) in lists of objects with a `uri` too.
  const json::Value extensions = asset.root().find("extensions");
  for (std::size_t i = 0; i < extensions.size(); ++i) {
    const json::Value extension = extensions[i];
    for (std::size_t j = 0; j < extension.size(); ++j) {
      if (!extension[j].isArray()) continue;
      for (std::size_t k = 0; k < extension[j].size(); ++k)
        addResource(extension[j][k], asset.folder(), resources);
    }
  }
  return resources;
}

fs::path canonicalPath(const fs::path& path) {
  std::error_code error;
  // A relative path of which nothing exists yet would stay relative.
  const fs::path absolute = fs::absolute(path.empty() ? fs::path(".") : path, error);
  if (error) return path;
  const fs::path result = fs::weakly_canonical(absolute, error);
  return error ? path : result;
}

std::optional<std::string> readFile(const fs::path& path) {
  std::string bytes;
  Diagnostics ignored;
  if (!gltf::readFile(path, std::numeric_limits<std::uint64_t>::max(), "", bytes, ignored))
    return std::nullopt;
  return bytes;
}

bool sameContent(const fs::path& a, const fs::path& b) {
  std::error_code error;
  const auto size_a = fs::file_size(a, error);
  if (error) return false;
  const auto size_b = fs::file_size(b, error);
  if (error || size_a != size_b) return false;
  const File file_a = openFile(a), file_b = openFile(b);
  if (!file_a || !file_b) return false;
  std::array<char, 1 << 16> block_a, block_b;
  std::size_t count = 0;
  do {
    count = std::fread(block_a.data(), 1, block_a.size(), file_a.get());
    if (std::fread(block_b.data(), 1, block_b.size(), file_b.get()) != count) return false;
    if (!std::equal(block_a.begin(), block_a.begin() + count, block_b.begin())) return false;
  } while (count == block_a.size());
  return std::feof(file_a.get()) != 0 && std::feof(file_b.get()) != 0;
}

std::string_view imageType(std::string_view bytes) {
  if (bytes.starts_with("\x89PNG")) return "image/png";
  if (bytes.starts_with("\xFF\xD8\xFF")) return "image/jpeg";
  if (bytes.starts_with("\xABKTX 20")) return "image/ktx2";
  if (bytes.starts_with("RIFF") && bytes.substr(0, 12).ends_with("WEBP")) return "image/webp";
  if (bytes.starts_with("DDS ")) return "image/vnd-ms.dds";
  if (bytes.size() >= 12 && bytes.substr(4, 8) == "ftypavif") return "image/avif";
  return "";
}

}  // namespace carom::output

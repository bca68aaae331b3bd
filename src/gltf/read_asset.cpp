#include <algorithm>
#include <array>

#include "carom/base/diagnostic_codes.hpp"
#include "gltf/readers.hpp"

namespace carom::gltf {
namespace {

// Extensions this layer reads, and beginnings of names that only change how things look.
constexpr std::array<std::string_view, 4> kRead = {"KHR_mesh_quantization", "EXT_meshopt_compression",
                                                   "KHR_meshopt_compression", kDracoExtension};
constexpr std::array<std::string_view, 9> kAppearance = {"KHR_materials_", "KHR_texture_",     "KHR_lights_",
                                                         "KHR_xmp",        "EXT_texture_",     "EXT_lights_",
                                                         "MSFT_texture_",  "ADOBE_materials_", "FB_ngon_"};

bool concernsLooksOnly(std::string_view name) {
  return std::any_of(kAppearance.begin(), kAppearance.end(),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

// "major.minor" with one or more digits each.
std::optional<std::pair<int, int>> parseVersion(std::string_view text) {
  std::array<int, 2> parts{-1, -1};
  std::size_t part = 0;
  for (const char c : text) {
    if (c == '.' && part == 0 && parts[0] >= 0) {
      part = 1;
    } else if (c >= '0' && c <= '9' && parts[part] < 1000) {
      parts[part] = std::max(parts[part], 0) * 10 + (c - '0');
    } else {
      return std::nullopt;
    }
  }
  if (parts[0] < 0 || parts[1] < 0) return std::nullopt;
  return std::pair{parts[0], parts[1]};
}

}  // namespace

void checkAssetVersion(const AssetData& data, MemberReader& reader) {
  const json::Value root = data.document->root();
  Diagnostics& diagnostics = reader.diagnostics();
  if (!root.find("asset")) {
    diagnostics.error(codes::kGltfMissing, "",
                      "The required member \"asset\" is missing; this is not a glTF 2 file.");
    return;
  }
  const json::Value asset = reader.object(root, "asset");
  if (!asset) return;
  const json::Value version = asset.find("version"), minimum = asset.find("minVersion");
  if (!version) {
    diagnostics.error(codes::kGltfMissing, asset.pointer(), "The required member \"version\" is missing.");
    return;
  }
  for (const json::Value& value : {version, minimum}) {
    if (!value) continue;
    if (!value.isString()) {
      reader.wrongType(value, "a string");
      continue;
    }
    const auto parsed = parseVersion(value.string());
    if (!parsed) {
      diagnostics.error(codes::kGltfVersion, value.pointer(), excerpt(value) + " is not a version number.");
    } else if (parsed->first != 2) {
      diagnostics.error(codes::kGltfVersion, value.pointer(),
                        "The file is glTF " + std::string(value.string()) + "; only version 2 is read.");
    } else if (value.pointer() == minimum.pointer() && parsed->second > 1) {
      diagnostics.error(codes::kGltfVersion, value.pointer(),
                        "The file requires glTF " + std::string(value.string()) + "; Carom reads up to 2.1.");
    }
  }
}

void checkExtensions(const AssetData& data, MemberReader& reader) {
  const json::Value root = data.document->root();
  reader.object(root, "extensions");
  const json::Value used = reader.array(root, "extensionsUsed");
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (!used[i].isString()) reader.wrongType(used[i], "a string");
  }
  const json::Value required = reader.array(root, "extensionsRequired");
  const std::vector<std::string>& known = data.options.known_extensions;
  for (std::size_t i = 0; i < required.size(); ++i) {
    if (!required[i].isString()) {
      reader.wrongType(required[i], "a string");
      continue;
    }
    const std::string_view name = required[i].string();
    const bool understood = std::find(kRead.begin(), kRead.end(), name) != kRead.end() ||
                            std::find(known.begin(), known.end(), name) != known.end() ||
                            concernsLooksOnly(name);
    if (understood || known.empty()) continue;
    reader.diagnostics().warning(codes::kGltfExtensionUnknown, required[i].pointer(),
                                 "The file requires " + excerpt(required[i]) +
                                     ", which Carom does not know; that extension is ignored.");
  }
}

}  // namespace carom::gltf

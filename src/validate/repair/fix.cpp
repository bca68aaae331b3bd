#include "carom/validate/fix.hpp"

#include <algorithm>
#include <cstring>

#include "carom/base/diagnostic_codes.hpp"
#include "gltf/container.hpp"
#include "validate/repair/compaction.hpp"
#include "validate/repair/mender.hpp"

namespace carom {

namespace {

constexpr MendKind kMendKinds[] = {
    {"UNDECLARED_EXTENSION", false, "lists the extension in extensionsUsed"},
    {"PHYSICS_EXTENSION_UNUSED", false, "takes the extension out of extensionsUsed"},
    {"ROTATION_NON_UNIT", false, "normalises the quaternion or direction"},
    {"PHYSICS_MISSPELLING", false, "writes the name or word as the document has it"},
    {"PHYSICS_OLD_FORM", false, "writes collider.shape as geometry.shape"},
    {"VALUE_NOT_IN_RANGE", false, "swaps a limit's min and max where min is the larger"},
    {"EMPTY_ENTITY", false, "removes an empty list that means nothing"},
    {"JSON_NON_FINITE", false, "removes a maxForce of Infinity, which is what its absence says"},
    {"PHYSICS_DUPLICATE", false, "merges shapes and materials that say the same"},
    {"UNUSED_OBJECT", false, "removes shapes, materials, filters and joints that nothing uses"},
    {"PHYSICS_ZERO_IS_INFINITE", true, "removes masses and inertias of 0, so that they are computed"},
    {"PHYSICS_ONE_RADIUS", true, "takes height as the full height, and writes two radii"},
    {"PHYSICS_MESH_OPEN", true, "makes the moving open mesh a convex hull"},
};

bool isMended(std::string_view code, const FixOptions& options) {
  for (const MendKind& kind : kMendKinds) {
    if (kind.code != code) continue;
    if (options.only.empty()) return !kind.by_name;
    return std::find(options.only.begin(), options.only.end(), code) != options.only.end();
  }
  return false;
}

void appendWord(std::string& bytes, std::uint32_t word) {
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(word >> (8 * i) & 0xFF);
}

/// A .glb with another JSON chunk; what follows that is kept byte for byte.
std::string withJson(std::string_view file, std::string_view old_json, std::string json) {
  constexpr std::size_t kHeader = 12;
  json.append((4 - json.size() % 4) % 4, ' ');
  const auto begin = static_cast<std::size_t>(old_json.data() - file.data());
  const std::string_view rest = file.substr(begin + old_json.size());
  std::string bytes(file.substr(0, kHeader - 4));
  appendWord(bytes, static_cast<std::uint32_t>(kHeader + 8 + json.size() + rest.size()));
  appendWord(bytes, static_cast<std::uint32_t>(json.size()));
  bytes += "JSON";
  bytes += json;
  return bytes += rest;
}

/// Codes that change the arrays of the file rather than single members.
bool isOfArrays(std::string_view code) {
  return code == "PHYSICS_DUPLICATE" || code == "UNUSED_OBJECT";
}

/// One round over the JSON: members first, and when they are right, the arrays.
Result<std::string> mended(const std::string& json, const std::vector<Finding>& findings,
                           const FixOptions& options, std::vector<Mend>& mends) {
  Diagnostics diagnostics;
  auto document = json::Document::parse(json, {}, diagnostics);
  if (!document) return document.diagnostics();
  validate::Mender mender(**document);
  std::vector<Finding> of_arrays;
  for (const Finding& finding : findings) {
    if (!isMended(finding.code, options)) continue;
    isOfArrays(finding.code) ? of_arrays.push_back(finding) : mender.mend(finding);
  }
  mender.useForm(options.geometry);
  mender.finish();
  std::vector<Mend> done = mender.take();
  std::string text =
      done.empty() ? validate::compacted(**document, of_arrays, done) : json::splice(mender.patch());
  mends.insert(mends.end(), done.begin(), done.end());
  return text;
}

}  // namespace

std::span<const MendKind> mendKinds() {
  return kMendKinds;
}

Result<Fixed> fixBytes(std::string bytes, const std::filesystem::path& folder, const FixOptions& options) {
  constexpr int kRounds = 8;  // What is mended may show what else there is.
  ValidateOptions checking;
  checking.load = options.load;
  Fixed fixed;
  for (int round = 0; round < kRounds; ++round) {
    Diagnostics diagnostics;
    gltf::Container container;
    const bool binary = gltf::isBinaryContainer(bytes);
    if (binary && !gltf::openContainer(bytes, container, diagnostics)) return diagnostics;
    const std::string_view json = binary ? container.json : std::string_view(bytes);
    const std::size_t before = fixed.mends.size();
    Result<std::string> text =
        mended(std::string(json), validateBytes(bytes, "", folder, checking).findings, options, fixed.mends);
    if (!text) return text.diagnostics();
    if (fixed.mends.size() == before) break;
    bytes = binary ? withJson(bytes, json, std::move(*text)) : std::move(*text);
  }
  fixed.bytes = std::move(bytes);
  return fixed;
}

}  // namespace carom

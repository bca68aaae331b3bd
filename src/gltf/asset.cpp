#include "gltf/asset.hpp"

#include <cassert>

#include "carom/base/diagnostic_codes.hpp"
#include "gltf/asset_data.hpp"
#include "gltf/container.hpp"
#include "gltf/file_bytes.hpp"
#include "gltf/geometry.hpp"
#include "gltf/readers.hpp"

namespace carom::gltf {
namespace {

// Parses the JSON of the file; false when there is none to go on with.
bool openDocument(AssetData& data, std::string bytes, Diagnostics& found) {
  std::string text;
  data.binary = isBinaryContainer(bytes);
  if (data.binary) {
    data.file = std::move(bytes);
    Container container;
    if (!openContainer(data.file, container, found)) return false;
    data.binary_chunk = container.binary;
    data.has_binary_chunk = container.has_binary;
    // The JSON chunk is padded with spaces; some exporters pad it with zeros.
    std::string_view json = container.json;
    while (json.ends_with('\0')) json.remove_suffix(1);
    if (json.size() != container.json.size()) {
      found.warning(codes::kGlbChunk, "",
                    "The JSON chunk of the .glb is padded with zero bytes, not spaces.");
    }
    text = std::string(json);
  } else {
    text = std::move(bytes);
  }
  auto parsed = json::Document::parse(std::move(text), {}, found);
  if (!parsed) {
    for (const Diagnostic& d : parsed.diagnostics().items())
      found.add(d.severity, d.code, d.pointer, d.message);
    return false;
  }
  data.document = *parsed;
  if (data.document->root().isObject()) return true;
  found.error(codes::kGltfType, "", "The file is JSON, but not an object; this is no glTF file.");
  return false;
}

void readParts(AssetData& data, Diagnostics& found) {
  MemberReader reader(found);
  checkAssetVersion(data, reader);
  if (found.hasErrors()) return;  // Another version has another structure.
  checkExtensions(data, reader);
  readBuffers(data, reader);
  readBufferViews(data, reader);
  readAccessors(data, reader);
  readMeshes(data, reader);
  readNodes(data, reader);
  readSkins(data, reader);
  if (!found.hasErrors()) readAnimations(data, reader);
}

}  // namespace

/// Makes assets; the one place that may.
class AssetReader {
 public:
  static Result<std::shared_ptr<const Asset>> read(std::string bytes, const std::filesystem::path& folder,
                                                   const LoadOptions& options, Diagnostics& diagnostics) {
    auto storage = std::make_unique<Asset::Storage>();
    storage->folder = folder;
    storage->options = options;
    Diagnostics found;
    if (openDocument(*storage, std::move(bytes), found)) readParts(*storage, found);
    if (found.hasErrors()) return Result<std::shared_ptr<const Asset>>(std::move(found));
    for (const Diagnostic& d : found.items()) diagnostics.add(d.severity, d.code, d.pointer, d.message);
    return std::shared_ptr<const Asset>(new Asset(std::move(storage)));
  }
};

Asset::Asset(std::unique_ptr<Storage> storage) : storage_(std::move(storage)) {}
Asset::~Asset() = default;

Result<std::shared_ptr<const Asset>> Asset::load(const std::filesystem::path& path,
                                                 const LoadOptions& options, Diagnostics& diagnostics) {
  std::string bytes;
  Diagnostics found;
  if (!readFile(path, options.max_file_bytes, "", bytes, found)) {
    return Result<std::shared_ptr<const Asset>>(std::move(found));
  }
  const std::filesystem::path folder =
      path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  return AssetReader::read(std::move(bytes), folder, options, diagnostics);
}

Result<std::shared_ptr<const Asset>> Asset::loadFromMemory(std::string bytes,
                                                           const std::filesystem::path& folder,
                                                           const LoadOptions& options,
                                                           Diagnostics& diagnostics) {
  return AssetReader::read(std::move(bytes), folder, options, diagnostics);
}

const json::Document& Asset::document() const {
  return *storage_->document;
}

json::Value Asset::extension(json::Value object, std::string_view name) {
  return object.find("extensions").find(name);
}

const std::vector<Node>& Asset::nodes() const {
  return storage_->nodes;
}
const std::vector<Animation>& Asset::animations() const {
  return storage_->animations;
}
std::size_t Asset::meshCount() const {
  return storage_->meshes.size();
}

Asset::GlobalTransform Asset::globalTransform(std::int32_t node) const {
  assert(node >= 0 && static_cast<std::size_t>(node) < storage_->global_transforms.size());
  return storage_->global_transforms[static_cast<std::size_t>(node)];
}

Result<Geometry> Asset::meshGeometry(std::int32_t mesh, std::span<const double> weights, GeometryUse use,
                                     std::string_view referrer) const {
  Geometry geometry;
  Diagnostics errors;
  if (!buildMeshGeometry(*storage_, mesh, weights, use, referrer, geometry, errors)) {
    return Result<Geometry>(std::move(errors));
  }
  return geometry;
}

Result<Geometry> Asset::nodeGeometry(std::int32_t node, GeometryUse use, std::string_view referrer) const {
  Geometry geometry;
  Diagnostics errors;
  if (!buildNodeGeometry(*storage_, node, use, referrer, geometry, errors)) {
    return Result<Geometry>(std::move(errors));
  }
  return geometry;
}

bool Asset::isBinary() const {
  return storage_->binary;
}
std::span<const std::byte> Asset::binaryChunk() const {
  return storage_->binary_chunk;
}
const std::filesystem::path& Asset::folder() const {
  return storage_->folder;
}
std::size_t Asset::bufferCount() const {
  return storage_->buffers.size();
}

Asset::Buffer Asset::buffer(std::size_t index) const {
  assert(index < storage_->buffers.size());
  const BufferData& buffer = storage_->buffers[index];
  return {buffer.uri, buffer.bytes};
}

}  // namespace carom::gltf

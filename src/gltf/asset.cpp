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

// Parses the JSON; false when there is none to go on with.
bool parseText(AssetData& data, std::string text, Diagnostics& found) {
  auto parsed = json::Document::parse(std::move(text), {}, found);
  if (!parsed) {
    for (const Diagnostic& d : parsed.diagnostics().items())
      found.add(d.severity, d.code, d.pointer, d.message);
    return false;
  }
  data.document = *parsed;
  if (data.document->root().isObject()) return true;
  found.error(codes::kGltfType, "", "The JSON is not an object; a glTF file must be one.");
  return false;
}

// Opens the chunks of a .glb, whose bytes live as long as `data`.
bool openBinary(AssetData& data, std::string_view bytes, Diagnostics& found) {
  Container container;
  if (!openContainer(bytes, container, found)) return false;
  data.binary_chunk = container.binary;
  data.has_binary_chunk = container.has_binary;
  data.other_chunks = std::move(container.others);
  // The JSON chunk is padded with spaces; some exporters pad it with zeros.
  std::string_view json = container.json;
  while (json.ends_with('\0')) json.remove_suffix(1);
  if (json.size() != container.json.size()) {
    found.warning(codes::kGlbChunk, "", "The JSON chunk of the .glb is padded with zero bytes, not spaces.");
  }
  return parseText(data, std::string(json), found);
}

bool openDocument(AssetData& data, std::string bytes, Diagnostics& found) {
  data.binary = isBinaryContainer(bytes);
  if (!data.binary) return parseText(data, std::move(bytes), found);
  data.file = std::move(bytes);
  return openBinary(data, data.file, found);
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
    return finish(std::move(storage), std::move(found), diagnostics);
  }

  static Result<std::shared_ptr<const Asset>> readMapped(MappedFile file, const std::filesystem::path& folder,
                                                         const LoadOptions& options,
                                                         Diagnostics& diagnostics) {
    auto storage = std::make_unique<Asset::Storage>();
    storage->folder = folder;
    storage->options = options;
    storage->mapped = std::move(file.mapping);
    storage->binary = true;
    Diagnostics found;
    if (openBinary(*storage, file.bytes, found)) readParts(*storage, found);
    return finish(std::move(storage), std::move(found), diagnostics);
  }

 private:
  static Result<std::shared_ptr<const Asset>> finish(std::unique_ptr<Asset::Storage> storage,
                                                     Diagnostics found, Diagnostics& diagnostics) {
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

Result<std::shared_ptr<const Asset>> Asset::loadInPlace(const std::filesystem::path& path,
                                                        const std::filesystem::path& folder,
                                                        const LoadOptions& options,
                                                        Diagnostics& diagnostics) {
  MappedFile file = mapFile(path);
  if (file.mapping && file.bytes.size() <= options.max_file_bytes && isBinaryContainer(file.bytes))
    return AssetReader::readMapped(std::move(file), folder, options, diagnostics);
  std::string bytes;
  Diagnostics found;
  if (!readFile(path, options.max_file_bytes, "", bytes, found))
    return Result<std::shared_ptr<const Asset>>(std::move(found));
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
std::int32_t Asset::shownScene() const {
  return storage_->shown_scene;
}
const std::vector<Animation>& Asset::animations() const {
  return storage_->animations;
}
std::size_t Asset::meshCount() const {
  return storage_->meshes.size();
}

Asset::GlobalTransform Asset::globalTransform(std::int32_t node) const {
  assert(node >= 0 && static_cast<std::size_t>(node) < storage_->global_transforms.size());
  return storage_->global_transforms[node];
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
std::span<const Chunk> Asset::otherChunks() const {
  return storage_->other_chunks;
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

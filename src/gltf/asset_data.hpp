// The checked structure of an asset: what its JSON says about buffers, accessors, meshes and skins, with
// every index and range verified. Bytes are decoded only on request (accessor_data.hpp).
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "gltf/affine.hpp"
#include "gltf/asset.hpp"

namespace carom::gltf {

struct BufferData {
  std::optional<std::string> uri;    ///< As written.
  std::string owned;                 ///< Bytes that are not part of the .glb.
  std::span<const std::byte> bytes;  ///< `byteLength` of them; empty if `missing`.
  bool missing = false;  ///< No bytes: a placeholder for compressed data, or an error has said why.
};

enum class MeshoptMode : std::uint8_t { Attributes, Triangles, Indices };
enum class MeshoptFilter : std::uint8_t { None, Octahedral, Quaternion, Exponential };

/// The EXT_meshopt_compression object of a buffer view.
struct MeshoptView {
  std::uint32_t buffer = 0;
  std::uint64_t offset = 0, length = 0, stride = 0, count = 0;
  MeshoptMode mode = MeshoptMode::Attributes;
  MeshoptFilter filter = MeshoptFilter::None;
};

struct BufferView {
  std::uint32_t buffer = 0;
  std::uint64_t offset = 0, length = 0;
  std::uint32_t stride = 0;  ///< 0: elements follow each other.
  std::optional<MeshoptView> meshopt;
};

enum class ComponentType : std::uint16_t {
  Byte = 5120,
  UnsignedByte = 5121,
  Short = 5122,
  UnsignedShort = 5123,
  UnsignedInt = 5125,
  Float = 5126
};
std::uint32_t componentSize(ComponentType type);
std::string_view componentName(ComponentType type);

/// How an accessor's elements are laid out. Matrices have columns that start at multiples of four bytes.
struct ElementLayout {
  ComponentType component = ComponentType::Float;
  std::uint32_t rows = 1;
  std::uint32_t columns = 1;
  std::uint32_t columnBytes() const;
  std::uint32_t bytes() const { return columnBytes() * columns; }
  std::uint32_t components() const { return rows * columns; }
};

struct SparseOverride {
  std::uint64_t count = 0;
  std::int32_t index_view = -1, value_view = -1;
  std::uint64_t index_offset = 0, value_offset = 0;
  ComponentType index_type = ComponentType::UnsignedInt;
};

struct Accessor {
  std::int32_t view = -1;  ///< -1: zeros.
  std::uint64_t offset = 0, count = 0;
  ElementLayout layout;
  std::string_view type;  ///< As written, for messages.
  bool normalized = false;
  std::optional<SparseOverride> sparse;
};

enum class PrimitiveMode : std::uint8_t {
  Points,
  Lines,
  LineLoop,
  LineStrip,
  Triangles,
  TriangleStrip,
  TriangleFan
};

inline constexpr std::string_view kDracoExtension = "KHR_draco_mesh_compression";

struct DracoData {
  std::int32_t view = -1;
  std::int32_t position = -1;  ///< Unique ids of the attributes in the Draco data; -1 if absent.
  std::vector<std::int32_t> joints, weights;  ///< By set.
};

struct Primitive {
  PrimitiveMode mode = PrimitiveMode::Triangles;
  std::int32_t position = -1, indices = -1;   ///< Accessors.
  std::vector<std::int32_t> joints, weights;  ///< Accessors by set, JOINTS_0 first.
  std::vector<std::int32_t> targets;  ///< POSITION accessor of each morph target; -1: does not move it.
  std::optional<DracoData> draco;
  json::Value json;
};

struct Mesh {
  std::vector<Primitive> primitives;
  std::vector<double> weights;
  std::size_t target_count = 0;
  json::Value json;
};

struct Skin {
  std::vector<std::int32_t> joints;
  std::int32_t inverse_bind_matrices = -1;  ///< Accessor; -1: identity.
};

struct AssetData {
  std::shared_ptr<const json::Document> document;
  std::filesystem::path folder;
  LoadOptions options;
  std::string file;                    ///< The .glb's bytes; empty for a .gltf, whose text the document owns.
  std::shared_ptr<const void> mapped;  ///< Owner of those bytes if the file is mapped.
  bool binary = false;
  std::span<const std::byte> binary_chunk;
  bool has_binary_chunk = false;
  std::vector<Chunk> other_chunks;
  std::vector<BufferData> buffers;
  std::vector<BufferView> views;
  std::vector<Accessor> accessors;
  std::vector<Mesh> meshes;
  std::vector<Skin> skins;
  std::vector<Node> nodes;
  std::int32_t shown_scene = -1;                          ///< -1: the file has no scenes.
  std::vector<Affine> global_affines;                     ///< Exact, by node.
  std::vector<Asset::GlobalTransform> global_transforms;  ///< By node.
  std::vector<bool> subtree_has_mesh;                     ///< By node: it or a descendant has a mesh.
  std::vector<Animation> animations;

  /// Takes from the decoding allowance; false when it is used up.
  bool takeBudget(std::uint64_t bytes) const;
  /// LoadOptions::max_decoded_bytes, or less for a small file: what it could decode to by naming the same
  /// bytes over and over must not cost more than its size warrants.
  std::uint64_t decodeLimit() const;
  /// Everything the file and its buffers have, in bytes: what decoded sizes are measured against.
  std::uint64_t presentBytes() const;

  mutable std::atomic<std::uint64_t> decoded_bytes{0};
  mutable std::mutex view_mutex;
  mutable std::map<std::int32_t, std::shared_ptr<const std::vector<std::byte>>> decompressed_views;
};

struct Asset::Storage : AssetData {};

}  // namespace carom::gltf

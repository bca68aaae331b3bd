// A glTF 2.0 asset: the container opened, buffers found, accessors, meshes, skins, nodes and animations
// checked and decoded. Knows nothing of physics. No index, count, offset or number of the file is trusted.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carom/base/diagnostic.hpp"
#include "carom/base/result.hpp"
#include "carom/base/vector.hpp"
#include "gltf/container.hpp"
#include "json/document.hpp"

namespace carom::gltf {

/// Bounds that keep a hostile file from costing more than its size warrants.
struct LoadOptions {
  std::uint64_t max_file_bytes = std::uint64_t(4) << 30;  ///< Of each file read.
  std::uint64_t max_decoded_bytes = std::uint64_t(4)
                                    << 30;  ///< Of all accessors and compressed data decoded.
  /// Names the caller understands; a name of `extensionsRequired` that is neither here nor understood (or
  /// harmless to geometry) by this layer is a warning. Empty: `extensionsRequired` is not checked.
  std::vector<std::string> known_extensions;
  std::string scene;  ///< The scene to show, an index or a name; empty: the file's own choice.
  /// Files to read in place of others, by canonical path: outputs that do not have their names yet.
  std::map<std::filesystem::path, std::filesystem::path> stand_ins;
};

/// A node. Scale, rotation and translation are decomposed when the file gives a matrix.
struct Node {
  std::string name;          ///< "" when the file gives none.
  std::int32_t parent = -1;  ///< -1 for a root.
  std::vector<std::int32_t> children;
  DVec3 translation{0, 0, 0};  ///< Metres, relative to the parent.
  DQuat rotation{};            ///< Unit quaternion.
  DVec3 scale{1, 1, 1};
  std::int32_t mesh = -1;
  std::int32_t skin = -1;
  std::vector<double> weights;  ///< Morph weights of this node; empty: those of the mesh.
  bool has_matrix = false;      ///< The file wrote `matrix`, not translation/rotation/scale.
  bool in_scene = false;   ///< Reachable from the default scene (or the first; or any root if there is none).
  json::Value json;        ///< The node's object.
  json::Value extensions;  ///< Its `extensions`, absent when it has none.
};

enum class AnimationPath : std::uint8_t { Translation, Rotation, Scale, Weights, Pointer };
enum class Interpolation : std::uint8_t { Linear, Step, CubicSpline };

/// One animated property of one node, or what a pointer names (KHR_animation_pointer) that is none, decoded.
/// For CubicSpline each key has in-tangent, value, out-tangent.
struct AnimationChannel {
  std::int32_t node = -1;
  AnimationPath path = AnimationPath::Translation;
  Interpolation interpolation = Interpolation::Linear;
  std::string target;            ///< Of path Pointer: a JSON pointer into the file; the node is -1.
  std::uint32_t components = 3;  ///< Per key and value: 3, 4, the number of morph targets, or the accessor's.
  std::vector<float> times;      ///< Seconds, strictly increasing, >= 0.
  std::vector<float> values;
  std::string pointer;  ///< Of the channel.
};
struct Animation {
  std::string name;
  std::vector<AnimationChannel> channels;
};

/// Triangles or points of a mesh, decoded.
struct Geometry {
  std::vector<Vec3> positions;
  std::vector<std::uint32_t>
      indices;  ///< Three per triangle; every index < positions.size(). Empty for a point cloud.
  bool has_unusable_primitives = false;  ///< Some primitive was not triangles and was left out of `indices`.
};

/// What the geometry is wanted for: Triangles takes modes TRIANGLES, STRIP and FAN; Points takes the vertices
/// that any primitive of any mode uses.
enum class GeometryUse { Triangles, Points };

class Asset {
 public:
  /// Opens a .gltf or .glb file (told apart by content) and checks the core of it. Fails with every error
  /// found. Warnings and hints go to `diagnostics`.
  static Result<std::shared_ptr<const Asset>> load(const std::filesystem::path& path,
                                                   const LoadOptions& options, Diagnostics& diagnostics);
  /// The same from memory; `folder` is where relative URIs are looked up (none allowed when empty).
  static Result<std::shared_ptr<const Asset>> loadFromMemory(std::string bytes,
                                                             const std::filesystem::path& folder,
                                                             const LoadOptions& options,
                                                             Diagnostics& diagnostics);
  /// The same from a file that nobody changes as long as the asset lives, such as one of our own that is not
  /// in its place yet: a .glb is not copied into memory. Its relative URIs begin at `folder`.
  static Result<std::shared_ptr<const Asset>> loadInPlace(const std::filesystem::path& path,
                                                          const std::filesystem::path& folder,
                                                          const LoadOptions& options,
                                                          Diagnostics& diagnostics);
  ~Asset();

  const json::Document& document() const;
  json::Value root() const { return document().root(); }
  /// `extensions.<name>` of an object, absent if it has none.
  static json::Value extension(json::Value object, std::string_view name);
  const std::vector<Node>& nodes() const;
  std::int32_t shownScene() const;  ///< Index of the scene whose nodes are `in_scene`; -1: the file has none.
  const std::vector<Animation>& animations() const;
  std::size_t meshCount() const;

  /// Global transform of a node split as the physics documents want it: translation and rotation of the
  /// node's global frame, scale as the product of the scales along the path (rotated scales of ancestors: the
  /// lengths of the columns).
  struct GlobalTransform {
    DVec3 translation;
    DQuat rotation;
    DVec3 scale{1, 1, 1};
    bool sheared =
        false;  ///< Non-uniform ancestor scale with rotation below it: the split is an approximation.
  };
  GlobalTransform globalTransform(std::int32_t node) const;

  /// A mesh in its own space, morph targets applied with `weights` (empty: the mesh's own).
  /// `referrer` is the pointer of the property that names the mesh, used in errors.
  Result<Geometry> meshGeometry(std::int32_t mesh, std::span<const double> weights, GeometryUse use,
                                std::string_view referrer) const;
  /// The meshes of a node and of all its descendants in the space of that node (the node's own transform left
  /// out), skins and morph weights applied in the file's initial pose. The node may be outside the scene.
  Result<Geometry> nodeGeometry(std::int32_t node, GeometryUse use, std::string_view referrer) const;

  /// Output needs these to write the asset back: whether the source was a .glb and its binary chunk's bytes.
  bool isBinary() const;
  std::span<const std::byte> binaryChunk() const;
  /// Chunks of a .glb whose types glTF leaves to extensions, in order.
  std::span<const Chunk> otherChunks() const;
  const std::filesystem::path& folder() const;
  /// The `uri` of each buffer as written (nullopt for the .glb chunk), with the decoded bytes.
  struct Buffer {
    std::optional<std::string> uri;
    std::span<const std::byte> bytes;
  };
  std::size_t bufferCount() const;
  Buffer buffer(std::size_t index) const;

 private:
  friend class AssetReader;
  struct Storage;
  explicit Asset(std::unique_ptr<Storage> storage);
  std::unique_ptr<Storage> storage_;
};

}  // namespace carom::gltf

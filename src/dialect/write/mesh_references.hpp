// The mesh of a written collider: a mesh of the file, a node, or a new mesh.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "carom/scene/scene.hpp"
#include "gltf/asset.hpp"

namespace carom::dialect {

/// Adds a mesh with the vertices of a geometry that no mesh of the file has as they are, and returns its
/// index.
using AddMesh = std::function<std::size_t(const SceneGeometry& geometry, bool hull)>;

class MeshReferences {
 public:
  MeshReferences(const Scene& scene, const AddMesh& add_mesh)
      : scene_(scene), asset_(*scene.asset), add_mesh_(add_mesh) {}

  /// The mesh that has the vertices of a geometry in its own space.
  std::int64_t meshOf(std::int32_t geometry, bool hull);
  /// A node whose meshes, with those below it, are the geometry: one of the file, or a new one outside all
  /// scenes.
  std::int64_t nodeOf(std::int32_t geometry, bool hull);
  /// Texts of the new nodes, which follow those of the scene.
  const std::vector<std::string>& newNodes() const { return new_nodes_; }

 private:
  bool isPlainMesh(std::int32_t node, const std::vector<double>& weights) const;

  const Scene& scene_;
  const gltf::Asset& asset_;
  const AddMesh& add_mesh_;
  std::map<std::int32_t, std::int64_t> meshes_;  ///< By geometry.
  std::map<std::int32_t, std::int64_t> nodes_;   ///< By geometry.
  std::vector<std::string> new_nodes_;
};

}  // namespace carom::dialect

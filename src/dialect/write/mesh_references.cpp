#include "dialect/write/mesh_references.hpp"

#include "dialect/joined.hpp"

namespace carom::dialect {

/// Whether a node and all below it have one mesh, on the node itself, in its own shape.
bool MeshReferences::isPlainMesh(std::int32_t node, const std::vector<double>& weights) const {
  const gltf::Node& root = asset_.nodes()[node];
  if (root.mesh < 0 || root.skin >= 0 || !root.weights.empty() || !weights.empty()) return false;
  std::vector<std::int32_t> open = root.children;
  while (!open.empty()) {
    const gltf::Node& below = asset_.nodes()[open.back()];
    open.pop_back();
    if (below.mesh >= 0) return false;
    open.insert(open.end(), below.children.begin(), below.children.end());
  }
  return true;
}

std::int64_t MeshReferences::meshOf(std::int32_t index, bool hull) {
  const SceneGeometry& geometry = scene_.geometries[index];
  const auto [place, is_new] = meshes_.try_emplace(index, -1);
  if (!is_new) return place->second;
  if (geometry.mesh >= 0 && geometry.weights.empty()) return place->second = geometry.mesh;
  if (geometry.node >= 0 && isPlainMesh(geometry.node, geometry.weights)) {
    return place->second = asset_.nodes()[geometry.node].mesh;
  }
  return place->second = static_cast<std::int64_t>(add_mesh_(geometry, hull));
}

std::int64_t MeshReferences::nodeOf(std::int32_t index, bool hull) {
  const SceneGeometry& geometry = scene_.geometries[index];
  if (geometry.node >= 0) return geometry.node;
  const auto [place, is_new] = nodes_.try_emplace(index, -1);
  if (!is_new) return place->second;
  if (geometry.mesh >= 0 && geometry.weights.empty()) {
    for (std::size_t i = 0; i < asset_.nodes().size(); ++i) {
      const auto node = static_cast<std::int32_t>(i);
      if (asset_.nodes()[i].mesh == geometry.mesh && isPlainMesh(node, {})) return place->second = node;
    }
  }
  const std::int64_t mesh = meshOf(index, hull);
  place->second = static_cast<std::int64_t>(scene_.nodes.size() + new_nodes_.size());
  new_nodes_.push_back(joined("{\"mesh\": ", std::to_string(mesh), "}"));
  return place->second;
}

}  // namespace carom::dialect

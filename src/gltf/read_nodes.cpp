#include <algorithm>
#include <array>
#include <cmath>

#include "carom/base/diagnostic_codes.hpp"
#include "gltf/node_hierarchy.hpp"
#include "gltf/readers.hpp"
#include "json/splice.hpp"

namespace carom::gltf {
namespace {

// Quaternions are written with seven digits or so, and rounding leaves their length within 1e-6 of one. A
// length that is off by more than this was not meant as a unit quaternion.
constexpr double kRotationLengthTolerance = 1e-3;

void readMatrix(MemberReader& reader, json::Value json, Node& node) {
  Diagnostics& diagnostics = reader.diagnostics();
  node.has_matrix = true;
  for (const char* name : {"translation", "rotation", "scale"}) {
    if (!json.find(name)) continue;
    diagnostics.warning(codes::kNodeTransform, json.pointer(name),
                        "The node also has a matrix; the matrix is used.");
  }
  std::array<double, 16> m{};
  if (!reader.numbers(json, "matrix", m)) return;
  if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1) {
    diagnostics.error(codes::kNodeTransform, json.pointer("matrix"),
                      "The last row of the matrix is not 0, 0, 0, 1.");
    return;
  }
  const Decomposed d = decompose(fromColumns(m));
  node.translation = d.translation;
  node.rotation = d.rotation;
  node.scale = d.scale;
  if (d.sheared) {
    diagnostics.warning(codes::kNodeShear, json.pointer("matrix"),
                        "The matrix shears; the nearest translation, rotation and scale are used.");
  }
}

void readRotation(MemberReader& reader, json::Value json, Node& node) {
  std::array<double, 4> r{};
  if (!reader.numbers(json, "rotation", r)) return;
  const double largest = std::max({std::abs(r[0]), std::abs(r[1]), std::abs(r[2]), std::abs(r[3])});
  if (!(largest > 1e-12)) {
    reader.diagnostics().error(codes::kNodeTransform, json.pointer("rotation"),
                               "The rotation is a quaternion of length zero.");
    return;
  }
  // Dividing by the largest component first keeps the squares in range.
  const DQuat q{r[0] / largest, r[1] / largest, r[2] / largest, r[3] / largest};
  const double length = largest * std::sqrt(dot(q, q));
  if (std::abs(length - 1) > kRotationLengthTolerance) {
    reader.diagnostics().warning(
        codes::kNodeRotationLength, json.pointer("rotation"),
        "The rotation is a quaternion of length " + json::number(length) + ", not 1; it is normalised.");
  }
  node.rotation = normalized(q);
}

void readNode(AssetData& data, MemberReader& reader, json::Value json, std::size_t node_count, Node& node) {
  node.json = json;
  if (!reader.isObject(json)) return;
  node.extensions = reader.object(json, "extensions");
  node.name = reader.string(json, "name");
  node.children = reader.indices(json, "children", node_count, "node");
  node.mesh = reader.index(json, "mesh", data.meshes.size(), "mesh");
  node.skin = reader.index(json, "skin", data.document->root().find("skins").size(), "skin");
  node.weights = reader.numberList(json, "weights");
  if (node.mesh >= 0 && !node.weights.empty()) {
    const std::size_t targets = data.meshes[node.mesh].target_count;
    if (node.weights.size() != targets) {
      reader.diagnostics().error(codes::kMeshTargets, json.pointer("weights"),
                                 "The node has " + std::to_string(node.weights.size()) + " weights for " +
                                     std::to_string(targets) + " morph targets.");
    }
  }
  if (json.find("matrix")) return readMatrix(reader, json, node);
  std::array<double, 3> v{};
  if (reader.numbers(json, "translation", v)) node.translation = {v[0], v[1], v[2]};
  if (reader.numbers(json, "scale", v)) node.scale = {v[0], v[1], v[2]};
  readRotation(reader, json, node);
}

}  // namespace

void readNodes(AssetData& data, MemberReader& reader) {
  const json::Value list = reader.array(data.document->root(), "nodes");
  data.nodes.resize(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) readNode(data, reader, list[i], list.size(), data.nodes[i]);
  const std::size_t errors = reader.diagnostics().errorCount();
  linkParents(data, reader);
  if (reader.diagnostics().errorCount() != errors) return;
  computeGlobalTransforms(data, reader);
  markSceneNodes(data, reader);
}

}  // namespace carom::gltf

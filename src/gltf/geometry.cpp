#include "gltf/geometry.hpp"

#include <cmath>
#include <map>

#include "carom/base/diagnostic_codes.hpp"
#include "gltf/accessor_data.hpp"
#include "gltf/member_reader.hpp"
#include "gltf/node_hierarchy.hpp"
#include "gltf/primitive_data.hpp"

namespace carom::gltf {
namespace {

std::size_t at(std::int32_t index) {
  return static_cast<std::size_t>(index);
}

// What visiting a node counts against the decoding allowance, so that many colliders over one large tree are
// bounded.
constexpr std::uint64_t kBytesPerVisit = 64;

bool allFinite(const std::vector<Vec3>& positions) {
  for (const Vec3& p : positions) {
    if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z)) return false;
  }
  return true;
}

// The usable primitives of a mesh, one after the other through `place`, which moves the positions and says
// whether they were mirrored.
template <class Place>
bool appendMesh(const AssetData& data, const Mesh& mesh, std::span<const double> weights, GeometryUse use,
                bool skinned, Geometry& out, Diagnostics& errors, Place place) {
  for (const Primitive& primitive : mesh.primitives) {
    const bool usable =
        primitive.position >= 0 && (use == GeometryUse::Points || isTriangleMode(primitive.mode));
    if (!usable) {
      out.has_unusable_primitives = true;
      continue;
    }
    PrimitiveData decoded;
    bool mirrored = false;
    if (!decodePrimitive(data, primitive, weights, skinned, decoded, errors) ||
        !place(primitive, decoded, mirrored)) {
      return false;
    }
    const std::string pointer = primitive.json.pointer();
    if (!appendPrimitive(decoded, use, mirrored, pointer, out, errors)) return false;
  }
  return true;
}

// Fails when nothing is left that a collider could be made of.
bool checkResult(const Geometry& geometry, GeometryUse use, std::string_view referrer,
                 const std::string& what, Diagnostics& errors) {
  if (!allFinite(geometry.positions)) {
    errors.error(codes::kMeshNonFinite, std::string(referrer), what + " has non-finite vertex positions.");
    return false;
  }
  const bool triangles = use == GeometryUse::Triangles;
  if (triangles ? !geometry.indices.empty() : !geometry.positions.empty()) return true;
  errors.error(codes::kMeshEmpty, std::string(referrer),
               what + (triangles ? " has no triangles." : " has no vertices."));
  return false;
}

class NodeGeometryBuilder {
 public:
  NodeGeometryBuilder(const AssetData& data, std::int32_t root, GeometryUse use, std::string_view referrer,
                      Geometry& out, Diagnostics& errors)
      : data_(data), root_(root), use_(use), referrer_(referrer), out_(out), errors_(errors) {}

  bool build() {
    struct Visit {
      std::int32_t node;
      Affine to_root;  // From the node's space to the asked node's.
    };
    std::vector<Visit> pending = {{root_, Affine{}}};
    while (!pending.empty()) {
      const Visit visit = pending.back();
      pending.pop_back();
      const Node& node = data_.nodes[at(visit.node)];
      if (!takeDecodeBudget(data_, kBytesPerVisit, std::string(referrer_), errors_)) return false;
      if (node.mesh >= 0 && !appendNode(node, visit.to_root)) return false;
      for (std::size_t i = node.children.size(); i-- > 0;) {
        const std::int32_t child = node.children[i];
        if (!data_.subtree_has_mesh[at(child)]) continue;
        pending.push_back({child, visit.to_root * localAffine(data_.nodes[at(child)])});
      }
    }
    return true;
  }

 private:
  bool appendNode(const Node& node, const Affine& to_root) {
    const Mesh& mesh = data_.meshes[at(node.mesh)];
    const std::vector<double>& weights = node.weights.empty() ? mesh.weights : node.weights;
    if (node.skin >= 0) return appendSkinned(node, mesh, weights);
    const bool mirrors = determinant(to_root.linear) < 0;
    return appendMesh(data_, mesh, weights, use_, false, out_, errors_,
                      [&](const Primitive&, PrimitiveData& decoded, bool& mirrored) {
                        for (Vec3& p : decoded.positions) p = Vec3(transformPoint(to_root, DVec3(p)));
                        mirrored = mirrors;
                        return true;
                      });
  }

  // A skinned mesh does not take its node's transform: joints put it straight into global space (glTF 2.0,
  // section 3.7.3.3), from where it is brought to the asked node.
  bool appendSkinned(const Node& node, const Mesh& mesh, const std::vector<double>& weights) {
    const auto from_global = inverse(data_.global_affines[at(root_)]);
    if (!from_global) {
      errors_.error(codes::kNodeTransform, std::string(referrer_),
                    "A skinned mesh (" + node.json.pointer() + ")" +
                        " cannot be transformed to the space of node " + std::to_string(root_) +
                        ", whose global scale is zero.");
      return false;
    }
    const std::vector<Affine>* joints = jointTransforms(node.skin, *from_global);
    if (!joints) return false;
    const bool mirrors = determinant(from_global->linear) < 0;
    return appendMesh(data_, mesh, weights, use_, true, out_, errors_,
                      [&](const Primitive& primitive, PrimitiveData& decoded, bool& mirrored) {
                        mirrored = mirrors;
                        return applySkin(primitive, *joints, decoded);
                      });
  }

  // Where each joint of a skin takes a bind-pose vertex, in the asked node's space.
  const std::vector<Affine>* jointTransforms(std::int32_t index, const Affine& from_global) {
    if (const auto it = joint_transforms_.find(index); it != joint_transforms_.end()) return &it->second;
    const Skin& skin = data_.skins[at(index)];
    std::vector<Affine> joints;
    std::vector<float> bind;
    if (skin.joints.empty()) {
      errors_.error(codes::kSkinInvalid, pointerOf("skins", at(index)), "The skin has no joints.");
      return nullptr;
    }
    if (skin.inverse_bind_matrices >= 0) {
      if (!AccessorDecoder(data_, errors_).floats(skin.inverse_bind_matrices, bind)) return nullptr;
    }
    for (std::size_t i = 0; i < skin.joints.size(); ++i) {
      Affine joint = from_global * data_.global_affines[at(skin.joints[i])];
      if (!bind.empty()) {
        std::array<double, 16> m;
        for (std::size_t k = 0; k < 16; ++k) m[k] = bind[16 * i + k];
        joint = joint * fromColumns(m);
      }
      joints.push_back(joint);
    }
    return &joint_transforms_.emplace(index, std::move(joints)).first->second;
  }

  bool applySkin(const Primitive& primitive, const std::vector<Affine>& joints, PrimitiveData& decoded) {
    if (decoded.joints.empty()) {
      errors_.error(codes::kSkinInvalid, primitive.json.pointer("attributes"),
                    "The mesh is skinned, but the primitive has no joints and weights.");
      return false;
    }
    for (std::size_t vertex = 0; vertex < decoded.positions.size(); ++vertex) {
      const DVec3 p(decoded.positions[vertex]);
      DVec3 sum;
      double total = 0;
      for (std::size_t set = 0; set < decoded.joints.size(); ++set) {
        for (std::size_t k = 4 * vertex; k < 4 * vertex + 4; ++k) {
          const double weight = decoded.weights[set][k];
          const std::uint32_t joint = decoded.joints[set][k];
          if (weight == 0) continue;
          if (joint >= joints.size()) {
            errors_.error(codes::kSkinInvalid, primitive.json.pointer("attributes"),
                          "Vertex " + std::to_string(vertex) + " follows joint " + std::to_string(joint) +
                              ", but the skin has " + std::to_string(joints.size()) + ".");
            return false;
          }
          sum += weight * transformPoint(joints[joint], p);
          total += weight;
        }
      }
      // Weights are stored rounded; dividing by their sum keeps the vertex where it belongs. A vertex without
      // any weight follows the first joint.
      decoded.positions[vertex] = Vec3(total != 0 ? sum * (1.0 / total) : transformPoint(joints[0], p));
    }
    return true;
  }

  const AssetData& data_;
  const std::int32_t root_;
  const GeometryUse use_;
  const std::string_view referrer_;
  Geometry& out_;
  Diagnostics& errors_;
  std::map<std::int32_t, std::vector<Affine>> joint_transforms_;
};

bool checkIndex(std::int32_t index, std::size_t count, const char* what, std::string_view referrer,
                Diagnostics& errors) {
  if (index >= 0 && at(index) < count) return true;
  errors.error(codes::kGltfIndex, std::string(referrer),
               std::to_string(index) + " is not the index of a " + what + "; the file has " +
                   std::to_string(count) + ".");
  return false;
}

}  // namespace

bool buildMeshGeometry(const AssetData& data, std::int32_t index, std::span<const double> weights,
                       GeometryUse use, std::string_view referrer, Geometry& out, Diagnostics& errors) {
  if (!checkIndex(index, data.meshes.size(), "mesh", referrer, errors)) return false;
  const Mesh& mesh = data.meshes[at(index)];
  const std::span<const double> used_weights =
      weights.empty() ? std::span<const double>(mesh.weights) : weights;
  const bool appended = appendMesh(data, mesh, used_weights, use, false, out, errors,
                                   [](const Primitive&, PrimitiveData&, bool&) { return true; });
  return appended && checkResult(out, use, referrer, "Mesh " + std::to_string(index), errors);
}

bool buildNodeGeometry(const AssetData& data, std::int32_t node, GeometryUse use, std::string_view referrer,
                       Geometry& out, Diagnostics& errors) {
  if (!checkIndex(node, data.nodes.size(), "node", referrer, errors)) return false;
  const std::string what = "The mesh of node " + std::to_string(node) + " and its descendants";
  return NodeGeometryBuilder(data, node, use, referrer, out, errors).build() &&
         checkResult(out, use, referrer, what, errors);
}

}  // namespace carom::gltf

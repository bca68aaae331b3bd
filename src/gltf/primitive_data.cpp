#include "gltf/primitive_data.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "carom/base/diagnostic_codes.hpp"
#include "gltf/accessor_data.hpp"
#include "gltf/compression.hpp"
#include "gltf/member_reader.hpp"

namespace carom::gltf {
namespace {

class PrimitiveDecoder {
 public:
  PrimitiveDecoder(const AssetData& data, const Primitive& primitive, Diagnostics& errors)
      : data_(data), primitive_(primitive), decoder_(data, errors), errors_(errors) {}

  bool decode(std::span<const double> morph_weights, bool with_skin, PrimitiveData& out) {
    out.mode = primitive_.mode;
    const bool compressed = primitive_.draco && (canDecompress() || accessor(primitive_.position).view < 0);
    if (!(compressed ? decodeCompressed(out) : decodeAccessors(out))) return false;
    return (!with_skin || decodeSkin(out)) && applyTargets(morph_weights, out.positions) &&
           checkFinite(out.positions) && checkIndices(out);
  }

 private:
  const Accessor& accessor(std::int32_t index) const { return data_.accessors[index]; }

  bool wrongFormat(std::int32_t index, const std::string& what) {
    const Accessor& a = accessor(index);
    errors_.error(codes::kAccessorFormat, pointerOf("accessors", static_cast<std::size_t>(index)),
                  what + " cannot be " + std::string(a.type) + " of " +
                      std::string(componentName(a.layout.component)) + ".");
    return false;
  }

  bool decodePositions(std::int32_t index, const char* what, std::vector<Vec3>& out) {
    const Accessor& a = accessor(index);
    // FLOAT, or one of the small integers of KHR_mesh_quantization.
    if (a.type != "VEC3" || a.layout.component == ComponentType::UnsignedInt) return wrongFormat(index, what);
    std::vector<float> values;
    if (!decoder_.floats(index, values)) return false;
    copyPositions(values, out);
    return true;
  }

  static void copyPositions(const std::vector<float>& values, std::vector<Vec3>& out) {
    out.resize(values.size() / 3);
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = {values[3 * i], values[3 * i + 1], values[3 * i + 2]};
  }

  // An extension that is not known may hold the positions; reading them as zeros would be wrong.
  bool hasOwnPositions() {
    const Accessor& positions = accessor(primitive_.position);
    if (positions.view >= 0 || positions.sparse) return true;
    const json::Value extensions = primitive_.json.find("extensions");
    for (std::size_t i = 0; i < extensions.size(); ++i) {
      if (extensions.key(i) == kDracoExtension) continue;
      errors_.error(codes::kGltfExtensionUnsupported, extensions[i].pointer(),
                    "The primitive has no POSITION attribute; " + std::string(extensions.key(i)) +
                        " may hold its positions, but Carom cannot read that extension.");
      return false;
    }
    return true;
  }

  bool decodeAccessors(PrimitiveData& out) {
    if (!hasOwnPositions()) return false;
    if (!decodePositions(primitive_.position, "Positions", out.positions)) return false;
    if (primitive_.indices >= 0) return decoder_.indices(primitive_.indices, out.indices);
    return numberVertices(out);
  }

  bool numberVertices(PrimitiveData& out) {
    if (out.positions.size() > 0xFFFFFFFFu) {
      errors_.error(codes::kDecodeLimit, primitive_.json.pointer(),
                    "The primitive has " + std::to_string(out.positions.size()) +
                        " vertices; a 32-bit index reaches 4,294,967,295.");
      return false;
    }
    out.indices.resize(out.positions.size());
    std::iota(out.indices.begin(), out.indices.end(), 0u);
    return true;
  }

  bool decodeCompressed(PrimitiveData& out) {
    const auto bytes = viewBytes(data_, primitive_.draco->view, errors_);
    if (!bytes) return false;
    DracoMesh mesh;
    if (!decodeDraco(data_, *primitive_.draco, *bytes, accessor(primitive_.position).count,
                     primitive_.json.pointer(), mesh, errors_)) {
      return false;
    }
    copyPositions(mesh.positions, out.positions);
    out.indices = std::move(mesh.indices);
    out.mode = PrimitiveMode::Triangles;  // Draco keeps lists of triangles, also where the file says strips.
    out.joints = std::move(mesh.joints);
    out.weights = std::move(mesh.weights);
    return true;
  }

  bool decodeSkin(PrimitiveData& out) {
    const std::size_t sets = primitive_.joints.size();
    out.joints.resize(sets);
    out.weights.resize(sets);
    for (std::size_t set = 0; set < sets; ++set) {
      const std::int32_t joints = primitive_.joints[set], weights = primitive_.weights[set];
      if (out.joints[set].empty()) {
        if (accessor(joints).type != "VEC4") return wrongFormat(joints, "Joints");
        if (accessor(weights).type != "VEC4") return wrongFormat(weights, "Weights");
        if (!decoder_.unsignedIntegers(joints, out.joints[set]) ||
            !decoder_.floats(weights, out.weights[set])) {
          return false;
        }
      }
      if (out.joints[set].size() != out.positions.size() * 4 ||
          out.weights[set].size() != out.positions.size() * 4) {
        errors_.error(codes::kSkinInvalid, primitive_.json.pointer("attributes"),
                      "The primitive has " + std::to_string(out.positions.size()) + " positions, but " +
                          std::to_string(out.joints[set].size() / 4) + " joints and " +
                          std::to_string(out.weights[set].size() / 4) + " weights in set " +
                          std::to_string(set) + ".");
        return false;
      }
    }
    return true;
  }

  bool applyTargets(std::span<const double> weights, std::vector<Vec3>& positions) {
    const std::size_t count = std::min(weights.size(), primitive_.targets.size());
    for (std::size_t target = 0; target < count; ++target) {
      const std::int32_t index = primitive_.targets[target];
      if (index < 0 || weights[target] == 0) continue;
      std::vector<Vec3> offsets;
      if (!decodePositions(index, "Morph targets", offsets)) return false;
      if (offsets.size() != positions.size()) {
        errors_.error(codes::kMeshTargets, primitive_.json.pointer("targets"),
                      "Morph target " + std::to_string(target) + " has " + std::to_string(offsets.size()) +
                          " positions; the primitive has " + std::to_string(positions.size()) + ".");
        return false;
      }
      for (std::size_t i = 0; i < positions.size(); ++i) {
        positions[i] = Vec3(DVec3(positions[i]) + weights[target] * DVec3(offsets[i]));
      }
    }
    return true;
  }

  bool checkFinite(const std::vector<Vec3>& positions) {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const Vec3& p = positions[i];
      if (std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z)) continue;
      errors_.error(codes::kMeshNonFinite, primitive_.json.pointer(),
                    "Vertex " + std::to_string(i) + " has a position that is not finite.");
      return false;
    }
    return true;
  }

  bool checkIndices(const PrimitiveData& out) {
    for (std::size_t i = 0; i < out.indices.size(); ++i) {
      if (out.indices[i] < out.positions.size()) continue;
      errors_.error(codes::kMeshIndexRange, primitive_.json.pointer("indices"),
                    "Index " + std::to_string(i) + " refers to vertex " + std::to_string(out.indices[i]) +
                        ", but the primitive has " + std::to_string(out.positions.size()) + ".");
      return false;
    }
    return true;
  }

  const AssetData& data_;
  const Primitive& primitive_;
  AccessorDecoder decoder_;
  Diagnostics& errors_;
};

// Triangle i of a list, strip or fan, wound as glTF 2.0 section 3.7.2.1 says.
void appendTriangles(const PrimitiveData& primitive, bool mirrored, std::uint32_t base,
                     std::vector<std::uint32_t>& out) {
  const std::vector<std::uint32_t>& in = primitive.indices;
  const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    if (a == b || b == c || c == a) return;  // Strips are joined by triangles without area.
    out.push_back(base + a);
    out.push_back(base + (mirrored ? c : b));
    out.push_back(base + (mirrored ? b : c));
  };
  if (primitive.mode == PrimitiveMode::Triangles) {
    out.reserve(out.size() + in.size());
    for (std::size_t i = 0; i + 2 < in.size(); i += 3) add(in[i], in[i + 1], in[i + 2]);
    return;
  }
  for (std::size_t i = 0; i + 2 < in.size(); ++i) {
    if (primitive.mode == PrimitiveMode::TriangleFan) {
      add(in[i + 1], in[i + 2], in[0]);
    } else {
      add(in[i], in[i + 1 + i % 2], in[i + 2 - i % 2]);
    }
  }
}

}  // namespace

bool isTriangleMode(PrimitiveMode mode) {
  return mode == PrimitiveMode::Triangles || mode == PrimitiveMode::TriangleStrip ||
         mode == PrimitiveMode::TriangleFan;
}

bool decodePrimitive(const AssetData& data, const Primitive& primitive, std::span<const double> morph_weights,
                     bool with_skin, PrimitiveData& out, Diagnostics& errors) {
  return PrimitiveDecoder(data, primitive, errors).decode(morph_weights, with_skin, out);
}

bool appendPrimitive(const PrimitiveData& primitive, GeometryUse use, bool mirrored,
                     const std::string& pointer, Geometry& geometry, Diagnostics& errors) {
  if (geometry.positions.size() + primitive.positions.size() > 0xFFFFFFFFu) {
    errors.error(codes::kDecodeLimit, pointer,
                 "The geometry has more vertices than a 32-bit index can address.");
    return false;
  }
  if (use == GeometryUse::Triangles) {
    const auto base = static_cast<std::uint32_t>(geometry.positions.size());
    geometry.positions.insert(geometry.positions.end(), primitive.positions.begin(),
                              primitive.positions.end());
    appendTriangles(primitive, mirrored, base, geometry.indices);
    return true;
  }
  std::vector<bool> used(primitive.positions.size(), false);
  for (const std::uint32_t index : primitive.indices) used[index] = true;
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i]) geometry.positions.push_back(primitive.positions[i]);
  }
  return true;
}

}  // namespace carom::gltf

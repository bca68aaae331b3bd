#include <algorithm>

#include "carom/base/diagnostic_codes.hpp"
#include "gltf/readers.hpp"

namespace carom::gltf {
namespace {

// JOINTS_0, JOINTS_1, … as long as they go on without a gap.
std::vector<std::int32_t> attributeSets(MemberReader& reader, json::Value attributes, std::string_view name,
                                        std::size_t count, std::string_view what) {
  std::vector<std::int32_t> sets;
  while (true) {
    std::string member(name);
    member.append(std::to_string(sets.size()));
    if (!attributes.find(member)) return sets;
    sets.push_back(reader.index(attributes, member, count, what));
  }
}

// Draco's attribute ids are arbitrary numbers, not indices into the file.
std::int32_t dracoId(MemberReader& reader, json::Value attributes, std::string_view name) {
  const auto id = reader.unsignedInteger(attributes, name);
  return id && *id <= 0x7FFFFFFF ? static_cast<std::int32_t>(*id) : -1;
}

void readDraco(AssetData& data, MemberReader& reader, json::Value json, Primitive& primitive) {
  DracoData draco;
  draco.view = reader.index(json, "bufferView", data.views.size(), "buffer view", true);
  const json::Value attributes = reader.object(json, "attributes");
  draco.position = dracoId(reader, attributes, "POSITION");
  for (std::size_t set = 0; set < primitive.joints.size(); ++set) {
    draco.joints.push_back(dracoId(reader, attributes, "JOINTS_" + std::to_string(set)));
    draco.weights.push_back(dracoId(reader, attributes, "WEIGHTS_" + std::to_string(set)));
  }
  if (draco.view >= 0) primitive.draco = std::move(draco);
}

void readTargets(AssetData& data, MemberReader& reader, json::Value json, Primitive& primitive) {
  const json::Value targets = reader.array(json, "targets");
  for (std::size_t i = 0; i < targets.size(); ++i) {
    std::int32_t accessor = -1;
    if (reader.isObject(targets[i])) {
      accessor = reader.index(targets[i], "POSITION", data.accessors.size(), "accessor");
    }
    if (accessor >= 0 && primitive.position >= 0) {
      const std::uint64_t count = data.accessors[accessor].count;
      const std::uint64_t expected = data.accessors[primitive.position].count;
      if (count != expected) {
        reader.diagnostics().error(codes::kMeshTargets, targets[i].pointer("POSITION"),
                                   "The morph target has " + std::to_string(count) +
                                       " positions; the primitive has " + std::to_string(expected) + ".");
        accessor = -1;
      }
    }
    primitive.targets.push_back(accessor);
  }
}

void readPrimitive(AssetData& data, MemberReader& reader, json::Value json, Primitive& primitive) {
  primitive.json = json;
  if (!reader.isObject(json)) return;
  const auto mode = reader.unsignedInteger(json, "mode");
  if (mode && *mode > 6) {
    reader.diagnostics().error(codes::kGltfValue, json.pointer("mode"),
                               std::to_string(*mode) + " is not a primitive mode of glTF.");
    return;
  }
  primitive.mode = static_cast<PrimitiveMode>(mode.value_or(4));
  const std::size_t count = data.accessors.size();
  const json::Value attributes = reader.object(json, "attributes");
  if (!json.find("attributes")) {
    reader.diagnostics().error(codes::kGltfMissing, json.pointer(),
                               "The required member \"attributes\" is missing.");
  }
  for (std::size_t i = 0; i < attributes.size(); ++i)
    reader.index(attributes, attributes.key(i), count, "accessor");
  Diagnostics reported;  // The attributes have been checked above; do not report them twice.
  MemberReader quiet(reported);
  primitive.position = quiet.index(attributes, "POSITION", count, "accessor");
  primitive.joints = attributeSets(quiet, attributes, "JOINTS_", count, "accessor");
  primitive.weights = attributeSets(quiet, attributes, "WEIGHTS_", count, "accessor");
  const std::size_t sets = std::min(primitive.joints.size(), primitive.weights.size());
  primitive.joints.resize(sets);
  primitive.weights.resize(sets);
  primitive.indices = reader.index(json, "indices", count, "accessor");
  readTargets(data, reader, json, primitive);
  reader.object(json, "extensions");
  if (const json::Value draco = Asset::extension(json, kDracoExtension)) {
    if (reader.isObject(draco)) readDraco(data, reader, draco, primitive);
  }
}

void readMesh(AssetData& data, MemberReader& reader, json::Value json, Mesh& mesh) {
  mesh.json = json;
  if (!reader.isObject(json)) return;
  const json::Value primitives = reader.array(json, "primitives");
  if (!json.find("primitives")) {
    reader.diagnostics().error(codes::kGltfMissing, json.pointer(),
                               "The required member \"primitives\" is missing.");
  } else if (primitives && primitives.size() == 0) {
    reader.diagnostics().warning(codes::kMeshEmpty, json.pointer("primitives"),
                                 "The mesh has no primitives.");
  }
  mesh.primitives.resize(primitives.size());
  for (std::size_t i = 0; i < primitives.size(); ++i)
    readPrimitive(data, reader, primitives[i], mesh.primitives[i]);
  for (const Primitive& primitive : mesh.primitives) {
    mesh.target_count = std::max(mesh.target_count, primitive.targets.size());
  }
  for (const Primitive& primitive : mesh.primitives) {
    if (primitive.targets.size() == mesh.target_count) continue;
    reader.diagnostics().error(
        codes::kMeshTargets, json.pointer("primitives"),
        "The primitives of the mesh do not all have the same number of morph targets.");
    break;
  }
  mesh.weights = reader.numberList(json, "weights");
  if (!mesh.weights.empty() && mesh.weights.size() != mesh.target_count) {
    reader.diagnostics().error(codes::kMeshTargets, json.pointer("weights"),
                               "The mesh has " + std::to_string(mesh.weights.size()) + " weights for " +
                                   std::to_string(mesh.target_count) + " morph targets.");
  }
}

void readSkin(AssetData& data, MemberReader& reader, json::Value json, Skin& skin) {
  if (!reader.isObject(json)) return;
  if (!json.find("joints")) {
    reader.diagnostics().error(codes::kGltfMissing, json.pointer(),
                               "The required member \"joints\" is missing.");
    return;
  }
  skin.joints = reader.indices(json, "joints", data.nodes.size(), "node");
  reader.index(json, "skeleton", data.nodes.size(), "node");
  skin.inverse_bind_matrices = reader.index(json, "inverseBindMatrices", data.accessors.size(), "accessor");
  if (skin.inverse_bind_matrices < 0) return;
  const Accessor& accessor = data.accessors[skin.inverse_bind_matrices];
  if (accessor.type != "MAT4" || accessor.layout.component != ComponentType::Float) {
    reader.diagnostics().error(codes::kSkinInvalid, json.pointer("inverseBindMatrices"),
                               "The inverse bind matrices are " + std::string(accessor.type) + " of " +
                                   std::string(componentName(accessor.layout.component)) +
                                   ", not MAT4 of FLOAT.");
    skin.inverse_bind_matrices = -1;
  } else if (accessor.count < skin.joints.size()) {
    reader.diagnostics().error(codes::kSkinInvalid, json.pointer("inverseBindMatrices"),
                               "There are " + std::to_string(accessor.count) + " inverse bind matrices for " +
                                   std::to_string(skin.joints.size()) + " joints.");
    skin.inverse_bind_matrices = -1;
  }
}

}  // namespace

void readMeshes(AssetData& data, MemberReader& reader) {
  const json::Value list = reader.array(data.document->root(), "meshes");
  data.meshes.resize(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) readMesh(data, reader, list[i], data.meshes[i]);
}

void readSkins(AssetData& data, MemberReader& reader) {
  const json::Value list = reader.array(data.document->root(), "skins");
  data.skins.resize(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) readSkin(data, reader, list[i], data.skins[i]);
}

}  // namespace carom::gltf

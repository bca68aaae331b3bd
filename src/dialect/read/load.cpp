#include "carom/dialect/load.hpp"

#include <utility>

#include "carom/base/diagnostic_codes.hpp"
#include "dialect/joined.hpp"
#include "dialect/read/examine.hpp"
#include "dialect/read/load_unfinished.hpp"
#include "dialect/read/reading.hpp"

namespace carom {

namespace {

using dialect::Reading;

void copyNodes(const gltf::Asset& asset, Scene& scene) {
  scene.nodes.reserve(asset.nodes().size());
  for (const gltf::Node& node : asset.nodes()) {
    SceneNode copy;
    copy.name = node.name;
    copy.parent = node.parent;
    copy.children = node.children;
    copy.translation = node.translation;
    copy.rotation = node.rotation;
    copy.scale = node.scale;
    copy.in_scene = node.in_scene;
    scene.nodes.push_back(std::move(copy));
  }
}

/// False after reporting that another family's word counts on a node.
bool takeNode(Reading& reading, const dialect::RigidBodyFamily& family, std::int32_t node,
              json::Value extension) {
  if (family.omi) return dialect::takeForOmi(reading, node, family.extension, extension);
  const dialect::RigidBodyFamily*& taken = reading.family_of_node[node];
  if (taken) {
    reading.diagnostics.warning(
        codes::kPhysicsFamilyIgnored, extension.pointer(),
        dialect::joined(family.extension, " is ignored on a node that has ", taken->extension));
    return false;
  }
  taken = &family;
  return true;
}

/// Wheels name a material of the newest family that has any.
void noteTyreMaterials(Reading& reading, const dialect::ResourceBase& base) {
  if (reading.tyre_material_count > 0) return;
  reading.tyre_material_base = base.material;
  reading.tyre_material_count = reading.context.count(dialect::Target::Material);
}

/// Reads the nodes of every family. The newest family that a node has counts; what older ones say of it is
/// reported.
void readFamilies(Reading& reading) {
  reading.family_of_node.assign(reading.nodeCount(), nullptr);
  for (const dialect::RigidBodyFamily& family : dialect::rigidBodyFamilies()) {
    const dialect::ResourceBase base = dialect::readResources(reading, family);
    noteTyreMaterials(reading, base);
    if (!reading.node_extensions.contains(family.extension)) continue;
    for (std::size_t i = 0; i < reading.nodeCount(); ++i) {
      const json::Value extension = reading.asset.nodes()[i].extensions.find(family.extension);
      if (!extension || (family.omi && dialect::isTypedBody(extension))) continue;
      const auto node = static_cast<std::int32_t>(i);
      if (takeNode(reading, family, node, extension))
        dialect::readNode(reading, family, base, node, extension);
    }
  }
  dialect::readTypedBodies(reading);
  dialect::readOmiJoints(reading);
}

void readInto(Scene& scene, const std::shared_ptr<const gltf::Asset>& asset, const LoadSettings& settings,
              Diagnostics& diagnostics) {
  scene.asset = asset;
  copyNodes(*asset, scene);
  Reading reading(*asset, settings, scene, diagnostics);
  reading.trigger_of_node.assign(scene.nodes.size(), -1);
  dialect::identifyDialects(reading);
  dialect::readShapePools(reading);
  readFamilies(reading);
  dialect::assignMotions(reading);
  dialect::linkCompounds(reading);
  dialect::reportFilterReadings(reading);
  dialect::readVehicles(reading);
  dialect::readGravity(reading);
  dialect::readSpawnPoints(reading);
  dialect::readBehavior(reading);
  dialect::readAnimations(reading);
}

Result<Scene> readScene(const std::shared_ptr<const gltf::Asset>& asset, std::string source,
                        const LoadSettings& settings, Diagnostics diagnostics) {
  Scene scene;
  scene.source = std::move(source);
  readInto(scene, asset, settings, diagnostics);
  if (diagnostics.hasErrors()) return diagnostics;
  scene.diagnostics = std::move(diagnostics);
  return scene;
}

gltf::LoadOptions optionsOf(const LoadSettings& settings) {
  gltf::LoadOptions options;
  options.max_file_bytes = settings.max_file_bytes;
  options.max_decoded_bytes = settings.max_decoded_bytes;
  options.scene = settings.scene;
  for (const auto& family : dialect::rigidBodyFamilies())
    options.known_extensions.emplace_back(family.extension);
  for (const std::string_view extension : dialect::companionExtensions())
    options.known_extensions.emplace_back(extension);
  for (const std::string_view extension : {"OMI_spawn_point", "KHR_interactivity", "KHR_animation_pointer"})
    options.known_extensions.emplace_back(extension);
  for (const auto& family : dialect::shapeFamilies()) options.known_extensions.emplace_back(family.extension);
  options.known_extensions.emplace_back(dialect::omiJointFamily().extension);
  // Recognised but unsupported extensions: one message about each.
  for (const auto& family : dialect::unreadFamilies())
    options.known_extensions.emplace_back(family.extension);
  return options;
}

}  // namespace

Result<Scene> dialect::loadUnfinished(const UnfinishedFile& file) {
  Diagnostics diagnostics;
  gltf::LoadOptions options = optionsOf({});
  options.stand_ins = file.stand_ins;
  auto asset = gltf::Asset::loadInPlace(file.path, file.folder, options, diagnostics);
  if (!asset) return asset.diagnostics();
  return readScene(asset.value(), file.path.string(), {}, std::move(diagnostics));
}

namespace {

dialect::Examined examineAsset(Result<std::shared_ptr<const gltf::Asset>> asset, Diagnostics diagnostics,
                               const LoadSettings& settings) {
  dialect::Examined examined;
  if (!asset) {
    for (const Diagnostic& d : asset.diagnostics().items())
      diagnostics.add(d.severity, d.code, d.pointer, d.message);
    examined.diagnostics = std::move(diagnostics);
    return examined;
  }
  examined.asset = *asset;
  readInto(examined.scene, *asset, settings, diagnostics);
  examined.usable = !diagnostics.hasErrors();
  examined.diagnostics = std::move(diagnostics);
  return examined;
}

}  // namespace

dialect::Examined dialect::examine(const std::filesystem::path& path, const LoadSettings& settings) {
  Diagnostics diagnostics;
  const std::filesystem::path folder =
      path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  auto asset = gltf::Asset::loadInPlace(path, folder, optionsOf(settings), diagnostics);
  return examineAsset(std::move(asset), std::move(diagnostics), settings);
}

dialect::Examined dialect::examineBytes(std::string bytes, const std::filesystem::path& folder,
                                        const LoadSettings& settings) {
  Diagnostics diagnostics;
  auto asset = gltf::Asset::loadFromMemory(std::move(bytes), folder, optionsOf(settings), diagnostics);
  return examineAsset(std::move(asset), std::move(diagnostics), settings);
}

Result<Scene> load(const std::filesystem::path& path, const LoadSettings& settings) {
  Diagnostics diagnostics;
  auto asset = gltf::Asset::load(path, optionsOf(settings), diagnostics);
  if (!asset) return asset.diagnostics();
  return readScene(asset.value(), path.string(), settings, std::move(diagnostics));
}

Result<Scene> loadFromMemory(std::string bytes, const std::filesystem::path& folder,
                             const LoadSettings& settings) {
  Diagnostics diagnostics;
  auto asset = gltf::Asset::loadFromMemory(std::move(bytes), folder, optionsOf(settings), diagnostics);
  if (!asset) return asset.diagnostics();
  return readScene(asset.value(), std::string(), settings, std::move(diagnostics));
}

}  // namespace carom

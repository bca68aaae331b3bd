#include "carom/validate/validate.hpp"

#include <utility>

#include "carom/behavior/check.hpp"
#include "dialect/families/families.hpp"
#include "dialect/read/examine.hpp"
#include "validate/checks.hpp"
#include "validate/reader_codes.hpp"
#include "validate/repair/references.hpp"

namespace carom {

namespace {

using namespace validate;

std::vector<std::string> namesIn(json::Value array) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < array.size(); ++i) {
    if (array[i].isString()) names.emplace_back(array[i].string());
  }
  return names;
}

std::string stringIn(json::Value object, std::string_view member) {
  const json::Value value = object.find(member);
  return value.isString() ? std::string(value.string()) : std::string();
}

PhysicsSummary physicsOf(const Scene& scene) {
  PhysicsSummary physics;
  physics.dialects = scene.dialects;
  for (const Motion& motion : scene.motions)
    ++(motion.type == MotionType::Dynamic ? physics.dynamic : physics.kinematic);
  physics.colliders = scene.colliders.size();
  physics.triggers = scene.triggers.size();
  physics.joints = scene.joints.size();
  physics.vehicles = scene.vehicles.size();
  physics.materials = scene.materials.size();
  physics.filters = scene.filters.size();
  return physics;
}

AssetSummary summaryOf(const dialect::Examined& examined) {
  AssetSummary summary;
  const json::Value root = examined.asset->root();
  const json::Value asset = root.find("asset");
  summary.version = stringIn(asset, "version");
  summary.min_version = stringIn(asset, "minVersion");
  summary.generator = stringIn(asset, "generator");
  summary.extensions_used = namesIn(root.find("extensionsUsed"));
  summary.extensions_required = namesIn(root.find("extensionsRequired"));
  summary.physics = physicsOf(examined.scene);
  return summary;
}

/// Pointers to what the official validator does not know the use of: extensions, nodes, meshes, skins.
std::vector<std::string> usedByPhysics(const json::Document& document) {
  std::vector<std::string> pointers;
  const json::Value used = document.root().find("extensionsUsed"), nodes = document.root().find("nodes");
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i].isString() && dialect::isPhysicsExtension(used[i].string()))
      pointers.push_back(used[i].pointer());
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const json::Value extensions = nodes[i].find("extensions");
    for (std::size_t k = 0; extensions.isObject() && k < extensions.size(); ++k) {
      if (dialect::isPhysicsExtension(extensions.key(k))) pointers.push_back(nodes[i].pointer());
    }
  }
  for (const Reference& reference : referencesIn(document)) {
    const std::string index = std::to_string(reference.index);
    if (reference.target == dialect::Target::Node) pointers.push_back("/nodes/" + index);
    if (reference.target == dialect::Target::Mesh) pointers.push_back("/meshes/" + index);
    if (reference.target == dialect::Target::Skin) pointers.push_back("/skins/" + index);
  }
  return pointers;
}

/// Rules across fields rest on fields that are right.
void checkScene(const dialect::Examined& examined, const ValidateOptions& options, Findings& findings) {
  const Subject subject(*examined.asset, examined.scene);
  const ClosePairs pairs = findClosePairs(subject);
  checkResources(subject, examined.diagnostics, findings);
  checkDialects(subject, findings);
  checkBodies(subject, findings);
  checkMasses(subject, pairs, findings);
  checkShapes(subject, findings);
  checkMeshes(subject, findings);
  checkPlacement(subject, pairs, findings);
  checkSurfaces(subject, findings);
  checkJoints(subject, findings);
  checkVolumes(subject, findings);
  checkVehicles(subject, findings);
  addReaderFindings(checkBehavior(examined.scene), &examined.asset->document(), findings);
  checkUnits(subject, findings);
  checkWorld(examined.scene, findings);
  checkProfiles(subject, options.profiles, findings);
}

ValidationReport reportOn(dialect::Examined examined, std::string uri, const ValidateOptions& options) {
  ValidationReport report;
  report.uri = std::move(uri);
  Findings findings(options);
  addReaderFindings(examined.diagnostics, examined.asset ? &examined.asset->document() : nullptr, findings);
  if (examined.asset) {
    report.mime_type = examined.asset->isBinary() ? "model/gltf-binary" : "model/gltf+json";
    report.asset = summaryOf(examined);
    if (options.with_official) report.used_by_physics = usedByPhysics(examined.asset->document());
    checkExtensionLists(examined.asset->root(), findings);
    if (examined.usable) checkScene(examined, options, findings);
  }
  findings.moveInto(report);
  return report;
}

}  // namespace

ValidationReport validateFile(const std::filesystem::path& path, const ValidateOptions& options) {
  return reportOn(dialect::examine(path, options.load), path.string(), options);
}

ValidationReport validateBytes(std::string bytes, std::string uri, const std::filesystem::path& folder,
                               const ValidateOptions& options) {
  return reportOn(dialect::examineBytes(std::move(bytes), folder, options.load), std::move(uri), options);
}

}  // namespace carom

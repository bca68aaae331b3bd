// What stays in the file and names something of an extension that goes: JSON pointers of other extensions
// (KHR_animation_pointer, KHR_interactivity), and OMI's extensions that are not read.
#include <string>
#include <vector>

#include "dialect/joined.hpp"
#include "dialect/lowering.hpp"
#include "dialect/omi_physics_shape/tables.hpp"
#include "gltf/asset.hpp"

namespace carom::dialect {

namespace {

/// The extension of physics a JSON pointer leads into, "" if none.
std::string_view extensionIn(std::string_view pointer) {
  constexpr std::string_view kBefore = "/extensions/";
  const std::size_t at = pointer.find(kBefore);
  if (at == std::string_view::npos) return "";
  const std::string_view rest = pointer.substr(at + kBefore.size());
  const std::string_view name = rest.substr(0, rest.find('/'));
  return isPhysicsExtension(name) ? name : std::string_view();
}

void reportPointers(Lowering& lowering) {
  std::vector<json::Value> open{lowering.source.asset->root()};
  while (!open.empty()) {
    const json::Value value = open.back();
    open.pop_back();
    if (value.isString()) {
      const std::string_view extension = extensionIn(value.string());
      if (extension.empty()) continue;
      lowering.loss(LossKind::Dropped, value.pointer(), "pointer-into-physics",
                    joined("\"", value.string(), "\" leads into ", extension, " and is kept as it is"),
                    "what it names may be elsewhere, or in another unit or space");
      continue;
    }
    for (std::size_t i = 0; i < value.size(); ++i) open.push_back(value[i]);
  }
}

void reportNamed(Lowering& lowering, json::Value value, std::string_view items) {
  if (!value) return;
  lowering.loss(LossKind::Dropped, value.pointer(), "carried-reference",
                joined("this index counts ", items, ", which the output does not have"),
                "what an importer makes of it is its own affair; Carom does not read it");
}

}  // namespace

void lowerReferences(Lowering& lowering) {
  if (!lowering.source.asset) return;
  const json::Value root = lowering.source.asset->root();
  // Without such a text in it the whole document need not be searched.
  if (lowering.source.asset->document().source().find("\"/") != std::string_view::npos)
    reportPointers(lowering);
  const json::Value wheels = gltf::Asset::extension(root, "OMI_vehicle_wheel");
  const json::Value list = wheels.isObject() ? wheels.find("wheels") : json::Value();
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].isObject())
      reportNamed(lowering, list[i].find("physicsMaterial"), "KHR_physics_rigid_bodies");
  }
  for (const gltf::Node& node : lowering.source.asset->nodes()) {
    const json::Value gravity = node.extensions.find("OMI_physics_gravity");
    const json::Value shaped = gravity.isObject() ? gravity.find("shaped") : json::Value();
    const bool stays = lowering.target.shapes->extension == omi_physics_shape::kExtension;
    if (shaped.isObject() && !stays)
      reportNamed(lowering, shaped.find("shape"), "shapes of OMI_physics_shape");
  }
}

}  // namespace carom::dialect

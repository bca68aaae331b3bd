#include "dialect/lower/lowering.hpp"

#include <algorithm>

#include "carom/base/diagnostic_codes.hpp"
#include "dialect/joined.hpp"
#include "gltf/asset.hpp"

namespace carom::dialect {

namespace {

/// Items that the reader ignored are not written.
void lossesOfReading(Lowering& lowering) {
  constexpr struct {
    std::string_view code, rule;
  } kRules[] = {{codes::kPhysicsUnknownMember, "unknown-member"},
                {codes::kPhysicsFamilyIgnored, "ignored-family"},
                {codes::kPhysicsUnknownKind, "unknown-kind"},
                {codes::kPhysicsOverridden, "overridden"},
                {codes::kPhysicsNoEffect, "without-effect"},
                {codes::kPhysicsInertia, "inertia-repaired"},
                {codes::kPhysicsNotUnit, "normalised"}};
  for (const Diagnostic& item : lowering.source.diagnostics.items()) {
    for (const auto& [code, rule] : kRules) {
      if (item.code != code) continue;
      // Companions keep them.
      if (code == codes::kPhysicsUnknownMember && isCompanion(physicsExtensionIn(item.pointer))) continue;
      lowering.loss(LossKind::Implied, item.pointer, rule, joined("written as interpreted: ", item.message));
    }
  }
}

}  // namespace

std::int32_t Lowering::addNode(std::int32_t parent, const std::string& suffix, const DTransform& local) {
  const auto index = static_cast<std::int32_t>(scene.nodes.size());
  SceneNode node;
  node.parent = parent;
  node.translation = local.translation;
  node.rotation = local.rotation;
  SceneNode& above = scene.nodes[parent];
  node.name = above.name.empty() ? suffix : above.name + " " + suffix;
  node.in_scene = above.in_scene;
  above.children.push_back(index);
  scene.nodes.push_back(std::move(node));
  motion_at.push_back(-1);
  return index;
}

json::Value Lowering::sourceObject(const Origin& origin) const {
  return source.asset && !origin.pointer.empty() ? source.asset->document().resolve(origin.pointer)
                                                 : json::Value();
}

void Lowering::noteMotions() {
  motion_at.assign(scene.nodes.size(), -1);
  for (std::size_t i = 0; i < scene.motions.size(); ++i) {
    motion_at[scene.motions[i].node] = static_cast<std::int32_t>(i);
  }
}

std::int32_t Lowering::motionAbove(std::int32_t node) const {
  while (node >= 0 && motion_at[node] < 0) {
    node = scene.nodes[node].parent;
  }
  return node < 0 ? -1 : motion_at[node];
}

Lowered lower(const Scene& scene, const WriteTarget& target,
              std::span<const std::optional<ComputedBody>> computed) {
  Lowered result;
  result.scene = scene;
  result.first_added_node = scene.nodes.size();
  Lowering lowering(scene, target, result);
  lowering.noteMotions();
  lossesOfReading(lowering);
  lowerMotions(lowering, computed);
  lowerSurfaces(lowering);
  lowerShapes(lowering);
  lowerTriggers(lowering);
  lowerJoints(lowering);
  lowerVehicles(lowering);
  return result;
}

}  // namespace carom::dialect

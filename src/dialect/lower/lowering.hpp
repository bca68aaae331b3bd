// Reduces a scene to the features of a dialect, and lists the losses.
//
// A conversion has two halves. This one changes the scene: an item that the target cannot express becomes the
// nearest form that it can, and each change is a ConversionLoss. The other half (scene_writer.hpp) then
// writes the changed scene without a loss, so that reading the file back must give exactly the changed scene.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "carom/dialect/conversion.hpp"
#include "carom/scene/scene.hpp"
#include "dialect/lower/write_target.hpp"
#include "json/document.hpp"

namespace carom::dialect {

/// Computed values of a body that the file omits.
struct ComputedBody {
  double mass = 1;
  DVec3 center_of_mass;
};

/// The scene as it will be written. Nodes from `first_added_node` on are not in the source.
struct Lowered {
  Scene scene;
  std::size_t first_added_node = 0;
  std::set<std::int32_t> sibling_compounds;  ///< Triggers that are compounds by their parts being siblings.
  /// Fields of objects of the source (by pointer) whose numbers mean something else in the output.
  std::set<std::pair<std::string, Key>> changed;
  std::vector<ConversionLoss> losses;
};

/// `computed`: by motion; bodies without an entry get 1 kg at the node's origin.
Lowered lower(const Scene& scene, const WriteTarget& target,
              std::span<const std::optional<ComputedBody>> computed);

/// The scene on its way down, shared by the parts of `lower`.
class Lowering {
 public:
  Lowering(const Scene& scene, const WriteTarget& write_target, Lowered& result)
      : source(scene), target(write_target), lowered(result), scene(result.scene) {}

  void loss(LossKind kind, const std::string& pointer, std::string_view rule, std::string message,
            std::string effect = {}) {
    lowered.losses.push_back({kind, pointer, std::string(rule), std::move(message), std::move(effect)});
  }
  /// Adds a child with a transform of its own to a node.
  std::int32_t addNode(std::int32_t parent, const std::string& suffix, const DTransform& local = {});
  json::Value sourceObject(const Origin& origin) const;
  /// The motion at or above a node; its own index by node is kept, since asking the scene walks all motions.
  std::int32_t motionAbove(std::int32_t node) const;
  void noteMotions();

  const Scene& source;
  const WriteTarget& target;
  Lowered& lowered;
  Scene& scene;
  std::vector<std::int32_t> motion_at;  ///< By node, into Scene::motions; -1: none on it.
};

void lowerMotions(Lowering& lowering, std::span<const std::optional<ComputedBody>> computed);
void lowerShapes(Lowering& lowering);
void lowerSurfaces(Lowering& lowering);
void lowerTriggers(Lowering& lowering);
void lowerJoints(Lowering& lowering);
void lowerVehicles(Lowering& lowering);

}  // namespace carom::dialect

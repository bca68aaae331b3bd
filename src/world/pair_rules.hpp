// Which colliders of a scene collide, and with which friction and restitution.
#pragma once

#include <array>
#include <map>
#include <utility>
#include <vector>

#include "carom/scene/scene.hpp"
#include "solve/simulation.hpp"

namespace carom::world {

class PairRules final : public solve::PairPolicy {
 public:
  PairRules(const Scene& scene, FilterRule rule);

  /// Properties of a collider for the rules; called in the order in which colliders are added.
  void addCollider(std::int32_t filter, std::int32_t material, std::int32_t motion_node, std::int32_t node);
  /// The same of a wheel, after all colliders.
  void addWheel(std::int32_t filter, std::int32_t material, std::int32_t motion_node, std::int32_t node);
  solve::PairResponse respond(std::int32_t collider_a, std::int32_t collider_b) const override;
  solve::PairResponse respondWheel(std::int32_t wheel, std::int32_t collider) const override;
  /// Whether a collider and another filter accept each other; nullptr is accepted by everything.
  bool accepts(std::int32_t collider, const CollisionFilter* other) const;
  /// Whether two filters of the scene accept each other.
  bool filtersCollide(std::int32_t a, std::int32_t b) const;
  /// Whether a joint keeps the body of a motion node and a collider from colliding.
  bool areJoined(std::int32_t motion_node, std::int32_t collider) const;
  /// Whether the bodies of a joint of the scene collide; no effect on pairs until they are asked of again.
  void setEnableCollision(std::int32_t joint, bool enable);
  /// The motion nodes, or what stands for them (joined_), that a joint of the scene connects; -1: none.
  const std::array<std::int32_t, 2>& sidesOf(std::int32_t joint) const { return sides_of_joint_[joint]; }
  /// Surfaces by index of the scene's; changing one has no effect on pairs until they are asked of again.
  Material& material(std::int32_t index) { return materials_[index]; }
  /// The surface of a wheel, an index into the scene's; -1: the default.
  std::int32_t tyreMaterial(std::int32_t wheel) const { return wheels_[wheel].material; }
  void setTyreMaterial(std::int32_t wheel, std::int32_t material) { wheels_[wheel].material = material; }
  /// Wheels name surfaces of the file's first array of them, whose indices are the scene's.
  std::int32_t tyreMaterialCount() const;
  const std::vector<CollisionFilter>& filters() const { return filters_; }
  std::int32_t filterOf(std::int32_t collider) const { return sides_[collider].filter; }

 private:
  struct Side {
    std::int32_t filter = -1;
    std::int32_t material = -1;
    std::int32_t motion_node = -1;
    std::int32_t node = -1;
  };
  const CollisionFilter* filter(std::int32_t index) const { return index >= 0 ? &filters_[index] : nullptr; }

  FilterRule rule_;
  std::vector<CollisionFilter> filters_;
  std::vector<Material> materials_;
  std::vector<Side> sides_, wheels_;
  solve::PairResponse respond(const Side& a, const Side& b) const;
  bool areJoined(const Side& a, const Side& b) const;

  /// Pairs of nodes that do not collide, smaller first: motion nodes, or for what does not move the topmost
  /// node of it; and the number of joints that say so.
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> joined_;
  std::vector<std::array<std::int32_t, 2>> sides_of_joint_;  ///< By Scene::joints.
  std::vector<std::int32_t> parents_;  ///< Of the nodes, where something that does not move is joined.
  /// Of filters. respondWheel, which several threads call, finds its pairs here and adds none.
  mutable std::map<std::pair<std::int32_t, std::int32_t>, bool> known_;
};

}  // namespace carom::world

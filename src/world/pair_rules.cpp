#include "world/pair_rules.hpp"

#include <algorithm>

#include "world/joint_compiler.hpp"

namespace carom::world {

PairRules::PairRules(const Scene& scene, FilterRule rule)
    : rule_(rule), filters_(scene.filters), materials_(scene.materials) {
  if (scene.joints.empty()) return;
  std::vector<std::uint8_t> has_motion(scene.nodes.size(), 0), has_collider(scene.nodes.size(), 0);
  for (const Motion& motion : scene.motions) {
    if (motion.node >= 0) has_motion[motion.node] = 1;
  }
  for (const Collider& collider : scene.colliders) {
    if (collider.node >= 0) has_collider[collider.node] = 1;
  }
  for (const Joint& joint : scene.joints) {
    std::array<std::int32_t, 2>& side = sides_of_joint_.emplace_back(std::array{-1, -1});
    if (joint.node < 0 || joint.connected_node < 0) continue;
    for (std::size_t i = 0; i < 2; ++i) {
      side[i] = jointMotionNode(scene, joint, static_cast<int>(i), has_motion);
      if (side[i] >= 0) continue;
      // The fixed side is the collider at or above the frame's node, with all its descendants.
      const std::int32_t named = i == 0 ? joint.body_node : joint.connected_body_node;
      side[i] = named >= 0 ? named : (i == 0 ? joint.node : joint.connected_node);
      while (side[i] >= 0 && !has_collider[side[i]]) side[i] = scene.nodes[side[i]].parent;
      if (side[i] < 0 || !parents_.empty()) continue;
      for (const SceneNode& node : scene.nodes) parents_.push_back(node.parent);
    }
    if (side[0] == side[1]) side = {-1, -1};
    if (!joint.enable_collision)
      setEnableCollision(static_cast<std::int32_t>(sides_of_joint_.size()) - 1, false);
  }
}

void PairRules::setEnableCollision(std::int32_t joint, bool enable) {
  const auto [a, b] = sidesOf(joint);
  if (a < 0 || b < 0) return;
  const std::pair<std::int32_t, std::int32_t> pair = std::minmax(a, b);
  std::int32_t& joints = joined_[pair];
  joints += enable ? -1 : 1;
  if (joints == 0) joined_.erase(pair);
}

std::int32_t PairRules::tyreMaterialCount() const {
  const auto array = [](const Material& material) {
    const std::string_view pointer = material.origin.pointer;
    return pointer.substr(0, pointer.rfind('/'));
  };
  return static_cast<std::int32_t>(
      std::count_if(materials_.begin(), materials_.end(),
                    [&](const Material& material) { return array(material) == array(materials_.front()); }));
}

void PairRules::addCollider(std::int32_t filter, std::int32_t material, std::int32_t motion_node,
                            std::int32_t node) {
  sides_.push_back({filter, material, motion_node, node});
}

bool PairRules::areJoined(const Side& a, const Side& b) const {
  if (joined_.empty() || a.node < 0 || b.node < 0) return false;
  if (a.motion_node >= 0 && b.motion_node >= 0)
    return joined_.contains(std::minmax(a.motion_node, b.motion_node));
  if (parents_.empty() || (a.motion_node < 0 && b.motion_node < 0)) return false;
  const std::int32_t moving = std::max(a.motion_node, b.motion_node);
  std::int32_t fixed = a.motion_node < 0 ? a.node : b.node;
  for (; fixed >= 0; fixed = parents_[fixed]) {
    if (joined_.contains(std::minmax(moving, fixed))) return true;
  }
  return false;
}

bool PairRules::areJoined(std::int32_t motion_node, std::int32_t collider) const {
  return areJoined(Side{-1, -1, motion_node, motion_node}, sides_[collider]);
}

bool PairRules::filtersCollide(std::int32_t a, std::int32_t b) const {
  if (a < 0 && b < 0) return true;
  const auto key = std::minmax(a, b);
  const auto found = known_.find(key);
  if (found != known_.end()) return found->second;
  const bool collide = filtersAccept(filter(a), filter(b), rule_);
  known_.emplace(key, collide);
  return collide;
}

bool PairRules::accepts(std::int32_t collider, const CollisionFilter* other) const {
  return !other || filtersAccept(filter(filterOf(collider)), other, rule_);
}

/// Wheels query in parallel, so the filter results are computed beforehand.
void PairRules::addWheel(std::int32_t filter, std::int32_t material, std::int32_t motion_node,
                         std::int32_t node) {
  const bool met =
      std::any_of(wheels_.begin(), wheels_.end(), [&](const Side& w) { return w.filter == filter; });
  if (!met) {
    for (const Side& collider : sides_) filtersCollide(filter, collider.filter);
  }
  wheels_.push_back({filter, material, motion_node, node});
}

solve::PairResponse PairRules::respond(std::int32_t collider_a, std::int32_t collider_b) const {
  return respond(sides_[collider_a], sides_[collider_b]);
}

solve::PairResponse PairRules::respondWheel(std::int32_t wheel, std::int32_t collider) const {
  return respond(wheels_[wheel], sides_[collider]);
}

solve::PairResponse PairRules::respond(const Side& a, const Side& b) const {
  solve::PairResponse response;
  response.related = filtersCollide(a.filter, b.filter);
  if (response.related) response.related = !areJoined(a, b);
  if (!response.related) return response;

  static const Material kDefault;
  const Material& ma = a.material >= 0 ? materials_[a.material] : kDefault;
  const Material& mb = b.material >= 0 ? materials_[b.material] : kDefault;
  const CombineMode friction = combinedMode(ma.friction_combine, mb.friction_combine);
  const CombineMode restitution = combinedMode(ma.restitution_combine, mb.restitution_combine);
  const auto coefficient = [](double x) { return static_cast<float>(std::clamp(x, 0.0, 1e6)); };
  response.static_friction = coefficient(combine(ma.static_friction, mb.static_friction, friction));
  response.dynamic_friction = coefficient(combine(ma.dynamic_friction, mb.dynamic_friction, friction));
  // Above 1 impacts gain energy, as the file says; the engine holds speeds at 1e9 m/s.
  response.restitution = coefficient(combine(ma.restitution, mb.restitution, restitution));
  return response;
}

}  // namespace carom::world

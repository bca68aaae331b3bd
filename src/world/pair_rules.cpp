#include "world/pair_rules.hpp"

#include <algorithm>

namespace carom::world {

PairRules::PairRules(const Scene& scene, FilterRule rule)
    : rule_(rule), filters_(scene.filters), materials_(scene.materials) {
  if (scene.joints.empty()) return;
  std::vector<std::uint8_t> has_motion(scene.nodes.size(), 0);
  for (const Motion& motion : scene.motions) {
    if (motion.node >= 0) has_motion[static_cast<std::size_t>(motion.node)] = 1;
  }
  const auto motion_node = [&](std::int32_t node) {
    while (node >= 0 && !has_motion[static_cast<std::size_t>(node)])
      node = scene.nodes[static_cast<std::size_t>(node)].parent;
    return node;
  };
  for (const Joint& joint : scene.joints) {
    if (joint.enable_collision || joint.node < 0 || joint.connected_node < 0) continue;
    const std::int32_t a = motion_node(joint.node), b = motion_node(joint.connected_node);
    if (a != b && a >= 0 && b >= 0) joined_.insert(std::minmax(a, b));
  }
}

void PairRules::addCollider(std::int32_t filter, std::int32_t material, std::int32_t motion_node) {
  sides_.push_back({filter, material, motion_node});
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

solve::PairResponse PairRules::respond(std::int32_t collider_a, std::int32_t collider_b) const {
  const Side& a = sides_[static_cast<std::size_t>(collider_a)];
  const Side& b = sides_[static_cast<std::size_t>(collider_b)];
  solve::PairResponse response;
  response.related = filtersCollide(a.filter, b.filter);
  if (response.related && a.motion_node >= 0 && b.motion_node >= 0 && !joined_.empty()) {
    response.related = !joined_.contains(std::minmax(a.motion_node, b.motion_node));
  }
  if (!response.related) return response;

  static const Material kDefault;
  const Material& ma = a.material >= 0 ? materials_[static_cast<std::size_t>(a.material)] : kDefault;
  const Material& mb = b.material >= 0 ? materials_[static_cast<std::size_t>(b.material)] : kDefault;
  const CombineMode friction = combinedMode(ma.friction_combine, mb.friction_combine);
  const CombineMode restitution = combinedMode(ma.restitution_combine, mb.restitution_combine);
  const auto coefficient = [](double x) { return static_cast<float>(std::clamp(x, 0.0, 1e6)); };
  response.static_friction = coefficient(combine(ma.static_friction, mb.static_friction, friction));
  response.dynamic_friction = coefficient(combine(ma.dynamic_friction, mb.dynamic_friction, friction));
  response.restitution =
      static_cast<float>(std::clamp(combine(ma.restitution, mb.restitution, restitution), 0.0, 1.0));
  return response;
}

}  // namespace carom::world

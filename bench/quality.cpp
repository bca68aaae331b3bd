// A world without gravity and sleep gets all bodies put where they were, at rest, and makes one step: what it
// then says of penetration is what lies between these shapes at these poses. Margins that an engine adds to
// shapes, or takes from them, count as what they are.
#include "quality.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>

#include "carom/world/world.hpp"

namespace carom::bench {
namespace {

double lowestFixed(const Scene& scene) {
  double lowest = -kInfinity;  // Where nothing broad is fixed nothing is below it.
  const auto include = [&](double y) { lowest = std::isinf(lowest) ? y : std::min(lowest, y); };
  for (const Collider& collider : scene.colliders) {
    if (collider.motion >= 0) continue;
    const Shape& shape = scene.shapes[static_cast<std::size_t>(collider.shape)];
    const double y = scene.nodes[static_cast<std::size_t>(collider.node)].translation.y;
    if (shape.kind == ShapeKind::Box) include(y - shape.size.y / 2);
    if (shape.kind != ShapeKind::TriangleMesh) continue;
    for (const Vec3& p : scene.geometries[static_cast<std::size_t>(shape.geometry)].positions)
      include(y + static_cast<double>(p.y));
  }
  return lowest;
}

/// The frames of the benchmark's joints are children of the bodies' nodes.
double jointError(const Scene& scene, const World& world, const std::vector<BodyHandle>& bodies,
                  const std::vector<DTransform>& look) {
  std::map<std::int32_t, DTransform> pose_of_node;
  for (std::size_t i = 0; i < bodies.size(); ++i) pose_of_node[world.properties(bodies[i]).node] = look[i];
  const auto place = [&](std::int32_t frame) {
    const SceneNode& node = scene.nodes[static_cast<std::size_t>(frame)];
    const auto moved = pose_of_node.find(node.parent);
    if (moved != pose_of_node.end()) return transformPoint(moved->second, node.translation);
    return scene.nodes[static_cast<std::size_t>(node.parent)].translation + node.translation;
  };
  double worst = 0;
  for (const Joint& joint : scene.joints)
    worst = std::max(worst, length(place(joint.node) - place(joint.connected_node)));
  return worst;
}

}  // namespace

Quality measureQuality(const Scene& scene, const std::vector<std::vector<DTransform>>& poses) {
  Quality quality;
  if (poses.empty()) return quality;
  WorldSettings settings;
  settings.gravity = DVec3{};
  settings.sleeping = false;
  settings.continuous = false;
  Scene apart = scene;
  apart.joints.clear();
  World world(apart, settings);
  const std::vector<BodyHandle> bodies = world.bodies();
  const std::vector<MovedNode> start = world.motionNodes();
  double sum = 0;
  for (const std::vector<DTransform>& look : poses) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      world.setTransform(bodies[i], look[i]);
      world.setLinearVelocity(bodies[i], {});
      world.setAngularVelocity(bodies[i], {});
    }
    world.step();
    quality.joint_error = std::max(quality.joint_error, jointError(scene, world, bodies, look));
    quality.max_penetration =
        std::max(quality.max_penetration, static_cast<double>(world.statistics().max_penetration));
    sum += static_cast<double>(world.statistics().mean_penetration);
  }
  quality.mean_penetration = sum / static_cast<double>(poses.size());
  const double below = lowestFixed(scene) - 1;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const DVec3 end = poses.back()[i].translation, moved = end - start[i].global.translation;
    quality.drift = std::max(quality.drift, std::sqrt(moved.x * moved.x + moved.z * moved.z));
    if (!(end.y >= below)) ++quality.fallen;
  }
  return quality;
}

}  // namespace carom::bench

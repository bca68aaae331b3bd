// Scenes: loading, and what is in them.

#include "carom/dialect/load.hpp"
#include "web/answer.hpp"
#include "web/bound_scene.hpp"
#include "web/export.hpp"

namespace carom::web {

/// Reads the file at a path of the module's own file system. Null on failure; the answer is the diagnostics.
CAROM_WEB(BoundScene*) carom_scene_load(const char* path) {
  Answer& answer = newAnswer();
  Result<Scene> scene = load(path);
  if (!scene) {
    answer.say(scene.diagnostics().items());
    return nullptr;
  }
  answer.say(scene->diagnostics.items());
  return new BoundScene{std::make_shared<Scene>(std::move(scene.value()))};
}

CAROM_WEB(void) carom_scene_free(BoundScene* scene) {
  delete scene;
}

CAROM_WEB(void) carom_scene_describe(const BoundScene* scene) {
  newAnswer().text = sceneJson(*scene->scene);
}

CAROM_WEB(const float*) carom_geometry_positions(const BoundScene* scene, std::uint32_t geometry) {
  const auto& all = scene->scene->geometries;
  return geometry < all.size() ? &all[geometry].positions.data()->x : nullptr;
}
CAROM_WEB(std::uint32_t) carom_geometry_position_count(const BoundScene* scene, std::uint32_t geometry) {
  const auto& all = scene->scene->geometries;
  return geometry < all.size() ? static_cast<std::uint32_t>(all[geometry].positions.size()) : 0;
}
CAROM_WEB(const std::uint32_t*) carom_geometry_indices(const BoundScene* scene, std::uint32_t geometry) {
  const auto& all = scene->scene->geometries;
  return geometry < all.size() ? all[geometry].indices.data() : nullptr;
}
CAROM_WEB(std::uint32_t) carom_geometry_index_count(const BoundScene* scene, std::uint32_t geometry) {
  const auto& all = scene->scene->geometries;
  return geometry < all.size() ? static_cast<std::uint32_t>(all[geometry].indices.size()) : 0;
}

/// A ball that is not in the file, for what throws balls: a node at the end of the scene. Its motion is not
/// written anywhere. Returns the node.
CAROM_WEB(std::int32_t)
carom_scene_add_ball(BoundScene* bound, double radius, double mass, double x, double y, double z) {
  if (bound->scene.use_count() > 1) bound->scene = std::make_shared<Scene>(*bound->scene);
  Scene& scene = *bound->scene;
  const auto node = static_cast<std::int32_t>(scene.nodes.size());
  SceneNode place;
  place.name = "thrown ball";
  place.translation = {x, y, z};
  scene.nodes.push_back(place);
  Shape ball;
  ball.kind = ShapeKind::Sphere;
  ball.radius = radius;
  scene.shapes.push_back(ball);
  Motion motion;
  motion.node = node;
  motion.mass = mass;
  scene.motions.push_back(motion);
  Collider collider;
  collider.node = node;
  collider.shape = static_cast<std::int32_t>(scene.shapes.size()) - 1;
  collider.motion = static_cast<std::int32_t>(scene.motions.size()) - 1;
  scene.colliders.push_back(collider);
  return node;
}

}  // namespace carom::web

// A scene that JavaScript holds.
#pragma once

#include <memory>
#include <string>

#include "carom/scene/scene.hpp"

namespace carom::web {

/// Worlds and recorders share the scene as it was when they were made, so JavaScript may free this at any
/// time.
struct BoundScene {
  std::shared_ptr<Scene> scene;
};

/// All that the scene says, as JSON: nodes, shapes, materials, filters, motions, colliders, triggers, joints,
/// vehicles, gravity. Each item has the JSON pointer that it was read from.
std::string sceneJson(const Scene& scene);

}  // namespace carom::web

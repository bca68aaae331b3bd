// A scene that JavaScript holds.
#pragma once

#include <string>

#include "carom/scene/scene.hpp"

namespace carom::web {

struct BoundScene {
  Scene scene;
};

/// All that the scene says, as JSON: nodes, shapes, materials, filters, motions, colliders, triggers, joints,
/// vehicles, gravity. Each item has the JSON pointer that it was read from.
std::string sceneJson(const Scene& scene);

}  // namespace carom::web

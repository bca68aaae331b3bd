// Names of the kinds of shapes.
#pragma once

#include <string_view>

#include "carom/scene/scene.hpp"

namespace carom::scene {

/// As the extensions call a sphere, box, capsule, cylinder and plane; "hull" and "mesh".
std::string_view shapeName(ShapeKind kind);

}  // namespace carom::scene

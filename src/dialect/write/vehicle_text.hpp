// JSON text of the objects of OMI's vehicles, seats and gravity, each written from its item of the scene.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/scene/scene.hpp"
#include "dialect/lower/write_target.hpp"
#include "json/document.hpp"

namespace carom::dialect {

/// An object of an extension, at the root or on a node.
struct CompanionObject {
  std::int32_t node = -1;  ///< -1: at the root.
  std::string_view extension;
  std::string text;
};

/// Data of the rest of the scene for writing.
struct CompanionSources {
  std::function<json::Value(std::string_view)> root;  ///< The source's object of an extension at its root.
  std::function<json::Value(const Origin&)> object;   ///< The object an item comes from.
  std::function<std::int64_t(std::int32_t)> shape_index;  ///< Of a shape in the output's OMI_physics_shape.
};

/// Root objects before the nodes that refer to them.
std::vector<CompanionObject> companionObjects(const Scene& scene, WheelForm wheels,
                                              const CompanionSources& sources);

}  // namespace carom::dialect

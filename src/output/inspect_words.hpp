// Names and short descriptions of scene items, shared by the text and the JSON form of an inspection.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/output/inspect.hpp"
#include "carom/scene/scene.hpp"
#include "scene/joint_name.hpp"
#include "scene/shape_name.hpp"

namespace carom::output {

using scene::shapeName;
std::string_view combineName(const std::optional<CombineMode>& mode);
std::string_view motionTypeName(MotionType type);
std::string_view propertyName(NodeProperty property);
std::string_view interpolationName(KeyInterpolation interpolation);

std::string_view gravityKindName(GravityKind kind);

/// A number with four digits, as people read them.
std::string shortNumber(double value);
std::string shortVector(const DVec3& v);
/// A node with its index and its name.
std::string nodeName(const Scene& scene, std::int32_t node);

/// "x y z" letters of the axes that are set.
std::string axisLetters(const std::array<bool, 3>& axes);

bool isIndex(std::int32_t index, std::size_t size);
/// Whether a node is outside the displayed scene: its physics is neither simulated nor counted.
bool isOutside(const Scene& scene, std::int32_t node);
/// Poses of the nodes at the start of the simulation, by node.
std::vector<Scene::GlobalPose> posesOf(const Inspection& inspection);

/// Colliders and triggers of the displayed scene on each body (index into Scene::motions) or on the static
/// world (the last entry).
struct BodyContents {
  std::vector<std::size_t> colliders;
  std::vector<std::size_t> triggers;  ///< Without children of compounds.
};
std::vector<BodyContents> contentsOf(const Scene& scene);

/// Motions of the scene's active nodes in tree order, with the number of motions above each.
struct BodyPlace {
  std::size_t motion = 0;
  std::size_t depth = 0;
};
std::vector<BodyPlace> bodiesInTreeOrder(const Scene& scene);

/// The properties of a motion's node; null when the world has none.
const BodyProperties* propertiesOf(const Inspection& inspection, std::int32_t node);

}  // namespace carom::output

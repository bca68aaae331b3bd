#include "carom/output/inspect.hpp"

#include <algorithm>
#include <cmath>

#include "output/concatenate.hpp"
#include "output/decimal_text.hpp"
#include "output/inspect_words.hpp"
#include "world/node_tree.hpp"

namespace carom {

Inspection inspect(const Scene& scene) {
  Inspection inspection;
  inspection.scene = &scene;
  inspection.diagnostics = scene.diagnostics.items();
  const World world(scene);
  for (const BodyHandle body : world.bodies()) inspection.bodies.push_back(world.properties(body));
  const auto& more = world.diagnostics().items();
  inspection.diagnostics.insert(inspection.diagnostics.end(), more.begin(), more.end());
  const world::NodeTree nodes(scene);
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const auto node = static_cast<std::int32_t>(i);
    inspection.poses.push_back({nodes.pose(node), nodes.scale(node), nodes.isSheared(node)});
  }
  return inspection;
}

namespace output {

std::string_view combineName(const std::optional<CombineMode>& mode) {
  if (!mode) return "as the other";
  switch (*mode) {
    case CombineMode::Average:
      return "average";
    case CombineMode::Minimum:
      return "minimum";
    case CombineMode::Maximum:
      return "maximum";
    case CombineMode::Multiply:
      return "multiply";
  }
  return "";
}

std::string_view motionTypeName(MotionType type) {
  return type == MotionType::Kinematic ? "kinematic" : "dynamic";
}

std::string_view propertyName(NodeProperty property) {
  switch (property) {
    case NodeProperty::Translation:
      return "translation";
    case NodeProperty::Rotation:
      return "rotation";
    case NodeProperty::Scale:
      return "scale";
  }
  return "";
}

std::string_view interpolationName(KeyInterpolation interpolation) {
  switch (interpolation) {
    case KeyInterpolation::Linear:
      return "linear";
    case KeyInterpolation::Step:
      return "step";
    case KeyInterpolation::CubicSpline:
      return "cubic spline";
  }
  return "";
}

std::string_view gravityKindName(GravityKind kind) {
  switch (kind) {
    case GravityKind::Directional:
      return "directional";
    case GravityKind::Point:
      return "point";
    case GravityKind::Disc:
      return "disc";
    case GravityKind::Torus:
      return "torus";
    case GravityKind::Line:
      return "line";
    case GravityKind::Shaped:
      return "shaped";
  }
  return "";
}

std::string shortNumber(double value) {
  if (std::isinf(value)) return value > 0 ? "infinite" : "-infinite";
  std::string text;
  appendSignificant(text, value, 4);
  return text;
}

std::string shortVector(const DVec3& v) {
  return concatenate("(", shortNumber(v.x), ", ", shortNumber(v.y), ", ", shortNumber(v.z), ")");
}

std::string nodeName(const Scene& scene, std::int32_t node) {
  if (!isIndex(node, scene.nodes.size())) return "no node";
  const std::string& name = scene.nodes[node].name;
  return name.empty() ? concatenate("node ", node) : concatenate("node ", node, " \"", name, "\"");
}

std::string axisLetters(const std::array<bool, 3>& axes) {
  std::string letters;
  for (std::size_t i = 0; i < 3; ++i)
    if (axes[i]) letters += "xyz"[i];
  return letters;
}

bool isIndex(std::int32_t index, std::size_t size) {
  return index >= 0 && static_cast<std::size_t>(index) < size;
}

bool isOutside(const Scene& scene, std::int32_t node) {
  return isIndex(node, scene.nodes.size()) && !scene.nodes[node].in_scene;
}

std::vector<Scene::GlobalPose> posesOf(const Inspection& inspection) {
  return inspection.poses.size() == inspection.scene->nodes.size() ? inspection.poses
                                                                   : inspection.scene->globalPoses();
}

bool isShown(const Inspection& inspection, std::int32_t node) {
  const std::vector<std::int32_t>& only = inspection.only;
  return only.empty() || std::find(only.begin(), only.end(), node) != only.end();
}

std::vector<BodyContents> contentsOf(const Inspection& inspection) {
  const Scene& scene = *inspection.scene;
  std::vector<BodyContents> contents(scene.motions.size() + 1);
  const auto of = [&](std::int32_t motion) -> BodyContents& {
    return isIndex(motion, scene.motions.size()) ? contents[motion] : contents.back();
  };
  const auto shown = [&](const auto& item) {
    if (isOutside(scene, item.node)) return false;
    const bool whole_body =
        isIndex(item.motion, scene.motions.size()) && isShown(inspection, scene.motions[item.motion].node);
    return whole_body || isShown(inspection, item.node);
  };
  for (std::size_t i = 0; i < scene.colliders.size(); ++i)
    if (shown(scene.colliders[i])) of(scene.colliders[i].motion).colliders.push_back(i);
  std::vector<bool> is_child(scene.triggers.size());
  for (const Trigger& trigger : scene.triggers)
    for (const std::int32_t child : trigger.children)
      if (isIndex(child, is_child.size())) is_child[child] = true;
  for (std::size_t i = 0; i < scene.triggers.size(); ++i)
    if (!is_child[i] && shown(scene.triggers[i])) of(scene.triggers[i].motion).triggers.push_back(i);
  return contents;
}

std::vector<BodyPlace> bodiesInTreeOrder(const Inspection& inspection,
                                         const std::vector<BodyContents>& contents) {
  const Scene& scene = *inspection.scene;
  std::vector<std::int32_t> motion_of(scene.nodes.size(), -1);
  for (std::size_t i = 0; i < scene.motions.size(); ++i)
    if (isIndex(scene.motions[i].node, motion_of.size()))
      motion_of[scene.motions[i].node] = static_cast<std::int32_t>(i);
  struct Visit {
    std::int32_t node;
    std::size_t depth;
  };
  std::vector<Visit> open;
  for (std::size_t i = scene.nodes.size(); i-- > 0;)
    if (scene.nodes[i].parent < 0) open.push_back({static_cast<std::int32_t>(i), 0});
  std::vector<BodyPlace> places;
  while (!open.empty()) {
    Visit visit = open.back();
    open.pop_back();
    const auto node = static_cast<std::size_t>(visit.node);
    if (motion_of[node] >= 0 && scene.nodes[node].in_scene) {
      const auto motion = static_cast<std::size_t>(motion_of[node]);
      const bool holds = !contents[motion].colliders.empty() || !contents[motion].triggers.empty();
      if (holds || isShown(inspection, visit.node)) places.push_back({motion, visit.depth});
      ++visit.depth;
    }
    const auto& children = scene.nodes[node].children;
    for (std::size_t i = children.size(); i-- > 0;)
      if (isIndex(children[i], scene.nodes.size())) open.push_back({children[i], visit.depth});
  }
  return places;
}

const BodyProperties* propertiesOf(const Inspection& inspection, std::int32_t node) {
  const auto found =
      std::lower_bound(inspection.bodies.begin(), inspection.bodies.end(), node,
                       [](const BodyProperties& body, std::int32_t wanted) { return body.node < wanted; });
  return found != inspection.bodies.end() && found->node == node ? &*found : nullptr;
}

}  // namespace output
}  // namespace carom

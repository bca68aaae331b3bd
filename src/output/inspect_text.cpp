#include <algorithm>
#include <cmath>
#include <utility>

#include "carom/output/inspect.hpp"
#include "carom/output/report.hpp"
#include "output/concatenate.hpp"
#include "output/inspect_vehicles.hpp"
#include "output/inspect_words.hpp"

namespace carom {
namespace {

using namespace output;

/// Deeper nesting is not indented further.
constexpr std::size_t kMaxIndent = 12;

/// A position in metres; rounding residue of a zero is shown as zero.
std::string shortPlace(const DVec3& place) {
  const auto cleaned = [](double x) { return std::abs(x) < 1e-9 ? 0.0 : x; };
  return shortVector({cleaned(place.x), cleaned(place.y), cleaned(place.z)});
}

/// Where a mass property that the file leaves out comes from.
std::string_view sourceText(const BodyProperties& properties, std::string_view without_volume) {
  return properties.defaults_used ? without_volume : " (from its shapes)";
}

std::string plural(std::size_t count, std::string_view one, std::string_view many) {
  return concatenate(count, " ", count == 1 ? one : many);
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += concatenate(text.empty() ? "" : ", ", "\"", name, "\"");
  return text.empty() ? "nothing" : text;
}

/// A shape's size after a scale, where it has still one of its kind; "" where not.
std::string effectiveText(const Shape& shape, const DVec3& scale) {
  const DVec3 factor{std::abs(scale.x), std::abs(scale.y), std::abs(scale.z)};
  const bool turns = std::abs(factor.x - factor.z) < 1e-6 * factor.x;
  const bool even = turns && std::abs(factor.x - factor.y) < 1e-6 * factor.x;
  const auto lengths = [](const DVec3& size) {
    return concatenate(": ", shortNumber(size.x), " x ", shortNumber(size.y), " x ", shortNumber(size.z),
                       " m");
  };
  switch (shape.kind) {
    case ShapeKind::Sphere:
      return even ? concatenate(": radius ", shortNumber(shape.radius * factor.x), " m") : "";
    case ShapeKind::Box:
      return lengths({shape.size.x * factor.x, shape.size.y * factor.y, shape.size.z * factor.z});
    case ShapeKind::Capsule:
    case ShapeKind::Cylinder:
      if (!(shape.kind == ShapeKind::Capsule ? even : turns)) return "";
      return concatenate(": height ", shortNumber(shape.height * factor.y), " m, radius ",
                         shortNumber(shape.radius_bottom * factor.x), " m");
    case ShapeKind::Plane:
    case ShapeKind::ConvexHull:
    case ShapeKind::TriangleMesh:
      break;
  }
  return "";
}

/// Lengths of the box around a geometry, scaled, m.
DVec3 extentOf(const SceneGeometry& geometry, const DVec3& scale) {
  DVec3 lower{kInfinity, kInfinity, kInfinity}, upper = lower * -1.0;
  for (const Vec3& position : geometry.positions) {
    for (std::size_t i = 0; i < 3; ++i) {
      lower[i] = std::min(lower[i], static_cast<double>(position[i]));
      upper[i] = std::max(upper[i], static_cast<double>(position[i]));
    }
  }
  DVec3 extent;
  for (std::size_t i = 0; i < 3 && !geometry.positions.empty(); ++i)
    extent[i] = (upper[i] - lower[i]) * std::abs(scale[i]);
  return extent;
}

class TextInspection {
 public:
  explicit TextInspection(const Inspection& inspection)
      : inspection_(inspection),
        scene_(*inspection.scene),
        contents_(contentsOf(inspection)),
        poses_(posesOf(inspection)) {}
  std::string write();
  std::string writeSummary();

 private:
  void line(std::size_t indent, std::string_view text);
  void heading(std::string_view text);
  std::string nodeName(std::int32_t node) const { return output::nodeName(scene_, node); }
  std::string shapeText(std::int32_t shape, std::int32_t node) const;
  void summary();
  void body(const BodyPlace& place);
  void contents(const BodyContents& contents, std::size_t indent);
  void bodies();
  void materials();
  void filters();
  void joints();
  void jointDescription(std::int32_t index);
  void vehicles();
  void animations();
  void diagnostics();

  const Inspection& inspection_;
  const Scene& scene_;
  std::vector<BodyContents> contents_;
  std::vector<Scene::GlobalPose> poses_;  ///< By node.
  std::string text_;
};

void TextInspection::line(std::size_t indent, std::string_view text) {
  text_.append(2 * std::min(indent, kMaxIndent), ' ');
  // Names come from the file: a line feed or an escape sequence in one must not reach the terminal.
  for (const char c : text) text_ += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
  text_ += '\n';
}

void TextInspection::heading(std::string_view text) {
  text_ += '\n';
  line(0, text);
}

std::string TextInspection::shapeText(std::int32_t index, std::int32_t node) const {
  if (!isIndex(index, scene_.shapes.size())) return "no shape";
  const Shape& shape = scene_.shapes[index];
  std::string text(shapeName(shape.kind));
  const auto round = [&] {
    const bool tapered = shape.radius_top != shape.radius_bottom;
    text +=
        concatenate(", height ", shortNumber(shape.height), " m, radius ", shortNumber(shape.radius_bottom));
    text += tapered ? concatenate(" to ", shortNumber(shape.radius_top), " m") : " m";
  };
  switch (shape.kind) {
    case ShapeKind::Sphere:
      text += concatenate(", radius ", shortNumber(shape.radius), " m");
      break;
    case ShapeKind::Box:
      text += concatenate(", ", shortNumber(shape.size.x), " x ", shortNumber(shape.size.y), " x ",
                          shortNumber(shape.size.z), " m");
      break;
    case ShapeKind::Capsule:
    case ShapeKind::Cylinder:
      round();
      break;
    case ShapeKind::Plane:
      text += concatenate(", ", shortNumber(shape.size_x), " x ", shortNumber(shape.size_z), " m, ",
                          shape.double_sided ? "double-sided" : "one-sided");
      break;
    case ShapeKind::ConvexHull:
    case ShapeKind::TriangleMesh:
      if (isIndex(shape.geometry, scene_.geometries.size())) {
        const SceneGeometry& geometry = scene_.geometries[shape.geometry];
        text += concatenate(", ", plural(geometry.positions.size(), "vertex", "vertices"));
        if (shape.kind == ShapeKind::TriangleMesh)
          text += concatenate(", ", plural(geometry.indices.size() / 3, "triangle", "triangles"));
        const DVec3 extent =
            extentOf(geometry, isIndex(node, scene_.nodes.size()) ? poses_[node].scale : DVec3{1, 1, 1});
        text += concatenate(", ", shortNumber(extent.x), " x ", shortNumber(extent.y), " x ",
                            shortNumber(extent.z), " m");
      }
      break;
  }
  if (!isIndex(node, scene_.nodes.size())) return text;
  const DVec3 scale = poses_[node].scale;
  if (std::max({std::abs(scale.x - 1), std::abs(scale.y - 1), std::abs(scale.z - 1)}) > 1e-6)
    text += concatenate(", scaled by ", shortVector(scale), effectiveText(shape, scale));
  return text;
}

void TextInspection::contents(const BodyContents& contents, std::size_t indent) {
  for (const std::size_t i : contents.colliders) {
    const Collider& collider = scene_.colliders[i];
    std::string text =
        concatenate("collider  ", nodeName(collider.node), ": ", shapeText(collider.shape, collider.node));
    if (collider.material >= 0) text += concatenate(", material ", collider.material);
    if (collider.filter >= 0) text += concatenate(", filter ", collider.filter);
    line(indent, text);
  }
  for (const std::size_t i : contents.triggers) {
    const Trigger& trigger = scene_.triggers[i];
    std::string text = concatenate("trigger   ", nodeName(trigger.node), ": ");
    if (trigger.children.empty()) {
      text += shapeText(trigger.shape, trigger.node);
    } else {
      text += concatenate("compound of ", plural(trigger.children.size(), "trigger", "triggers"));
    }
    if (trigger.filter >= 0) text += concatenate(", filter ", trigger.filter);
    line(indent, text);
    for (const std::int32_t child : trigger.children)
      if (isIndex(child, scene_.triggers.size())) {
        const Trigger& part = scene_.triggers[child];
        line(indent + 1, concatenate("part  ", nodeName(part.node), ": ", shapeText(part.shape, part.node)));
      }
  }
}

void TextInspection::body(const BodyPlace& place) {
  const Motion& motion = scene_.motions[place.motion];
  const std::size_t indent = 1 + place.depth;
  const DVec3 position = poses_[motion.node].transform.translation;
  const BodyProperties* properties = propertiesOf(inspection_, motion.node);
  std::string text =
      concatenate(nodeName(motion.node), "  ", motionTypeName(properties ? properties->type : motion.type));
  if (properties != nullptr && properties->animated) text += ", follows its animation";
  line(indent, concatenate(text, "  at ", shortPlace(position), " m"));
  if (properties != nullptr) {
    const std::string_view none;
    line(indent + 1,
         concatenate(
             "mass ", shortNumber(properties->mass), " kg",
             properties->mass_computed ? sourceText(*properties, " (none of its shapes has a volume)") : none,
             ", centre of mass ", shortPlace(properties->center_of_mass), " m",
             motion.center_of_mass ? none : sourceText(*properties, " (its origin)")));
    line(indent + 1,
         concatenate(
             "inertia ", shortVector(properties->inertia_diagonal), " kg m\xC2\xB2",
             properties->inertia_computed ? sourceText(*properties, " (of a ball of radius 0.5 m)") : none));
  }
  if (lengthSquared(motion.linear_velocity) > 0 || lengthSquared(motion.angular_velocity) > 0)
    line(indent + 1, concatenate("starts at ", shortVector(motion.linear_velocity), " m/s, ",
                                 shortVector(motion.angular_velocity), " rad/s in its own space"));
  if (motion.gravity_factor != 1)
    line(indent + 1, concatenate("gravity times ", shortNumber(motion.gravity_factor)));
  contents(contents_[place.motion], indent + 1);
}

void TextInspection::bodies() {
  const std::vector<BodyPlace> places = bodiesInTreeOrder(inspection_, contents_);
  heading(places.empty() ? "Bodies: none" : "Bodies");
  for (const BodyPlace& place : places) body(place);
  const BodyContents& fixed = contents_.back();
  heading(fixed.colliders.empty() && fixed.triggers.empty() ? "Static world: nothing" : "Static world");
  contents(fixed, 1);
}

void TextInspection::materials() {
  if (scene_.materials.empty()) return;
  heading("Materials");
  for (std::size_t i = 0; i < scene_.materials.size(); ++i) {
    const Material& material = scene_.materials[i];
    line(1, concatenate(i, "  friction ", shortNumber(material.static_friction), " static, ",
                        shortNumber(material.dynamic_friction), " dynamic (",
                        combineName(material.friction_combine), "), restitution ",
                        shortNumber(material.restitution), " (", combineName(material.restitution_combine),
                        ")"));
  }
}

void TextInspection::filters() {
  if (scene_.filters.empty()) return;
  heading("Filters");
  for (std::size_t i = 0; i < scene_.filters.size(); ++i) {
    const CollisionFilter& filter = scene_.filters[i];
    std::string text = concatenate(i, "  member of ", listed(filter.collision_systems));
    if (filter.collide_with_systems)
      text += concatenate("; collides with ", listed(*filter.collide_with_systems), " only");
    if (filter.not_collide_with_systems)
      text += concatenate("; does not collide with ", listed(*filter.not_collide_with_systems));
    line(1, text);
  }
}

void TextInspection::jointDescription(std::int32_t index) {
  if (!isIndex(index, scene_.joint_descriptions.size())) return;
  const JointDescription& description = scene_.joint_descriptions[index];
  for (const JointLimit& limit : description.limits) {
    const std::string linear = axisLetters(limit.linear_axes), angular = axisLetters(limit.angular_axes);
    std::string text =
        concatenate("limit  ", linear.empty() ? "rotation about " : "distance along ",
                    linear.empty() ? angular : linear, ": ", limit.min ? shortNumber(*limit.min) : "any",
                    " to ", limit.max ? shortNumber(*limit.max) : "any");
    if (limit.stiffness)
      text += concatenate(", soft: stiffness ", shortNumber(*limit.stiffness), ", damping ",
                          shortNumber(limit.damping));
    line(2, text);
  }
  for (const JointDrive& drive : description.drives) {
    std::string text = concatenate("drive  ", drive.angular ? "rotation about " : "distance along ",
                                   std::string_view("xyz").substr(std::min<std::size_t>(drive.axis, 2), 1));
    if (drive.position_target) text += concatenate(", to ", shortNumber(*drive.position_target));
    if (drive.velocity_target)
      text += concatenate(", at ", shortNumber(*drive.velocity_target), " per second");
    line(2, concatenate(text, ", stiffness ", shortNumber(drive.stiffness), ", damping ",
                        shortNumber(drive.damping)));
  }
}

void TextInspection::joints() {
  bool any = false;
  for (const Joint& joint : scene_.joints) {
    if (isOutside(scene_, joint.node)) continue;
    if (!isShown(inspection_, joint.node) && !isShown(inspection_, joint.connected_node)) continue;
    if (!std::exchange(any, true)) heading("Joints");
    std::string place;
    if (joint.body_node >= 0 || joint.connected_body_node >= 0) {
      place = concatenate(
          " on ", nodeName(joint.body_node >= 0 ? joint.body_node : joint.node), " and ",
          nodeName(joint.connected_body_node >= 0 ? joint.connected_body_node : joint.connected_node));
    }
    const std::string kind = isIndex(joint.description, scene_.joint_descriptions.size())
                                 ? jointText(scene_.joint_descriptions[joint.description])
                                 : "";
    line(1, concatenate(nodeName(joint.node), " to ", nodeName(joint.connected_node), place,
                        kind.empty() ? "" : ", ", kind, joint.enable_collision ? ", bodies collide" : ""));
    jointDescription(joint.description);
  }
}

void TextInspection::vehicles() {
  for (const InspectionSection& section : vehicleSections(scene_)) {
    heading(section.title);
    for (const InspectionLine& one : section.lines) line(one.indent, one.text);
  }
}

void TextInspection::animations() {
  bool any = false;
  for (const NodeAnimation& animation : scene_.animations) {
    if (isOutside(scene_, animation.node) || !isShown(inspection_, animation.node)) continue;
    if (!std::exchange(any, true)) heading("Animated nodes");
    line(1, concatenate(nodeName(animation.node), "  ", propertyName(animation.property), ", ",
                        plural(animation.times.size(), "key", "keys"), ", ",
                        interpolationName(animation.interpolation),
                        animation.times.empty()
                            ? std::string()
                            : concatenate(", until ", shortNumber(animation.times.back()), " s")));
  }
}

void TextInspection::diagnostics() {
  const auto list = [this](Severity severity, std::string_view title) {
    bool any = false;
    for (const Diagnostic& item : inspection_.diagnostics) {
      if (item.severity != severity) continue;
      if (!any) heading(title);
      any = true;
      line(1, concatenate(item.pointer, ": ", item.message, " [", item.code, "]"));
    }
    return any;
  };
  const bool warned = list(Severity::Warning, "Warnings");
  const bool hinted = list(Severity::Hint, "Hints");
  if (!warned && !hinted) heading("No warnings or hints.");
}

void TextInspection::summary() {
  line(0, scene_.source);
  std::string dialects;
  for (const std::string& dialect : scene_.dialects)
    dialects += concatenate(dialects.empty() ? "" : ", ", dialect);
  line(1, concatenate("dialects: ", dialects.empty() ? "none" : dialects));
  const SceneCounts counts = countScene(scene_);
  line(1, concatenate(plural(counts.bodies, "body", "bodies"), " (", counts.dynamic, " dynamic, ",
                      counts.kinematic, " kinematic), ", plural(counts.colliders, "collider", "colliders"),
                      " (", counts.static_nodes, " static), ", plural(counts.triggers, "trigger", "triggers"),
                      ", ", plural(counts.joints, "joint", "joints"),
                      counts.vehicles > 0 ? concatenate(", ", plural(counts.vehicles, "vehicle", "vehicles"))
                                          : std::string()));
}

std::string TextInspection::writeSummary() {
  summary();
  std::size_t warnings = 0, hints = 0;
  for (const Diagnostic& item : inspection_.diagnostics)
    ++(item.severity == Severity::Warning ? warnings : hints);
  line(1, concatenate(plural(warnings, "warning", "warnings"), ", ", plural(hints, "hint", "hints")));
  return std::move(text_);
}

std::string TextInspection::write() {
  summary();
  bodies();
  if (inspection_.only.empty()) materials(), filters();
  joints();
  if (inspection_.only.empty()) vehicles();
  animations();
  diagnostics();
  return std::move(text_);
}

}  // namespace

std::string inspectionText(const Inspection& inspection) {
  return TextInspection(inspection).write();
}

std::string inspectionSummary(const Inspection& inspection) {
  return TextInspection(inspection).writeSummary();
}

}  // namespace carom

// Detects the dialects of a file from its content. docs/dialects.md lists the ids.
#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "carom/base/diagnostic_codes.hpp"
#include "dialect/families/khr_collision_shapes/tables.hpp"
#include "dialect/families/khr_implicit_shapes/tables.hpp"
#include "dialect/families/khr_physics_rigid_bodies/tables.hpp"
#include "dialect/families/khr_rigid_bodies/tables.hpp"
#include "dialect/families/msft_rigid_bodies/tables.hpp"
#include "dialect/families/omi_collider/tables.hpp"
#include "dialect/families/omi_physics_body/tables.hpp"
#include "dialect/families/omi_physics_gravity/tables.hpp"
#include "dialect/families/omi_physics_joint/tables.hpp"
#include "dialect/families/omi_physics_shape/tables.hpp"
#include "dialect/families/omi_seat/tables.hpp"
#include "dialect/families/omi_vehicle_body/tables.hpp"
#include "dialect/families/omi_vehicle_hover_thruster/tables.hpp"
#include "dialect/families/omi_vehicle_thruster/tables.hpp"
#include "dialect/families/omi_vehicle_wheel/tables.hpp"
#include "dialect/joined.hpp"
#include "dialect/read/reading.hpp"
#include "dialect/tables/spelling.hpp"

namespace carom::dialect {

namespace {

void addDialect(Scene& scene, std::string_view id) {
  if (std::find(scene.dialects.begin(), scene.dialects.end(), id) == scene.dialects.end()) {
    scene.dialects.emplace_back(id);
  }
}

/// Fills Reading::node_extensions.
void collectNodeExtensions(Reading& reading) {
  for (const gltf::Node& node : reading.asset.nodes()) {
    if (!node.extensions.isObject()) continue;
    for (std::size_t i = 0; i < node.extensions.size(); ++i)
      reading.node_extensions.try_emplace(node.extensions.key(i), node.extensions[i]);
  }
}

/// Where an extension is first used, "" if nowhere.
std::string firstUse(const Reading& reading, std::string_view extension) {
  if (const json::Value root = gltf::Asset::extension(reading.asset.root(), extension)) return root.pointer();
  const auto found = reading.node_extensions.find(extension);
  return found == reading.node_extensions.end() ? std::string() : found->second.pointer();
}

bool isListed(const Reading& reading, std::string_view list, std::string_view extension) {
  const json::Value names = reading.asset.root().find(list);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].isString() && names[i].string() == extension) return true;
  }
  return false;
}

/// Detects the revision from the file's uses of the current extension.
struct CurrentForms {
  bool mesh = false;    ///< geometry.mesh
  bool node = false;    ///< geometry.node
  bool direct = false;  ///< collider.shape
  bool shape = false;   ///< geometry.shape
};

CurrentForms currentForms(const Reading& reading) {
  CurrentForms forms;
  for (const gltf::Node& node : reading.asset.nodes()) {
    const json::Value extension = node.extensions.find(khr_physics_rigid_bodies::kExtension);
    for (const std::string_view owner : {"collider", "trigger"}) {
      const json::Value object = extension.isObject() ? extension.find(owner) : json::Value();
      if (!object.isObject()) continue;
      forms.direct = forms.direct || object.find("shape");
      const json::Value geometry = object.find("geometry");
      if (!geometry.isObject()) continue;
      forms.mesh = forms.mesh || geometry.find("mesh");
      forms.node = forms.node || geometry.find("node");
      forms.shape = forms.shape || geometry.find("shape");
    }
  }
  return forms;
}

/// Distinguishes revisions by the form of meshes in KHR_collision_shapes; document 003 if it has none.
void addCollisionShapeDialects(Reading& reading, json::Value extension) {
  const json::Value shapes = extension.isObject() ? extension.find("shapes") : json::Value();
  bool any = false;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (!shapes[i].isObject()) continue;
    const json::Value mesh = shapes[i].find("mesh");
    if (mesh.isObject()) {
      addDialect(reading.scene, mesh.find("convexHull") ? "khr-2024-06" : "khr-2024-07");
      any = true;
    } else if (shapes[i].find("convex") || shapes[i].find("trimesh")) {
      addDialect(reading.scene, "khr-2024");
      any = true;
    }
  }
  if (!any) addDialect(reading.scene, "khr-2024");
}

void addCurrentDialects(Reading& reading) {
  const json::Value collision =
      gltf::Asset::extension(reading.asset.root(), khr_collision_shapes::kExtension);
  const CurrentForms forms = currentForms(reading);
  if (collision) addCollisionShapeDialects(reading, collision);
  if (forms.node) addDialect(reading.scene, "khr-2025");
  if (forms.mesh || (!forms.node && !collision)) addDialect(reading.scene, "khr");
}

bool anyNode(const Reading& reading, std::string_view extension, auto&& test) {
  if (!reading.node_extensions.contains(extension)) return false;
  return std::any_of(reading.asset.nodes().begin(), reading.asset.nodes().end(), [&](const gltf::Node& node) {
    const json::Value value = node.extensions.find(extension);
    return value.isObject() && test(value);
  });
}

json::Value rootArray(const Reading& reading, std::string_view extension, std::string_view member) {
  const json::Value root = gltf::Asset::extension(reading.asset.root(), extension);
  return root.isObject() ? root.find(member) : json::Value();
}

/// Detects the revision from the shapes of OMI_physics_shape.
struct OmiShapeForms {
  bool any = false;
  bool flat = false;
  bool one_radius = false;
  bool two_radii = false;
};

OmiShapeForms omiShapeForms(const Reading& reading) {
  OmiShapeForms forms;
  const json::Value shapes = rootArray(reading, omi_physics_shape::kExtension, "shapes");
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const json::Value shape = shapes[i];
    if (!shape.isObject()) continue;
    forms.any = true;
    forms.flat = forms.flat || isFlatShape(shape);
    const json::Value type = shape.find("type");
    if (!type.isString() || (type.string() != "capsule" && type.string() != "cylinder")) continue;
    const json::Value round = shape.find(type.string());
    if (!round.isObject()) continue;
    const bool two = round.find("radiusTop") || round.find("radiusBottom");
    forms.two_radii = forms.two_radii || two;
    forms.one_radius = forms.one_radius || (round.find("radius") && !two);
  }
  return forms;
}

void addOmiDialects(Reading& reading) {
  Scene& scene = reading.scene;
  const bool collider = !firstUse(reading, omi_collider::kExtension).empty();
  if (collider) addDialect(scene, "omi-collider");
  const OmiShapeForms shapes = omiShapeForms(reading);
  const bool shape_on_node = reading.node_extensions.contains(omi_physics_shape::kExtension);
  const bool typed = anyNode(reading, omi_physics_body::kExtension, isTypedBody);
  const bool untyped =
      anyNode(reading, omi_physics_body::kExtension, [](json::Value body) { return !isTypedBody(body); }) ||
      gltf::Asset::extension(reading.asset.root(), omi_physics_body::kExtension);
  const bool joints = !firstUse(reading, omi_physics_joint::kExtension).empty();
  const bool constraints = rootArray(reading, omi_physics_joint::kExtension, "constraints") ||
                           anyNode(reading, omi_physics_joint::kExtension,
                                   [](json::Value joint) { return joint.find("constraints"); });
  if (shape_on_node || typed) {
    if (shape_on_node || !collider) addDialect(scene, shapes.flat ? "omi-2023-flat" : "omi-2023-body");
  }
  const bool early = shape_on_node || typed || constraints || shapes.one_radius;
  if (untyped || (shapes.any && !shape_on_node && !typed && !collider)) {
    addDialect(scene, constraints || shapes.one_radius ? "omi-2024" : "omi");
  }
  if (joints) addDialect(scene, constraints ? "joint-v1" : "omi");
  reading.omi_is_current = shapes.two_radii || (joints && !constraints);
  reading.omi_is_early = early && !reading.omi_is_current;
}

void addCompanionDialects(Reading& reading) {
  Scene& scene = reading.scene;
  const auto used = [&reading](std::string_view extension) { return !firstUse(reading, extension).empty(); };
  const json::Value wheels = rootArray(reading, omi_vehicle_wheel::kExtension, "wheels");
  bool first = false, current = false;
  for (std::size_t i = 0; i < wheels.size(); ++i) {
    const WheelForm form = wheelForm(wheels[i]);
    first = first || form == WheelForm::First;
    current = current || form == WheelForm::Current;
  }
  const bool vehicle = used(omi_vehicle_wheel::kExtension) || used(omi_vehicle_body::kExtension) ||
                       used(omi_vehicle_thruster::kExtension) || used(omi_vehicle_hover_thruster::kExtension);
  if (first) addDialect(scene, "vehicle-v1");
  if (vehicle && (current || !first)) addDialect(scene, "vehicle-v2");
  if (used(omi_seat::kExtension)) addDialect(scene, "seat");
  if (used(omi_physics_gravity::kExtension)) addDialect(scene, "gravity");
}

/// Fills Reading::omi_body_of_node.
void findOmiBodies(Reading& reading) {
  reading.omi_body_of_node.assign(reading.nodeCount(), -1);
  if (!reading.node_extensions.contains(omi_physics_body::kExtension)) return;
  for (const std::int32_t node : reading.order.order()) {
    const auto at = static_cast<std::size_t>(node);
    const json::Value body = reading.asset.nodes()[at].extensions.find(omi_physics_body::kExtension);
    if (isTypedBody(body) || (body.isObject() && body.find("motion"))) {
      reading.omi_body_of_node[at] = node;
    } else if (const std::int32_t parent = reading.scene.nodes[at].parent; parent >= 0) {
      reading.omi_body_of_node[at] = reading.omi_body_of_node[parent];
    }
  }
}

/// The draft of glTF 2.1 moves the shapes of KHR_implicit_shapes, with other defaults, to the root.
void addCoreShapeDialect(Reading& reading) {
  const json::Value shapes = reading.asset.root().find("shapes");
  if (!shapes || gltf::Asset::extension(reading.asset.root(), khr_implicit_shapes::kExtension)) return;
  addDialect(reading.scene, "gltf-2.1");
}

void warnUnlisted(Reading& reading, std::string_view extension, const std::string& pointer) {
  if (isListed(reading, "extensionsUsed", extension)) return;
  reading.diagnostics.warning(codes::kPhysicsNotListed, pointer,
                              joined(extension, " is used but not listed in extensionsUsed"));
}

std::vector<std::string_view> knownExtensions() {
  std::vector<std::string_view> known(companionExtensions().begin(), companionExtensions().end());
  for (const RigidBodyFamily& family : rigidBodyFamilies()) known.push_back(family.extension);
  for (const ShapeFamily& family : shapeFamilies()) known.push_back(family.extension);
  for (const UnreadFamily& family : unreadFamilies()) known.push_back(family.extension);
  known.push_back(omi_physics_joint::kExtension);
  return known;
}

/// Physics under a name that is nearly one of those that are read would be passed over in silence.
void warnOfMisspelt(Reading& reading) {
  constexpr std::size_t kMostNames = 256;  // No file has so many extensions; comparing names takes its time.
  const std::vector<std::string_view> known = knownExtensions();
  std::map<std::string_view, json::Value> uses = reading.node_extensions;
  const json::Value root = reading.asset.root().find("extensions");
  for (std::size_t i = 0; i < std::min(root.size(), kMostNames); ++i)
    uses.insert_or_assign(root.key(i), root[i]);
  std::size_t compared = 0;
  for (const auto& [name, use] : uses) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    if (++compared > kMostNames) return;
    std::string_view closest;
    std::size_t least = std::min<std::size_t>(3, name.size() / 4) + 1;
    for (const std::string_view extension : known) {
      const std::size_t distance = editDistance(name, extension);
      if (distance < least) closest = extension, least = distance;
    }
    if (closest.empty()) continue;
    reading.diagnostics.warning(
        codes::kPhysicsFamilyUnread, use.pointer(),
        joined("'", name, "' is an unknown extension; its physics is ignored (did you mean '", closest,
               "'?)"));
  }
}

}  // namespace

bool isTypedBody(json::Value object) {
  if (!object.isObject() || object.find("motion") || object.find("collider") || object.find("trigger")) {
    return false;
  }
  for (const Field& field : omi_physics_body::kTypedBody.fields) {
    if (object.find(field.name)) return true;
  }
  return false;
}

void identifyDialects(Reading& reading) {
  collectNodeExtensions(reading);
  for (const RigidBodyFamily& family : rigidBodyFamilies()) {
    const std::string pointer = firstUse(reading, family.extension);
    if (pointer.empty()) continue;
    warnUnlisted(reading, family.extension, pointer);
    if (family.extension == khr_physics_rigid_bodies::kExtension) addCurrentDialects(reading);
    if (family.extension == khr_rigid_bodies::kExtension) addDialect(reading.scene, "khr-2023");
    if (family.extension == msft_rigid_bodies::kExtension) addDialect(reading.scene, "msft-2023");
  }
  for (const ShapeFamily& family : shapeFamilies()) {
    const std::string pointer = firstUse(reading, family.extension);
    if (!pointer.empty()) warnUnlisted(reading, family.extension, pointer);
  }
  if (const std::string pointer = firstUse(reading, omi_physics_joint::kExtension); !pointer.empty()) {
    warnUnlisted(reading, omi_physics_joint::kExtension, pointer);
  }
  for (const std::string_view extension : companionExtensions()) {
    const std::string pointer = firstUse(reading, extension);
    if (!pointer.empty()) warnUnlisted(reading, extension, pointer);
  }
  addOmiDialects(reading);
  findOmiBodies(reading);
  addCompanionDialects(reading);
  addCoreShapeDialect(reading);
  for (const UnreadFamily& family : unreadFamilies()) {
    const std::string pointer = firstUse(reading, family.extension);
    if (pointer.empty()) continue;
    warnUnlisted(reading, family.extension, pointer);
    reading.diagnostics.warning(
        codes::kPhysicsFamilyUnread, pointer,
        joined(family.extension, " (", family.about, ") is not supported; its physics is ignored"));
  }
  warnOfMisspelt(reading);
}

}  // namespace carom::dialect

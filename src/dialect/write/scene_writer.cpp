// Writes a lowered scene into its document.
//
// Nodes are never removed: an extension that Carom does not know may hold their indices. New ones go to the
// end, so no index changes. Every object of an extension that describes physics is taken out or replaced; all
// else stays.
#include "dialect/write/scene_writer.hpp"

#include <algorithm>
#include <map>

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
#include "dialect/write/places.hpp"
#include "dialect/write/pointer_writer.hpp"
#include "dialect/write/record_text.hpp"
#include "dialect/write/shape_writer.hpp"
#include "dialect/write/vehicle_text.hpp"
#include "gltf/asset.hpp"

namespace carom::dialect {

namespace {

/// Whether two values say the same, whatever the order of members and the layout. Numbers are compared as
/// text.
bool saysTheSame(json::Value a, json::Value b) {
  if (a.kind() != b.kind() || a.size() != b.size()) return false;
  if (a.isArray()) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!saysTheSame(a[i], b[i])) return false;
    }
    return true;
  }
  if (!a.isObject()) return a.text() == b.text();
  for (std::size_t i = 0; i < a.size(); ++i) {
    const json::Value other = b.find(a.key(i));
    if (!other || !saysTheSame(a[i], other)) return false;
  }
  return true;
}

class SceneWriter {
 public:
  SceneWriter(Lowered& lowered, const WriteTarget& target, const AddMesh& add_mesh, json::Patch& patch)
      : lowered_(lowered),
        scene_(lowered.scene),
        target_(target),
        patch_(patch),
        asset_(*lowered.scene.asset),
        meshes_(lowered.scene, add_mesh),
        places_(asset_.document(), lowered.changed, target.two_radii),
        shapes_(lowered, target, meshes_, places_) {}

  void write() {
    source_nodes_ = asset_.nodes().size();
    objects_.resize(scene_.nodes.size());
    shapes_.write();
    writeBodies();
    writeColliders();
    writeTriggers();
    writeJoints();
    finishParts();
    writeCompanions();
    writeNodes();
    writeRoots();
    writeExtensionLists();
    noteCompanions();
    writePointers(lowered_, places_, written_, patch_);
  }

 private:
  using Extensions = std::vector<std::pair<std::string_view, std::string>>;  ///< Names with their texts.

  json::Value sourceOf(const Origin& origin) const {
    return origin.pointer.empty() ? json::Value() : asset_.document().resolve(origin.pointer);
  }
  bool typed() const { return target_.body_form == BodyForm::Typed; }
  void put(std::int32_t node, std::string_view extension, std::string text) {
    objects_[node].emplace_back(extension, std::move(text));
  }
  void part(std::int32_t node, Key key, std::string text) { parts_[node].emplace_back(key, std::move(text)); }
  /// Notes that an item is written in an object of an extension on a node, or in a member of that.
  void place(const Origin& origin, std::int32_t node, const Table& table, std::string_view member = {}) {
    std::string pointer = joined("/nodes/", std::to_string(node), "/extensions/", table.extension);
    if (!member.empty()) pointer += joined("/", member);
    places_.add(origin.pointer, std::move(pointer), table);
  }
  std::string_view memberOf(Key key) const {
    const Table& node = *target_.bodies->node;
    return node.fields[node.indexOf(key)].name;
  }
  void placeBody(const Origin& origin, std::int32_t node) {
    typed() ? place(origin, node, omi_physics_body::kTypedBody)
            : place(origin, node, *target_.bodies->motion, memberOf(Key::Motion));
  }
  void noteResources(const Table& root, const RigidBodyFamily& joint_family);
  void noteCompanions();
  void writeCompanions();
  void writeBodies();
  void writeColliders();
  void writeTriggers();
  void writeJoints();
  json::Value bodyObjectOf(std::int32_t node) const;
  void finishParts();
  void writeNodes();
  void writeRoots();
  void setRoot(std::string_view extension, std::string text);
  void set(const std::string& pointer, json::Value present, std::string text);
  void writeExtensionLists();
  bool isUsedElsewhere(std::string_view extension) const;
  void writeList(std::string_view list, bool make);
  std::vector<std::int32_t> constraintsOf(std::int32_t description);

  Lowered& lowered_;
  const Scene& scene_;
  const WriteTarget& target_;
  json::Patch& patch_;
  const gltf::Asset& asset_;
  MeshReferences meshes_;
  Places places_;
  ShapeWriter shapes_;
  std::size_t source_nodes_ = 0;
  std::vector<Extensions> objects_;  ///< By node.
  std::map<std::int32_t, std::vector<std::pair<Key, std::string>>>
      parts_;  ///< By node: members of its extension.
  std::vector<CompanionObject> companion_roots_;
  std::vector<std::string> constraints_;
  std::map<std::int32_t, std::vector<std::int32_t>> constraints_of_;  ///< By description.
  std::vector<std::string_view> set_roots_;  ///< Extensions with an object at the root of the output.
  std::vector<std::string_view> written_;    ///< Extensions of the output.
};

void SceneWriter::writeCompanions() {
  const CompanionSources sources = {
      .root = [this](std::string_view extension) { return gltf::Asset::extension(asset_.root(), extension); },
      .object = [this](const Origin& origin) { return sourceOf(origin); },
      .shape_index = [this](std::int32_t shape) { return shapes_.gravityIndex(shape); }};
  for (CompanionObject& object : companionObjects(scene_, target_.wheels, sources)) {
    if (object.node >= 0) {
      put(object.node, object.extension, std::move(object.text));
    } else {
      companion_roots_.push_back(std::move(object));
    }
  }
}

/// The centre of mass without the node's scale, as the Khronos extensions have it: the source's numbers where
/// they come to the same place.
Motion inNodeSpace(const Scene& scene, const Motion& motion, json::Value source) {
  if (!motion.center_of_mass) return motion;
  const DVec3 scale = scene.globalPose(motion.node).scale;
  const json::Value written = source.find("centerOfMass");
  Motion out = motion;
  for (std::size_t i = 0; i < 3; ++i) {
    double& part = (*out.center_of_mass)[i];
    const json::Value number = written.size() == 3 ? written[i] : json::Value();
    const bool known = number.isNumber() && number.number() * scale[i] == part;
    part = known ? number.number() : (scale[i] == 0 ? 0 : part / scale[i]);
  }
  return out;
}

void SceneWriter::writeBodies() {
  std::vector<bool> held(scene_.motions.size());
  for (const StaticBody& body : scene_.static_bodies) {
    if (body.motion >= 0) held[body.motion] = true;
    std::string text = staticBodyText(target_, sourceOf(body.origin));
    placeBody(body.origin, body.node);
    typed() ? put(body.node, omi_physics_body::kExtension, std::move(text))
            : part(body.node, Key::Motion, std::move(text));
  }
  for (std::size_t i = 0; i < scene_.motions.size(); ++i) {
    const Motion& motion = scene_.motions[i];
    if (held[i]) continue;
    std::string text = target_.bodies->omi
                           ? motionText(target_, motion, sourceOf(motion.origin))
                           : motionText(target_, inNodeSpace(scene_, motion, sourceOf(motion.origin)),
                                        sourceOf(motion.origin));
    placeBody(motion.origin, motion.node);
    typed() ? put(motion.node, omi_physics_body::kExtension, std::move(text))
            : part(motion.node, Key::Motion, std::move(text));
  }
}

void SceneWriter::writeColliders() {
  for (const Collider& collider : scene_.colliders) {
    if (typed()) {
      ObjectText object(target_.shapes->shape ? omi_physics_shape::kNode : omi_collider::kNode,
                        sourceOf(collider.origin));
      object.index(Key::Shape, shapes_.index(collider.shape, false));
      place(collider.origin, collider.node,
            target_.shapes->shape ? omi_physics_shape::kNode : omi_collider::kNode);
      put(collider.node, target_.shapes->extension, object.take());
      continue;
    }
    ObjectText object(*target_.bodies->collider, sourceOf(collider.origin));
    shapes_.addReference(object, collider.shape, sourceOf(collider.origin).find("geometry"), false);
    object.index(Key::PhysicsMaterial, collider.material);
    object.index(Key::CollisionFilter, collider.filter);
    place(collider.origin, collider.node, *target_.bodies->collider, memberOf(Key::Collider));
    part(collider.node, Key::Collider, object.take());
  }
}

void SceneWriter::writeTriggers() {
  std::vector<bool> of_compound(scene_.triggers.size());
  for (const Trigger& trigger : scene_.triggers) {
    for (const std::int32_t child : trigger.children) of_compound[child] = true;
  }
  for (std::size_t i = 0; i < scene_.triggers.size(); ++i) {
    const Trigger& trigger = scene_.triggers[i];
    // A compound of siblings comes from the node above them, whose extras are its own.
    const json::Value source =
        physicsExtensionIn(trigger.origin.pointer).empty() ? json::Value() : sourceOf(trigger.origin);
    if (typed()) {
      const bool body = !of_compound[i] && !lowered_.sibling_compounds.contains(static_cast<std::int32_t>(i));
      if (trigger.shape >= 0) {
        ObjectText shape(target_.shapes->shape ? omi_physics_shape::kNode : omi_collider::kNode,
                         body ? json::Value() : source);
        shape.index(Key::Shape, shapes_.index(trigger.shape, true));
        put(trigger.node, target_.shapes->extension, shape.take());
        if (!body)
          place(trigger.origin, trigger.node,
                target_.shapes->shape ? omi_physics_shape::kNode : omi_collider::kNode);
      }
      if (!body) continue;
      place(trigger.origin, trigger.node, omi_physics_body::kTypedBody);
      put(trigger.node, omi_physics_body::kExtension, triggerBodyText(source));
      continue;
    }
    ObjectText object(*target_.bodies->trigger, source);
    if (trigger.shape >= 0) {
      shapes_.addReference(object, trigger.shape, source.find("geometry"), true);
    } else if (!trigger.children.empty()) {
      std::vector<std::int32_t> nodes;
      for (const std::int32_t child : trigger.children) {
        nodes.push_back(scene_.triggers[child].node);
      }
      object.indices(Key::Nodes, nodes);
    }
    object.index(Key::CollisionFilter, trigger.filter);
    if (source) place(trigger.origin, trigger.node, *target_.bodies->trigger, memberOf(Key::Trigger));
    part(trigger.node, Key::Trigger, object.take());
  }
}

std::vector<std::int32_t> SceneWriter::constraintsOf(std::int32_t index) {
  const auto [place, is_new] = constraints_of_.try_emplace(index);
  if (!is_new) return place->second;
  const JointDescription& description = scene_.joint_descriptions[index];
  std::vector<std::int32_t>& list = place->second;
  for (const JointLimit& limit : description.limits) {
    list.push_back(static_cast<std::int32_t>(constraints_.size()));
    places_.add(limit.origin.pointer,
                joined("/extensions/", omi_physics_joint::kExtension, "/constraints/",
                       std::to_string(constraints_.size())),
                omi_physics_joint::kConstraint);
    constraints_.push_back(constraintText(limit, sourceOf(limit.origin)));
  }
  // A list of constraints must not be empty; one without axes holds nothing.
  if (list.empty()) {
    list.push_back(static_cast<std::int32_t>(constraints_.size()));
    constraints_.emplace_back("{}");
  }
  return list;
}

void SceneWriter::writeJoints() {
  for (const Joint& joint : scene_.joints) {
    const json::Value source = sourceOf(joint.origin);
    if (target_.joint_form == JointForm::Constraints) {
      ObjectText object(omi_physics_joint::kConstraintNode, source);
      object.indices(Key::Constraints, constraintsOf(joint.description));
      object.index(Key::NodeA, joint.body_node);
      object.index(Key::NodeB, joint.connected_body_node);
      place(joint.origin, joint.node, omi_physics_joint::kConstraintNode);
      put(joint.node, omi_physics_joint::kExtension, object.take());
      continue;
    }
    const bool extension = target_.joint_form == JointForm::Extension;
    ObjectText object(extension ? omi_physics_joint::kNode : *target_.bodies->joint, source);
    object.index(Key::ConnectedNode, joint.connected_node);
    object.index(Key::JointDescription, joint.description);
    if (object.knows(Key::EnableCollision)) object.boolean(Key::EnableCollision, joint.enable_collision);
    extension ? place(joint.origin, joint.node, omi_physics_joint::kNode)
              : place(joint.origin, joint.node, *target_.bodies->joint, memberOf(Key::Joint));
    extension ? put(joint.node, omi_physics_joint::kExtension, object.take())
              : part(joint.node, Key::Joint, object.take());
  }
}

/// The object of the family that counted on a node; of a body with a type, that is the body itself.
json::Value SceneWriter::bodyObjectOf(std::int32_t node) const {
  if (static_cast<std::size_t>(node) >= source_nodes_) return {};
  const json::Value extensions = asset_.nodes()[node].extensions;
  for (const RigidBodyFamily& family : rigidBodyFamilies()) {
    const json::Value object = extensions.find(family.extension);
    if (object) return family.omi && isTypedBody(object) ? json::Value() : object;
  }
  return {};
}

/// The parts of each node as one object.
void SceneWriter::finishParts() {
  for (const auto& [node, parts] : parts_) {
    ObjectText object(*target_.bodies->node, bodyObjectOf(node));
    for (const auto& [key, text] : parts) object.raw(key, text);
    put(node, target_.bodies->extension, object.take());
  }
}

void SceneWriter::writeNodes() {
  for (std::size_t i = 0; i < source_nodes_; ++i) {
    const gltf::Node& node = asset_.nodes()[i];
    const std::string at = joined("/nodes/", std::to_string(i), "/extensions");
    const auto replaced = [&](std::string_view name) {
      return std::any_of(objects_[i].begin(), objects_[i].end(),
                         [name](const auto& one) { return one.first == name; });
    };
    std::size_t left = objects_[i].size();
    for (std::size_t k = 0; k < node.extensions.size(); ++k) {
      const std::string_view name = node.extensions.key(k);
      if (!isPhysicsExtension(name)) ++left;
      if (isPhysicsExtension(name) && !replaced(name)) patch_.remove(joined(at, "/", name));
    }
    for (const auto& [name, text] : objects_[i]) {
      set(joined(at, "/", name), node.extensions.isObject() ? node.extensions.find(name) : json::Value(),
          text);
    }
    if (left == 0 && node.extensions.size() > 0) patch_.remove(at);
    const auto& children = scene_.nodes[i].children;
    for (std::size_t k = node.children.size(); k < children.size(); ++k) {
      patch_.append(joined("/nodes/", std::to_string(i), "/children"), std::to_string(children[k]));
    }
  }
  for (std::size_t i = source_nodes_; i < scene_.nodes.size(); ++i) {
    const SceneNode& node = scene_.nodes[i];
    std::string text = joined("{\"name\": ", json::quoted(node.name));
    if (!(node.rotation == DQuat{})) {
      const DQuat& q = node.rotation;
      text += joined(", \"rotation\": [", json::number(q.x), ", ", json::number(q.y), ", ", json::number(q.z),
                     ", ", json::number(q.w), "]");
    }
    if (lengthSquared(node.translation) > 0) {
      const DVec3& t = node.translation;
      text += joined(", \"translation\": [", json::number(t.x), ", ", json::number(t.y), ", ",
                     json::number(t.z), "]");
    }
    if (!node.children.empty()) {
      std::vector<std::string> children;
      for (const std::int32_t child : node.children) children.push_back(std::to_string(child));
      text += joined(", \"children\": ", arrayText(children));
    }
    std::string extensions;
    for (const auto& [name, object] : objects_[i]) {
      extensions += joined(extensions.empty() ? "" : ", ", json::quoted(name), ": ", object);
    }
    if (!extensions.empty()) text += joined(", \"extensions\": {", extensions, "}");
    patch_.append("/nodes", text + "}");
    // A root that no scene lists would not be simulated.
    if (node.parent < 0 && node.in_scene && asset_.shownScene() >= 0)
      patch_.append(joined("/scenes/", std::to_string(asset_.shownScene()), "/nodes"), std::to_string(i));
  }
  for (const std::string& text : meshes_.newNodes()) patch_.append("/nodes", text);
}

void SceneWriter::setRoot(std::string_view extension, std::string text) {
  written_.push_back(extension);
  set_roots_.push_back(extension);
  set(joined("/extensions/", extension), gltf::Asset::extension(asset_.root(), extension), std::move(text));
}

/// Keeps the author's layout of equivalent values.
void SceneWriter::set(const std::string& pointer, json::Value present, std::string text) {
  if (present) {
    Diagnostics ignored;
    const auto parsed = json::Document::parse(text, {}, ignored);
    if (parsed && saysTheSame(present, (*parsed)->root())) return;
  }
  patch_.set(pointer, std::move(text));
}

void SceneWriter::noteResources(const Table& root, const RigidBodyFamily& joint_family) {
  const auto at = [](const Table& table, Key key, std::size_t index) {
    const int position = table.indexOf(key);
    if (position < 0) return std::string();
    const Field& list = table.fields[position];
    return joined(table.place, "/", list.name, "/", std::to_string(index));
  };
  for (std::size_t i = 0; i < scene_.materials.size(); ++i)
    places_.add(scene_.materials[i].origin.pointer, at(root, Key::PhysicsMaterials, i),
                *target_.bodies->material);
  for (std::size_t i = 0; i < scene_.filters.size(); ++i)
    places_.add(scene_.filters[i].origin.pointer, at(root, Key::CollisionFilters, i),
                *target_.bodies->filter);
  if (target_.joint_form == JointForm::Constraints) return;
  for (std::size_t i = 0; i < scene_.joint_descriptions.size(); ++i) {
    const JointDescription& description = scene_.joint_descriptions[i];
    const std::string pointer = at(*joint_family.root, Key::PhysicsJoints, i);
    if (!description.origin.pointer.starts_with("/nodes/"))
      places_.add(description.origin.pointer, pointer, *joint_family.joint_description);
    const std::vector<std::size_t> positions = limitPositions(joint_family, description);
    for (std::size_t k = 0; k < positions.size(); ++k)
      places_.add(description.limits[k].origin.pointer,
                  joined(pointer, "/limits/", std::to_string(positions[k])), *joint_family.limit);
    for (std::size_t k = 0; k < description.drives.size(); ++k)
      places_.add(description.drives[k].origin.pointer, joined(pointer, "/drives/", std::to_string(k)),
                  *joint_family.drive);
  }
}

/// Companions stay where they are, but for the gravity that goes with a trigger.
void SceneWriter::noteCompanions() {
  const Table& wheel =
      target_.wheels == WheelForm::First ? omi_vehicle_wheel::kWheelV1 : omi_vehicle_wheel::kWheel;
  for (const WheelDescription& one : scene_.wheel_descriptions)
    places_.add(one.origin.pointer, one.origin.pointer, wheel);
  for (const ThrusterDescription& one : scene_.thruster_descriptions)
    places_.add(one.origin.pointer, one.origin.pointer,
                one.hover ? omi_vehicle_hover_thruster::kThruster : omi_vehicle_thruster::kThruster);
  for (const Wheel& one : scene_.wheels) place(one.origin, one.node, omi_vehicle_wheel::kNode);
  for (const Thruster& one : scene_.thrusters) {
    const auto description = static_cast<std::size_t>(one.description);
    place(one.origin, one.node,
          scene_.thruster_descriptions[description].hover ? omi_vehicle_hover_thruster::kNode
                                                          : omi_vehicle_thruster::kNode);
  }
  for (const Vehicle& one : scene_.vehicles) place(one.origin, one.node, omi_vehicle_body::kVehicle);
  for (const Seat& one : scene_.seats) place(one.origin, one.node, omi_seat::kSeat);
  for (const GravityVolume& one : scene_.gravity_volumes)
    place(one.origin, one.node, omi_physics_gravity::kVolume);
  if (scene_.gravity) {
    const Table& gravity = omi_physics_gravity::kRoot;
    places_.add(std::string(gravity.place), std::string(gravity.place), gravity);
  }
}

void SceneWriter::writeRoots() {
  const json::Value root = asset_.root().find("extensions");
  const auto source = [&](std::string_view extension) {
    return gltf::Asset::extension(asset_.root(), extension);
  };
  const auto first_of = [&](std::string_view own, const auto& families) {
    json::Value found = source(own);
    for (const auto& family : families) {
      if (!found) found = source(family.extension);
    }
    return found;
  };
  const RigidBodyFamily& family = target_.bodies->omi ? omiJointFamily() : *target_.bodies;
  std::vector<std::string> materials, filters, descriptions;
  for (const Material& m : scene_.materials)
    materials.push_back(materialText(*target_.bodies->material, m, sourceOf(m.origin)));
  for (const CollisionFilter& f : scene_.filters)
    filters.push_back(filterText(*target_.bodies->filter, f, sourceOf(f.origin)));
  if (target_.joint_form != JointForm::Constraints) {
    for (const JointDescription& d : scene_.joint_descriptions) {
      descriptions.push_back(
          descriptionText(family, d, [this](const Origin& origin) { return sourceOf(origin); }));
    }
  }
  noteResources(*target_.bodies->root, family);
  ObjectText bodies(*target_.bodies->root, first_of(target_.bodies->extension, rigidBodyFamilies()));
  if (!materials.empty()) bodies.raw(Key::PhysicsMaterials, arrayText(materials));
  if (!filters.empty()) bodies.raw(Key::CollisionFilters, arrayText(filters));
  if (!descriptions.empty() && target_.joint_form == JointForm::Part) {
    bodies.raw(Key::PhysicsJoints, arrayText(descriptions));
  }
  if (std::string text = bodies.take(); text != "{}") setRoot(target_.bodies->extension, std::move(text));
  if (!shapes_.texts().empty()) {
    ObjectText shapes(*target_.shapes->root, first_of(target_.shapes->extension, shapeFamilies()));
    shapes.raw(Key::Shapes, arrayText(shapes_.texts()));
    setRoot(target_.shapes->extension, shapes.take());
  }
  if (!shapes_.gravityTexts().empty()) {
    ObjectText shapes(omi_physics_shape::kRoot, source(omi_physics_shape::kExtension));
    shapes.raw(Key::Shapes, arrayText(shapes_.gravityTexts()));
    setRoot(omi_physics_shape::kExtension, shapes.take());
  }
  ObjectText joints(omi_physics_joint::kRoot, source(omi_physics_joint::kExtension));
  if (!descriptions.empty() && target_.joint_form == JointForm::Extension) {
    joints.raw(Key::PhysicsJoints, arrayText(descriptions));
  }
  if (!constraints_.empty()) joints.raw(Key::Constraints, arrayText(constraints_));
  if (!joints.empty()) setRoot(omi_physics_joint::kExtension, joints.take());
  for (CompanionObject& object : companion_roots_) setRoot(object.extension, std::move(object.text));
  for (const Extensions& extensions : objects_) {
    for (const auto& [name, text] : extensions) {
      if (std::find(written_.begin(), written_.end(), name) == written_.end()) written_.push_back(name);
    }
  }
  std::size_t left = set_roots_.size();
  for (std::size_t i = 0; i < root.size(); ++i) {
    const std::string_view name = root.key(i);
    if (!isPhysicsExtension(name)) {
      ++left;
    } else if (std::find(set_roots_.begin(), set_roots_.end(), name) == set_roots_.end()) {
      patch_.remove(joined("/extensions/", name));
    }
  }
  if (root.size() > 0 && left == 0) patch_.remove("/extensions");
}

/// Whether an extension of physics is where it means nothing (on a scene, a mesh) and is carried along.
bool SceneWriter::isUsedElsewhere(std::string_view extension) const {
  std::vector<json::Value> open;
  const json::Value root = asset_.root();
  for (std::size_t i = 0; i < root.size(); ++i) {
    if (root.key(i) != "nodes" && root.key(i) != "extensions") open.push_back(root[i]);
  }
  while (!open.empty()) {
    const json::Value value = open.back();
    open.pop_back();
    for (std::size_t i = 0; i < value.size(); ++i) open.push_back(value[i]);
    if (value.isObject() && value.find("extensions").find(extension)) return true;
  }
  return false;
}

void SceneWriter::writeList(std::string_view list, bool make) {
  const json::Value names = asset_.root().find(list);
  std::vector<std::string_view> wanted = make ? written_ : std::vector<std::string_view>();
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!names[i].isString()) continue;
    const std::string_view name = names[i].string();
    const bool stays = std::find(written_.begin(), written_.end(), name) != written_.end();
    if (isPhysicsExtension(name) && !stays && !isUsedElsewhere(name)) continue;
    std::erase(wanted, name);
    texts.push_back(json::quoted(name));
  }
  for (const std::string_view name : wanted) texts.push_back(json::quoted(name));
  const std::string pointer = joined("/", list);
  if (texts.empty()) {
    if (names) patch_.remove(pointer);
  } else if (texts.size() != names.size() || [&] {
               for (std::size_t i = 0; i < texts.size(); ++i) {
                 if (json::quoted(names[i].string()) != texts[i]) return true;
               }
               return false;
             }()) {
    patch_.set(pointer, arrayText(texts));
  }
}

void SceneWriter::writeExtensionLists() {
  writeList("extensionsUsed", true);
  const json::Value required = asset_.root().find("extensionsRequired");
  bool needed = false;
  for (std::size_t i = 0; i < required.size(); ++i) {
    needed = needed || (required[i].isString() && isPhysicsExtension(required[i].string()));
  }
  writeList("extensionsRequired", needed);
}

}  // namespace

void writeScene(Lowered& lowered, const WriteTarget& target, const AddMesh& add_mesh, json::Patch& patch) {
  SceneWriter(lowered, target, add_mesh, patch).write();
}

}  // namespace carom::dialect

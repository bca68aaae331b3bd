// Bodies with a `type` (document 004) and shapes that lie on the nodes themselves: OMI_physics_shape until
// August 2023, OMI_collider (document 002).
//
// A shape belongs to the body on its own node or to the nearest one above, and to the static world if there
// is none. Below a body of type trigger every shape is part of that one trigger. Elsewhere `isTrigger` makes
// a shape a trigger of its own; siblings of one body that have it are one compound on the node above them
// ("Multiple OMI_collider siblings with the same isTrigger setting may be treated as a single compound
// collider"). Siblings without a body stay apart: one compound of all trigger zones of a level would not say
// which was entered.
#include <algorithm>
#include <cmath>
#include <map>

#include "carom/base/diagnostic_codes.hpp"
#include "dialect/families/omi_collider/tables.hpp"
#include "dialect/families/omi_physics_body/tables.hpp"
#include "dialect/families/omi_physics_shape/tables.hpp"
#include "dialect/joined.hpp"
#include "dialect/read/inertia_tensor.hpp"
#include "dialect/read/reading.hpp"

namespace carom::dialect {

namespace {

using omi_physics_body::BodyChoice;

/// A body of type trigger and its parts.
struct TriggerBody {
  Origin origin;
  std::vector<std::int32_t> parts;  ///< Into Scene::triggers.
};

class TypedBodyReader {
 public:
  explicit TypedBodyReader(Reading& reading) : reading_(reading), scene_(reading.scene) {}

  void read() {
    const auto count = static_cast<std::int32_t>(reading_.nodeCount());
    for (std::int32_t node = 0; node < count; ++node) readBody(node);
    for (std::int32_t node = 0; node < count; ++node) readShape(node);
    for (auto& [node, body] : trigger_bodies_) makeTrigger(node, body);
    makeCompounds();
  }

 private:
  json::Value extensionOf(std::int32_t node, std::string_view name) const {
    return reading_.asset.nodes()[node].extensions.find(name);
  }
  void readBody(std::int32_t node);
  void readMotion(const Record& record, std::int32_t node, int choice);
  void readInertia(const Record& record, Motion& motion);
  void readShape(std::int32_t node);
  void addShape(const Record& record, std::int32_t node, bool is_trigger);
  void makeTrigger(std::int32_t node, TriggerBody& body);
  void makeCompounds();

  Reading& reading_;
  Scene& scene_;
  std::map<std::int32_t, TriggerBody> trigger_bodies_;
  std::map<std::int32_t, std::vector<std::int32_t>> siblings_;  ///< Triggers of bodies, by parent node.
};

void TypedBodyReader::readBody(std::int32_t node) {
  const json::Value extension = extensionOf(node, omi_physics_body::kExtension);
  if (!isTypedBody(extension) || !takeForOmi(reading_, node, omi_physics_body::kExtension, extension)) return;
  const Record record = readRecord(omi_physics_body::kTypedBody, extension, reading_.context);
  if (!record.isObject()) return;
  checkPhysicsNode(reading_, node, record.pointer());
  const int choice = record.choice(Key::Type);
  if (choice < 0) return;
  const bool still = choice == omi_physics_body::kBodyTrigger || choice == omi_physics_body::kBodyStatic;
  if (still) readOmiMass(reading_, record, false);
  if (choice == omi_physics_body::kBodyTrigger) {
    trigger_bodies_[node].origin = record.origin();
  } else if (choice == omi_physics_body::kBodyStatic) {
    scene_.static_bodies.push_back({node, -1, record.origin()});
  } else {
    readMotion(record, node, choice);
  }
}

void TypedBodyReader::readMotion(const Record& record, std::int32_t node, int choice) {
  Motion motion;
  motion.node = node;
  const bool moved = choice == omi_physics_body::kBodyKinematic || choice == omi_physics_body::kBodyCharacter;
  motion.type = moved ? MotionType::Kinematic : MotionType::Dynamic;
  if (choice == omi_physics_body::kBodyCharacter) motion.role = BodyRole::Character;
  if (choice == omi_physics_body::kBodyVehicle) motion.role = BodyRole::Vehicle;
  motion.mass = readOmiMass(reading_, record, motion.type == MotionType::Dynamic);
  motion.center_of_mass = record.optionalVector(Key::CenterOfMass);
  motion.linear_velocity = record.vector(Key::LinearVelocity);
  motion.angular_velocity = record.vector(Key::AngularVelocity);
  motion.origin = record.origin();
  if (record.has(Key::InertiaTensor)) readInertia(record, motion);
  scene_.motions.push_back(std::move(motion));
}

/// Document 004: "The inertia tensor matrix is a symmetric matrix"; all zero means that it is computed.
void TypedBodyReader::readInertia(const Record& record, Motion& motion) {
  const std::vector<double> m = record.numbers(Key::InertiaTensor);
  double size = 0;
  for (const double value : m) size = std::max(size, std::abs(value));
  if (static_cast<float>(size) == 0) return;
  const std::string pointer = record.pointer(Key::InertiaTensor);
  const double skew = std::max({std::abs(m[1] - m[3]), std::abs(m[2] - m[6]), std::abs(m[5] - m[7])});
  constexpr double kRounding = 1e-5;  // Of 32-bit floats, with room.
  if (skew > size * kRounding) {
    reading_.diagnostics.warning(
        codes::kPhysicsInertia, pointer,
        "the inertia tensor is not symmetric; the mean of each pair of off-diagonal values is used");
  }
  const double xy = (m[1] + m[3]) / 2, xz = (m[2] + m[6]) / 2, yz = (m[5] + m[7]) / 2;
  const PrincipalMoments principal = principalMoments({{m[0], xy, xz}, {xy, m[4], yz}, {xz, yz, m[8]}});
  const DVec3& moments = principal.moments;
  constexpr double kNothing = 1e-9;  // Of the largest: no body of one piece is so thin.
  if (std::min({moments.x, moments.y, moments.z}) <= size * kNothing) {
    reading_.diagnostics.warning(
        codes::kPhysicsInertia, pointer,
        "the inertia tensor is not positive definite; the inertia is computed from the colliders instead");
    return;
  }
  motion.inertia_diagonal = moments;
  if (xy != 0 || xz != 0 || yz != 0) motion.inertia_orientation = principal.orientation;
  checkInertia(reading_, pointer, moments);
}

void TypedBodyReader::readShape(std::int32_t node) {
  const json::Value shape = extensionOf(node, omi_physics_shape::kExtension);
  const json::Value collider = extensionOf(node, omi_collider::kExtension);
  if (!shape && !collider) return;
  if (shape && collider) {
    reading_.diagnostics.warning(
        codes::kPhysicsFamilyIgnored, collider.pointer(),
        joined(omi_collider::kExtension, " is ignored on a node that has ", omi_physics_shape::kExtension));
  }
  const json::Value object = shape ? shape : collider;
  const std::string_view extension = shape ? omi_physics_shape::kExtension : omi_collider::kExtension;
  if (!takeForOmi(reading_, node, extension, object)) return;
  const Table& table = shape ? omi_physics_shape::kNode : omi_collider::kNode;
  const Record record = readRecord(table, object, reading_.context);
  if (!record.isObject()) return;
  checkPhysicsNode(reading_, node, record.pointer());
  if (!record.has(Key::Shape)) return;
  const DVec3 scale = scene_.nodes[node].scale;
  if (!shape && length(scale - DVec3(1, 1, 1)) > 1e-5) {
    reading_.diagnostics.hint(
        codes::kPhysicsUnusual, record.pointer(),
        "scaling the node of a collider is discouraged; the shape takes the scale here, and "
        "importers differ");
  }
  const auto& pool = shape ? reading_.omi_shapes : reading_.omi_colliders;
  addShape(record, node, pool[record.index(Key::Shape)].is_trigger);
}

void TypedBodyReader::addShape(const Record& record, std::int32_t node, bool is_trigger) {
  const std::int32_t shape = namedShape(reading_, record, node);
  if (shape < 0) return;
  const std::int32_t owner = reading_.omi_body_of_node[node];
  const auto trigger_body = trigger_bodies_.find(owner);
  if (!is_trigger && trigger_body == trigger_bodies_.end()) {
    Collider collider;
    collider.node = node;
    collider.shape = shape;
    collider.origin = record.origin();
    scene_.colliders.push_back(std::move(collider));
    return;
  }
  const auto index = static_cast<std::int32_t>(scene_.triggers.size());
  reading_.trigger_of_node[node] = index;
  Trigger trigger;
  trigger.node = node;
  trigger.shape = shape;
  trigger.origin = record.origin();
  scene_.triggers.push_back(std::move(trigger));
  if (trigger_body != trigger_bodies_.end()) {
    trigger_body->second.parts.push_back(index);
  } else if (const std::int32_t parent = scene_.nodes[node].parent;
             owner >= 0 && owner != node && parent >= 0) {
    siblings_[parent].push_back(index);
  }
}

void TypedBodyReader::makeTrigger(std::int32_t node, TriggerBody& body) {
  if (body.parts.empty()) {
    reading_.diagnostics.warning(codes::kPhysicsNoEffect, body.origin.pointer,
                                 "this body of type trigger has no shapes; it never fires");
  }
  // One shape on the body's own node needs nothing around it.
  if (body.parts.size() == 1 && scene_.triggers[body.parts[0]].node == node) {
    scene_.triggers[body.parts[0]].by_body = true;
    return;
  }
  Trigger trigger;
  trigger.node = node;
  trigger.by_body = true;
  trigger.children = std::move(body.parts);
  trigger.origin = std::move(body.origin);
  reading_.trigger_of_node[node] = static_cast<std::int32_t>(scene_.triggers.size());
  scene_.triggers.push_back(std::move(trigger));
}

void TypedBodyReader::makeCompounds() {
  for (auto& [parent, triggers] : siblings_) {
    std::int32_t& at_parent = reading_.trigger_of_node[parent];
    if (triggers.size() < 2 || at_parent != -1) continue;
    at_parent = static_cast<std::int32_t>(scene_.triggers.size());
    Trigger trigger;
    trigger.node = parent;
    trigger.by_body = true;
    trigger.children = std::move(triggers);
    trigger.origin.pointer = reading_.asset.nodes()[parent].json.pointer();
    scene_.triggers.push_back(std::move(trigger));
  }
}

}  // namespace

bool takeForOmi(Reading& reading, std::int32_t node, std::string_view extension, json::Value value) {
  const auto at = static_cast<std::size_t>(node);
  const RigidBodyFamily* taken = reading.family_of_node[at];
  if (taken && !taken->omi) {
    reading.diagnostics.warning(codes::kPhysicsFamilyIgnored, value.pointer(),
                                joined(extension, " is ignored on a node that has ", taken->extension));
    return false;
  }
  const std::int32_t body = reading.omi_body_of_node[at];
  const RigidBodyFamily* above = body < 0 ? nullptr : reading.family_of_node[body];
  if (above && !above->omi) {
    reading.diagnostics.warning(codes::kPhysicsFamilyIgnored, value.pointer(),
                                joined(extension, " is ignored below node ", std::to_string(body),
                                       ", whose body is defined by ", above->extension));
    return false;
  }
  for (const RigidBodyFamily& family : rigidBodyFamilies()) {
    if (family.omi) reading.family_of_node[at] = &family;
  }
  return true;
}

void readTypedBodies(Reading& reading) {
  TypedBodyReader(reading).read();
}

}  // namespace carom::dialect

// Nodes: reading each family's data, and resolving it after all nodes are read.
#include "carom/base/diagnostic_codes.hpp"
#include "dialect/joined.hpp"
#include "dialect/read/reading.hpp"

namespace carom::dialect {

void checkPhysicsNode(Reading& reading, std::int32_t node, const std::string& pointer) {
  if (!reading.scene.nodes[node].in_scene) {
    // Where a file has several scenes, one is meant to leave out what the others have.
    const bool several = reading.asset.root().find("scenes").size() > 1;
    reading.diagnostics.add(
        several ? Severity::Hint : Severity::Warning, codes::kPhysicsOutsideScene, pointer,
        joined("node ", std::to_string(node), " is not part of the displayed scene; its physics is ignored"));
  }
  const json::Value instancing = reading.asset.nodes()[node].extensions.find("EXT_mesh_gpu_instancing");
  if (instancing) {
    reading.diagnostics.warning(
        codes::kPhysicsNotApplied, instancing.pointer(),
        "the instances of this node's mesh have no physics; only the node itself is simulated");
  }
}

void readNode(Reading& reading, const RigidBodyFamily& family, const ResourceBase& base, std::int32_t node,
              json::Value extension) {
  const Record record = readRecord(*family.node, extension, reading.context);
  if (!record.isObject()) return;
  bool any = false;
  for (const Key key : {Key::Motion, Key::Collider, Key::Trigger, Key::Joint}) any = any || record.wrote(key);
  if (any) checkPhysicsNode(reading, node, record.pointer());
  if (record.has(Key::Motion)) readMotion(reading, family, node, record.value(Key::Motion));
  if (record.has(Key::Collider)) readCollider(reading, family, base, node, record.value(Key::Collider));
  if (record.has(Key::Trigger)) readTrigger(reading, family, base, node, record.value(Key::Trigger));
  if (record.has(Key::Joint)) readJoint(reading, family, base, node, record.value(Key::Joint));
}

namespace {

/// A static body below one that moves must not move with it: a kinematic body that has no velocity.
std::int32_t holdInPlace(Reading& reading, StaticBody& body) {
  Motion motion;
  motion.node = body.node;
  motion.type = MotionType::Kinematic;
  motion.origin = body.origin;
  body.motion = static_cast<std::int32_t>(reading.scene.motions.size());
  reading.scene.motions.push_back(std::move(motion));
  return body.motion;
}

}  // namespace

void assignMotions(Reading& reading) {
  Scene& scene = reading.scene;
  std::vector<std::int32_t>& motion_of_node = reading.motion_of_node;
  motion_of_node.assign(scene.nodes.size(), -1);
  for (std::size_t i = 0; i < scene.motions.size(); ++i) {
    motion_of_node[scene.motions[i].node] = static_cast<std::int32_t>(i);
  }
  std::vector<std::int32_t> static_of_node(scene.nodes.size(), -1);
  for (std::size_t i = 0; i < scene.static_bodies.size(); ++i) {
    static_of_node[scene.static_bodies[i].node] = static_cast<std::int32_t>(i);
  }
  for (const std::int32_t node : reading.order.order()) {
    const auto at = static_cast<std::size_t>(node);
    const std::int32_t parent = scene.nodes[at].parent;
    if (motion_of_node[at] >= 0 || parent < 0) continue;
    motion_of_node[at] = motion_of_node[parent];
    if (static_of_node[at] >= 0 && motion_of_node[at] >= 0)
      motion_of_node[at] = holdInPlace(reading, scene.static_bodies[static_of_node[at]]);
  }
  for (Collider& collider : scene.colliders) {
    collider.motion = motion_of_node[collider.node];
  }
  for (Trigger& trigger : scene.triggers) trigger.motion = motion_of_node[trigger.node];

  for (const Joint& joint : scene.joints) {
    const std::int32_t side_a = joint.body_node >= 0 ? joint.body_node : joint.node;
    const std::int32_t side_b =
        joint.connected_body_node >= 0 ? joint.connected_body_node : joint.connected_node;
    const std::int32_t a = motion_of_node[side_a];
    const std::int32_t b = motion_of_node[side_b];
    if (a != b) continue;
    reading.diagnostics.warning(
        codes::kPhysicsNoEffect, joint.origin.pointer,
        a < 0 ? "neither side of this joint belongs to a body; the joint has no effect"
              : "both sides of this joint belong to the same body; the joint has no effect");
  }
}

}  // namespace carom::dialect

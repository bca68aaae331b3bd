// Nodes that are set by pointer.
//
// A dynamic body is put where it is told. A kinematic one gets there within the next step, as if an animation
// had moved it, and goes on as it did before. Any other node takes what hangs on it along: static colliders
// are put there, as joint frames and gravity without a body are; those of a body move in it, and so do its
// colliders and thrusters. A wheel, or a thruster that turns, cannot be moved in its body.
#include <algorithm>
#include <cmath>

#include "world/limits.hpp"
#include "world/pointers/scalable.hpp"
#include "world/world_implementation.hpp"

namespace carom {

/// Whether a wheel, or a thruster that turns, is at or below a node in its body.
bool World::Implementation::holdsDriven(std::int32_t node) const {
  const auto holds = [&](const auto& part) {
    const std::int32_t top = compiled.bodies[part.body].node;
    std::int32_t at = part.node;
    while (at >= 0 && at != top && at != node) at = nodes.parent(at);
    return at >= 0 && at != top;
  };
  return std::any_of(compiled.wheels.begin(), compiled.wheels.end(), holds) ||
         std::any_of(compiled.driven.begin(), compiled.driven.end(), holds);
}

bool World::Implementation::setNode(std::int32_t node, NodeProperty property, const Value& value) {
  const std::int32_t index = body_of_node[node];
  if (index < 0 || property == NodeProperty::Scale) {
    if ((index < 0 && nodes.isSimulated(node)) || !world::isWithin(value.vector(), world::kMaxCoordinate))
      return false;
    if (property == NodeProperty::Rotation && !world::isRotation(value.quaternion())) return false;
    if (property != NodeProperty::Scale && holdsDriven(node)) return false;
    if (property == NodeProperty::Scale && !world::canScale(*this, node, value.vector())) return false;
    nodes.setLocal(node, property, value);
    nodes_set = true;
    return true;
  }
  const world::CompiledBody& body = compiled.bodies[index];
  if (body.properties.animated) return false;
  DTransform pose = placeOf(body);
  const std::int32_t up = nodes.parent(node);
  if (property == NodeProperty::Translation) {
    pose.translation = value.vector();
    if (up >= 0) {
      const world::AffineTransform above = nodes.global(up);
      pose.translation = above.linear * value.vector() + above.translation;
    }
  } else {
    if (!world::isRotation(value.quaternion())) return false;
    pose.rotation = normalized(value.quaternion());
    if (up >= 0) pose.rotation = normalized(nodes.pose(up).rotation * pose.rotation);
  }
  if (!world::isPose(pose)) return false;
  const DTransform frame = body.frameAt(pose);
  solve::Simulation& simulation = *compiled.simulation;
  if (body.properties.type == MotionType::Dynamic) {
    simulation.setPose(body.body, frame.translation, Quat(frame.rotation));
    return true;
  }
  auto known = placed.begin();
  while (known != placed.end() && known->body != index) ++known;
  if (known == placed.end()) {
    const solve::Body& b = simulation.body(body.body);
    known = placed.insert(placed.end(), {index, pose, b.linear_velocity, b.angular_velocity});
  }
  known->pose = pose;
  simulation.setTarget(body.body, frame.translation, Quat(frame.rotation));
  return true;
}

/// What animations had put where they are at time 0 goes back to where the file has it.
void World::Implementation::holdAnimations() {
  players.hold();
  if (!nodes.hasAnimations()) return;
  for (const NodeAnimation& track : nodes.tracks()) nodes.putBack(track);
  placeSetNodes();
  for (const std::int32_t i : animated_bodies) {
    const world::CompiledBody& body = compiled.bodies[i];
    const DTransform pose = nodes.pose(body.node), frame = body.frameAt(pose);
    if (!world::isPose(frame)) continue;
    compiled.simulation->setPose(body.body, frame.translation, Quat(frame.rotation));
    poses[i] = pose;
  }
  moved = motionNodes();
}

void World::Implementation::finishPlacedBodies() {
  for (const PlacedBody& p : placed)
    compiled.simulation->setVelocity(compiled.bodies[p.body].body, p.linear, p.angular);
  placed.clear();
}

/// Pose of a node in that of a motion above it.
DTransform World::Implementation::placeBelow(std::int32_t node, std::int32_t motion) const {
  if (nodes.isSimulated(motion)) return nodes.relative(node, motion);
  return inverse(nodes.pose(motion)) * nodes.pose(node);
}

namespace {

bool isSame(const DTransform& a, const DTransform& b) {
  return length(a.translation - b.translation) < 1e-9 &&
         length((a.rotation * conjugate(b.rotation)).vector()) < 1e-9;
}

/// The scale of a node comes from a matrix: below what turns it is rounded.
bool isSameScale(const DVec3& a, const DVec3& b) {
  const auto is_same = [](double x, double y) { return std::abs(x - y) <= 1e-6 * std::abs(y); };
  return is_same(a.x, b.x) && is_same(a.y, b.y) && is_same(a.z, b.z);
}

}  // namespace

void World::Implementation::placeSetColliders() {
  solve::Simulation& simulation = *compiled.simulation;
  for (std::size_t i = 0; i < compiled.colliders.size(); ++i) {
    world::CompiledCollider& c = compiled.colliders[i];
    const auto index = static_cast<std::int32_t>(i);
    if (!isSameScale(nodes.scale(c.node), c.scale)) reshape(index);
    DTransform pose = nodes.pose(c.node);
    if (c.motion_node < 0) {
      placeFixed(c.simulation_body, c.node);
      continue;
    }
    const world::CompiledBody& body = compiled.bodies[body_of_node[c.motion_node]];
    if (c.node == c.motion_node) continue;
    const DTransform rest = placeBelow(c.node, c.motion_node);
    pose =
        inverse(body.body_to_node) * rest * DTransform{DVec3(c.offset.translation), DQuat(c.offset.rotation)};
    const Transform local{Vec3(pose.translation), normalized(Quat(pose.rotation))};
    const Transform& now = simulation.collider(static_cast<std::int32_t>(i)).local;
    const bool same = length(local.translation - now.translation) < 1e-6f * (1 + length(now.translation)) &&
                      length((local.rotation * conjugate(now.rotation)).vector()) < 1e-6f;
    if (!world::isPose(pose) || same) continue;
    c.rest_local = rest;
    simulation.setColliderTransform(index, local);
  }
}

/// Puts a body that hangs on a node that no motion moves where the node is.
void World::Implementation::placeFixed(std::int32_t body, std::int32_t node) {
  const DTransform pose = nodes.pose(node);
  const solve::Body& now = compiled.simulation->body(body);
  if (!world::isPose(pose) || (pose.translation == now.center && Quat(pose.rotation) == now.rotation)) return;
  compiled.simulation->setPose(body, pose.translation, Quat(pose.rotation));
}

void World::Implementation::placeSetJoints() {
  solve::Simulation& simulation = *compiled.simulation;
  for (std::size_t i = 0; i < compiled.joints.size(); ++i) {
    const world::CompiledJoint& joint = compiled.joints[i];
    for (int side = 0; side < 2; ++side) {
      const std::int32_t motion = joint.motion_node[side];
      if (motion < 0) placeFixed(simulation.joints()[i].body[side], joint.fixed_to[side]);
      if (motion < 0 || joint.node[side] == motion) continue;
      const world::CompiledBody& body = compiled.bodies[body_of_node[motion]];
      const DTransform frame = inverse(body.body_to_node) * placeBelow(joint.node[side], motion);
      if (world::isPose(frame) && !isSame(frame, simulation.joints()[i].frame[side]))
        simulation.setJointFrame(static_cast<std::int32_t>(i), side, frame);
    }
  }
}

void World::Implementation::placeSetThrusters() {
  for (world::CompiledThruster& t : compiled.thrusters) {
    const std::int32_t motion = compiled.bodies[t.body].node;
    if (t.node == motion || t.driven >= 0) continue;
    const DTransform rest = placeBelow(t.node, motion);
    if (world::isPose(rest) && !isSame(rest, t.rest)) t.rest = rest;
  }
}

void World::Implementation::placeSetGravity() {
  solve::GravityField& field = compiled.simulation->gravity();
  for (std::size_t i = 0; i < compiled.gravity.size(); ++i) {
    const world::CompiledGravity& gravity = compiled.gravity[i];
    const auto source = static_cast<std::int32_t>(i);
    const std::int32_t motion = gravity.motion_node;
    if (gravity.animated || gravity.node == motion) continue;
    const DTransform frame = motion < 0 ? nodes.pose(gravity.node)
                                        : inverse(compiled.bodies[body_of_node[motion]].body_to_node) *
                                              placeBelow(gravity.node, motion);
    if (world::isPose(frame) && !isSame(frame, field.frame(source))) field.setFrame(source, frame);
  }
}

void World::Implementation::placeSetNodes() {
  nodes_set = false;
  nodes.updateAll();
  placeSetColliders();
  placeSetJoints();
  placeSetThrusters();
  placeSetGravity();
}

}  // namespace carom

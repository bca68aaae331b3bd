// Animated nodes before a step: bodies and static colliders get the pose that they have at its end, colliders
// their place in their body, joint frames and gravity theirs.
//
// A node below a body goes where that will be. A kinematic body's end pose follows from its velocity, x + v h
// and exp(ω h) q; a dynamic one is there too if nothing pushes it, and else the animated body is off by what
// the step has changed, v h at most, until the next step: it could be exact only if it were one of the
// unknowns of the solver.
#include <algorithm>
#include <functional>

#include "base/compact_sort.hpp"
#include "base/rotation_vector.hpp"
#include "world/limits.hpp"
#include "world/world_implementation.hpp"

namespace carom {

using world::CompiledBody;
using world::CompiledCollider;
using world::isPose;

/// Animated nodes below a body that the simulation moves will be where it is at the end of the step.
void World::Implementation::findCarriers() {
  const auto add_above = [&](std::int32_t node) {
    for (node = nodes.parent(node); node >= 0 && !nodes.isSimulated(node);) node = nodes.parent(node);
    if (node >= 0 && body_of_node[node] >= 0) carriers.push_back(body_of_node[node]);
  };
  for (const std::int32_t i : animated_bodies) add_above(compiled.bodies[i].node);
  for (const world::AnimatedStatic& moving : compiled.animated_statics) add_above(moving.node);
  compactSort(carriers.begin(), carriers.end(), std::less<>());
  carriers.erase(std::unique(carriers.begin(), carriers.end()), carriers.end());
}

/// The end of the step is known where nothing pushes a body in it; else it is wrong by what its velocity
/// changes by, until the pose is written back.
void World::Implementation::moveCarriersAhead() {
  const double dt = settings.time_step;
  for (const std::int32_t i : carriers) {
    const CompiledBody& body = compiled.bodies[i];
    const solve::Body& b = compiled.simulation->body(body.body);
    if (b.linear_velocity == Vec3{} && b.angular_velocity == Vec3{}) continue;
    const DQuat turn = quaternionFromRotationVector(DVec3(b.angular_velocity) * dt);
    nodes.setSimulated(body.node,
                       body.nodeAt({b.center + DVec3(b.linear_velocity) * dt, turn * DQuat(b.rotation)}));
  }
}

void World::Implementation::followAnimations(double at_time) {
  solve::Simulation& simulation = *compiled.simulation;
  nodes.animate(at_time, players.keyTimes());
  moveCarriersAhead();
  nodes.updateGlobals();
  rescaleColliders();
  for (const std::int32_t i : animated_bodies) {
    const CompiledBody& body = compiled.bodies[i];
    const DTransform frame = body.frameAt(nodes.pose(body.node));
    if (!isPose(frame)) continue;
    simulation.setTarget(body.body, frame.translation, Quat(frame.rotation));
  }
  for (const world::AnimatedStatic& moving : compiled.animated_statics) {
    const DTransform pose = nodes.pose(moving.node);
    if (!isPose(pose)) continue;
    simulation.setTarget(moving.body, pose.translation, Quat(pose.rotation));
  }
  for (const std::int32_t i : moving_colliders) {
    const CompiledCollider& c = compiled.colliders[i];
    const CompiledBody& body = compiled.bodies[body_of_node[c.motion_node]];
    const DTransform local =
        inverse(body.body_to_node) * inverse(nodes.pose(c.motion_node)) * nodes.pose(c.node);
    const DTransform placed = local * DTransform{DVec3(c.offset.translation), DQuat(c.offset.rotation)};
    if (!isPose(placed)) continue;
    simulation.setColliderTransform(i, {Vec3(placed.translation), Quat(placed.rotation)});
  }
  moveJointFrames();
  moveGravityFrames();
}

}  // namespace carom

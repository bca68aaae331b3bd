// Joints and gravity of a world outside the step: moving frames and state queries.

#include "carom/world/world.hpp"
#include "world/limits.hpp"
#include "world/world_implementation.hpp"

namespace carom {

/// Frames that an animation moves in their bodies.
void World::Implementation::moveJointFrames() {
  for (const std::int32_t index : moving_joints) {
    const world::CompiledJoint& joint = compiled.joints[index];
    for (int side = 0; side < 2; ++side) {
      if (!joint.follows_animation[side]) continue;
      const std::int32_t motion = joint.motion_node[side];
      const world::CompiledBody& body = compiled.bodies[body_of_node[motion]];
      const DTransform frame =
          inverse(body.body_to_node) * inverse(nodes.pose(motion)) * nodes.pose(joint.node[side]);
      if (world::isPose(frame)) compiled.simulation->setJointFrame(index, side, frame);
    }
  }
}

/// Gravity volumes that an animation moves in their bodies.
void World::Implementation::moveGravityFrames() {
  for (const world::MovingGravity& moving : compiled.moving_gravity) {
    const world::CompiledBody& body = compiled.bodies[body_of_node[moving.motion_node]];
    const DTransform frame =
        inverse(body.body_to_node) * inverse(nodes.pose(moving.motion_node)) * nodes.pose(moving.node);
    if (world::isPose(frame)) compiled.simulation->gravity().setFrame(moving.source, frame);
  }
}

void World::Implementation::addJointEvent(const solve::JointLimitEvent& limit) {
  const world::CompiledJoint& joint = compiled.joints[limit.joint];
  Event event;
  event.step = steps;
  event.time = time;
  event.type = limit.reached ? EventType::JointLimitReached : EventType::JointLimitLeft;
  event.joint = joint.node[0];
  event.motion = joint.motion_node[0];
  event.other = joint.node[1];
  event.other_motion = joint.motion_node[1];
  event.limit = limit.limit;
  events.push_back(event);
}

std::vector<JointState> World::joints() const {
  std::vector<JointState> out;
  const world::CompiledScene& compiled = implementation_->compiled;
  for (std::size_t i = 0; i < compiled.joints.size(); ++i) {
    const world::CompiledJoint& joint = compiled.joints[i];
    const solve::JointLoad& load = compiled.simulation->joints()[i].load;
    out.push_back({joint.joint, joint.node[0], joint.node[1], load.force, load.torque});
  }
  return out;
}

}  // namespace carom

// From the joints of a Scene to those of a Simulation.
#pragma once

#include <cstdint>
#include <vector>

#include "carom/base/diagnostic.hpp"
#include "carom/scene/scene.hpp"
#include "solve/simulation.hpp"
#include "world/node_tree.hpp"

namespace carom::world {

struct CompiledScene;

/// A joint of the scene that is simulated.
struct CompiledJoint {
  std::int32_t joint = -1;  ///< Index into Scene::joints; the simulation's is the place in the list.
  /// Motion node that each frame is fixed to, -1: the world.
  std::int32_t motion_node[2] = {-1, -1};
  std::int32_t node[2] = {-1, -1};      ///< Of the frames.
  std::int32_t fixed_to[2] = {-1, -1};  ///< Node that a frame without a motion is fixed to.
  /// The frame is animated relative to its body.
  bool follows_animation[2] = {false, false};
};

/// Which motion a joint's frame is fixed to (0: the first); its node, or -1.
std::int32_t jointMotionNode(const Scene& scene, const Joint& joint, int side,
                             const std::vector<std::uint8_t>& has_motion);
/// Limits and drives as the solver takes them.
solve::JointDefinition jointDefinition(const JointDescription& description);

/// Adds the joints of the displayed scene, and bodies for frames that are fixed to the world; reports in
/// `diagnostics` which joints hold nothing or are open.
void compileJoints(const Scene& scene, const NodeTree& nodes, CompiledScene& compiled,
                   Diagnostics& diagnostics);

}  // namespace carom::world

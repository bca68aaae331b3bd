// Poses of driven nodes.

#include "world/world_implementation.hpp"

namespace carom {

/// Sets the nodes that have moved, or all, and adds them to those that did.
void World::Implementation::placeDrivenNodes(bool all) {
  if (compiled.driven.empty()) return;
  turnWheels();
  turnThrusters();
  for (world::DrivenNode& driven : compiled.driven) {
    const DTransform pose = poses[driven.body] * driven.rest * driven.offset;
    if (!all && pose == driven.pose) continue;
    driven.pose = pose;
    nodes.setSimulated(driven.node, pose);
    moved.push_back({driven.node, pose, {}, {}});
  }
  sortByNode(moved);
}

}  // namespace carom

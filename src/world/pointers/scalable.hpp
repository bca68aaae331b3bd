// Nodes whose scale can be set: those that nothing physical hangs on.
#pragma once

#include <cstdint>

namespace carom::world {

/// Whether no body, collider, trigger or joint frame is at or below a node.
template <class Implementation>
bool canScale(const Implementation& own, std::int32_t node) {
  const auto isBelow = [&](std::int32_t at) {
    while (at >= 0 && at != node) at = own.nodes.parent(at);
    return at == node;
  };
  for (const auto& body : own.compiled.bodies) {
    if (isBelow(body.node)) return false;
  }
  for (const auto& collider : own.compiled.colliders) {
    if (isBelow(collider.node)) return false;
  }
  for (const auto& joint : own.compiled.joints) {
    if (isBelow(joint.node[0]) || isBelow(joint.node[1])) return false;
  }
  for (const auto& driven : own.compiled.driven) {
    if (isBelow(driven.node)) return false;
  }
  return true;
}

}  // namespace carom::world

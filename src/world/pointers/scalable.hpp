// Nodes whose scale can be set: those without a wheel, thruster or gravity volume at or below them.
#pragma once

#include <cstdint>

#include "carom/base/vector.hpp"

namespace carom::world {

/// Whether no wheel, thruster or gravity volume is at or below a node, and no collider or trigger of which
/// the scale leaves nothing.
template <class Implementation>
bool canScale(const Implementation& own, std::int32_t node, const DVec3& scale = {1, 1, 1}) {
  const auto isBelow = [&](std::int32_t at) {
    while (at >= 0 && at != node) at = own.nodes.parent(at);
    return at == node;
  };
  for (const auto& wheel : own.compiled.wheels) {
    if (isBelow(wheel.node)) return false;
  }
  for (const auto& thruster : own.compiled.thrusters) {
    if (isBelow(thruster.node)) return false;
  }
  for (const auto& source : own.compiled.gravity) {
    if (isBelow(own.gravity_volumes[source.volume].node)) return false;
  }
  if (scale.x != 0 && scale.y != 0 && scale.z != 0) return true;
  for (const auto& collider : own.compiled.colliders) {
    if (isBelow(collider.node)) return false;
  }
  return true;
}

}  // namespace carom::world

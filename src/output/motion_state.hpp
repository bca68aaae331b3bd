// Velocities and energy of a world's bodies, for outputs.
#pragma once

#include <span>
#include <vector>

#include "carom/output/trajectory.hpp"
#include "carom/world/world.hpp"

namespace carom::output {

/// Of these nodes, in their order; those without a body have none.
std::vector<NodeVelocity> velocitiesOf(const World& world, std::span<const MovedNode> nodes);
/// J, of all bodies of finite mass.
double kineticEnergy(const World& world);

}  // namespace carom::output

#include "output/motion_state.hpp"

#include <cmath>

namespace carom::output {

std::vector<NodeVelocity> velocitiesOf(const World& world, std::span<const MovedNode> nodes) {
  std::vector<NodeVelocity> velocities;
  for (const MovedNode& node : nodes) {
    NodeVelocity velocity;
    if (const BodyHandle body = world.bodyOfNode(node.node)) {
      const BodyState state = world.state(body);
      velocity = {true, state.linear_velocity, state.angular_velocity};
    }
    velocities.push_back(velocity);
  }
  return velocities;
}

double kineticEnergy(const World& world) {
  double energy = 0;
  for (const BodyHandle body : world.bodies()) {
    const BodyProperties properties = world.properties(body);
    if (properties.type != MotionType::Dynamic || properties.animated) continue;
    const BodyState state = world.state(body);
    if (std::isfinite(properties.mass))
      energy += 0.5 * properties.mass * lengthSquared(state.linear_velocity);
    const DVec3 turn =
        rotate(conjugate(state.transform.rotation * properties.inertia_orientation), state.angular_velocity);
    for (std::size_t i = 0; i < 3; ++i) {
      if (std::isfinite(properties.inertia_diagonal[i]))
        energy += 0.5 * properties.inertia_diagonal[i] * turn[i] * turn[i];
    }
  }
  return energy;
}

}  // namespace carom::output

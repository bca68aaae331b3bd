#include "world/vehicles/thrust_allocation.hpp"

#include <algorithm>
#include <cmath>

#include "base/trigonometry.hpp"

namespace carom::world {
namespace {

constexpr int kRounds = 200;
constexpr double kSettled = 1e-9;     // m/s², change of a round that ends the search
constexpr double kPreference = 1e-6;  // ε, as a share of the weights

/// How far what the thrusts give is from the goal, in units of acceleration, weighted.
struct Error {
  DVec3 force, torque;
};

Error errorOf(const ThrustGoal& goal, std::span<const Thrust> thrusts) {
  DVec3 force, torque;
  for (const Thrust& t : thrusts) {
    force += t.force;
    torque += cross(t.arm, t.force);
  }
  return {(force - goal.force) * (goal.force_weight / goal.mass),
          (torque - goal.torque) * (goal.torque_weight / (goal.mass * goal.radius))};
}

/// A step of one thruster; how far it went, m/s².
double step(const ThrustGoal& goal, Thrust& t, Error& error) {
  const DVec3 arm = t.arm * (1 / goal.radius);
  const double force_weight = goal.force_weight, torque_weight = goal.torque_weight;
  const double weights = force_weight * force_weight + torque_weight * torque_weight * lengthSquared(arm);
  const double preference = kPreference * weights;
  const DVec3 gradient = error.force * force_weight + cross(error.torque, arm) * torque_weight +
                         (t.force - t.preferred) * (preference / goal.mass);
  const DVec3 wanted = t.force - gradient * (goal.mass / (weights + preference));
  const DVec3 possible = possibleThrust(t, wanted);
  const DVec3 change = (possible - t.force) * (1 / goal.mass);
  t.force = possible;
  error.force += change * force_weight;
  error.torque += cross(arm, change) * torque_weight;
  return length(change);
}

}  // namespace

DVec3 possibleThrust(const Thrust& thrust, const DVec3& force) {
  const DVec3& d = thrust.direction;
  const double along = dot(force, d);
  const DVec3 across = force - d * along;
  const double aside = length(across);
  const SineCosine edge = sineCosine(thrust.cone);
  const double size = std::sqrt(along * along + aside * aside);
  // Within the cone the length alone may be wrong.
  if (size > 0 && along >= edge.cosine * size)
    return force * (std::clamp(size, thrust.least, thrust.most) / size);
  const DVec3 out = aside > 0 ? across * (1 / aside) : perpendicular(d);
  const DVec3 rim = d * edge.cosine + out * edge.sine;
  return rim * std::clamp(dot(force, rim), thrust.least, thrust.most);
}

void allocateThrust(const ThrustGoal& goal, std::span<Thrust> thrusts) {
  if (thrusts.empty()) return;
  for (Thrust& t : thrusts) t.force = possibleThrust(t, t.force);
  Error error = errorOf(goal, thrusts);
  for (int round = 0; round < kRounds; ++round) {
    double moved = 0;
    for (Thrust& t : thrusts) moved = std::max(moved, step(goal, t, error));
    for (std::size_t i = thrusts.size(); i-- > 0;) moved = std::max(moved, step(goal, thrusts[i], error));
    if (!(moved > kSettled)) return;
  }
}

double thrustError(const ThrustGoal& goal, std::span<const Thrust> thrusts) {
  const Error error = errorOf(goal, thrusts);
  return lengthSquared(error.force) + lengthSquared(error.torque);
}

}  // namespace carom::world

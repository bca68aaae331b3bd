#include "world/vehicles/thrust_allocation.hpp"

#include <algorithm>
#include <cmath>

#include "base/trigonometry.hpp"

namespace carom::world {
namespace {

constexpr int kSteps = 300;
constexpr double kSettled = 1e-10;    // m/s², change of a step that ends the search
constexpr double kPreference = 1e-6;  // ε, as a share of L

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
          scaled(goal.turns, torque - goal.torque) * (goal.torque_weight / (goal.mass * goal.radius))};
}

/// L. With arms a = r/ρ the second derivative is [w_F² n, w_F w_T Σ[a]×ᵀ; ·, w_T² Σ(|a|² − a aᵀ)].
double steepness(const ThrustGoal& goal, std::span<const Thrust> thrusts) {
  double squares = 0;
  DVec3 arms;
  for (const Thrust& t : thrusts) {
    squares += lengthSquared(t.arm);
    arms += t.arm;
  }
  const double f = goal.force_weight, w = goal.torque_weight / goal.radius;
  return std::max(f * f * static_cast<double>(thrusts.size()), w * w * squares) + f * w * length(arms);
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

void allocateThrust(const ThrustGoal& goal, std::span<Thrust> thrusts, ThrustSearch& search) {
  if (thrusts.empty()) return;
  // `force` is where momentum has led.
  auto& [now, before] = search;
  now.resize(thrusts.size());
  for (std::size_t i = 0; i < thrusts.size(); ++i)
    now[i] = thrusts[i].force = possibleThrust(thrusts[i], thrusts[i].force);
  before = now;
  const double bound = steepness(goal, thrusts), preference = kPreference * bound;
  const double rate = goal.mass / (bound + preference);
  double momentum = 1;
  for (int step = 0; step < kSteps; ++step) {
    const Error error = errorOf(goal, thrusts);
    double moved = 0, uphill = 0;
    for (std::size_t i = 0; i < thrusts.size(); ++i) {
      Thrust& t = thrusts[i];
      const DVec3 gradient = error.force * goal.force_weight +
                             cross(error.torque, t.arm) * (goal.torque_weight / goal.radius) +
                             (t.force - t.preferred) * (preference / goal.mass);
      before[i] = now[i];
      now[i] = possibleThrust(t, t.force - gradient * rate);
      moved = std::max(moved, lengthSquared(now[i] - before[i]));
      uphill += dot(t.force - now[i], now[i] - before[i]);
    }
    const bool settled = !(moved > kSettled * kSettled * goal.mass * goal.mass);
    const double next = uphill > 0 ? 1 : 0.5 * (1 + std::sqrt(1 + 4 * momentum * momentum));
    const double share = uphill > 0 || settled ? 0 : (momentum - 1) / next;
    momentum = next;
    for (std::size_t i = 0; i < thrusts.size(); ++i) thrusts[i].force = now[i] + (now[i] - before[i]) * share;
    if (settled) break;
  }
  for (std::size_t i = 0; i < thrusts.size(); ++i) thrusts[i].force = now[i];
}

double thrustError(const ThrustGoal& goal, std::span<const Thrust> thrusts) {
  const Error error = errorOf(goal, thrusts);
  return lengthSquared(error.force) + lengthSquared(error.torque);
}

}  // namespace carom::world

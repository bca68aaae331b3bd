#include "world/vehicles/thruster_control.hpp"

#include <algorithm>
#include <cmath>

#include "base/trigonometry.hpp"

namespace carom::world {
namespace {

constexpr double kNoAngle = 1e-12;       // rad
constexpr double kLeastDistance = 1e-3;  // m, for bodies that forces do not move

double sizeOf(const std::array<double, 2>& pair) {
  return std::sqrt(pair[0] * pair[0] + pair[1] * pair[1]);
}

}  // namespace

DQuat gimbalRotation(const GimbalAngles& angles) {
  const double size = sizeOf(angles);
  if (!(size > kNoAngle)) return {};
  const SineCosine half = sineCosine(0.5 * size);
  const double s = half.sine / size;
  return {angles[0] * s, angles[1] * s, 0, half.cosine};
}

GimbalAngles gimbalTowards(const DVec3& direction, double max_gimbal) {
  const double aside = std::sqrt(direction.x * direction.x + direction.y * direction.y);
  if (!(aside > kNoAngle)) return {direction.z < 0 ? max_gimbal : 0, 0};
  const double angle = std::min(arcTangent2(aside, direction.z), max_gimbal);
  return {-direction.y / aside * angle, direction.x / aside * angle};
}

std::array<double, 2> limitedLength(std::array<double, 2> pair, double most) {
  const double size = sizeOf(pair);
  if (!(size > most)) return pair;
  return {pair[0] * (most / size), pair[1] * (most / size)};
}

GimbalAngles approachedGimbal(const GimbalAngles& angles, const GimbalAngles& target,
                              std::optional<double> rate, double seconds) {
  if (!rate) return target;
  const GimbalAngles change = limitedLength({target[0] - angles[0], target[1] - angles[1]}, *rate * seconds);
  return {angles[0] + change[0], angles[1] + change[1]};
}

double hoverForce(double energy, const HoverState& state, double seconds) {
  if (!(energy > 0)) return 0;
  const double b = state.distance + state.rate * seconds;
  const double k = state.response * seconds * seconds;
  if (!(k > 0)) return energy / std::max(b, kLeastDistance);
  const double root = std::sqrt(b * b + 4 * k * energy);
  // The same twice, without cancellation.
  return b > 0 ? 2 * energy / (b + root) : (root - b) / (2 * k);
}

}  // namespace carom::world

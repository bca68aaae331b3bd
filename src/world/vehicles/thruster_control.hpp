// One thruster: its direction, and the change of its force.
//
// Gimbal. Two angles g about the thruster's own X and Y, together a rotation vector (g_x, g_y, 0): the
// quaternion (g_x s, g_y s, 0, cos |g|/2), s = sin(|g|/2)/|g|, applied before the node's own rotation. It
// takes +Z, the direction of the push, to the angle |g| from where it was, so that |g| <= max_gimbal makes a
// cone. The angles move towards their target along the straight line between them.
//
// Hover. The force is energy/distance along the thruster's −Z. Near the ground that is a stiff spring, so it
// is taken at the distance at the step's end: with the distance s now, its rate w, and k how fast the force
// itself moves the thruster away (its acceleration per newton, times the number of those that act together),
//
//   F = E / (s + w h + k F h²)   ⇒   F = (−b + √(b² + 4 k E h²)) / (2 k h²),   b = s + w h,
//
// which is E/s where nothing moves and F h² k is small, and finite down to s = 0.
#pragma once

#include <array>
#include <optional>

#include "carom/base/vector.hpp"

namespace carom::world {

using GimbalAngles = std::array<double, 2>;  ///< rad, about X and Y.

DQuat gimbalRotation(const GimbalAngles& angles);
/// The angles that bring the push as near to a direction, unit, in the thruster's own axes, as the gimbal
/// goes.
GimbalAngles gimbalTowards(const DVec3& direction, double max_gimbal);
/// A pair, made no longer than `most`.
std::array<double, 2> limitedLength(std::array<double, 2> pair, double most);
/// `angles` moved towards a target by at most `rate` a second; at once without a rate.
GimbalAngles approachedGimbal(const GimbalAngles& angles, const GimbalAngles& target,
                              std::optional<double> rate, double seconds);

struct HoverState {
  double distance = 0;  ///< m, >= 0.
  double rate = 0;      ///< m/s, of the distance.
  double response = 0;  ///< k above, 1/kg.
};
/// N; `seconds` is h.
double hoverForce(double energy, const HoverState& state, double seconds);

}  // namespace carom::world

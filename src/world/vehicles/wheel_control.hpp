// Wheel targets from a vehicle's activation (docs/vehicles.md).
//
// Everything is in the vehicle's space: +X left, +Y up, +Z forward.
//
// Steering. All wheels roll without slipping only if their axles meet in one point. This point lies on the
// line z = z0, the axle line of the wheels that do not steer: z0 is the mean of their z, or of all wheels' z
// if all steer. With the point at a distance R to the left of the middle, a wheel at (x, z) needs the angle δ
// with tan δ = (z - z0) / (R - x). Rear wheels therefore turn opposite to front wheels. With the ratio s,
// each wheel may turn by at most |s| of its own largest angle; the wheel that comes to its limit first
// determines R: R = max(x + |z - z0| / tan(|s| max)). A turn to the right is the mirror image.
//
// Propulsion. A wheel pushes with the component of the linear activation along its forward direction. From
// 99 % of the vehicle's largest speed on the push decreases, to 0 at that speed. With a throttle and a
// largest speed, the activation is the fraction of that speed to hold.
//
// Braking. With dampeners, a wheel brakes with its full force if the input along it is 0. If the input points
// against the wheel's rotation, the wheel brakes with that fraction of its force.
#pragma once

#include <span>

#include "carom/base/vector.hpp"
#include "carom/scene/vehicle.hpp"

namespace carom::world {

/// A wheel as it is built into its vehicle.
struct WheelPlace {
  DVec3 position;                 ///< m
  DVec3 forward{0, 0, 1};         ///< Unit, unsteered.
  DVec3 up{0, 1, 0};              ///< Unit.
  double max_steering_angle = 0;  ///< rad
};

/// Angles about each wheel's own up, rad, for a ratio of -1..1, left positive.
void steerWheels(double ratio, std::span<const WheelPlace> wheels, std::span<double> angles);

struct WheelDrive {
  double propulsion = 0;  ///< -1..1 of its largest force.
  double braking = 0;     ///< 0..1 of its braking force.
};
/// `speed`: of the vehicle where the wheel faces, `tread_speed`: of the wheel's tread, m/s, both forward
/// positive.
WheelDrive driveWheel(const Vehicle& vehicle, double input, double speed, double tread_speed);

/// `value` moved towards `target` by at most `rate` a second; at once without a rate.
double approached(double value, double target, std::optional<double> rate, double seconds);

}  // namespace carom::world

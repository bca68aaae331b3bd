// Wheel targets from a vehicle's activation (docs/vehicles.md).
//
// Everything is in the vehicle's space: +X left, +Y up, +Z forward.
//
// Steering. All wheels roll without slipping only if their axles meet in one point. It lies on the line on
// which the wheels that do not steer have theirs, at the mean of their z; with all wheels steering, at the
// mean of all. At a distance R to the left of the middle, a wheel at (x, z) then needs the angle δ with tan δ
// = (z - z0) / (R - x). Rear wheels so turn against front wheels. A ratio s lets each wheel turn by at most
// |s| of its own largest angle; the one that would need more decides R: R = max(x + |z - z0| / tan(|s| max)),
// for a turn to the right mirrored.
//
// Propulsion. A wheel pushes with the part of the linear activation that points where it faces; from 99 % of
// the vehicle's largest speed on less, at that speed nothing. With a throttle and a largest speed, the
// activation is the share of that speed to be kept.
//
// Braking. With dampeners, a wheel brakes with all its force where no input is given along it, and with the
// share of the input where that points against the way in which it turns.
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

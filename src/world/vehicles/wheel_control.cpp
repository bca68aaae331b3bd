#include "world/vehicles/wheel_control.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/trigonometry.hpp"

namespace carom::world {
namespace {

constexpr double kOnAxle = 1e-6;      // m, from the line of the fixed axle: such a wheel cannot help to steer
constexpr double kSpeedTaper = 0.01;  // Share of the largest speed
constexpr double kThrottleBand = 0.02;  // Share of the largest speed that takes all the force
constexpr double kReversalSpeed = 0.1;  // m/s, from which on input against the motion brakes

double tangent(double angle) {
  const SineCosine s = sineCosine(angle);
  return s.cosine > 0 ? s.sine / s.cosine : std::numeric_limits<double>::infinity();
}

/// z of the line on which the wheels' axles shall meet.
double axleLine(std::span<const WheelPlace> wheels) {
  double fixed = 0, all = 0;
  int fixed_count = 0;
  for (const WheelPlace& wheel : wheels) {
    all += wheel.position.z;
    if (wheel.max_steering_angle > 0) continue;
    fixed += wheel.position.z;
    ++fixed_count;
  }
  return fixed_count > 0 ? fixed / fixed_count : all / static_cast<double>(wheels.size());
}

}  // namespace

void steerWheels(double ratio, std::span<const WheelPlace> wheels, std::span<double> angles) {
  std::fill(angles.begin(), angles.end(), 0.0);
  if (wheels.empty() || ratio == 0) return;
  const double side = ratio > 0 ? 1 : -1;
  const double line = axleLine(wheels);
  double distance = 0;
  bool steers = false;
  for (const WheelPlace& wheel : wheels) {
    const double ahead = std::abs(wheel.position.z - line);
    if (!(wheel.max_steering_angle > 0) || !(ahead > kOnAxle)) continue;
    const double least =
        side * wheel.position.x + ahead / tangent(std::abs(ratio) * wheel.max_steering_angle);
    distance = steers ? std::max(distance, least) : least;
    steers = true;
  }
  for (std::size_t i = 0; steers && i < wheels.size(); ++i) {
    const WheelPlace& wheel = wheels[i];
    const double ahead = wheel.position.z - line;
    if (!(wheel.max_steering_angle > 0) || !(std::abs(ahead) > kOnAxle)) continue;
    const double away = distance - side * wheel.position.x;
    const double angle = side * (ahead > 0 ? 1 : -1) * arcTangent2(std::abs(ahead), away);
    angles[i] =
        (wheel.up.y < 0 ? -1 : 1) * std::clamp(angle, -wheel.max_steering_angle, wheel.max_steering_angle);
  }
}

WheelDrive driveWheel(const Vehicle& vehicle, double input, double speed, double tread_speed) {
  WheelDrive out;
  if (vehicle.use_throttle && vehicle.max_speed && *vehicle.max_speed > 0) {
    const double most = *vehicle.max_speed;
    out.propulsion = std::clamp((input * most - speed) / (kThrottleBand * most), -1.0, 1.0);
    if (vehicle.linear_dampeners && input == 0) out = {0, 1};
    return out;
  }
  if (vehicle.linear_dampeners && input == 0) return {0, 1};
  if (vehicle.linear_dampeners && input * tread_speed < 0 && std::abs(tread_speed) > kReversalSpeed)
    return {0, std::abs(input)};
  out.propulsion = input;
  if (vehicle.max_speed && input * speed >= 0) {
    const double taper = kSpeedTaper * *vehicle.max_speed;
    const double left = *vehicle.max_speed - std::abs(speed);
    out.propulsion *= taper > 0 ? std::clamp(left / taper, 0.0, 1.0) : 0.0;
  }
  return out;
}

double approached(double value, double target, std::optional<double> rate, double seconds) {
  if (!rate) return target;
  const double most = *rate * seconds;
  return value + std::clamp(target - value, -most, most);
}

}  // namespace carom::world

// Vehicles of a scene: wheels, thrusters and the vehicle body that controls them (the OMI_vehicle_* family).
//
// A vehicle's forward is +Z, its left +X, its up +Y. Wheels and thrusters act on the nearest motion at or
// above their node. Indices refer to the vectors of Scene; -1: none. SI units, radians.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "carom/base/vector.hpp"
#include "carom/scene/origin.hpp"

namespace carom {

/// A wheel of either revision of OMI_vehicle_wheel, in terms of the newer one. An absent rate means an
/// instant change (a negative number in the file).
struct WheelDescription {
  double radius = 0.25;                                ///< m, > 0.
  double width = 0.125;                                ///< m, > 0, along the wheel's local X.
  double max_propulsion_force = 0;                     ///< N, >= 0; v1 `maxForce`.
  std::optional<double> braking_force;                 ///< N, >= 0; absent: max_propulsion_force.
  std::optional<double> propulsion_force_change_rate;  ///< N/s, >= 0.
  std::optional<double> steering_change_rate = 1.0;    ///< rad/s, >= 0.
  double max_steering_angle = 0;                       ///< rad, 0..π.
  double suspension_stiffness = 20000;                 ///< N/m, > 0.
  double suspension_damping_compression = 2000;        ///< N·s/m, >= 0.
  double suspension_damping_rebound = 2000;            ///< N·s/m, >= 0.
  double suspension_travel = 0.25;                     ///< m, >= 0.
  double target_propulsion_force_ratio = 0;            ///< -1..1; v1 `currentForceRatio`.
  double target_steering_ratio = 0;                    ///< -1..1, left positive; v1 `currentSteeringRatio`.
  std::int32_t material = -1;                          ///< -1: Material's defaults.
  Origin origin;
};

/// A wheel on a node, whose origin is the wheel's centre with the suspension unloaded.
struct Wheel {
  std::int32_t node = -1;
  std::int32_t description = -1;  ///< Index into Scene::wheel_descriptions.
  std::int32_t motion = -1;       ///< The body it carries, -1: none, then no effect.
  std::int32_t vehicle = -1;      ///< The vehicle that controls it, -1: none.
  Origin origin;
};

/// A thruster of OMI_vehicle_thruster or, with `hover`, of OMI_vehicle_hover_thruster, whose force is an
/// energy divided by the distance to the ground. Both push along the node's local +Z.
struct ThrusterDescription {
  bool hover = false;
  double maximum = 0;                               ///< `maxForce`, N, or `maxHoverEnergy`, N·m; >= 0.
  std::optional<double> change_rate;                ///< Of force or energy, N/s or N·m/s; absent: instant.
  double target_ratio = 0;                          ///< >= 0.
  double max_gimbal = 0;                            ///< rad, 0..π.
  std::optional<double> gimbal_change_rate = 1.0;   ///< rad/s, >= 0; absent: instant.
  std::array<double, 2> target_gimbal_ratio{0, 0};  ///< About local X and Y, -1..1.
  double linear_gimbal_adjust_ratio = 0;            ///< 0..1; hover thrusters 0.5 when absent.
  Origin origin;
};

struct Thruster {
  std::int32_t node = -1;
  std::int32_t description = -1;  ///< Index into Scene::thruster_descriptions.
  std::int32_t motion = -1;       ///< The body it pushes, -1: none, then no effect.
  std::int32_t vehicle = -1;      ///< The vehicle that controls it, -1: none.
  Origin origin;
};

/// A vehicle body, on the node of a motion.
struct Vehicle {
  std::int32_t node = -1;
  std::int32_t motion = -1;           ///< -1: the node has no motion, then no effect.
  DVec3 angular_activation{0, 0, 0};  ///< -1..1 about the vehicle's X, Y, Z.
  DVec3 linear_activation{0, 0, 0};   ///< -1..1 along them.
  DVec3 gyro_torque{0, 0, 0};         ///< Largest torque, N·m, about the vehicle's axes, >= 0.
  std::optional<double> max_speed;    ///< m/s, >= 0.
  std::int32_t pilot_seat = -1;       ///< Index into Scene::seats.
  bool angular_dampeners = true;
  bool linear_dampeners = true;
  bool use_throttle = false;
  Origin origin;
};

/// A place to sit (OMI_seat). Positions in node space, m.
struct Seat {
  std::int32_t node = -1;
  DVec3 back{0, 0, 0};
  DVec3 foot{0, 0, 0};
  DVec3 knee{0, 0, 0};
  double angle = 1.5707963267948966;  ///< rad, between the spine and the line from back to knee.
  Origin origin;
};

}  // namespace carom

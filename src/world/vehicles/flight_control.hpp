// Desired force and torque of a vehicle from its activations, and the targets of its thrusters and gyroscopes
// that produce them (docs/vehicles.md).
//
// Everything is in the vehicle's axes, about its centre of mass: +X left, +Y up, +Z forward. An axis with an
// input is driven; an axis without input is damped if the dampeners are on, else it is left alone.
//
// Force. Driven: the input times the force that the thrusters can give in that direction, but at most the
// force that brings the vehicle to its largest speed within a step, gravity included. With a throttle and a
// largest speed the input on Z is the fraction of that speed to hold. Damped: −m v/τ, with τ the sum of the
// step and the time that the slowest change of thrust takes, so that the vehicle stops without overshoot; and
// the vehicle's weight, if the thrusters can carry it.
//
// With hover thrusters over ground: the lift is the force at kHoverRatio of their energy, more with input up
// and less with input down; the height follows from it. The lift E/s acts as a spring. Dampeners damp it
// critically, c = 2 √(m Σ F/s), with input too; perpendicular to the lift they stop the vehicle as above.
//
// Torque. Gyroscopes act first: the input times their largest torque, or I α + ω × I ω with α = −ω/h about
// each axis, up to their largest torque. Thrusters: the input times the torque that they can give at their
// present thrust, or the part of the damping torque (with τ for h) that the gyroscopes do not give. With
// hover thrusters the lift itself levels the vehicle, and its torque is added; about level axes dampeners act
// with input too, because that input requests a tilt.
//
// Thrusters get their parts in this order (thrust_allocation.hpp):
//   1. the force, with that part of their gimbal that linear input may use (linear_gimbal_adjust_ratio);
//   2. thrusters without gimbal add torque that leaves the total force unchanged;
//   3. thrusters with gimbal turn to give the rest of the torque: hover thrusters with any energy, others
//   with
//      their present thrust, because a turn alone starts no engine;
//   4. gimbals move as fast as they can, and hover thrusters are allocated again for their new directions.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "carom/base/vector.hpp"
#include "carom/scene/vehicle.hpp"
#include "world/vehicles/thrust_allocation.hpp"
#include "world/vehicles/thruster_control.hpp"

namespace carom::world {

/// A thruster as a vehicle commands it.
struct Engine {
  const ThrusterDescription* description = nullptr;
  DVec3 arm;              ///< m
  DQuat rotation;         ///< Of its node without gimbal: thruster to vehicle.
  GimbalAngles gimbal{};  ///< rad, now; then after the step.
  double amount = 0;      ///< N, or N·m of a hover thruster; now, then for the step.
  /// N that it gives per unit of amount: 1; of a hover thruster over ground 1/distance or so, else 0.
  double force_per_amount = 1;
  double distance = 0;  ///< m, to the ground along its −Z; hover thrusters.

  DVec3 direction() const { return rotate(rotation * gimbalRotation(gimbal), DVec3{0, 0, 1}); }
};

struct FlightState {
  double mass = 1;              ///< kg; 0 for a body that forces do not move.
  DMat3 inertia;                ///< kg·m²; zero about axes that do not turn.
  DVec3 velocity;               ///< m/s
  DVec3 angular_velocity;       ///< rad/s
  DVec3 gravity;                ///< m/s², on this vehicle.
  double time_step = 1.0 / 60;  ///< s
};

/// What is worked out for a vehicle's engines, by engine. Kept from vehicle to vehicle and step to step, so
/// that flying takes no new memory.
struct FlightPlan {
  std::vector<Thrust> thrusts;
  std::vector<DVec3> rest;     ///< Directions without gimbal, or where a gimbal that does not turn is.
  std::vector<double> gimbal;  ///< rad that each may turn to.
  std::vector<DVec3> lift;     ///< N that hover thrusters give without input.
  std::vector<Thrust> part;    ///< Of the thrusts, those that are shared out at the moment,
  std::vector<std::size_t> fixed, turning;  ///< and which these are.
  ThrustSearch search;
};

/// Sets the engines' targets for the next step and returns the torque of the gyroscopes, N·m.
DVec3 fly(const Vehicle& vehicle, const FlightState& state, std::span<Engine> engines, FlightPlan& plan);

}  // namespace carom::world

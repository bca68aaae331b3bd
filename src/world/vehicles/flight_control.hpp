// What a vehicle's activations ask of its thrusters and its gyroscopes (docs/vehicles.md).
//
// Everything is in the vehicle's axes, about its centre of mass: +X left, +Y up, +Z forward. An axis with an
// input is driven, one without is damped if the dampeners are on, else left alone.
//
// Force. Driven: the input's share of what the thrusters can give that way; no more than takes the vehicle to
// its largest speed within a step, gravity counted in. With a throttle and a largest speed the input on Z is
// the share of that speed to keep. Damped: −m v/τ, τ the step and the time that the slowest change of thrust
// takes, so it stops and does not overshoot; and the vehicle's weight, where the thrusters can carry it.
//
// With hover thrusters over ground: the lift is what they give at kHoverRatio of their energy, more with
// input up and less with input down, and so finds its height by itself. Dampeners damp that critically, for
// the spring that E/s is, c = 2 √(m Σ F/s), with input too; across the lift they stop, as above.
//
// Torque. Gyroscopes first: the input's share of the largest, or I α + ω × I ω with α = −ω/h about each axis,
// as far as the largest torque there goes. Thrusters: the input's share of what they can turn by at the
// thrust that they have, or what of the same, with τ for h, the gyroscopes leave. With hover thrusters
// besides what the lift turns by itself, which levels the vehicle, and about level axes damping with input
// too, which then asks for a lean.
//
// Thrusters get their parts in this order (thrust_allocation.hpp):
//   1. the force, with that part of their gimbal that linear input may use (linear_gimbal_adjust_ratio);
//   2. thrusters that do not gimbal add what turns the vehicle without moving it;
//   3. thrusters that gimbal turn to give the rest of the torque: hover thrusters with any energy, others
//      with the thrust that they have, for turning alone lights no engine;
//   4. gimbals move as fast as they can, and hover thrusters, as they now point, share out anew.
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

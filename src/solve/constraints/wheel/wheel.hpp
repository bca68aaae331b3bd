// Wheels of a Simulation: their definition, their control, and their state.
//
// A wheel has no mass and no body. Its frame in its body has the origin at the wheel's centre with the
// suspension unloaded, +Y up along the suspension, +X along the axle to the left, +Z forward.
#pragma once

#include <cstdint>
#include <memory>

#include "carom/base/vector.hpp"
#include "collide/shapes/shape.hpp"

namespace carom::solve {

struct WheelDefinition {
  std::int32_t body = -1;
  Transform frame;                   ///< In the body's frame.
  float radius = 0.25f;              ///< m, > 0
  float width = 0.125f;              ///< m, > 0
  float travel = 0.25f;              ///< Range of compression of the suspension, m, >= 0.
  float stiffness = 20000;           ///< N/m, > 0
  float damping_compression = 2000;  ///< N·s/m, >= 0
  float damping_rebound = 2000;      ///< N·s/m, >= 0
};

/// The control of a wheel, in force until it is replaced.
struct WheelControl {
  float steering = 0;      ///< rad about +Y, left positive.
  float propulsion = 0;    ///< N at the ground, forward positive.
  float braking = 0;       ///< N at the ground, >= 0.
  float top_speed = 1e9f;  ///< Speed of the tread beyond which propulsion does not act, m/s.
  friend bool operator==(const WheelControl&, const WheelControl&) = default;
};

/// What a wheel did in the last step, for the user. Means over the step.
struct WheelReport {
  std::int32_t ground = -1;  ///< Collider on which it stands; -1: none.
  Vec3 point;                ///< Contact point relative to the body's centre of mass, global axes, m.
  Vec3 normal;               ///< Of the ground, global, unit.
  Vec3 forward;              ///< In the ground's plane, global, unit.
  float load = 0;            ///< Force of the suspension and its stop along the normal, N.
  float forward_force = 0;   ///< Force on the body along `forward`, N.
  float lateral_force = 0;   ///< Force on the body to the left, N.
  float forward_slip = 0;    ///< Velocity of the tread relative to the ground, forward positive, m/s.
  float lateral_slip = 0;    ///< Velocity of the wheel relative to the ground, to the left, m/s.
};

struct Wheel {
  WheelDefinition definition;
  std::shared_ptr<const collide::Shape> shape;  ///< A cylinder along Y.
  WheelControl control;

  bool placed = false;       ///< Its compression is known at the present place.
  float compression = 0;     ///< Of the spring, 0..travel, m.
  float spin = 0;            ///< About +X, rad/s.
  float roll = 0;            ///< Angle about +X, -π..π, rad.
  bool sliding = false;      ///< The tread slides on the ground, or the wheel is in the air.
  float anchor[2] = {0, 0};  ///< Creep of a standing wheel since it stopped, forward and to the left, m.
  float normal_impulse = 0;  ///< For warm starting, N·s per substep; so are the next two.
  float forward_impulse = 0;
  float lateral_impulse = 0;
  WheelReport report;
};

}  // namespace carom::solve

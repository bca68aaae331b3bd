// Wheels of a Simulation: what they are made from, what drives them, what they do.
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
  float travel = 0.25f;              ///< m, >= 0; how far the suspension can be compressed.
  float stiffness = 20000;           ///< N/m, > 0
  float damping_compression = 2000;  ///< N·s/m, >= 0
  float damping_rebound = 2000;      ///< N·s/m, >= 0
};

/// What drives a wheel, until it is told otherwise.
struct WheelControl {
  float steering = 0;      ///< rad about +Y, left positive.
  float propulsion = 0;    ///< N at the ground, forward positive.
  float braking = 0;       ///< N at the ground, >= 0.
  float top_speed = 1e9f;  ///< m/s of the tread, beyond which propulsion does not act.
  friend bool operator==(const WheelControl&, const WheelControl&) = default;
};

/// What a wheel did in the last step; for those who ask. Means over the step.
struct WheelReport {
  std::int32_t ground = -1;  ///< Collider it stands on, -1: in the air.
  Vec3 point;                ///< Of contact, from the body's centre of mass, global axes, m.
  Vec3 normal;               ///< Of the ground, global, unit.
  Vec3 forward;              ///< In the ground's plane, global, unit.
  float load = 0;            ///< N, along the normal, of the suspension and its stop.
  float forward_force = 0;   ///< N, on the body, along `forward`.
  float lateral_force = 0;   ///< N, on the body, to the left.
  float forward_slip = 0;    ///< m/s, of the tread over the ground, forward positive.
  float lateral_slip = 0;    ///< m/s, of the wheel over the ground, to the left.
};

struct Wheel {
  WheelDefinition definition;
  std::shared_ptr<const collide::Shape> shape;  ///< A cylinder along Y.
  WheelControl control;

  bool placed = false;       ///< Its compression is known: it has been let down where it is.
  float compression = 0;     ///< m, of the spring, 0..travel.
  float spin = 0;            ///< rad/s about +X.
  float roll = 0;            ///< rad about +X, -π..π.
  bool sliding = false;      ///< The tread moves over the ground, or over nothing.
  float anchor[2] = {0, 0};  ///< m by which what stands has crept, forward and to the left.
  float normal_impulse = 0;  ///< N·s per substep, to start the next one from; so are the others.
  float forward_impulse = 0;
  float lateral_impulse = 0;
  WheelReport report;
};

}  // namespace carom::solve

// All bodies of a simulation, and which of them are awake.
//
// What the narrow phase, the solver and continuous collision read of a body for every pair is in separate
// arrays, so that a pair touches few cache lines.
#pragma once

#include <cstdint>

#include "solve/state/body.hpp"
#include "solve/state/body_sweep.hpp"
#include "solve/state/indexed_vector.hpp"

namespace carom::solve {

/// Bounds of a body's motion in a step, for pairs that are apart (broad_phase/clearance.hpp).
struct MotionBound {
  double bound_after_step = 0;    ///< Upper bound of the displacement bound at the end of the step, m.
  double displacement_bound = 0;  ///< At the start of the step, m.
  float spin = 0;  ///< Upper bound of the speed at which rotation brings its surface nearer to others, m/s.
  float turning = 0;    ///< Angular speed, rad/s.
  float in_step = 0;    ///< Upper bound of the distance that its velocity brings it nearer in the step, m.
  bool parts = false;   ///< It has several colliders.
  bool pulled = false;  ///< More gravity acts on it than there is: its factor is beyond -1..1.
};

struct BodySet {
  // By body.
  IndexedVector<Body> all;
  IndexedVector<MotionBound> motion_bounds;
  IndexedVector<BodyMotion> motions;
  IndexedVector<BodySweep> sweeps;  ///< Zero while the body does not move.
  // By body, constant unless its parameters change.
  IndexedVector<std::uint8_t> movable;
  IndexedVector<float> inverse_masses;  ///< 1/kg

  IndexedVector<std::int32_t> awake;    ///< Dynamic bodies awake and kinematic bodies moving.
  IndexedVector<std::int32_t> stepped;  ///< Bodies that were awake in the last step.
  bool any_placed = false;              ///< Some body was added or moved since the last load estimate.

  Body& operator[](std::int32_t i) { return all[i]; }
  const Body& operator[](std::int32_t i) const { return all[i]; }
  Body& operator[](std::size_t i) { return all[i]; }
  const Body& operator[](std::size_t i) const { return all[i]; }
  std::int32_t count() const { return all.count(); }
  bool isAwake(std::int32_t i) const { return all[i].awake_index >= 0; }
  void reserve(std::size_t bodies) {
    all.reserve(bodies);
    motions.reserve(bodies);
    sweeps.reserve(bodies);
    awake.reserve(bodies);
  }
  /// Adds a body that is not awake; returns its index.
  std::int32_t add(const Body& body) {
    const std::int32_t index = all.count();
    all.push_back(body);
    motion_bounds.emplace_back();
    motions.emplace_back();
    sweeps.emplace_back();
    movable.push_back(body.movable() ? 1 : 0);
    inverse_masses.push_back(body.inverse_mass);
    setMotionAtRest(index);
    return index;
  }
  /// Sets the motion of a body that does not move.
  void setMotionAtRest(std::int32_t index) {
    const Body& body = all[index];
    motions[index] = {body.center, body.rotation, Vec3{}, Vec3{}};
    sweeps[index] = BodySweep{};
  }
  void addToAwake(std::int32_t index) {
    all[index].awake_index = awake.count();
    awake.push_back(index);
  }
  /// The last body of the list takes its position.
  void removeFromAwake(std::int32_t index) {
    Body& body = all[index];
    const std::int32_t last = awake.back();
    awake[body.awake_index] = last;
    all[last].awake_index = body.awake_index;
    awake.pop_back();
    body.awake_index = -1;
  }
};

}  // namespace carom::solve

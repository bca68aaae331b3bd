// All bodies of a simulation, and which of them are awake.
//
// What the narrow phase, the solver and continuous collision ask of a body for every pair lies in arrays of
// its own, by body, so that a pair reads no more lines of memory than it needs.
#pragma once

#include <cstdint>

#include "solve/state/body.hpp"
#include "solve/state/body_sweep.hpp"
#include "solve/state/indexed_vector.hpp"

namespace carom::solve {

/// What a step needs to know of a body for pairs that are apart (broad_phase/clearance.hpp).
struct MotionBound {
  double way = 0;                 ///< Its displacement bound after the step, at most, m.
  double displacement_bound = 0;  ///< At the start of the step, m.
  float spin = 0;     ///< Speed at which turning brings its surface nearer to things, at most, m/s.
  float turning = 0;  ///< rad/s
  float in_step = 0;  ///< As far as its velocity brings it nearer to things in the step, m.
};

struct BodySet {
  // By body.
  IndexedVector<Body> all;
  IndexedVector<MotionBound> motion_bounds;
  IndexedVector<BodyMotion> motions;
  IndexedVector<BodySweep> sweeps;  ///< Of nothing, while it does not move.
  // By body, as it was made.
  IndexedVector<std::uint8_t> movable;
  IndexedVector<float> inverse_masses;  ///< 1/kg

  IndexedVector<std::int32_t> awake;    ///< Dynamic bodies awake and kinematic bodies moving.
  IndexedVector<std::int32_t> stepped;  ///< Those that were awake in the last step.
  bool any_placed = false;  ///< Some have been added or put somewhere since the last load estimate.

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
  /// Adds one that is not awake; its index.
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
  /// Where a body is, and how it moves, while it does not.
  void setMotionAtRest(std::int32_t index) {
    const Body& body = all[index];
    motions[index] = {body.center, body.rotation, Vec3{}, Vec3{}};
    sweeps[index] = BodySweep{};
  }
  void addToAwake(std::int32_t index) {
    all[index].awake_index = awake.count();
    awake.push_back(index);
  }
  /// The last of the list takes its place.
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

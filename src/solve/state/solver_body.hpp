// What the solver reads and writes of a body, contiguous over the awake bodies. Index 0 is the world:
// infinite mass, at rest. Bodies that constraints can push follow, then bodies that they cannot push
// (kinematic bodies, bodies of infinite mass).
#pragma once

#include <cstdint>
#include <vector>

#include "carom/base/vector.hpp"

#include "solve/state/indexed_vector.hpp"

namespace carom::solve {

/// Velocity of the centre of mass and angular velocity, global axes. 32 bytes: two vector loads.
struct alignas(16) SolverVelocity {
  Vec3 linear;  ///< m/s
  float pad0 = 0;
  Vec3 angular;  ///< rad/s
  float pad1 = 0;
};

/// Acceleration by gravity, applied forces and torques.
struct alignas(16) SolverAcceleration {
  Vec3 linear;  ///< m/s²
  float pad0 = 0;
  Vec3 angular;  ///< rad/s²
  float pad1 = 0;
};

/// Motion of the body since the start of the step.
struct alignas(16) SolverDelta {
  Vec3 position;  ///< m
  float pad0 = 0;
  Vec3 rotation;  ///< Sum of the substeps' rotation vectors, rad: sufficient for a first-order change of
                  ///< contact distances.
  float pad1 = 0;
};

/// What integration and preparation read, constant over the step unless noted.
struct alignas(64) SolverBody {
  // The first cache line has what every substep reads.
  Quat rotation;             ///< Principal axes to global; advances in each substep.
  Vec3 inertia_turn;         ///< Rotation since the start of the step at which inverse_inertia is exact, rad.
  float inertia_spread = 0;  ///< Greatest principal inverse inertia over the least, minus 1; when gyroscopic.
  Vec3 acceleration;         ///< Of gravity and applied forces, m/s²; updated in each substep if in_field.
  std::int32_t body = -1;    ///< Index into the simulation's bodies.
  bool gyroscopic = false;   ///< Moments differ and none is infinite.
  bool ballistic = false;    ///< It has no contact in this step and follows an exact parabola.
  bool sprung = false;       ///< Only soft limits of joints acted on it in the last substep.
  bool in_field = false;     ///< It may be in a gravity volume within the step.
  bool supported = false;    ///< It carried a contact impulse in the last step.
  bool turned = false;       ///< inverse_inertia has changed in this substep.
  bool tensioned = false;    ///< inverse_inertia has the stiffness of joints that pull it apart.

  alignas(64) float inverse_mass = 0;                     ///< 1/kg
  Mat3 inverse_inertia{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};  ///< Global axes, 1/(kg·m²).
  Vec3 arms_turn;                  ///< The same for the arms of contacts, see inertia_turn.
  Vec3 principal_inverse_inertia;  ///< 1/(kg·m²)
};

struct SolverBodies {
  IndexedVector<SolverBody> bodies;
  IndexedVector<SolverVelocity> velocities;
  IndexedVector<SolverAcceleration> accelerations;
  IndexedVector<SolverDelta> deltas;
  std::int32_t movable_end = 1;       ///< Indices 1..movable_end-1 are changed by constraints.
  IndexedVector<std::int32_t> index;  ///< By body of the simulation: its index here; 0: it does not move.

  std::int32_t indexOf(std::int32_t body) const { return index[body]; }
};

/// The arrays that the passes over blocks use.
struct BodyArrays {
  const SolverBody* bodies = nullptr;
  SolverVelocity* velocities = nullptr;
  const SolverDelta* deltas = nullptr;
  std::int32_t movable_end = 1;
};

}  // namespace carom::solve

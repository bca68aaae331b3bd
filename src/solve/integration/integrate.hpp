// Motion of single bodies in a substep.
#pragma once

#include "solve/state/solver_body.hpp"

namespace carom::solve {

/// A rotation without torque, in the body's principal axes.
struct FreeTurn {
  DQuat turn;      ///< Of the body, unit.
  DVec3 momentum;  ///< Angular, after it, kg·m²/s.
};
/// The rotation in `h` seconds of a body with that principal inverse inertia and angular momentum.
FreeTurn freeTurn(const DVec3& inverse_inertia, const DVec3& momentum, double h);

/// Sets the inertia in global axes at the beginning of a step. `middle` is the orientation that is expected
/// in the middle of the step.
void startInertia(SolverBody& body, const Quat& middle);
/// Applies gravity, forces and torques to the velocities of bodies begin..end-1 for `h` seconds.
void integrateVelocities(SolverBodies& bodies, std::size_t begin, std::size_t end, float h);
/// Moves bodies begin..end-1 for `h` seconds; changes the angular velocity of free asymmetric bodies so that
/// they keep their angular momentum. Updates the inertia of bodies that have rotated too far for it, and
/// returns whether there are any.
bool integratePositions(SolverBodies& bodies, std::size_t begin, std::size_t end, float h);
/// The orientation of a body at the end of a step.
Quat storedRotation(const SolverBody& body);
/// World inverse inertia from principal axes.
Mat3 rotatedDiagonal(const Quat& rotation, const Vec3& diagonal);

}  // namespace carom::solve

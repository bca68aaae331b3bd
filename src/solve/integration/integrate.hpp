// Motion of single bodies over a substep.
#pragma once

#include "solve/state/solver_body.hpp"

namespace carom::solve {

/// Sets the inertia in global axes at the beginning of a step, in whose middle the body is expected to have a
/// rotation.
void startInertia(SolverBody& body, const Quat& middle);
/// Applies gravity, forces and torques to the velocities of bodies begin..end-1 for `h` seconds.
void integrateVelocities(SolverBodies& bodies, std::size_t begin, std::size_t end, float h);
/// Moves bodies begin..end-1 for `h` seconds; turns the angular velocity of free asymmetric ones as their
/// angular momentum demands. Takes the inertia anew of those that have turned too far for it, and says
/// whether there are any.
bool integratePositions(SolverBodies& bodies, std::size_t begin, std::size_t end, float h);
/// The rotation that a body has at the end of a step.
Quat storedRotation(const SolverBody& body);
/// World inverse inertia from principal axes.
Mat3 rotatedDiagonal(const Quat& rotation, const Vec3& diagonal);

}  // namespace carom::solve

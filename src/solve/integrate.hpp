// Motion of single bodies over a substep.
#pragma once

#include "solve/solver_body.hpp"

namespace carom::solve {

/// Sets the inertia in global axes at the beginning of a step, in whose middle the body is expected to have a
/// rotation.
void startInertia(SolverBody& body, const Quat& middle);
/// Sets it anew when the body has turned too far for it.
void turnInertia(SolverBody& body, const SolverDelta& delta);
/// Applies gravity, forces and torques to the velocities of bodies begin..end-1 for `h` seconds.
void integrateVelocities(SolverBodies& bodies, std::size_t begin, std::size_t end, float h);
/// Moves a body for `h` seconds; turns the angular velocity of a free asymmetric body as its angular momentum
/// demands.
void integratePosition(SolverBody& body, SolverVelocity& velocity, SolverDelta& delta, float h);
/// The rotation that a body has at the end of a step.
Quat storedRotation(const SolverBody& body);
/// World inverse inertia from principal axes.
Mat3 rotatedDiagonal(const Quat& rotation, const Vec3& diagonal);

}  // namespace carom::solve

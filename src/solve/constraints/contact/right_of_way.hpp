// The limits of what movers press with, and what becomes of impulses that have wound up.
//
// A mover (a kinematic body, or one of infinite mass) presses bodies against something fixed: no velocities
// satisfy all contacts, and their impulses grow from substep to substep, since each pass of the relaxation
// adds to those of the last one. What is fixed has the right of way, the mover gives way. It loses its hold
// with the depth at which anything is squeezed. For a contact of depth d and smaller inscribed radius r let
//
//   y(d) = 0 up to d = r/10, from there on min(1, (d/r − 1/10) / (1 − 1/10)).
//
// A mover presses in direction p on an island. Contacts of the island with fixed things, which push it back
// in directions sᵢ, resist with R = Σ y(dᵢ) sᵢ, at most with the largest y(dᵢ). Then the impulse of a point
// in a substep h has the limit
//
//   λ_max = 2 W h / y,   y = max(y(d), −p · R),
//
// W the weight of the island. So a mover carries or pushes at any depth whatever lies on it. W is at least
// the mass times the acceleration v²/(2 r) of a body that is pushed out of another one at v = k r
// (narrow_phase.cpp, pushSpeed()): where nothing falls, that takes the place of the weight.
//
// A squeezed chain carries one large impulse from end to end. If only the mover's contact lost it, the rest
// would throw the chain. So all contact impulses of an island begin the step smaller by the factor that its
// most squeezed contact with a mover needs: what was in balance stays in balance. Joints
// keep theirs.
#pragma once

#include <cstdint>

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// y of the derivation, 0..1.
float yieldAt(float depth, float inscribed_radius);

/// An island by its first body. Parallel to SimulationState::bodies.awake.
struct PressedIsland {
  double weight = 0;  ///< N, with the forces that are applied.
  double mass = 0;    ///< kg
  Vec3 resistance;    ///< R
  float yield = 0;    ///< The largest y of a contact with something fixed.
  float kept = 1;     ///< Factor of the contact impulses.
};

/// Sets ContactInput::most_pressed and reduces the contact impulses. To be called while the bodies of the
/// edges have the numbers of SolverGather::run(). The islands have their weights and masses.
void giveWay(SimulationState& state, const StepContext& context, IndexedVector<PressedIsland>& islands);

}  // namespace carom::solve

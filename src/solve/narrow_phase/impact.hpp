// Contacts of bodies that are about to hit each other.
#pragma once

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// If a pair will touch within the step, sets its manifolds as they are at the time of impact; if it only
/// seems so, as they are where it passes.
bool setIfImpact(const SimulationState& state, const StepContext& context, Contact& contact,
                 const ChangedPair& pair, ThreadScratch& thread, const collide::CollideSettings& settings);

}  // namespace carom::solve

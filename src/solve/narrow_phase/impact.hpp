// Contacts of bodies that are about to hit each other.
#pragma once

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// Sets the manifolds of a pair that will touch within the step as they are when it does; false for others.
bool setIfImpact(const SimulationState& state, const StepContext& context, Contact& contact,
                 const ChangedPair& pair, ThreadScratch& thread, const collide::CollideSettings& settings);

}  // namespace carom::solve

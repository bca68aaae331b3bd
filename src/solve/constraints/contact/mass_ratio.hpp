// Contacts between bodies of very unlike masses.
#pragma once

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// Whether the masses of the two are so unlike that limitMassRatios() has to look at the contact.
bool hasHighMassRatio(const SimulationState& state, const Contact& contact);
/// Light bodies between a heavy one and something that nothing moves get more mass for the step.
void limitMassRatios(SimulationState& state, const StepContext& context);

}  // namespace carom::solve

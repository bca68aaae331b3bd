// Contacts between bodies with a high mass ratio.
#pragma once

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// Whether the mass ratio is so high that limitMassRatios() has to examine the contact.
bool hasHighMassRatio(const SimulationState& state, const Contact& contact);
/// Increases, for this step, the mass of light bodies between a heavy body and something immovable.
void limitMassRatios(SimulationState& state, const StepContext& context);

}  // namespace carom::solve

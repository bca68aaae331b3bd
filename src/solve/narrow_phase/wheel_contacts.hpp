// What the wheels stand on, and what they wake.
#pragma once

#include "solve/narrow_phase/narrow_phase.hpp"

namespace carom::solve {

/// Finds the awake wheels and their grounds. Contacts of what they wake are updated.
void updateWheels(SimulationState& state, const StepContext& context, NarrowPhase& narrow_phase);

}  // namespace carom::solve

// The ground of the wheels, and islands that wheels wake.
#pragma once

#include "solve/narrow_phase/narrow_phase.hpp"

namespace carom::solve {

/// Finds the awake wheels and their grounds. Wakes islands on which wheels stand and updates their contacts.
void updateWheels(SimulationState& state, const StepContext& context, NarrowPhase& narrow_phase);

}  // namespace carom::solve

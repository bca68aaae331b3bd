// What is under a wheel, and beside it.
#pragma once

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// Looks for the ground and the stops of a wheel, into StepData::wheel_grounds.
void findGround(SimulationState& state, const StepContext& context, std::int32_t wheel,
                ThreadScratch& thread);

}  // namespace carom::solve

// The ground and the stops of a wheel.
#pragma once

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// Finds the ground and the stops of a wheel; the result is in StepData::wheel_grounds.
void findGround(SimulationState& state, const StepContext& context, std::int32_t wheel,
                ThreadScratch& thread);

}  // namespace carom::solve

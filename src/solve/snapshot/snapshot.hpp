// The state of a simulation as bytes, and back.
#pragma once

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom {
class ByteReader;
class ByteWriter;
}  // namespace carom

namespace carom::solve {

/// All that decides what happens from here on.
void saveState(const SimulationState& state, ByteWriter& out);
/// Goes back to what was saved of a simulation with the same bodies and colliders; reads to the end. False,
/// having changed nothing, when that cannot be; the reader says why.
bool restoreState(SimulationState& state, const StepContext& context, ByteReader& in);

}  // namespace carom::solve

// Saving the state of a simulation as bytes, and restoring it.
#pragma once

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom {
class ByteReader;
class ByteWriter;
}  // namespace carom

namespace carom::solve {

/// Writes all data on which later steps depend.
void saveState(const SimulationState& state, ByteWriter& out);
/// Restores a state saved from a simulation with the same bodies and colliders; reads to the end. Returns
/// false and changes nothing if that is not possible; the reader has the reason.
bool restoreState(SimulationState& state, const StepContext& context, ByteReader& in);

}  // namespace carom::solve

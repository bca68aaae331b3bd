// Joints in the step of a simulation.
#pragma once

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// A joint's frame moves in its body during the next step so that it ends there.
void setJointFrame(SimulationState& state, const StepContext& context, std::int32_t joint, int side,
                   const DTransform& frame);
/// What moves by itself wakes what hangs on it.
void wakeJoined(SimulationState& state, const StepContext& context);
/// The groups of joints with awake bodies, into StepData::awake_groups.
void findAwakeGroups(SimulationState& state);
void beginJoints(SimulationState& state, const StepContext& context);
/// Impulses, loads and events of limits.
void finishJoints(SimulationState& state, const StepContext& context);

}  // namespace carom::solve

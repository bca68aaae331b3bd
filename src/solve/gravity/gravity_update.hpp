// What a simulation does with sources of gravity.
#pragma once

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// The stronger of what draws the bodies of a contact, m/s².
float gravityAround(const SimulationState& state, const StepContext& context, const Contact& contact);
/// Takes the acceleration where a body of the solver has come to within the step.
void fall(SimulationState& state, const StepContext& context, std::size_t solver_body);

/// At the start of a step: gravity of the awake bodies, and which of those asleep it wakes.
class GravityUpdate {
 public:
  void run(SimulationState& state, const StepContext& context);

 private:
  void wakeWhereGravityChanged(SimulationState& state, const StepContext& context);

  IndexedVector<std::uint8_t> gravity_changes_;  ///< By body.
};

}  // namespace carom::solve

// Gravity sources in the steps of a simulation.
#pragma once

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// The stronger gravity of the two bodies of a contact, m/s².
float gravityAround(const SimulationState& state, const StepContext& context, const Contact& contact);
/// Updates the acceleration of a body of the solver to its present place within the step.
void fall(SimulationState& state, const StepContext& context, std::size_t solver_body);

/// Updates the gravity of awake bodies at the start of a step, and wakes sleeping bodies where it has
/// changed.
class GravityUpdate {
 public:
  void run(SimulationState& state, const StepContext& context);

 private:
  void wakeWhereGravityChanged(SimulationState& state, const StepContext& context);

  IndexedVector<std::uint8_t> gravity_changes_;  ///< By body.
};

}  // namespace carom::solve

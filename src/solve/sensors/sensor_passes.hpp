// Triggers: overlaps at the end of a step, and colliders that passed through a trigger within the step.
#pragma once

#include <vector>

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// Updates the overlaps of triggers at the end of a step.
void updateSensors(SimulationState& state, const StepContext& context);

/// Finds colliders that passed through a trigger within the step; the result is in StepData::passes.
class SensorPasses {
 public:
  void run(SimulationState& state, const StepContext& context);

 private:
  std::vector<std::int32_t>
      far_colliders_;  ///< Colliders that may have moved by more than their inscribed ball.
};

}  // namespace carom::solve

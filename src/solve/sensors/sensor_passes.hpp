// What overlaps a trigger, went through one, or was gone through by one.
#pragma once

#include <vector>

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// Overlaps of triggers, where things are at the end of the step.
void updateSensors(SimulationState& state, const StepContext& context);

/// Finds what passed a trigger between two steps, into StepData::passes.
class SensorPasses {
 public:
  void run(SimulationState& state, const StepContext& context);

 private:
  std::vector<std::int32_t> far_colliders_;  ///< That moved by more than the ball that fits in them.
};

}  // namespace carom::solve

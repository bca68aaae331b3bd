// Islands that static friction holds stand still.
#pragma once

#include <cstdint>

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// Whether a body is no faster than the error of the solver may be.
bool isStill(const StepContext& context, const Body& body);

/// Reads contacts, and which bodies are still (StepData::still); sets velocities to zero.
class HeldIslands {
 public:
  void run(SimulationState& state, const StepContext& context);

 private:
  bool findStill(const SimulationState& state);
  void leaveOutJoined(SimulationState& state);
  void lookAt(const SimulationState& state, const StepContext& context, std::int32_t awake_index);

  // By the first awake body of an island, its islandOf().
  IndexedVector<std::uint8_t> free_;      ///< Something in it may move.
  IndexedVector<std::uint8_t> grounded_;  ///< Something in it lies on what does not move.
};

}  // namespace carom::solve

// Held islands: islands that static friction holds stand still.
#pragma once

#include <cstdint>

#include "solve/simulation_state.hpp"
#include "solve/sleep/held_clusters.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// Whether the speed of a body is within the error of the solver.
bool isStill(const StepContext& context, const Body& body);

/// Reads contacts and StepData::still; sets velocities to zero.
class HeldIslands {
 public:
  void run(SimulationState& state, const StepContext& context);

 private:
  bool findStill(const SimulationState& state);
  void leaveOutJoined(SimulationState& state);
  void lookAt(const SimulationState& state, const StepContext& context, std::int32_t awake_index);
  void leaveOutLoose(const SimulationState& state);

  // By island, that is by the awake index of its first body.
  IndexedVector<std::uint8_t> free_;      ///< Some body of it may move.
  IndexedVector<std::uint8_t> grounded_;  ///< Some body of it lies on one that cannot be pushed.
  HeldClusters clusters_;
};

}  // namespace carom::solve

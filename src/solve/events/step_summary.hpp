// Summary of the contacts at the end of a step: begin and end events, statistics.
#pragma once

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

struct ContactTotals {
  std::uint32_t pairs = 0, points = 0;
  float deepest = 0;
  double depth_sum = 0;
};

/// Reads the live contacts; sets events, statistics, and which bodies touch.
class StepSummary {
 public:
  void summarizeContacts(SimulationState& state, const StepContext& context);
  void reportEvents(SimulationState& state, const StepContext& context);
  void gatherStatistics(SimulationState& state);
  /// Of those that the step has left awake and asleep.
  void countBodies(SimulationState& state);

 private:
  IndexedVector<std::uint8_t> contact_changes_;  ///< Parallel to the live contacts.
  IndexedVector<ContactTotals> summaries_;
};

}  // namespace carom::solve

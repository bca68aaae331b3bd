// Narrow phase: contact points of the pairs, matched with those of the last step.
#pragma once

#include <vector>

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// Reads poses and pairs; sets the manifolds of the active contacts and the list of live ones, and wakes
/// islands that awake bodies touch.
class NarrowPhase {
 public:
  void run(SimulationState& state, const StepContext& context);
  /// Updates the active contacts from a position in their list on: those of islands woken since.
  void updateFrom(SimulationState& state, const StepContext& context, std::int32_t begin);
  /// Puts what the contacts of woken islands give to the solver into its place among the others'.
  void orderWoken(SimulationState& state, const StepContext& context);

 private:
  void updateContactJob(SimulationState& state, const StepContext& context, const ThreadPool::Range& range,
                        ContactJob& job);
  void updateContactRange(SimulationState& state, const StepContext& context, std::int32_t begin,
                          std::int32_t end);

  IndexedVector<std::int32_t> live_places_;  ///< Parallel to the active contacts.
};

}  // namespace carom::solve

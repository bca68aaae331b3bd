// Sleeping and waking.
#pragma once

#include <vector>

#include "solve/simulation_state.hpp"
#include "solve/sleep/held_clusters.hpp"
#include "solve/state/indexed_vector.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// Adds a body to the awake ones, and its contacts to the active ones.
void addAwake(SimulationState& state, const StepContext& context, std::int32_t body);
void removeAwake(SimulationState& state, const StepContext& context, std::int32_t body);
void wakeIsland(SimulationState& state, const StepContext& context, std::int32_t island);
/// Wakes a body and its island.
void wake(SimulationState& state, const StepContext& context, std::int32_t body);
/// Updates at the end of a step how long a body has been at rest.
void updateRestTime(const SimulationState& state, const StepContext& context, Body& body);
/// Whether the solver had a number for the body as a movable one; then StepData::touching covers it.
bool isNumbered(const SimulationState& state, std::int32_t body);
/// Two bodies touch: they are in one island.
void uniteBodies(SimulationState& state, std::int32_t a, std::int32_t b);

/// A body that falls asleep, and the solver number of its island's root.
struct Sleeper {
  std::int32_t root, body;
};

/// Reads which bodies touch and rest; puts islands to sleep as a whole.
class Sleep {
 public:
  void run(SimulationState& state, const StepContext& context);

 private:
  bool maySleepAt(SimulationState& state, std::int32_t body, std::int32_t other);
  void findRestlessIslands(SimulationState& state, const StepContext& context);
  bool mayRest(SimulationState& state, std::int32_t index);
  void findLooseIslands(SimulationState& state);
  void collectRestingIslands(SimulationState& state);

  // By solver number: of the island's root, or of the body.
  IndexedVector<std::uint8_t> restless_;   ///< Islands that stay awake.
  IndexedVector<std::uint8_t> grounded_;   ///< Islands connected to a body that cannot be pushed.
  IndexedVector<std::uint8_t> lies_;       ///< Islands with a contact on such a body.
  IndexedVector<std::uint8_t> has_caged_;  ///< Islands with a body that rests by the rule "caged" only.
  IndexedVector<std::uint8_t> stands_;     ///< Bodies with a wheel on the ground.
  std::vector<std::int32_t> held_;         ///< Bodies that rest by the rule "held" only.
  HeldClusters clusters_;
  std::vector<Sleeper> sleepers_;
};

}  // namespace carom::solve

// Sleeping and waking.
#pragma once

#include <vector>

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// Adds a body to the awake ones, and its contacts to the active ones.
void addAwake(SimulationState& state, const StepContext& context, std::int32_t body);
void removeAwake(SimulationState& state, const StepContext& context, std::int32_t body);
void wakeIsland(SimulationState& state, const StepContext& context, std::int32_t island);
/// Wakes a body and its island.
void wake(SimulationState& state, const StepContext& context, std::int32_t body);
/// Updates at the end of a step how long a body has been at rest.
void updateRestTime(const StepContext& context, Body& body);
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
  void collectRestingIslands(SimulationState& state);

  // By the solver's number of a body or of its island's first one.
  IndexedVector<std::uint8_t> restless_, grounded_;  ///< Islands.
  IndexedVector<std::uint8_t> lies_;                 ///< Islands of which something touches what is fixed.
  IndexedVector<std::uint8_t> has_caged_;            ///< Islands of which something is caged.
  IndexedVector<std::uint8_t> stands_;               ///< Bodies whose wheels touch the ground.
  std::vector<Sleeper> sleepers_;
};

}  // namespace carom::solve

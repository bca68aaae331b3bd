// Sleeping and waking.
#pragma once

#include <vector>

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// A body is awake from now on, with its contacts.
void addAwake(SimulationState& state, const StepContext& context, std::int32_t body);
void removeAwake(SimulationState& state, const StepContext& context, std::int32_t body);
void wakeIsland(SimulationState& state, const StepContext& context, std::int32_t island);
/// Wakes a body and all that sleeps with it.
void wake(SimulationState& state, const StepContext& context, std::int32_t body);
/// For how long a body has been at rest, at the end of a step.
void updateRestTime(const StepContext& context, Body& body);
/// Whether a body was movable and awake in the solver, and so is in StepData::touching.
bool isNumbered(const SimulationState& state, std::int32_t body);
/// Two bodies touch: they sleep and wake together.
void uniteBodies(SimulationState& state, std::int32_t a, std::int32_t b);

/// A body that falls asleep, and what it has in common with those that do together.
struct Sleeper {
  std::int32_t root, body;
};

/// Reads which bodies touch and rest; puts whole islands to sleep.
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

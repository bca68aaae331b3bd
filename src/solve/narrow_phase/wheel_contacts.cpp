#include "solve/narrow_phase/wheel_contacts.hpp"

#include <algorithm>

#include "base/compact_sort.hpp"
#include "solve/constraints/wheel/wheel_ground.hpp"
#include "solve/sleep/sleep.hpp"

namespace carom::solve {
void updateWheels(SimulationState& state, const StepContext& context, NarrowPhase& narrow_phase) {
  state.step.awake_wheels.clear();
  std::size_t done = 0;
  for (bool woken = true; woken;) {
    for (std::size_t i = 0; i < state.wheels.size(); ++i) {
      const auto index = static_cast<std::int32_t>(i);
      const bool known =
          std::binary_search(state.step.awake_wheels.begin(),
                             state.step.awake_wheels.begin() + static_cast<std::ptrdiff_t>(done), index);
      if (!known && state.bodies.isAwake(state.wheels[i].definition.body))
        state.step.awake_wheels.push_back(index);
    }
    context.pool.parallelFor(static_cast<std::int32_t>(state.step.awake_wheels.size() - done), 2,
                             [&](const ThreadPool::Range& range) {
                               for (std::int32_t i = range.begin; i < range.end; ++i)
                                 findGround(state, context,
                                            state.step.awake_wheels[done + static_cast<std::size_t>(i)],
                                            context.threadOf(range));
                             });
    woken = false;
    const auto active = static_cast<std::int32_t>(state.contacts.active.size());
    for (std::size_t i = done; i < state.step.awake_wheels.size(); ++i) {
      const WheelGround& found = state.step.wheel_grounds[state.step.awake_wheels[i]];
      const auto touch = [&](const WheelTouch& t) {
        if (state.bodies[t.body].island < 0) return;
        wakeIsland(state, context, state.bodies[t.body].island);
        woken = true;
      };
      if (found.touches) touch(found.ground);
      for (int k = 0; k < found.stop_count; ++k) touch(found.stops[k]);
    }
    // Woken bodies lie on something: update their contacts.
    narrow_phase.updateFrom(state, context, active);
    compactSort(state.step.awake_wheels.begin(), state.step.awake_wheels.end(), std::less<>());
    done = state.step.awake_wheels.size();
  }
}

}  // namespace carom::solve

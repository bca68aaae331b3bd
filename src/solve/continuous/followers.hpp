// What has to move where continuous collision has stopped bodies.
#pragma once

#include <span>

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

class Followers {
 public:
  /// Moves what is held by bodies that were stopped in this round (BodySweep::moved). Returns the bodies that
  /// this has moved.
  virtual std::span<const std::int32_t> follow(SimulationState& state, const StepContext& context,
                                               std::span<const std::int32_t> stopped) = 0;

 protected:
  ~Followers() = default;
};

}  // namespace carom::solve

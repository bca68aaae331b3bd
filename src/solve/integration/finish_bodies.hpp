// After the solver: stores its results in the bodies, and updates what follows from them for each body.
#pragma once

#include <vector>

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// Reads the bodies of SolverInput; sets poses, velocities, boxes and rest times.
class BodyFinish {
 public:
  void finishBodies(SimulationState& state, const StepContext& context);
  /// After continuous collision: finishes fast bodies, and other bodies that it has changed.
  void finishMovedBodies(SimulationState& state, const StepContext& context);
  /// Enters the new boxes into the tree.
  void updateBounds(SimulationState& state);

 private:
  bool wasFast(std::int32_t awake_index) const;

  IndexedVector<std::uint8_t> body_changes_;  ///< Parallel to the awake bodies.
  std::vector<collide::DynamicTree::Leaf> moved_leaves_;
};

}  // namespace carom::solve

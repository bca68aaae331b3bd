// What the solver has found goes back to the bodies, and what follows from it for each of them alone.
#pragma once

#include <vector>

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// Reads the bodies of SolverInput; sets poses, velocities, bounds and how long bodies have been at rest.
class BodyFinish {
 public:
  void finishBodies(SimulationState& state, const StepContext& context);
  /// After continuous collision: the same for fast bodies, and for others that it has touched.
  void finishMovedBodies(SimulationState& state, const StepContext& context);
  /// The tree takes over the new boxes.
  void updateBounds(SimulationState& state);

 private:
  bool wasFast(std::size_t awake_index) const;

  IndexedVector<std::uint8_t> body_changes_;  ///< Parallel to the awake bodies.
  std::vector<collide::DynamicTree::Leaf> moved_leaves_;
};

}  // namespace carom::solve

// Gathering the solver's input: awake bodies, their contacts, and the batches of islands.
#pragma once

#include "solve/constraints/contact/right_of_way.hpp"
#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// Reads bodies, contact jobs, joint groups and wheels; fills SolverInput.
class SolverGather {
 public:
  void run(SimulationState& state, const StepContext& context);

 private:
  void numberBodies(SimulationState& state, const StepContext& context);
  void findLoaded(SimulationState& state, const StepContext& context);
  void gatherContacts(SimulationState& state, const StepContext& context);
  void gatherContactJob(SimulationState& state, const StepContext& context, const ContactJob& job);
  void connectJoints(SimulationState& state, const StepContext& context);
  void weighIslands(const SimulationState& state);
  void assignBatches(SimulationState& state, const StepContext& context);
  void gatherBodies(SimulationState& state, const StepContext& context);

  IndexedVector<std::uint8_t> body_contacts_;  ///< By awake index plus one; 0: the world.
  IndexedVector<std::uint8_t> awake_movable_;  ///< By awake index.
  IndexedVector<PressedIsland> islands_;       ///< By the awake index of an island's first body.
};

}  // namespace carom::solve

// Pins of nets (ball joints of large groups) in the step of a simulation.
#pragma once

#include <vector>
#include "solve/constraints/graph/block_layout.hpp"
#include "solve/constraints/pin/pin_solver.hpp"
#include "solve/simulation_state.hpp"
#include "solve/state/aligned_buffer.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// Pins are solved by all threads, in blocks, as contacts are.
class PinConstraints {
 public:
  void gatherPins(SimulationState& state, const StepContext& context);
  void startPins(const StepContext& context, const BodyArrays& bodies);
  void solvePinsBiased(const StepContext& context, const BodyArrays& bodies);
  void relaxPins(const StepContext& context, const BodyArrays& bodies);
  void storePins(SimulationState& state, const StepContext& context);

 private:
  bool gatherPin(SimulationState& state, std::size_t index);
  void layOutPins(SimulationState& state, const StepContext& context);

  IndexedVector<std::int32_t> pins_;  ///< Joints.
  IndexedVector<PinInput> pin_inputs_;
  IndexedVector<ConstraintEdge> pin_edges_;  ///< As laid out.
  IslandBatches::Range pin_numbers_;         ///< Of the movable bodies then.
  IndexedVector<Vec3> pin_places_;           ///< Of these: the level in the net.
  std::vector<std::int32_t> pin_order_;      ///< All of them, as they come.
  BlockLayout pin_layout_;
  AlignedBuffer pin_blocks_;  ///< PinBlock<lanes>, as laid out.
};

}  // namespace carom::solve

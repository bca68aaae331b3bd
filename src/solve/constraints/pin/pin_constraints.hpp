// Pins of nets (ball joints of large groups) in the step of a simulation.
#pragma once

#include <vector>
#include "solve/constraints/pin/pin_solver.hpp"
#include "solve/constraints/solver_part.hpp"

namespace carom::solve {

/// Pins are solved by all threads, in blocks, as contacts are: they take part in the split part alone.
class PinConstraints {
 public:
  void prepare(SimulationState& state, const StepContext& context);
  void warmStart(const SolverPart& part);
  void solveBiased(const SolverPart& part);
  void relax(const SolverPart& part);
  void store(SimulationState& state, const StepContext& context);

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

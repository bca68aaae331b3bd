// Pins of nets (ball joints of large groups) in the substeps.
#pragma once

#include <vector>
#include "solve/constraints/pin/pin_solver.hpp"
#include "solve/constraints/solver_part.hpp"

namespace carom::solve {

/// Pins are solved in blocks by all threads, as contacts are: only the split part has any.
class PinConstraints {
 public:
  void prepare(SimulationState& state, const StepContext& context);
  void warmStart(const SolverPart& part);
  void solveBiased(const SolverPart& part);
  void relax(const SolverPart& part);
  void store(SimulationState& state, const StepContext& context);

 private:
  bool gatherPin(SimulationState& state, std::int32_t index);
  void layOutPins(SimulationState& state, const StepContext& context);

  IndexedVector<std::int32_t> pins_;  ///< Joints.
  IndexedVector<PinInput> pin_inputs_;
  IndexedVector<ConstraintEdge> pin_edges_;  ///< At the last layout.
  IslandBatches::Range pin_numbers_;         ///< Solver numbers of the movable bodies then.
  IndexedVector<Vec3> pin_places_;           ///< By movable body: x is its level in the net.
  std::vector<std::int32_t> pin_order_;      ///< 0 .. pins_.size()-1
  BlockLayout pin_layout_;
  AlignedBuffer pin_blocks_;  ///< PinBlock<lanes>, in the order of the layout.
};

}  // namespace carom::solve

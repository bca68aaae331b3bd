// The substeps of a step: where the passes of all constraints are woven together.
#pragma once

#include <span>
#include <vector>
#include "solve/constraints/graph/block_layout.hpp"
#include "solve/constraints/pin/pin_constraints.hpp"
#include "solve/constraints/wheel/wheel_constraints.hpp"
#include "solve/simulation_state.hpp"
#include "solve/state/aligned_buffer.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// Contacts that are solved together, laid out in blocks.
struct ContactBlocks {
  BlockLayout layout;
  AlignedBuffer blocks;                  ///< ContactBlock<lanes>, as laid out.
  AlignedBuffer tails;                   ///< ContactTail<lanes>
  std::vector<std::int32_t> impacts;     ///< Blocks with lanes that may hit hard.
  std::vector<std::int32_t> overloaded;  ///< Blocks with overloaded lanes.
  std::int32_t overloaded_count = 0;     ///< Contacts in them.
};

/// A batch of islands, or what all threads solve together.
struct SolverPart {
  bool split = false;
  IslandBatches::Range bodies;                 ///< The solver's numbers.
  std::span<const std::int32_t> contacts;      ///< Into SolverInput::contacts.
  std::span<const std::int32_t> joint_groups;  ///< Into StepData::awake_groups.
  std::span<const std::int32_t> wheel_groups;  ///< Of WheelConstraints.
  ContactBlocks* blocks = nullptr;
};

/// Reads SolverInput; leaves velocities and motions in its bodies, impulses in the manifolds.
class Substeps {
 public:
  Substeps(WheelConstraints& wheels, PinConstraints& pins) : wheels_(wheels), pins_(pins) {}
  void run(SimulationState& state, const StepContext& context);

 private:
  SolverPart solverPart(SimulationState& state, std::int32_t batch);
  void runSubsteps(SimulationState& state, const StepContext& context, const SolverPart& part);
  void solvePart(SimulationState& state, const StepContext& context, const SolverPart& part);
  void reserveForBatches(const SimulationState& state, const StepContext& context);

  WheelConstraints& wheels_;
  PinConstraints& pins_;
  ContactBlocks shared_blocks_;               ///< Of what all threads solve together.
  std::vector<ContactBlocks> thread_blocks_;  ///< By thread, of the batch of islands at hand.
};

}  // namespace carom::solve

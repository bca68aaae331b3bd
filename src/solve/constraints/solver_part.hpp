// What the solver solves at a time, and how each kind of constraint takes part.
//
// Contacts, joints, pins and wheels are one class each, <Kind>Constraints, and are called in one way:
//
//   prepare           once a step: rows, effective masses, blocks, from the state
//   warmStart         each substep: starts from the impulses of the last one
//   solveBiased       each substep: velocities that also correct positions
//   relax             each substep, after positions have moved: velocities without the correction
//   applyRestitution  each substep: rebounds (contacts alone have any)
//   store             once a step: impulses, loads and events back into the state
//
// The passes work on a part: a batch of islands, by one thread, or what all threads solve together. In which
// order the kinds follow on each other is said in substeps.cpp alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "solve/constraints/graph/block_layout.hpp"
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
  SimulationState& state;
  const StepContext& context;
  bool split = false;                          ///< All threads solve it.
  IslandBatches::Range bodies;                 ///< The solver's numbers.
  std::span<const std::int32_t> contacts;      ///< Into SolverInput::contacts.
  std::span<const std::int32_t> joint_groups;  ///< Into StepData::awake_groups.
  std::span<const std::int32_t> wheel_groups;  ///< Of WheelConstraints.
  ContactBlocks* blocks = nullptr;

  BodyArrays arrays() const {
    SolverBodies& s = state.solver.bodies;
    return {s.bodies.data(), s.velocities.data(), s.deltas.data(), s.movable_end};
  }
  /// A stage begins. Who listens hears of stages on the thread that called step() alone.
  void enter(StepStage stage) const {
    if (split || context.pool.threadCount() == 1) context.enter(stage);
  }
  /// Calls function(range) for ranges of 0..count-1, in parallel if all threads solve the part.
  template <class Function>
  void spread(std::int32_t count, std::int32_t grain, Function&& function) const {
    if (split) {
      context.pool.parallelFor(count, grain, function);
    } else if (count > 0) {
      function(ThreadPool::Range{0, count, 0});
    }
  }
};

}  // namespace carom::solve

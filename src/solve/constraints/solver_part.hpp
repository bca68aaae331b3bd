// The unit of work of the solver, and the calls of each kind of constraint.
//
// Contacts, joints, pins and wheels have one class each, <Kind>Constraints, and are called in the same way:
//
//   prepare           once per step: rows, effective masses and blocks, from the state
//   warmStart         per substep: applies the impulses of the last one
//   solveBiased       per substep: velocities that also correct positions
//   relax             per substep, after positions have moved: velocities without the correction
//   applyRestitution  per substep: restitution (contacts only)
//   store             once per step: impulses, loads and events, to the state
//
// The passes work on a part: a batch of islands, solved by one thread, or the split islands, solved by all
// threads together. substeps.cpp has the order of the calls.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "solve/constraints/contact/cluster/contact_clusters.hpp"
#include "solve/constraints/contact/impact/impact_systems.hpp"
#include "solve/constraints/graph/block_layout.hpp"
#include "solve/constraints/joint/group_contacts.hpp"
#include "solve/simulation_state.hpp"
#include "solve/state/aligned_buffer.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// Contacts of a part, laid out in blocks.
struct ContactBlocks {
  BlockLayout layout;
  AlignedBuffer blocks;                  ///< ContactBlock<lanes>, in the order of the layout.
  AlignedBuffer tails;                   ///< ContactTail<lanes>, parallel to them.
  std::vector<std::int32_t> impacts;     ///< Blocks with lanes that may have an impact.
  std::vector<std::int32_t> elastic;     ///< Blocks with lanes that have restitution.
  std::vector<std::int32_t> overloaded;  ///< Blocks with overloaded lanes.
  ImpactSystems impact_systems;          ///< Of contacts of what joints hold.
  ContactClusters clusters;              ///< Contacts that are solved directly.
  std::vector<ClusterLink> links;        ///< Joints, for the clusters.
  std::vector<ClusterGroup> groups;      ///< Of joints that are solved with their contacts.

  bool isElastic() const { return !elastic.empty() || !clusters.elastic().empty(); }
};

/// A batch of islands, or all split islands.
struct SolverPart {
  SimulationState& state;
  const StepContext& context;
  bool split = false;                          ///< The split islands, solved by all threads.
  std::int32_t batch = 0;                      ///< Of IslandBatches, if it is not split.
  IslandBatches::Range bodies;                 ///< Solver numbers.
  std::span<const std::int32_t> contacts;      ///< Indices into SolverInput::contacts.
  std::span<const std::int32_t> joint_groups;  ///< Indices into StepData::awake_groups.
  std::span<const std::int32_t> wheel_groups;  ///< Groups of WheelConstraints.
  ContactBlocks* blocks = nullptr;
  IndexedVector<GroupContacts>* group_contacts = nullptr;  ///< By group of joints.

  BodyArrays arrays() const {
    SolverBodies& s = state.solver.bodies;
    return {s.bodies.data(), s.velocities.data(), s.deltas.data(), s.movable_end};
  }
  /// Reports the beginning of a stage; only on the thread that called step().
  void enter(StepStage stage) const {
    if (split || context.pool.threadCount() == 1) context.enter(stage);
  }
  /// Calls function(range) for ranges of 0..count-1; in parallel if all threads solve the part.
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

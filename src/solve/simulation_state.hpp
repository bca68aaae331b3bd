// All that a simulation knows between steps, and what the stages of a step hand to later ones.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "solve/constraints/contact/contact_block.hpp"
#include "solve/constraints/graph/block_layout.hpp"
#include "solve/constraints/joint/joint_set.hpp"
#include "solve/constraints/wheel/wheel_rows.hpp"
#include "solve/gravity/gravity_field.hpp"
#include "solve/islands/island_batches.hpp"
#include "solve/state/body_set.hpp"
#include "solve/state/collider_set.hpp"
#include "solve/state/contact_set.hpp"
#include "solve/state/disjoint_sets.hpp"
#include "solve/state/events.hpp"
#include "solve/state/island_set.hpp"
#include "solve/state/solver_body.hpp"

namespace carom::solve {

/// Indices that a job has found.
struct alignas(64) IndexJob {
  std::vector<std::int32_t> found;
};

/// What a job of the narrow phase has found.
struct alignas(64) ContactJob {
  std::int32_t live = 0;  ///< Contacts in NarrowPhase::live_places_, from the job's first place on.
  std::vector<ContactInput> inputs;           ///< For the solver.
  std::size_t first_input = 0;                ///< Where they go in SolverInput::contacts.
  std::vector<std::int32_t> high_mass_ratio;  ///< Contacts of bodies with very unlike masses.
};

/// What a job has found of the bodies that it finished (integration/body_finish.hpp).
struct alignas(64) BodyJob {
  std::vector<std::int32_t> new_boxes;              ///< Colliders; one may be there twice.
  std::vector<std::int32_t> fast;                   ///< Bodies that were.
  std::vector<collide::DynamicTree::Leaf> escaped;  ///< Colliders whose sweep left their box.
  std::vector<std::int32_t> dropped;                ///< Bodies whose result was absurd.
  void clear() { new_boxes.clear(), fast.clear(), escaped.clear(), dropped.clear(); }
};

/// What the solver works on: awake bodies by its own numbers, contacts between them, which of both are solved
/// together.
struct SolverInput {
  SolverBodies bodies;
  IndexedVector<ContactInput> contacts;
  IndexedVector<ConstraintEdge> edges;  ///< Parallel to `contacts`.
  IslandBatches batches;
  ByBatch contacts_by_batch, groups_by_batch;
  IndexedVector<Vec3> places;  ///< Of the movable bodies that all threads solve together, m.
};

/// Of one step.
struct StepData {
  IndexedVector<ContactJob> contact_jobs;  ///< The first contact_job_count of them.
  std::size_t contact_job_count = 0;
  IndexedVector<BodyJob> body_jobs;  ///< The first body_job_count of them.
  std::size_t body_job_count = 0;
  IndexedVector<WheelGround> wheel_grounds;  ///< By wheel.
  IndexedVector<std::int32_t> awake_wheels;  ///< Ascending.
  IndexedVector<std::int32_t> awake_groups;  ///< Of joints.
  bool loads_estimated = false;
  IndexedVector<std::uint8_t> still;           ///< By awake index: see held_islands.hpp.
  IndexedVector<std::int32_t> stopped_bodies;  ///< By continuous collision, or struck by such.
  DisjointSets touching;                       ///< By the solver's numbers: which bodies touch.
  std::vector<std::pair<std::int32_t, std::int32_t>> passes;  ///< Trigger and what went through it.
};

struct SimulationState {
  BodySet bodies;
  ColliderSet colliders;
  ContactSet contacts;
  IslandSet islands;
  JointSet joints;
  IndexedVector<Wheel> wheels;
  GravityField gravity;
  EventSet events;
  std::vector<JointLimitEvent> joint_events;  ///< Of the last step, ascending joint and limit.
  SimulationStatistics statistics;
  SolverInput solver;
  StepData step;

  /// Pose of a collider's shape in the global frame.
  DTransform shapePose(std::int32_t collider) const {
    const Collider& c = colliders[collider];
    const Body& b = bodies[c.body];
    return {b.center + DVec3(rotate(b.rotation, c.local.translation)), DQuat(b.rotation * c.local.rotation)};
  }
  bool isStatic(std::int32_t collider) const {
    return bodies[colliders[collider].body].type == BodyType::Static;
  }
};

}  // namespace carom::solve

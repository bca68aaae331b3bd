// The state of a simulation between steps, and the data that stages of a step pass to later ones.
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

/// Indices found by one job.
struct alignas(64) IndexJob {
  std::vector<std::int32_t> found;
};

/// Result of one job of the narrow phase.
struct alignas(64) ContactJob {
  std::int32_t live = 0;                      ///< Number of live contacts, in NarrowPhase::live_places_.
  std::vector<ContactInput> inputs;           ///< For the solver.
  std::size_t first_input = 0;                ///< Their first position in SolverInput::contacts.
  std::vector<std::int32_t> high_mass_ratio;  ///< Contacts of bodies with a high mass ratio.
};

/// Result of one job of BodyFinish (integration/finish_bodies.hpp).
struct alignas(64) BodyJob {
  std::vector<std::int32_t> new_boxes;              ///< Colliders with a new box; may contain duplicates.
  std::vector<std::int32_t> fast;                   ///< Fast bodies.
  std::vector<collide::DynamicTree::Leaf> escaped;  ///< Colliders whose sweep left their box.
  std::vector<std::int32_t> dropped;                ///< Bodies whose result was out of range.
  std::vector<std::int32_t> struck, curved;         ///< For the projection of positions (struck_bodies.hpp).
  void clear() {
    new_boxes.clear(), fast.clear(), escaped.clear(), dropped.clear(), struck.clear(), curved.clear();
  }
};

/// What the solver works on: awake bodies by solver number, contacts between them, and the batches in which
/// they are solved.
struct SolverInput {
  std::uint8_t any_clusters = 0;  ///< Some contact begins a cluster (contact_clusters.hpp).
  std::uint8_t squeezes = 0;      ///< Some contact with what cannot be pushed is deep (right_of_way.hpp).
  SolverBodies bodies;
  IndexedVector<ContactInput> contacts;
  IndexedVector<ConstraintEdge> edges;  ///< Parallel to `contacts`.
  IslandBatches batches;
  ByBatch contacts_by_batch, groups_by_batch;
  IndexedVector<Vec3> places;  ///< Positions of the movable bodies of split islands, m.
};

/// Data of one step.
struct StepData {
  IndexedVector<ContactJob> contact_jobs;  ///< The first contact_job_count are in use.
  std::int32_t contact_job_count = 0;
  IndexedVector<BodyJob> body_jobs;  ///< The first body_job_count are in use.
  std::int32_t body_job_count = 0;
  IndexedVector<WheelGround> wheel_grounds;  ///< By wheel.
  IndexedVector<std::int32_t> awake_wheels;  ///< Ascending.
  IndexedVector<std::int32_t> awake_groups;  ///< Joint groups.
  bool loads_estimated = false;
  IndexedVector<std::uint8_t> still;  ///< By awake index: isStill() of held_islands.hpp.
  /// Bodies that continuous collision has stopped or struck, or the projection has moved; some several times.
  IndexedVector<std::int32_t> stopped_bodies;
  DisjointSets touching;  ///< By solver number: bodies that touch or are joined.
  std::vector<std::pair<std::int32_t, std::int32_t>>
      passes;  ///< A trigger and a collider that passed through it.
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
  Joint& joint(std::int32_t index) { return joints.joints()[index]; }
  /// A joint group, by its index in StepData::awake_groups.
  JointGroup& jointGroup(std::int32_t index) { return joints.groups()[index]; }
  bool isStatic(std::int32_t collider) const {
    return bodies[colliders[collider].body].type == BodyType::Static;
  }
};

}  // namespace carom::solve

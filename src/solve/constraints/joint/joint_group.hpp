// Joints that are connected through movable bodies, solved together (joint_solver.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solve/constraints/joint/joint_topology.hpp"
#include "solve/simulation_settings.hpp"
#include "solve/state/body.hpp"
#include "solve/state/indexed_vector.hpp"

namespace carom::solve {

/// Factor for distances of joints that hold the given bodies: the larger of those of gravity and of size.
double jointTolerance(std::span<const std::int32_t> held, const IndexedVector<Body>& bodies,
                      const SimulationSettings& settings);

class JointGroup {
 public:
  /// `joints` are indices into the simulation's joints.
  JointGroup(std::vector<std::int32_t> joints, const IndexedVector<Joint>& all,
             const IndexedVector<Body>& bodies);

  const std::vector<std::int32_t>& joints() const { return joints_; }
  /// Every body that they connect, once.
  const std::vector<std::int32_t>& bodies() const { return members_; }
  /// A movable body that tells whether the group is awake.
  std::int32_t movableBody() const { return movable_body_; }

  /// Joints that are swept in SIMD lanes (pin_solver.hpp), where there are too many rings to solve all joints
  /// at once.
  const std::vector<std::int32_t>& pins() const { return pins_; }
  /// Every body that they hold, once.
  const std::vector<std::int32_t>& pinnedBodies() const { return pinned_; }
  /// How far each of these is from an end of the net (net_levels.hpp).
  const std::vector<std::int32_t>& pinnedLevels() const { return pinned_levels_; }

  /// The other joints, which JointSolver solves, and their bodies, in the order of topology().
  const std::vector<std::int32_t>& solvedJoints() const { return solved_joints_; }
  const std::vector<std::int32_t>& solvedBodies() const { return solved_bodies_; }
  const JointTopology& topology() const { return topology_; }
  /// Among the groups of a JointSet: equal for groups of one topology.
  std::int32_t topology_class = 0;
  /// Whether, by the last step, a joint has come to or left a limit.
  bool has_news = false;

  /// Factor for distances and speeds: what swings fast where little falls has the tolerance of its size.
  double tolerance(const IndexedVector<Body>& bodies, const SimulationSettings& settings) const;

 private:
  std::vector<std::int32_t> joints_;
  std::vector<std::int32_t> pins_;
  std::vector<std::int32_t> members_, pinned_, pinned_levels_;
  std::int32_t movable_body_ = -1;
  std::vector<std::int32_t> solved_joints_, solved_bodies_;
  JointTopology topology_;
};

}  // namespace carom::solve

// All joints of a simulation, and which of them are connected.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/constraints/joint/joint_group.hpp"
#include "solve/state/indexed_vector.hpp"

namespace carom::solve {

/// How far the frames of a joint are outside its hard limits.
struct JointOpening {
  double length = 0, angle = 0;  ///< m, rad
  bool is_wide = false;          ///< By more than exporters round (JointSettings::kApart, kTurnedApart).
};

class JointSet {
 public:
  std::int32_t add(const JointDefinition& definition, const IndexedVector<Body>& bodies);
  bool empty() const { return joints_.empty(); }
  const IndexedVector<Joint>& joints() const { return joints_; }
  IndexedVector<Joint>& joints() { return joints_; }
  JointOpening opening(std::int32_t joint, const IndexedVector<Body>& bodies,
                       const SimulationSettings& settings) const;
  /// Finds the groups anew if joints have been added.
  void connect(const IndexedVector<Body>& bodies);
  /// Bodies or joints have changed what they are: the groups are found anew when they are needed.
  void reconnect() { connected_ = false; }
  IndexedVector<JointGroup>& groups() { return groups_; }
  /// Joints of a body.
  std::span<const std::int32_t> jointsOf(std::int32_t body) const;
  /// Whether joints connect two movable bodies, over any number of others.
  bool areConnected(std::int32_t a, std::int32_t b) const;
  /// Whether a movable body has a joint.
  bool isJoined(std::int32_t body) const { return areConnected(body, body); }
  /// Whether joints connect a movable body with the world.
  bool isAnchored(std::int32_t body) const;
  /// Whether joints may keep two bodies that overlap from coming apart: they connect them, or one of them
  /// with the world. That counts for free bodies on it too: a contact that took its stiffness from the load
  /// would fight with the joints.
  bool mayHold(std::int32_t a, std::int32_t b) const;
  /// The body at the other end of a joint.
  std::int32_t other(std::int32_t joint, std::int32_t body) const;
  /// Whether a joint leaves its bodies no motion against each other.
  bool isRigid(std::int32_t joint) const;
  /// Whether a drive moves its bodies, however slowly, as it is to.
  bool isDriving(std::int32_t joint, const IndexedVector<Body>& bodies) const;

  /// Of a body; −1: none.
  std::int32_t groupOf(std::int32_t body) const;

 private:
  /// Finds which groups have one topology.
  void classify();

  IndexedVector<Joint> joints_;
  IndexedVector<JointGroup> groups_;
  IndexedVector<std::int32_t> first_of_body_;  ///< Into of_body_, and the end.
  IndexedVector<std::int32_t> of_body_;
  IndexedVector<std::int32_t> group_of_body_;  ///< -1: none.
  IndexedVector<std::uint8_t> anchored_;  ///< By group: a joint of it is to something that cannot be moved.
  bool connected_ = true;
};

}  // namespace carom::solve

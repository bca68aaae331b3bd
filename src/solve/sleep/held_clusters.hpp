// Held clusters: bodies that static friction holds to one another as if they were one.
//
// That every body is held at three points that are not in line (holds.hpp) does not say that they all stand
// still: a tower in which each box is held by the next one can stand on a single point, and tips over as a
// whole. So bodies that one contact alone holds to each other form a cluster, and so do those that one
// contact holds to something that cannot be pushed. A cluster with something that cannot be pushed is held.
// Any other one is held if its contacts with what is not in it have three holding points that are not in
// line.
#pragma once

#include <cstdint>

#include "solve/simulation_state.hpp"

namespace carom::solve {

class HeldClusters {
 public:
  /// One cluster for each awake body.
  void start(const SimulationState& state);
  /// Unites the bodies of a contact if it holds them to each other. Several threads may call this at once.
  void join(const SimulationState& state, const Contact& contact);
  /// After all calls of join().
  void settle() { clusters_.settle(); }
  /// Whether its cluster has something that cannot be pushed; of a body by its awake index.
  bool isAnchored(std::int32_t awake_index) const { return clusters_.rootOf(awake_index + 1) == 0; }

  /// Adds the points at which static friction holds a body to what is not in its cluster.
  void addHolds(const SimulationState& state, std::int32_t awake_index);
  /// Joints or wheels hold the body's cluster.
  void addJoined(std::int32_t awake_index);
  /// After all calls of addHolds() and addJoined(): isLoose() is valid then.
  void findLoose();
  /// Whether nothing holds the cluster of the body.
  bool isLoose(std::int32_t awake_index) const {
    return !isAnchored(awake_index) && is_held_[clusters_.rootOf(awake_index + 1)] == 0;
  }

 private:
  struct Hold {
    std::int32_t cluster;
    std::int32_t number;  // In the order of addHolds().
    float size;           // Of the body.
    Vec3 point;           // Relative to the first body of the cluster.
  };

  DisjointSets clusters_;  // By awake index plus one; 0: what cannot be pushed.
  IndexedVector<Hold> holds_;
  IndexedVector<std::uint8_t> is_held_;  // By cluster.
  IndexedVector<Vec3> points_;           // Of one cluster.
};

}  // namespace carom::solve

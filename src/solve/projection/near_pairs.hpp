// The pairs that a projection may bring together, side by side for each body. The lists of contacts that
// bodies have are linked, and most of their pairs are far apart.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solve/simulation_state.hpp"
#include "solve/state/indexed_vector.hpp"

namespace carom::solve {

/// Longest way of a body in one round of the projection, m.
float farthestInRound(const Body& body);

/// A pair of a body.
struct NearPair {
  std::int32_t contact = -1;
  std::int32_t other = -1;  ///< The other body.
  double until = 0;         ///< PairClearance::until
  bool first = false;       ///< The body is the contact's first one.
};

class NearPairs {
 public:
  /// Collects the pairs of bodies that have a mass, of those that the narrow phase looked at.
  void collect(const SimulationState& state);
  /// A body has been moved. Returns whether the pairs are still all that are near.
  bool noteMoved(const SimulationState& state, std::int32_t body);

  std::span<const NearPair> of(std::int32_t body) const {
    const Met& met = met_[body];
    if (met.time != time_) return {};
    return {pairs_.data() + met.first, pairs_.data() + met.end};
  }
  /// Whether a pair of a body may be nearer than `reach` where its bodies are.
  bool mayTouch(std::int32_t body, const NearPair& pair, float reach) const {
    return met_[body].bound + met_[pair.other].bound + static_cast<double>(reach) >= pair.until;
  }

 private:
  /// What is known of a body that is in some pair.
  struct Met {
    std::int32_t time = 0;            ///< The collect() that met it last.
    std::int32_t first = 0, end = 0;  ///< Its pairs.
    double bound = 0;                 ///< Displacement bound now (broad_phase/clearance.cpp), m.
    double covered = 0;               ///< That up to which its pairs are complete, m.
    double near = 0;                  ///< The same, with its reach.
  };
  void meet(const SimulationState& state, std::int32_t body);

  std::int32_t time_ = 0;  ///< Number of the last collect().
  IndexedVector<Met> met_;
  IndexedVector<std::int32_t> bodies_;  ///< Those that it has met.
  IndexedVector<NearPair> pairs_;
  std::vector<std::int32_t> active_;  ///< Contacts that are near.
};

}  // namespace carom::solve

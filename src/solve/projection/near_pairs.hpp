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
  /// Collects the pairs of awake bodies that can be pushed, of those that the narrow phase looked at.
  void collect(const SimulationState& state);
  /// A body has been moved. Returns whether the pairs are still all that are near.
  bool noteMoved(const SimulationState& state, std::int32_t body);

  std::span<const NearPair> of(std::int32_t body) const {
    if (seen_[body] != time_) return {};
    return {pairs_.data() + first_[body], pairs_.data() + end_[body]};
  }
  /// Whether a pair of a body may be nearer than `reach` where its bodies are.
  bool mayTouch(std::int32_t body, const NearPair& pair, float reach) const {
    return bounds_[body] + bounds_[pair.other] + static_cast<double>(reach) >= pair.until;
  }

 private:
  void learn(const SimulationState& state, std::int32_t body);

  std::int32_t time_ = 0;  ///< Number of the last collect().
  // By body:
  IndexedVector<std::int32_t> seen_;  ///< The collect() that has met it in a pair.
  IndexedVector<double> bounds_;      ///< Displacement bound now (broad_phase/clearance.cpp), m.
  IndexedVector<double> covered_;     ///< That up to which its pairs are complete, m.
  IndexedVector<double> near_;        ///< The same, with its reach.
  IndexedVector<std::int32_t> first_, end_;
  IndexedVector<std::uint8_t> listed_;  ///< It has a list: it is awake and can be pushed.
  IndexedVector<NearPair> pairs_;
  std::vector<std::int32_t> active_;  ///< Contacts that are near.
};

}  // namespace carom::solve

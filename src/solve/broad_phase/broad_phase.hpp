// Broad phase: which pairs of colliders are near enough to look at.
#pragma once

#include <vector>
#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// What of a contact follows from its colliders.
void describe(const SimulationState& state, Contact& contact, const Collider& a, const Collider& b);

struct PairCandidate {
  std::int32_t a, b;  ///< Colliders, the smaller one first.
  friend auto operator<=>(const PairCandidate&, const PairCandidate&) = default;
};

/// Reads boxes and trees of the colliders; makes and destroys contacts.
class BroadPhase {
 public:
  /// Makes contacts of pairs whose boxes have come to overlap.
  void findPairs(SimulationState& state, const StepContext& context);
  /// Finds the pairs whose boxes have come apart; dropSeparatedPairs() destroys their contacts.
  void findSeparated(SimulationState& state, const StepContext& context);
  void dropSeparatedPairs(SimulationState& state);

 private:
  void findSeparatedOf(SimulationState& state, std::int32_t body);

  /// What a job has found.
  struct alignas(64) PairJob {
    std::vector<PairCandidate> found;
  };
  IndexedVector<PairJob> pair_jobs_;
  std::vector<PairCandidate> new_pairs_;
  std::vector<std::int32_t> separated_contacts_;
  IndexedVector<IndexJob> separated_jobs_;
};

}  // namespace carom::solve

// Broad phase: finds the pairs of colliders whose bounds are near each other.
#pragma once

#include <vector>
#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// Sets the fields of a contact that follow from its two colliders.
void describe(const SimulationState& state, Contact& contact, const Collider& a, const Collider& b);

/// Destroys the pairs of a body that the policy no longer relates.
void dropUnrelatedPairs(SimulationState& state, const StepContext& context, std::int32_t body);
/// Takes the collider's partners for new ones in the next search: what kept some of them apart has changed.
void searchAgain(SimulationState& state, std::int32_t collider);

struct PairCandidate {
  std::int32_t a, b;  ///< Colliders, a < b.
  friend auto operator<=>(const PairCandidate&, const PairCandidate&) = default;
};

/// Reads the boxes and trees of the colliders; creates and destroys contacts.
class BroadPhase {
 public:
  /// Creates contacts for pairs whose boxes have begun to overlap.
  void findPairs(SimulationState& state, const StepContext& context);
  /// Finds the pairs whose boxes have separated; dropSeparatedPairs() destroys their contacts.
  void findSeparated(SimulationState& state, const StepContext& context);
  void dropSeparatedPairs(SimulationState& state);

 private:
  void findSeparatedOf(SimulationState& state, std::int32_t body);

  /// The pairs that one job has found.
  struct alignas(64) PairJob {
    std::vector<PairCandidate> found;
  };
  IndexedVector<PairJob> pair_jobs_;
  std::vector<PairCandidate> new_pairs_;
  std::vector<std::int32_t> separated_contacts_;
  IndexedVector<IndexJob> separated_jobs_;
};

}  // namespace carom::solve

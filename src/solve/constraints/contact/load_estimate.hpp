// Load estimate: the loads of contacts of bodies that are placed at rest.
#pragma once

#include <vector>
#include "solve/constraints/contact/load.hpp"
#include "solve/simulation_state.hpp"
#include "solve/state/indexed_vector.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// Reads bodies and contacts; sets the impulses of new contacts of bodies placed at rest.
class LoadEstimate {
 public:
  void run(SimulationState& state, const StepContext& context);

 private:
  bool collectResting(SimulationState& state, const StepContext& context);
  void distributeLoad(SimulationState& state, std::int32_t index);
  void orderBySupport(SimulationState& state);

  /// In resting_.
  static constexpr std::uint8_t kRests = 1, kPlaced = 2;

  std::vector<std::int32_t> load_order_;
  IndexedVector<std::int32_t> load_counts_;  ///< By awake index, in orderBySupport().
  /// By awake index: the body is known to rest; it was placed, or carries what was.
  IndexedVector<std::uint8_t> resting_;
  IndexedVector<Load> loads_;  ///< By awake index.
  std::vector<Support> supports_;
};

}  // namespace carom::solve

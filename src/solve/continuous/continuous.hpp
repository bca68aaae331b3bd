// Continuous collision: bodies that moved so far in the step that they may have passed through something.
#pragma once

#include <cstdint>
#include <vector>

#include "collide/trees/dynamic_tree.hpp"
#include "solve/continuous/followers.hpp"
#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// What may stop bodies: all; what cannot be pushed and does not move in the step; what is static.
enum class Obstacles : std::uint8_t { All, Still, Static };

/// Reads how bodies moved; moves those that would have passed through something to the impact.
class ContinuousCollision {
 public:
  void run(SimulationState& state, const StepContext& context, Followers& followers);

 private:
  void findNearEscaped(const SimulationState& state, std::int32_t i, std::vector<std::int32_t>& found) const;
  void collectSuspects(SimulationState& state, const StepContext& context);
  void sortSuspects();
  template <class Visit>
  void visitCandidates(const SimulationState& state, std::int32_t index, Visit&& visit) const;
  void findStop(SimulationState& state, const StepContext& context, std::int32_t index, Obstacles obstacles,
                std::vector<std::int32_t>& candidates, BodyStop& first);
  void applyStop(SimulationState& state, std::int32_t index, const BodyStop& stop);
  void endRound(SimulationState& state);
  void moveFollowers(SimulationState& state, const StepContext& context, Followers& followers);
  void noteMoved(SimulationState& state, std::int32_t index);
  bool stopSuspects(SimulationState& state, const StepContext& context, Obstacles obstacles);

  IndexedVector<IndexJob> suspect_jobs_;               ///< Bodies.
  IndexedVector<std::int32_t> suspects_, examined_;    ///< Bodies of the next round and of this one.
  IndexedVector<BodyStop> stops_;                      ///< Parallel to examined_.
  IndexedVector<collide::DynamicTree::Leaf> escaped_;  ///< Sweeps that left the boxes of their colliders.
  IndexedVector<std::int32_t> escaped_colliders_;      ///< By key of the leaf in escaped_.
  collide::DynamicTree escaped_tree_;
  std::vector<std::int32_t> stopped_;  ///< In this round.
};

}  // namespace carom::solve

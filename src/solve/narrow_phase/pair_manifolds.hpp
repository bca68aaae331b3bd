// The contact points of a pair where its bodies are, without extrapolation.
#pragma once

#include <vector>

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// The poses of a pair's shapes where the bodies are.
struct PairAt {
  DTransform a;  ///< Shape A, global.
  Transform b_to_a;

  PairAt(const SimulationState& state, const Contact& contact);
};

/// The manifolds of a pair at a pose of shape B in the frame of shape A, up to a separation, m. They are in
/// the scratch memory of the thread.
const std::vector<collide::Manifold>& manifoldsAt(const SimulationState& state, const Contact& contact,
                                                  const Transform& b_to_a, float max_separation,
                                                  ThreadScratch& thread);

}  // namespace carom::solve

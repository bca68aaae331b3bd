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

/// Whether a mesh is in a pair.
inline bool hasMesh(const Contact& contact) {
  const auto mesh = static_cast<int>(collide::ShapeKind::Mesh);
  return contact.kinds / 16 == mesh || contact.kinds % 16 == mesh;
}

/// The manifolds of a pair at a pose of shape B in the frame of shape A, up to a separation, m. They are in
/// the scratch memory of the thread.
const std::vector<collide::Manifold>& manifoldsAt(const SimulationState& state, const Contact& contact,
                                                  const Transform& b_to_a, float max_separation,
                                                  ThreadScratch& thread);

/// Makes no point of a pair deeper at the start of the step than the pair is; the bodies are there. The
/// points were found at poses ahead, and a separation along a normal found there is a lower bound of that at
/// the start: the shapes may be apart along another one. Where they move apart along the one that was found,
/// it would push them.
void limitDepths(const SimulationState& state, Contact& contact, ThreadScratch& thread);

}  // namespace carom::solve

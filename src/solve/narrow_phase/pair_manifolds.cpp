#include "solve/narrow_phase/pair_manifolds.hpp"

namespace carom::solve {

PairAt::PairAt(const SimulationState& state, const Contact& contact)
    : a(state.shapePose(contact.collider[0])) {
  const DTransform b = state.shapePose(contact.collider[1]);
  b_to_a = {Vec3(inverseTransformPoint(a, b.translation)),
            normalized(Quat(conjugate(a.rotation) * b.rotation))};
}

const std::vector<collide::Manifold>& manifoldsAt(const SimulationState& state, const Contact& contact,
                                                  const Transform& b_to_a, float max_separation,
                                                  ThreadScratch& thread) {
  collide::PairCache cache = contact.cache;
  collide::CollideSettings settings;
  settings.max_separation = max_separation;
  thread.manifolds.clear();
  collide::collide(*state.colliders[contact.collider[0]].shape, *state.colliders[contact.collider[1]].shape,
                   b_to_a, settings, cache, *thread.scratch, thread.manifolds);
  return thread.manifolds;
}

}  // namespace carom::solve

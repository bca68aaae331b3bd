#include "solve/narrow_phase/pair_manifolds.hpp"

#include <algorithm>

#include "solve/integration/integration_settings.hpp"

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

void limitDepths(const SimulationState& state, Contact& contact, ThreadScratch& thread) {
  float lowest = 1e30f;
  for (std::int32_t m = 0; m < contact.manifold_count; ++m) {
    const ContactManifold& manifold = contact.manifolds()[m];
    for (std::int32_t i = 0; i < manifold.point_count; ++i)
      lowest = std::min(lowest, manifold.points[i].separation);
  }
  const float shallow = IntegrationSettings::kDepth * contact.tolerance;
  if (!(lowest < -shallow)) return;
  const PairAt now(state, contact);
  float least = 0;
  for (const collide::Manifold& m : manifoldsAt(state, contact, now.b_to_a, shallow, thread))
    for (std::int32_t i = 0; i < m.point_count; ++i) least = std::min(least, m.points[i].separation);
  for (std::int32_t m = 0; m < contact.manifold_count; ++m) {
    ContactManifold& manifold = contact.manifolds()[m];
    for (std::int32_t i = 0; i < manifold.point_count; ++i)
      manifold.points[i].separation = std::max(manifold.points[i].separation, least);
  }
}

}  // namespace carom::solve

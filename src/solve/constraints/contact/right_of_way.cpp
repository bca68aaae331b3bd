#include "solve/constraints/contact/right_of_way.hpp"

#include <algorithm>

#include "solve/constraints/contact/contact_settings.hpp"
#include "solve/constraints/solver_settings.hpp"

namespace carom::solve {
namespace {

/// A contact between a body that can be pushed and one that cannot.
struct Push {
  std::int32_t island = -1;  ///< -1: no such contact.
  bool by_mover = false;
  Vec3 direction;  ///< In which it pushes the body, unit.
};

Push pushOf(const SimulationState& state, std::int32_t index) {
  const ConstraintEdge& e = state.solver.edges[index];
  const std::int32_t body = std::max(e.body_a, e.body_b), other = std::min(e.body_a, e.body_b);
  if (body <= 0 || other > 0) return {};
  const Vec3 normal = state.solver.contacts[index].manifold->normal;
  return {state.solver.batches.islandOf(body - 1), other < 0, body == e.body_b ? normal : -normal};
}

/// λ_max, N·s.
float mostPressed(const ContactInput& input, const PressedIsland& island, float yield, float substep) {
  const float pushed =
      static_cast<float>(island.mass) * ContactSettings::kPushRate / 2 * input.max_push_speed;
  const float weight = std::max(static_cast<float>(island.weight), pushed);
  return SolverSettings::kCarriedWeights * weight * substep / yield;
}

/// Limits the impulse of a mover's contact, and notes by what factor it is too large.
void limit(ContactInput& input, const Push& push, PressedIsland& island, float substep) {
  const float yield =
      std::max(input.squeezed, std::min(island.yield, -dot(push.direction, island.resistance)));
  if (!(yield > 0)) return;
  input.most_pressed = mostPressed(input, island, yield, substep);
  for (std::int32_t i = 0; i < input.manifold->point_count; ++i) {
    const float impulse = input.manifold->points[i].normal_impulse;
    if (impulse > input.most_pressed) island.kept = std::min(island.kept, input.most_pressed / impulse);
  }
}

void keep(ContactManifold& m, float share) {
  for (std::int32_t i = 0; i < m.point_count; ++i) m.points[i].normal_impulse *= share;
  m.friction_impulse = m.friction_impulse * share;
  m.twist_impulse *= share;
}

}  // namespace

float yieldAt(float depth, float inscribed_radius) {
  constexpr float kFrom = ContactSettings::kYieldFrom;
  if (depth <= kFrom * inscribed_radius) return 0;
  return depth < inscribed_radius ? (depth / inscribed_radius - kFrom) / (1 - kFrom) : 1;
}

void giveWay(SimulationState& state, const StepContext& context, IndexedVector<PressedIsland>& islands) {
  const std::int32_t count = state.solver.edges.count();
  for (std::int32_t i = 0; i < count; ++i) {
    const float yield = state.solver.contacts[i].squeezed;
    if (!(yield > 0)) continue;
    const Push push = pushOf(state, i);
    if (push.island < 0 || push.by_mover) continue;
    PressedIsland& island = islands[push.island];
    island.resistance = island.resistance + push.direction * yield;
    island.yield = std::max(island.yield, yield);
  }
  bool any_lost = false;
  for (std::int32_t i = 0; i < count; ++i) {
    const Push push = pushOf(state, i);
    if (push.island < 0 || !push.by_mover) continue;
    limit(state.solver.contacts[i], push, islands[push.island], context.substepTime());
    any_lost = any_lost || islands[push.island].kept < 1;
  }
  for (std::int32_t i = 0; any_lost && i < count; ++i) {
    const ConstraintEdge& e = state.solver.edges[i];
    const std::int32_t body = std::max(e.body_a, e.body_b);
    if (body <= 0) continue;
    const float kept = islands[state.solver.batches.islandOf(body - 1)].kept;
    if (kept < 1) keep(*state.solver.contacts[i].manifold, kept);
  }
}

}  // namespace carom::solve

#include "solve/constraints/contact/mass_ratio.hpp"

#include <algorithm>

#include "solve/constraints/contact/contact_settings.hpp"

namespace carom::solve {
namespace {

/// Whether a heavy body hits a much lighter one, or has penetrated it deeply.
bool needsMassRatioLimit(const SimulationState& state, const StepContext& context, const Contact& contact) {
  const Body& a = state.bodies[contact.body[0]];
  const Body& b = state.bodies[contact.body[1]];
  if (a.awake_index < 0 || b.awake_index < 0) return false;
  const ContactManifold& m = contact.manifolds()[0];
  // The motion of the heavy body counts: that is what has to be stopped.
  const float coming =
      a.inverse_mass < b.inverse_mass ? dot(a.linear_velocity, m.normal) : -dot(b.linear_velocity, m.normal);
  return coming > context.contact_step.restitution_threshold.of(contact.size) ||
         m.points[0].separation < -ContactSettings::kMassRatioDepth * contact.tolerance;
}

/// Whether something immovable, or joints to the world, support a body on the other side of a direction.
bool isSupportedAgainst(const SimulationState& state, std::int32_t index, const Vec3& direction) {
  if (state.joints.isAnchored(index)) return true;
  for (const ContactEnd end : state.contacts.of(state.bodies[index])) {
    const Contact& other = state.contacts[end.contact];
    if (other.sensor || other.manifold_count == 0 || state.bodies[other.body[1 - end.side]].movable())
      continue;
    const Vec3 away = other.manifolds()[0].normal * (end.side == 0 ? 1.0f : -1.0f);
    if (dot(away, direction) < -ContactSettings::kOpposite) return true;
  }
  return false;
}

/// Through a light body between a heavy one and the ground, a pass transfers an impulse in proportion to the
/// light mass: even a thousand passes would not stop a thousand times that mass. So during the impact the
/// light body responds as if it had 1/kMaxMassRatio of the other's mass. This applies only if something
/// immovable supports it on the other side, which takes the momentum whatever the mass of the light body.
/// Where the heavy body rests on the light one, the two are in a cluster (contact_clusters.hpp).
void limitMassRatio(SimulationState& state, const Contact& contact) {
  const int light =
      state.bodies[contact.body[0]].inverse_mass > state.bodies[contact.body[1]].inverse_mass ? 0 : 1;
  // From the light body into the heavy one.
  const Vec3 normal = contact.manifolds()[0].normal * (light == 0 ? 1.0f : -1.0f);
  if (!isSupportedAgainst(state, contact.body[light], normal)) return;
  SolverBody& solved = state.solver.bodies.bodies[state.solver.bodies.indexOf(contact.body[light])];
  const float inverse_mass =
      ContactSettings::kMaxMassRatio * state.bodies[contact.body[1 - light]].inverse_mass;
  if (inverse_mass >= solved.inverse_mass) return;
  const float share = inverse_mass / solved.inverse_mass;
  solved.inverse_mass = inverse_mass;
  solved.principal_inverse_inertia = solved.principal_inverse_inertia * share;
  solved.inverse_inertia = {solved.inverse_inertia.cx * share, solved.inverse_inertia.cy * share,
                            solved.inverse_inertia.cz * share};
}

}  // namespace

bool hasHighMassRatio(const SimulationState& state, const Contact& contact) {
  const float a = state.bodies.inverse_masses[contact.body[0]],
              b = state.bodies.inverse_masses[contact.body[1]];
  const float least = std::min(a, b);
  return least > 0 && std::max(a, b) >= ContactSettings::kMaxMassRatio * least;
}

void limitMassRatios(SimulationState& state, const StepContext& context) {
  for (std::int32_t k = 0; k < state.step.contact_job_count; ++k) {
    for (const std::int32_t contact : state.step.contact_jobs[k].high_mass_ratio) {
      if (needsMassRatioLimit(state, context, state.contacts[contact]))
        limitMassRatio(state, state.contacts[contact]);
    }
  }
}

}  // namespace carom::solve

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

/// Through a light body between a heavy one and joints, a pass transfers an impulse in proportion to the
/// light mass: even a thousand passes would not stop a thousand times that mass, and joints are not in the
/// system of a cluster. So during the impact a light body that joints hold to the world, which takes the
/// momentum whatever the body's mass, responds as if it had 1/kMaxMassRatio of the other's mass.
void limitMassRatio(SimulationState& state, const Contact& contact) {
  const int light =
      state.bodies[contact.body[0]].inverse_mass > state.bodies[contact.body[1]].inverse_mass ? 0 : 1;
  if (!state.joints.isAnchored(contact.body[light])) return;
  SolverBody& solved = state.solver.bodies.bodies[state.solver.bodies.indexOf(contact.body[light])];
  const float inverse_mass =
      ContactSettings::kMaxMassRatio * state.bodies[contact.body[1 - light]].inverse_mass;
  if (inverse_mass >= solved.inverse_mass) return;
  const float share = inverse_mass / solved.inverse_mass;
  solved.inverse_mass = inverse_mass;
  solved.principal_inverse_inertia = solved.principal_inverse_inertia * share;
  solved.principal_inertia = solved.principal_inertia * (1 / share);
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

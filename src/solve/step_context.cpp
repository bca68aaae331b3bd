#include "solve/step_context.hpp"

#include "base/even_room.hpp"
#include "solve/scale_settings.hpp"

namespace carom::solve {
namespace {

/// Reserves in both what either has reserved.
void evenThread(ThreadScratch& a, ThreadScratch& b) {
  collide::evenRoom(*a.scratch, *b.scratch);
  evenRoom(a.manifolds, b.manifolds);
  evenRoom(a.impact_manifolds, b.impact_manifolds);
  evenRoom(a.contact_manifolds, b.contact_manifolds);
  evenRoom(a.handed_impulses.given, b.handed_impulses.given);
  evenRoom(a.handed_impulses.taken, b.handed_impulses.taken);
  evenRoom(a.changed, b.changed);
  evenRoom(a.changed_order, b.changed_order);
  evenRoom(a.candidates, b.candidates);
}

}  // namespace

PairResponse PairPolicy::respondWheel(std::int32_t, std::int32_t) const {
  return {};
}

SpeedTolerance speedTolerance(const SimulationSettings& settings, float given) {
  const float gravity = gravityScale(settings);
  return gravity > 0 ? SpeedTolerance{given * (gravity / ScaleSettings::kEarthGravity), 0}
                     : SpeedTolerance{0, given / ScaleSettings::kUsualRadius};
}

ContactStep makeContactStep(const SimulationSettings& settings) {
  const float h = settings.time_step / static_cast<float>(settings.substeps);
  ContactStep step{softStep(h, settings.contact_frequency, settings.contact_damping_ratio)};
  step.static_slip_speed = speedTolerance(settings, settings.static_slip_speed);
  step.restitution_threshold = speedTolerance(settings, settings.restitution_threshold);
  step.rest_speed = speedTolerance(settings, ScaleSettings::kRestSpeed);
  step.impact_speed = speedTolerance(settings, ScaleSettings::kImpactSpeed);
  return step;
}

const ContactSolver& chosenSolver(std::int32_t lanes) {
  const ContactSolver* solver = contactSolver(lanes);
  return solver ? *solver : widestContactSolver();
}

void evenThreads(std::span<ThreadScratch> threads) {
  for (int pass = 0; pass < 2; ++pass) {  // First from all threads to the first one, then back to all.
    for (std::size_t i = 1; i < threads.size(); ++i) evenThread(threads[0], threads[i]);
  }
}

}  // namespace carom::solve

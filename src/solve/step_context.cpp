#include "solve/step_context.hpp"

#include "base/even_room.hpp"

namespace carom::solve {
namespace {

constexpr float kTwoPi = 6.28318530717958647692f;

/// Gives both the room that either has needed.
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
  constexpr float kEarth = 9.81f;         // m/s²
  constexpr float kUsualSize = 2.0f / 3;  // m
  const float gravity = gravityScale(settings);
  return gravity > 0 ? SpeedTolerance{given * (gravity / kEarth), 0} : SpeedTolerance{0, given / kUsualSize};
}

ContactStep makeContactStep(const SimulationSettings& settings) {
  ContactStep step;
  const float h = settings.time_step / static_cast<float>(settings.substeps);
  const float omega = kTwoPi * settings.contact_frequency / h;
  const float a = 2 * settings.contact_damping_ratio + h * omega;
  const float c = h * omega * a;
  step.substep = h;
  step.bias_rate = omega / a;
  step.mass_scale = c / (1 + c);
  step.impulse_scale = 1 / (1 + c);
  step.static_slip_speed = speedTolerance(settings, settings.static_slip_speed);
  step.restitution_threshold = speedTolerance(settings, settings.restitution_threshold);
  step.rest_speed = speedTolerance(settings, 0.05f);
  step.impact_speed = speedTolerance(settings, 0.5f);
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

// Held islands: where static friction fixes every body, the exact velocities are zero.
//
// Take an island that lies on something fixed and in which static friction holds every body at three points
// that are not in line (holds.hpp). The only velocities that satisfy its contacts are zero. The solver's
// passes only approach them: a pass corrects neighbours against each other, limited by their own masses, so
// it hardly damps a motion that many bodies share. Against such a motion the contacts act as springs of the
// stiffness m/h², for a substep h and the effective mass m. By Greenhill's law a column of bending stiffness
// B and weight q per length stands up to the height (7.8 B/q)^(1/3): 20 m for cubes of 1 m at four substeps,
// and 35 m for a flat pyramid. A taller pile buckles at a rate of σ = 0.5 to 1 per second; rounding errors
// grow to a collapse within half a minute.
//
// So this stage sets the velocities of such an island to zero in every step. What remains of the instability
// is the motion within a step Δt. It grows at the rate σ² Δt instead of σ, at most 0.017 per second: a
// pyramid with a base of 100 cubes stands for hours. The impulses carry over from step to step, so that
// changing loads still spread through the pile.
//
// What holds its bodies to one another only (held_clusters.hpp) may still move as a whole, and is left alone.
//
// The contacts say after the step whether a body is held. That counts only if the velocity to be removed is
// within the error of the passes: no point of the body may be faster than kErrorShare of its weight makes it
// in a step. A body that is about to slide, tip or roll is faster, or loses one of its three points. Islands
// with joints, wheels or moving kinematic bodies are excluded, because they have velocities of their own.

#include "solve/sleep/held_islands.hpp"

#include <cmath>

#include "base/relaxed.hpp"
#include "solve/sleep/holds.hpp"
#include "solve/sleep/sleep_settings.hpp"

namespace carom::solve {

bool isStill(const StepContext& context, const Body& body) {
  if (!body.movable() || !(body.inverse_mass > 0)) return false;
  const float weight = length(body.gravity) * std::abs(body.gravity_factor);
  return fastestPoint(body) <= SleepSettings::kErrorShare * weight * context.settings.time_step;
}

/// Marks the islands with a body that is not still as free. Returns whether any island is left.
bool HeldIslands::findStill(const SimulationState& state) {
  const std::int32_t count = state.step.still.count();
  free_.assign(state.step.still.size(), 0);
  grounded_.assign(state.step.still.size(), 0);
  bool any = false;
  for (std::int32_t i = 0; i < count; ++i) {
    if (state.step.still[i] == 0) free_[state.solver.batches.islandOf(i)] = 1;
  }
  for (std::int32_t i = 0; i < count && !any; ++i) any = free_[state.solver.batches.islandOf(i)] == 0;
  return any;
}

void HeldIslands::leaveOutJoined(SimulationState& state) {
  const auto leave_out = [&](std::int32_t body) {
    const std::int32_t i = state.bodies[body].awake_index;
    if (i >= 0 && i < state.step.still.count()) free_[state.solver.batches.islandOf(i)] = 1;
  };
  for (const std::int32_t index : state.step.awake_groups) leave_out(state.jointGroup(index).movableBody());
  for (const std::int32_t index : state.step.awake_wheels) leave_out(state.wheels[index].definition.body);
}

/// Marks the island of a body as free unless the body is held, and as grounded if the body lies on one that
/// cannot be pushed.
void HeldIslands::lookAt(const SimulationState& state, const StepContext& context, std::int32_t awake_index) {
  const std::int32_t island = state.solver.batches.islandOf(awake_index);
  if (relaxedLoad(free_[island]) != 0) return;
  const Body& body = state.bodies[state.bodies.awake[awake_index]];
  Holds holds;
  bool lies = false, carried = false;
  for (const ContactEnd end : state.contacts.of(body)) {
    const Contact& contact = state.contacts[end.contact];
    if (contact.sensor || contact.manifold_count == 0) continue;
    const Body& other = state.bodies[contact.body[1 - end.side]];
    lies = lies || !other.movable();
    carried = carried || (!other.movable() && other.awake_index >= 0);
    holds.add(contact, end.side);
    if (end.side == 0 || !other.movable()) clusters_.join(state, contact);
  }
  if (lies) relaxedStore(grounded_[island], std::uint8_t(1));
  // isStill() again: continuous collision may have changed the velocity since StepData::still was set.
  if (carried || !isStill(context, body) || !holds.holdWhole(body))
    relaxedStore(free_[island], std::uint8_t(1));
}

/// Marks the islands with a cluster that nothing holds as free.
void HeldIslands::leaveOutLoose(const SimulationState& state) {
  clusters_.settle();
  const auto may_be_loose = [&](std::int32_t i) {
    return free_[state.solver.batches.islandOf(i)] == 0 && !clusters_.isAnchored(i);
  };
  for (std::int32_t i = 0; i < state.step.still.count(); ++i) {
    if (may_be_loose(i)) clusters_.addHolds(state, i);
  }
  clusters_.findLoose();
  for (std::int32_t i = 0; i < state.step.still.count(); ++i) {
    if (may_be_loose(i) && clusters_.isLoose(i)) free_[state.solver.batches.islandOf(i)] = 1;
  }
}

void HeldIslands::run(SimulationState& state, const StepContext& context) {
  if (!findStill(state)) return;
  leaveOutJoined(state);
  clusters_.start(state);
  constexpr std::int32_t kBodiesPerJob = SleepSettings::kBodiesPerJob;
  context.pool.parallelFor(state.step.still.count(), kBodiesPerJob, [&](const ThreadPool::Range& range) {
    for (std::int32_t i = range.begin; i < range.end; ++i) lookAt(state, context, i);
  });
  leaveOutLoose(state);
  for (std::int32_t i = 0; i < state.step.still.count(); ++i) {
    const std::int32_t island = state.solver.batches.islandOf(i);
    if (free_[island] != 0 || grounded_[island] == 0) continue;
    Body& body = state.bodies[state.bodies.awake[i]];
    body.linear_velocity = body.angular_velocity = Vec3{};
  }
}

}  // namespace carom::solve

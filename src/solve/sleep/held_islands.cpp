// What static friction holds does not move.
//
// In an island that lies on something fixed, where static friction holds every body at three points that are
// not in line (holds.hpp), the velocities that satisfy the contacts are all zero. The passes of the solver
// only come near: each corrects what neighbours do against each other, by what their own masses allow, so
// that the motion of many bodies together is hardly braked. Their impulses answer it with the stiffness m/h²
// of a contact and no more, for a substep h and the effective mass m. By Greenhill's law a column of
// stiffness B under its own weight q stands up to the height (7.8 B/q)^(1/3): for cubes of 1 m at four
// substeps that is 20 m, and for a flat pyramid 35 m. A taller pile would bend at a rate of σ = 0.5 to 1 a
// second, from rounding to rubble within half a minute.
//
// So the exact velocities replace those of the passes: zero, in every step. What is left of the instability
// is the motion within one step Δt, σ² Δt instead of σ: 0.017 a second and less. A pile of base 100 stands
// for hours. Impulses go on from step to step, so that loads that change still find their way through the
// pile.
//
// "Held" is what the contacts say after the step, and it is believed only as long as what it takes from a
// body is within the error of the passes: no point of it may be faster than what a five-thousandth of its
// weight makes it in a step. What is about to slide, tip or roll is faster, or loses one of its three points.
// Islands with joints, wheels or moving kinematic bodies are left out: these have velocities of their own.

#include "solve/sleep/held_islands.hpp"

#include <cmath>

#include "base/relaxed.hpp"
#include "solve/sleep/holds.hpp"

namespace carom::solve {
namespace {

constexpr float kErrorShare = 2e-4f;  // Of the weight
constexpr std::int32_t kBodiesPerJob = 128;

}  // namespace

bool isStill(const StepContext& context, const Body& body) {
  if (!body.movable() || !(body.inverse_mass > 0)) return false;
  const float weight = length(body.gravity) * std::abs(body.gravity_factor);
  return fastestPoint(body) <= kErrorShare * weight * context.settings.time_step;
}

/// Whether some island is still.
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
  for (const std::int32_t index : state.step.awake_groups)
    leave_out(state.joints.groups()[static_cast<std::size_t>(index)].movableBody());
  for (const std::int32_t index : state.step.awake_wheels) leave_out(state.wheels[index].definition.body);
}

/// Whether a body is held, and by what does not move.
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
  }
  if (lies) relaxedStore(grounded_[island], std::uint8_t(1));
  // Continuous collision may have struck it since.
  if (carried || !isStill(context, body) || !holds.holdWhole(body))
    relaxedStore(free_[island], std::uint8_t(1));
}

void HeldIslands::run(SimulationState& state, const StepContext& context) {
  if (!findStill(state)) return;
  leaveOutJoined(state);
  context.pool.parallelFor(state.step.still.count(), kBodiesPerJob, [&](const ThreadPool::Range& range) {
    for (std::int32_t i = range.begin; i < range.end; ++i) lookAt(state, context, i);
  });
  for (std::int32_t i = 0; i < state.step.still.count(); ++i) {
    const std::int32_t island = state.solver.batches.islandOf(i);
    if (free_[island] != 0 || grounded_[island] == 0) continue;
    Body& body = state.bodies[state.bodies.awake[i]];
    body.linear_velocity = body.angular_velocity = Vec3{};
  }
}

}  // namespace carom::solve

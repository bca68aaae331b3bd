// Gravity sources in the steps of a simulation.
//
// At the start of a step each awake body that may enter a region is marked. All other bodies keep the uniform
// gravity and cost nothing. The acceleration of marked bodies is evaluated again after each substep. Bodies
// without contact use the scheme of Störmer and Verlet: x ← x + v h + a(x) h²/2, then
// v ← v + (a(x before) + a(x after)) h/2. It is symplectic and of second order, so orbits keep their energy
// and their period is exact to (ω h)²/24; in a uniform field it is the exact parabola. integrate.cpp has
// added a(x before) h to v, so half of the difference remains to be added.
//
// A body that enters a region faster than could be predicted at the start of the step is affected from the
// next step on.
//
// A sleeping body keeps the acceleration with which it fell asleep. When sources or regions have moved, that
// is compared with the present one, and a difference wakes the body.
// is compared with the one that there is now.

#include "solve/gravity/gravity_update.hpp"

#include <algorithm>
#include <cmath>

#include "solve/gravity/gravity_settings.hpp"
#include "solve/sleep/sleep.hpp"

namespace carom::solve {
namespace {

bool falls(const Body& body) {
  return body.type == BodyType::Dynamic && body.inverse_mass > 0 && body.gravity_factor != 0;
}

Vec3 gravityAt(const SimulationState& state, const StepContext& context, const Body& body,
               const DVec3& center) {
  const auto index = static_cast<std::int32_t>(&body - state.bodies.all.data());
  return Vec3(state.gravity.at(center, index, DVec3(context.settings.gravity),
                               static_cast<double>(context.substepTime())));
}

}  // namespace

float gravityAround(const SimulationState& state, const StepContext& context, const Contact& contact) {
  if (state.gravity.empty()) return context.uniform_gravity;
  return std::max(length(state.bodies[contact.body[0]].gravity),
                  length(state.bodies[contact.body[1]].gravity));
}

void fall(SimulationState& state, const StepContext& context, std::size_t index) {
  SolverBody& solved = state.solver.bodies.bodies[index];
  const Body& body = state.bodies[solved.body];
  const Vec3 gravity =
      gravityAt(state, context, body, body.center + DVec3(state.solver.bodies.deltas[index].position));
  const Vec3 before = solved.acceleration;
  solved.acceleration = gravity * body.gravity_factor + body.force * body.inverse_mass;
  state.solver.bodies.accelerations[index].linear = solved.acceleration;
  if (!solved.ballistic) return;
  state.solver.bodies.velocities[index].linear +=
      (solved.acceleration - before) * (0.5f * context.substepTime());
}

void GravityUpdate::run(SimulationState& state, const StepContext& context) {
  const bool moved = state.gravity.beginStep(state.bodies.all, state.colliders.all,
                                             static_cast<double>(context.settings.time_step));
  if (moved) wakeWhereGravityChanged(state, context);
  const double dt = static_cast<double>(context.settings.time_step);
  context.pool.parallelFor(
      state.bodies.awake.count(), GravitySettings::kBodiesPerJob, [&](const ThreadPool::Range& range) {
        for (std::int32_t i = range.begin; i < range.end; ++i) {
          Body& body = state.bodies[state.bodies.awake[i]];
          body.in_field = false;
          if (!falls(body)) continue;
          const double speed = static_cast<double>(length(body.linear_velocity));
          const double pull =
              static_cast<double>(length(body.gravity) + length(body.force) * body.inverse_mass);
          body.in_field = state.gravity.mayReach(
              body.center, (speed + 2 * pull * dt) * dt + GravitySettings::kReachMargin);
          body.gravity =
              body.in_field ? gravityAt(state, context, body, body.center) : context.settings.gravity;
        }
      });
}

void GravityUpdate::wakeWhereGravityChanged(SimulationState& state, const StepContext& context) {
  gravity_changes_.fill(state.bodies.count(), 0);
  const auto changed = [&](const Body& body) {
    if (body.island < 0 || !falls(body)) return false;
    const Vec3 now = state.gravity.mayReach(body.center, 0) ? gravityAt(state, context, body, body.center)
                                                            : context.settings.gravity;
    return length(now - body.gravity) >
           GravitySettings::kRelativeChange * length(body.gravity) + GravitySettings::kMinChange;
  };
  context.pool.parallelFor(state.bodies.count(), GravitySettings::kBodiesPerJob,
                           [&](const ThreadPool::Range& range) {
                             for (std::int32_t i = range.begin; i < range.end; ++i)
                               if (changed(state.bodies[i])) gravity_changes_[i] = 1;
                           });
  for (std::int32_t i = 0; i < state.bodies.count(); ++i) {
    if (gravity_changes_[i] != 0 && state.bodies[i].island >= 0) wake(state, context, i);
  }
}

}  // namespace carom::solve

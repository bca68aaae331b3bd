// What a simulation does with sources of gravity.
//
// At the start of a step every awake body that may come into a region is marked; all others keep the uniform
// gravity and cost nothing. The acceleration of marked bodies is found anew after every substep. What flies
// without contact moves by Störmer and Verlet's scheme: x ← x + v h + a(x) h²/2, then
// v ← v + (a(x before) + a(x after)) h/2, which is symplectic and of second order, so orbits keep their
// energy and their period is right to (ω h)²/24; in a uniform field it is the exact parabola. integrate.cpp
// has given v the whole a(x before) h, so half of the difference remains to be added.
//
// A body that comes into a region faster than could be foreseen at the start of the step notices it in the
// next one.
//
// A body asleep remembers the acceleration with which it fell asleep. When sources or regions have moved it
// is compared with the one that there is now.

#include <algorithm>
#include <cmath>

#include "solve/simulation.hpp"

namespace carom::solve {
namespace {

constexpr std::int32_t kBodiesPerJob = 64;
constexpr double kReach = 0.1;            // m beyond what a body's velocity takes it
constexpr float kRelativeChange = 0.01f;  // of gravity, that wakes
constexpr float kLeastChange = 1e-4f;     // m/s²

bool falls(const Body& body) {
  return body.type == BodyType::Dynamic && body.inverse_mass > 0 && body.gravity_factor != 0;
}

}  // namespace

Vec3 Simulation::gravityAt(const Body& body, const DVec3& center) const {
  const auto index = static_cast<std::int32_t>(&body - bodies_.data());
  return Vec3(gravity_.at(center, index, DVec3(settings_.gravity), static_cast<double>(substepTime())));
}

void Simulation::updateGravity() {
  const bool moved = gravity_.beginStep(bodies_, colliders_, static_cast<double>(settings_.time_step));
  if (moved) wakeWhereGravityChanged();
  const double dt = static_cast<double>(settings_.time_step);
  pool_.parallelFor(
      static_cast<std::int32_t>(awake_.size()), kBodiesPerJob, [&](const ThreadPool::Range& range) {
        for (std::int32_t i = range.begin; i < range.end; ++i) {
          Body& body = at(awake_[static_cast<std::size_t>(i)]);
          body.in_field = false;
          if (!falls(body)) continue;
          const double speed = static_cast<double>(length(body.linear_velocity));
          const double pull =
              static_cast<double>(length(body.gravity) + length(body.force) * body.inverse_mass);
          body.in_field = gravity_.mayReach(body.center, (speed + 2 * pull * dt) * dt + kReach);
          body.gravity = body.in_field ? gravityAt(body, body.center) : settings_.gravity;
        }
      });
}

void Simulation::wakeWhereGravityChanged() {
  gravity_changes_.assign(bodies_.size(), 0);
  pool_.parallelFor(
      static_cast<std::int32_t>(bodies_.size()), kBodiesPerJob, [&](const ThreadPool::Range& range) {
        for (std::int32_t i = range.begin; i < range.end; ++i) {
          const Body& body = at(i);
          if (body.island < 0 || !falls(body)) continue;
          const Vec3 now =
              gravity_.mayReach(body.center, 0) ? gravityAt(body, body.center) : settings_.gravity;
          const float change = length(now - body.gravity);
          if (change > kRelativeChange * length(body.gravity) + kLeastChange)
            gravity_changes_[static_cast<std::size_t>(i)] = 1;
        }
      });
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const auto index = static_cast<std::int32_t>(i);
    if (gravity_changes_[i] != 0 && at(index).island >= 0) wake(index);
  }
}

/// The stronger of what draws the bodies of a contact, m/s².
float Simulation::gravityAround(const Contact& contact) const {
  if (gravity_.empty()) return uniform_gravity_;
  return std::max(length(body(contact.body[0]).gravity), length(body(contact.body[1]).gravity));
}

/// Takes the acceleration where a body has come to within the step.
void Simulation::fall(std::size_t index) {
  SolverBody& solved = solver_bodies_.bodies[index];
  const Body& body = at(solved.body);
  const Vec3 gravity = gravityAt(body, body.center + DVec3(solver_bodies_.deltas[index].position));
  const Vec3 before = solved.acceleration;
  solved.acceleration = gravity * body.gravity_factor + body.force * body.inverse_mass;
  solver_bodies_.accelerations[index].linear = solved.acceleration;
  if (!solved.ballistic) return;
  solver_bodies_.velocities[index].linear += (solved.acceleration - before) * (0.5f * substepTime());
}

}  // namespace carom::solve

#include "solve/constraints/wheel/wheel_constraints.hpp"

#include <algorithm>

#include "base/compact_sort.hpp"
#include "solve/constraints/wheel/wheel_ground.hpp"
#include "solve/constraints/wheel/wheel_settings.hpp"
#include "solve/sleep/sleep.hpp"

namespace carom::solve {

namespace {

std::shared_ptr<const collide::Shape> shapeOf(const WheelDefinition& definition) {
  return std::make_shared<const collide::Shape>(
      collide::Cylinder{0.5f * definition.width, definition.radius, definition.radius});
}

}  // namespace

std::int32_t addWheel(SimulationState& state, const WheelDefinition& definition) {
  Wheel wheel;
  wheel.definition = definition;
  wheel.definition.frame.rotation = normalized(definition.frame.rotation);
  wheel.shape = shapeOf(definition);
  state.wheels.push_back(std::move(wheel));
  state.step.wheel_grounds.emplace_back();
  return static_cast<std::int32_t>(state.wheels.size()) - 1;
}

void placeWheels(SimulationState& state, const StepContext& context) {
  for (std::size_t i = 0; i < state.wheels.size(); ++i) {
    if (state.wheels[i].placed) continue;
    findGround(state, context, static_cast<std::int32_t>(i), context.threads[0]);
    const WheelGround& found = state.step.wheel_grounds[i];
    if (!found.touches) continue;
    const float required = -found.ground.separation / dot(found.ground.normal, found.up);
    state.wheels[i].compression = std::clamp(required, 0.0f, state.wheels[i].definition.travel);
  }
}

void setWheel(SimulationState& state, const StepContext& context, std::int32_t wheel,
              const WheelDefinition& definition) {
  Wheel& w = state.wheels[wheel];
  const bool same_shape = w.definition.radius == definition.radius && w.definition.width == definition.width;
  const std::int32_t body = w.definition.body;
  const Transform frame = w.definition.frame;
  w.definition = definition;
  w.definition.body = body;
  w.definition.frame = frame;
  if (!same_shape) w.shape = shapeOf(definition);
  w.compression = std::min(w.compression, definition.travel);
  wake(state, context, body);
}

void setWheelControl(SimulationState& state, const StepContext& context, std::int32_t wheel,
                     const WheelControl& control) {
  Wheel& w = state.wheels[wheel];
  if (w.control == control) return;
  w.control = control;
  wake(state, context, w.definition.body);
}

void liftWheels(SimulationState& state, const StepContext& context, std::int32_t body) {
  for (Wheel& wheel : state.wheels) {
    const std::int32_t ground = wheel.report.ground;
    if (ground >= 0 && state.colliders[ground].body == body) wake(state, context, wheel.definition.body);
    if (wheel.definition.body != body) continue;
    wheel.placed = false;
    wheel.anchor[0] = wheel.anchor[1] = 0;
    wheel.normal_impulse = wheel.forward_impulse = wheel.lateral_impulse = 0;
  }
}

void wakeWheels(SimulationState& state, const StepContext& context) {
  for (const Wheel& wheel : state.wheels) {
    if (state.bodies.isAwake(wheel.definition.body) || wheel.report.ground < 0) continue;
    if (state.bodies.isAwake(state.colliders[wheel.report.ground].body))
      wake(state, context, wheel.definition.body);
  }
}

void WheelConstraints::prepare(SimulationState& state, const StepContext& context) {
  wheels_by_batch_.sort(0, state.solver.batches.count(), [](std::int32_t) { return IslandBatches::kSplit; });
  if (state.step.awake_wheels.empty()) return;
  SolverBodies& s = state.solver.bodies;
  const float h = context.settings.time_step / static_cast<float>(context.settings.substeps);
  wheel_rows_.resize(state.step.awake_wheels.size());
  for (std::size_t i = 0; i < state.step.awake_wheels.size(); ++i) {
    Wheel& wheel = state.wheels[state.step.awake_wheels[i]];
    const WheelGround& found = state.step.wheel_grounds[state.step.awake_wheels[i]];
    std::int32_t others[1 + WheelGround::kMaxStops] = {};
    if (found.touches) others[0] = s.indexOf(found.ground.body);
    for (int k = 0; k < found.stop_count; ++k) others[1 + k] = s.indexOf(found.stops[k].body);
    const std::int32_t body = s.indexOf(wheel.definition.body);
    wheel_rows_[i].begin(wheel, found, body, others, s, h);
    if (!found.touches && found.stop_count == 0) continue;
    s.bodies[body].ballistic = false;
    for (const std::int32_t other : others) {
      if (other > 0) s.bodies[other].ballistic = false;
    }
  }
  groupWheels(state);
}

void WheelConstraints::groupWheels(SimulationState& state) {
  const std::size_t count = wheel_rows_.size();
  // wheel_users_: pairs of a movable body and a wheel that touches it. wheel_roots_: union-find over wheels.
  wheel_users_.clear();
  wheel_roots_.resize(count);
  const auto root = [&](std::int32_t i) {
    while (wheel_roots_[i] != i) i = wheel_roots_[i];
    return i;
  };
  for (std::size_t i = 0; i < count; ++i) {
    const auto index = static_cast<std::int32_t>(i);
    wheel_roots_[i] = index;
    const WheelRows& rows = wheel_rows_[i];
    const auto use = [&](std::int32_t body) {
      if (body > 0 && body < state.solver.bodies.movable_end) wheel_users_.push_back({body, index});
    };
    use(rows.body());
    for (int k = 0; k < rows.otherCount(); ++k) use(rows.otherAt(k));
  }
  compactSort(wheel_users_.begin(), wheel_users_.end(), std::less<>());
  for (std::size_t i = 1; i < wheel_users_.size(); ++i) {
    if (wheel_users_[i].first != wheel_users_[i - 1].first) continue;
    const std::int32_t a = root(wheel_users_[i - 1].second), b = root(wheel_users_[i].second);
    wheel_roots_[std::max(a, b)] = std::min(a, b);
  }
  wheel_order_.clear();
  for (std::size_t i = 0; i < count; ++i) {
    wheel_order_.push_back({root(static_cast<std::int32_t>(i)), static_cast<std::int32_t>(i)});
  }
  compactSort(wheel_order_.begin(), wheel_order_.end(), std::less<>());
  wheel_groups_.clear();
  for (std::size_t i = 0; i < count; ++i) {
    if (i == 0 || wheel_order_[i].first != wheel_order_[i - 1].first)
      wheel_groups_.push_back(static_cast<std::int32_t>(i));
  }
  wheel_groups_.push_back(static_cast<std::int32_t>(count));
  for (std::size_t g = 0; g + 1 < wheel_groups_.size(); ++g)
    shareBodies(wheel_groups_[g], wheel_groups_[g + 1]);
  wheels_by_batch_.sort(
      static_cast<std::int32_t>(wheel_groups_.size()) - 1, state.solver.batches.count(),
      [&](std::int32_t group) {
        const std::int32_t wheel = state.step.awake_wheels[wheel_order_[wheel_groups_[group]].second];
        const Body& body = state.bodies[state.wheels[wheel].definition.body];
        return body.movable() && body.awake_index >= 0 ? state.solver.batches.batchOf(body.awake_index)
                                                       : IslandBatches::kSplit;
      });
}

/// Tells each wheel the sum of the stiffness ratios of its body's wheels, and how many of them touch the
/// ground.
void WheelConstraints::shareBodies(std::int32_t begin, std::int32_t end) {
  for (std::int32_t i = begin; i < end; ++i) {
    WheelRows& rows = wheel_rows_[wheel_order_[i].second];
    float sum = 0;
    int count = 0;
    for (std::int32_t k = begin; k < end; ++k) {
      const WheelRows& other = wheel_rows_[wheel_order_[k].second];
      if (other.body() != rows.body()) continue;
      sum += other.stiffnessRatio();
      if (other.touches()) ++count;
    }
    rows.shareBody(sum, count);
  }
}

template <class Function>
void WheelConstraints::eachWheel(const SolverPart& part, int passes, Function&& function) {
  part.spread(static_cast<std::int32_t>(part.wheel_groups.size()), WheelSettings::kGroupsPerJob,
              [&](const ThreadPool::Range& range) {
                for (std::int32_t i = range.begin; i < range.end; ++i) {
                  const std::int32_t group = part.wheel_groups[i];
                  for (int pass = 0; pass < passes; ++pass) {
                    for (std::int32_t k = wheel_groups_[group]; k < wheel_groups_[group + 1]; ++k)
                      function(wheel_rows_[wheel_order_[k].second]);
                  }
                }
              });
}

void WheelConstraints::warmStart(const SolverPart& part) {
  eachWheel(part, 1, [&](WheelRows& rows) { rows.beginSubstep(part.state.solver.bodies); });
}

void WheelConstraints::solveBiased(const SolverPart& part) {
  eachWheel(part, WheelSettings::kPasses,
            [&](WheelRows& rows) { rows.solve(part.state.solver.bodies, part.context.contact_step, true); });
}

void WheelConstraints::relax(const SolverPart& part) {
  eachWheel(part, WheelSettings::kPasses,
            [&](WheelRows& rows) { rows.solve(part.state.solver.bodies, part.context.contact_step, false); });
}

void WheelConstraints::endSubstep(const SolverPart& part) {
  eachWheel(part, 1, [&](WheelRows& rows) { rows.endSubstep(part.state.solver.bodies); });
}

void WheelConstraints::store(const StepContext& context) {
  for (WheelRows& rows : wheel_rows_) rows.endStep(1 / context.settings.time_step);
  wheel_rows_.clear();
}

}  // namespace carom::solve

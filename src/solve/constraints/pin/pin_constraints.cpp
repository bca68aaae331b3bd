// Pins of nets in the substeps.

#include "solve/constraints/pin/pin_constraints.hpp"

#include <atomic>
#include <numeric>

#include "solve/constraints/pin/pin_settings.hpp"

namespace carom::solve {
namespace {

constexpr std::int32_t kMaxLanes = 8;

PinStep makePinStep(const StepContext& context) {
  return {softStep(context.substepTime(), PinSettings::kFrequency, PinSettings::kDampingRatio)};
}

}  // namespace

/// Returns whether the pin acts on other bodies than when the pins were last laid out.
bool PinConstraints::gatherPin(SimulationState& state, std::int32_t index) {
  const Joint& joint = state.joint(pins_[index]);
  PinInput& pin = pin_inputs_[index];
  pin = {};
  Vec3* anchors[2] = {&pin.anchor_a, &pin.anchor_b};
  std::int32_t* slots[2] = {&pin.body_a, &pin.body_b};
  for (std::size_t side = 0; side < 2; ++side) {
    const Body& body = state.bodies[joint.body[side]];
    const DVec3& anchor = joint.next_frame[side].translation;
    // A body that sleeps or does not move counts as part of the world: its anchor is in global axes.
    const bool awake = body.awake_index >= 0;
    *slots[side] = state.solver.bodies.indexOf(joint.body[side]);
    *anchors[side] = Vec3(awake ? anchor : rotate(DQuat(body.rotation), anchor));
  }
  pin.offset = Vec3(state.bodies[joint.body[1]].center - state.bodies[joint.body[0]].center);
  const std::array<double, 3>& impulse = joint.elements[0].impulse;
  pin.impulse = Vec3(DVec3{impulse[0], impulse[1], impulse[2]});
  const ConstraintEdge edge{pin.body_a, pin.body_b};
  if (pin_edges_[index] == edge) return false;
  pin_edges_[index] = edge;
  return true;
}

/// Divides nets into slabs between their levels, which stay the same.
void PinConstraints::layOutPins(SimulationState& state, const StepContext& context) {
  pin_places_.fill(pin_numbers_.size(), Vec3{});
  for (const std::int32_t index : state.step.awake_groups) {
    const JointGroup& group = state.jointGroup(index);
    for (std::size_t i = 0; i < group.pinnedBodies().size(); ++i) {
      const std::int32_t number = state.solver.bodies.indexOf(group.pinnedBodies()[i]);
      if (number < pin_numbers_.first || number >= pin_numbers_.end) continue;
      pin_places_[number - pin_numbers_.first].x = static_cast<float>(group.pinnedLevels()[i]);
    }
  }
  pin_order_.resize(pins_.size());
  std::iota(pin_order_.begin(), pin_order_.end(), 0);
  const ConstraintSet set{pin_edges_, pin_order_, pin_numbers_.first, pin_numbers_.end};
  pin_layout_.build(set, pin_places_, pinSolver(context.contact_solver.lanes).lanes, context.pool);
}

void PinConstraints::prepare(SimulationState& state, const StepContext& context) {
  pins_.clear();
  for (const std::int32_t group : state.step.awake_groups) {
    const std::vector<std::int32_t>& pins = state.jointGroup(group).pins();
    pins_.insert(pins_.end(), pins.begin(), pins.end());
  }
  if (pins_.empty()) return;
  pin_inputs_.resize(pins_.size());
  const PinSolver& solver = pinSolver(context.contact_solver.lanes);
  const SolverBodies& s = state.solver.bodies;
  const IslandBatches::Range numbers{state.solver.batches.firstSplit(), s.movable_end};
  std::atomic<bool> changed{pin_edges_.size() != pins_.size() || !(numbers == pin_numbers_)};
  pin_numbers_ = numbers;
  pin_edges_.resize(pins_.size());
  context.pool.parallelFor(pins_.count(), PinSettings::kPinsPerJob, [&](const ThreadPool::Range& range) {
    bool any = false;
    for (std::int32_t i = range.begin; i < range.end; ++i) any = gatherPin(state, i) || any;
    if (any) changed.store(true, std::memory_order_relaxed);
  });
  if (changed.load(std::memory_order_relaxed)) layOutPins(state, context);
  pin_blocks_.reserve(static_cast<std::size_t>(pin_layout_.blockCount()) * solver.block_size);
  const BodyArrays bodies{s.bodies.data(), state.solver.bodies.velocities.data(), s.deltas.data(),
                          s.movable_end};
  pin_layout_.eachRun(context.pool, 1, [&](std::int32_t, std::int32_t begin, std::int32_t end) {
    PinInput* inputs[kMaxLanes];
    for (std::int32_t block = begin; block < end; ++block) {
      int count = 0;
      for (const std::int32_t pin : pin_layout_.constraintsOf(block)) inputs[count++] = &pin_inputs_[pin];
      solver.prepare(pin_blocks_.data(), block, inputs, count, bodies);
    }
    solver.place(pin_blocks_.data(), begin, end, bodies);
  });
}

void PinConstraints::warmStart(const SolverPart& part) {
  if (pins_.empty() || !part.split) return;
  const StepContext& context = part.context;
  const BodyArrays bodies = part.arrays();
  const PinSolver& solver = pinSolver(context.contact_solver.lanes);
  pin_layout_.eachRun(context.pool, 1, [&](std::int32_t, std::int32_t begin, std::int32_t end) {
    solver.warm_start(pin_blocks_.data(), begin, end, bodies);
  });
}

void PinConstraints::solveBiased(const SolverPart& part) {
  if (pins_.empty() || !part.split) return;
  const StepContext& context = part.context;
  const BodyArrays bodies = part.arrays();
  const PinSolver& solver = pinSolver(context.contact_solver.lanes);
  const PinStep step = makePinStep(context);
  pin_layout_.eachRun(context.pool, PinSettings::kBiasedPasses,
                      [&](std::int32_t, std::int32_t begin, std::int32_t end) {
                        solver.solve_biased(pin_blocks_.data(), begin, end, bodies, step);
                      });
}

void PinConstraints::relax(const SolverPart& part) {
  if (pins_.empty() || !part.split) return;
  const StepContext& context = part.context;
  const BodyArrays bodies = part.arrays();
  const PinSolver& solver = pinSolver(context.contact_solver.lanes);
  void* blocks = pin_blocks_.data();
  constexpr std::int32_t kRelaxPasses = PinSettings::kRelaxPasses;
  pin_layout_.eachRun(context.pool, kRelaxPasses,
                      [&](std::int32_t pass, std::int32_t begin, std::int32_t end) {
                        if (pass == 0) solver.place(blocks, begin, end, bodies);
                        solver.relax(blocks, begin, end, bodies);
                        if (pass == kRelaxPasses - 1) solver.count(blocks, begin, end);
                      });
}

void PinConstraints::store(SimulationState& state, const StepContext& context) {
  if (pins_.empty()) return;
  const PinSolver& solver = pinSolver(context.contact_solver.lanes);
  pin_layout_.eachRun(context.pool, 1, [&](std::int32_t, std::int32_t begin, std::int32_t end) {
    solver.store(pin_blocks_.data(), begin, end);
  });
  const double rate = 1 / static_cast<double>(context.settings.time_step);
  context.pool.parallelFor(pins_.count(), PinSettings::kPinsPerJob, [&](const ThreadPool::Range& range) {
    for (std::int32_t i = range.begin; i < range.end; ++i) {
      Joint& joint = state.joint(pins_[i]);
      const Vec3& impulse = pin_inputs_[i].impulse;
      joint.elements[0].impulse = {double(impulse.x), double(impulse.y), double(impulse.z)};
      joint.load = {(DVec3(pin_inputs_[i].total) + joint.blows.force) * rate, {}};
      joint.blows = {};
      joint.frame = joint.next_frame;
      joint.frames_move = false;
    }
  });
}

}  // namespace carom::solve

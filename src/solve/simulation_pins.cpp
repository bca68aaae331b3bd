// Pins of nets in the simulation's step.

#include <algorithm>

#include "solve/simulation.hpp"

namespace carom::solve {
namespace {

constexpr int kPushSweeps = 1;  // More of them and of the others cost and gain about the same.
constexpr int kRelaxSweeps = 4;
constexpr float kTwoPi = 6.28318530717958647692f;
constexpr float kFrequency = 0.5f;  // Of the pins' springs, as a share of the substep rate.
constexpr float kDampingRatio = 2;
constexpr std::size_t kMostLanes = 8;

PinStep makePinStep(const SimulationSettings& settings) {
  PinStep step;
  const float h = settings.time_step / static_cast<float>(settings.substeps);
  const float omega = kTwoPi * kFrequency / h;
  const float a = 2 * kDampingRatio + h * omega, c = h * omega * a;
  step.substep = h;
  step.bias_rate = omega / a;
  step.mass_scale = c / (1 + c);
  step.impulse_scale = 1 / (1 + c);
  return step;
}

}  // namespace

void Simulation::gatherPin(std::int32_t index) {
  const Joint& joint = joints_.joints()[static_cast<std::size_t>(index)];
  PinInput pin;
  Vec3* anchors[2] = {&pin.anchor_a, &pin.anchor_b};
  std::int32_t* slots[2] = {&pin.body_a, &pin.body_b};
  for (std::size_t side = 0; side < 2; ++side) {
    const Body& body = at(joint.body[side]);
    const DVec3& anchor = joint.next_frame[side].translation;
    // What sleeps or does not move is the world, in whose axes the anchor is then.
    const bool awake = body.awake_index >= 0;
    *slots[side] = solver_bodies_.indexOf(joint.body[side]);
    *anchors[side] = Vec3(awake ? anchor : rotate(DQuat(body.rotation), anchor));
    if (awake) solver_bodies_.bodies[static_cast<std::size_t>(*slots[side])].ballistic = false;
  }
  pin.offset = Vec3(at(joint.body[1]).center - at(joint.body[0]).center);
  const std::array<double, 3>& impulse = joint.elements[0].impulse;
  pin.impulse = Vec3(DVec3{impulse[0], impulse[1], impulse[2]});
  pins_.push_back(index);
  pin_inputs_.push_back(pin);
  pin_edges_.push_back({pin.body_a, pin.body_b});
}

void Simulation::gatherPins() {
  pins_.clear();
  pin_inputs_.clear();
  pin_edges_.clear();
  pin_color_blocks_.clear();
  for (const std::int32_t group : awake_groups_) {
    for (const std::int32_t joint : joints_.groups()[static_cast<std::size_t>(group)].pins())
      gatherPin(joint);
  }
  if (pin_inputs_.empty()) return;
  pin_graph_.build(pin_edges_, solver_bodies_.movable_end);
  const PinSolver& solver = pinSolver(contact_solver_.lanes);
  const BodyArrays bodies{solver_bodies_.bodies.data(), solver_bodies_.velocities.data(),
                          solver_bodies_.deltas.data(), solver_bodies_.movable_end};
  // Blocks of the overflow colour have one lane each, since its pins may share bodies.
  std::int32_t blocks = 0;
  const auto lanesOf = [&](int color) { return color == ConstraintGraph::kOverflow ? 1 : solver.lanes; };
  for (int color = 0; color < ConstraintGraph::kColors; ++color) {
    pin_color_blocks_.push_back(blocks);
    const auto size = static_cast<std::int32_t>(pin_graph_.end(color) - pin_graph_.begin(color));
    blocks += (size + lanesOf(color) - 1) / lanesOf(color);
  }
  pin_color_blocks_.push_back(blocks);
  pin_blocks_.reserve(static_cast<std::size_t>(blocks) * solver.block_size);
  PinInput* inputs[kMostLanes];
  std::int32_t block = 0;
  for (int color = 0; color < ConstraintGraph::kColors; ++color) {
    for (const std::int32_t* next = pin_graph_.begin(color); next != pin_graph_.end(color);) {
      int count = 0;
      while (count < lanesOf(color) && next != pin_graph_.end(color))
        inputs[count++] = &pin_inputs_[static_cast<std::size_t>(*next++)];
      solver.prepare(pin_blocks_.data(), block++, inputs, count, bodies);
    }
  }
  eachPinColor(
      [&](std::int32_t begin, std::int32_t end) { solver.place(pin_blocks_.data(), begin, end, bodies); });
}

void Simulation::startPins(const BodyArrays& bodies) {
  const PinSolver& solver = pinSolver(contact_solver_.lanes);
  eachPinColor([&](std::int32_t begin, std::int32_t end) {
    solver.warm_start(pin_blocks_.data(), begin, end, bodies);
  });
}

void Simulation::pushPins(const BodyArrays& bodies) {
  const PinSolver& solver = pinSolver(contact_solver_.lanes);
  const PinStep step = makePinStep(settings_);
  for (int sweep = 0; sweep < kPushSweeps; ++sweep) {
    eachPinColor([&](std::int32_t begin, std::int32_t end) {
      solver.push(pin_blocks_.data(), begin, end, bodies, step);
    });
  }
}

void Simulation::relaxPins(const BodyArrays& bodies) {
  const PinSolver& solver = pinSolver(contact_solver_.lanes);
  void* blocks = pin_blocks_.data();
  eachPinColor([&](std::int32_t begin, std::int32_t end) { solver.place(blocks, begin, end, bodies); });
  for (int sweep = 0; sweep < kRelaxSweeps; ++sweep) {
    eachPinColor([&](std::int32_t begin, std::int32_t end) { solver.relax(blocks, begin, end, bodies); });
  }
  eachPinColor([&](std::int32_t begin, std::int32_t end) { solver.count(blocks, begin, end); });
}

void Simulation::storePins() {
  if (pin_inputs_.empty()) return;
  const PinSolver& solver = pinSolver(contact_solver_.lanes);
  eachPinColor([&](std::int32_t begin, std::int32_t end) { solver.store(pin_blocks_.data(), begin, end); });
  const double rate = 1 / static_cast<double>(settings_.time_step);
  for (std::size_t i = 0; i < pins_.size(); ++i) {
    Joint& joint = joints_.joints()[static_cast<std::size_t>(pins_[i])];
    const Vec3& impulse = pin_inputs_[i].impulse;
    joint.elements[0].impulse = {double(impulse.x), double(impulse.y), double(impulse.z)};
    joint.load = {DVec3(pin_inputs_[i].total) * rate, {}};
    joint.frame = joint.next_frame;
    joint.frames_move = false;
  }
}

}  // namespace carom::solve

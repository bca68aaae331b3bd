// KHR_interactivity, "Delay Operations". Earlier revisions name delays by a number, `lastDelayIndex`.
#include <algorithm>
#include <cmath>

#include "behavior/binder.hpp"
#include "behavior/machine.hpp"

namespace carom::behavior {

namespace {

constexpr std::int32_t kOut = 0, kErr = 1;

Value referenceTo(std::uint64_t delay) {
  return {ValueType::Reference, {static_cast<double>(ReferenceKind::Delay), static_cast<double>(delay)}};
}

bool bindSetDelay(Binder& binder) {
  binder.output("lastDelay", Value{ValueType::Reference, {}});
  binder.output("lastDelayIndex", Value::of(std::int32_t(-1)));
  binder.flows({"out", "err", "done"});
  return binder.input("duration", ValueType::Number);
}

void activateSetDelay(Machine& machine, std::int32_t node, std::int32_t socket) {
  std::vector<Delay>& delays = machine.delays();
  if (socket == 1) {
    machine.setOutput(node, 0, Value{ValueType::Reference, {}});
    machine.setOutput(node, 1, Value::of(std::int32_t(-1)));
    std::erase_if(delays, [&](const Delay& delay) { return delay.node == node; });
    return;
  }
  const double duration = machine.input(node, 0).numbers[0];
  const double time = machine.now() + duration;
  if (!(duration >= 0) || !std::isfinite(time) || delays.size() >= machine.settings().limits.delays) {
    machine.flow(node, kErr);
    return;
  }
  const std::uint64_t id = machine.nextId();
  machine.setOutput(node, 0, referenceTo(id));
  machine.setOutput(node, 1, Value::of(static_cast<std::int32_t>(id & 0x7fffffff)));
  delays.push_back({id, time, node});
  machine.flow(node, kOut);
}

bool bindCancelDelay(Binder& binder) {
  binder.flow("out");
  return binder.indexInput(binder.hasInput("delay") ? "delay" : "delayIndex");
}

void activateCancelDelay(Machine& machine, std::int32_t node, std::int32_t) {
  const Value& delay = machine.input(node, 0);
  const bool index = delay.type == ValueType::Integer;
  if (index || delay.numbers[0] == static_cast<double>(ReferenceKind::Delay)) {
    std::erase_if(machine.delays(), [&](const Delay& own) {
      return static_cast<double>(own.id) == delay.numbers[index ? 0 : 1];
    });
  }
  machine.flow(node, kOut);
}

constexpr Operation kOperations[] = {
    {.name = "flow/setDelay", .bind = bindSetDelay, .activate = activateSetDelay, .flow_inputs = "in cancel"},
    {.name = "flow/cancelDelay", .bind = bindCancelDelay, .activate = activateCancelDelay},
};

}  // namespace

std::span<const Operation> delayOperations() {
  return kOperations;
}

}  // namespace carom::behavior

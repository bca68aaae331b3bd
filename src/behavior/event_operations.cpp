// KHR_interactivity, "Event Operations".
#include <cmath>

#include "behavior/binder.hpp"
#include "behavior/machine.hpp"

namespace carom::behavior {

namespace {

const Value kNoReference{ValueType::Reference, {}};

bool bindStart(Binder& binder) {
  binder.output("event", kNoReference);
  binder.flow("out");
  return true;
}

bool bindTick(Binder& binder) {
  binder.output("timeSinceStart", ValueType::Number);
  binder.output("timeSinceLastTick", ValueType::Number);
  binder.output("event", kNoReference);
  binder.flow("out");
  return true;
}

std::optional<std::int32_t> bindEvent(Binder& binder) {
  const std::optional<std::int32_t> event =
      binder.indexSetting("event", binder.graph().events.size(), "events");
  if (event) binder.out().numbers.push_back(*event);
  binder.flow("out");
  return event;
}

bool bindReceive(Binder& binder) {
  const std::optional<std::int32_t> event = bindEvent(binder);
  if (!event) return false;
  for (const BehaviorVariable& value : binder.graph().events[*event].values)
    binder.output(value.name, value.initial);
  binder.output("event", kNoReference);
  return true;
}

bool bindSend(Binder& binder) {
  const std::optional<std::int32_t> event = bindEvent(binder);
  if (!event) return false;
  for (const BehaviorVariable& value : binder.graph().events[*event].values) {
    if (!binder.input(value.name, value.initial.type)) return false;
  }
  return true;
}

/// Receivers run when the flows that run now have come to their end.
void activateSend(Machine& machine, std::int32_t node, std::int32_t) {
  std::vector<Value> values;
  for (std::size_t i = 0; i < machine.program(node).inputs.size(); ++i)
    values.push_back(machine.input(node, static_cast<std::int32_t>(i)));
  machine.queue(machine.program(node).numbers[0], std::move(values), node);
  machine.flow(node, 0);
}

bool bindStop(Binder& binder) {
  binder.flow("out");
  return binder.input("stopImmediate", ValueType::Boolean) && binder.input("event", ValueType::Reference);
}

void activateStop(Machine& machine, std::int32_t node, std::int32_t) {
  if (machine.input(node, 0).numbers[0] != 0) machine.stopEvent(machine.input(node, 1));
  machine.flow(node, 0);
}

constexpr Operation kOperations[] = {
    {.name = "event/onStart", .bind = bindStart},
    {.name = "event/onTick", .bind = bindTick},
    {.name = "event/stopPropagation", .bind = bindStop, .activate = activateStop},
    {.name = "event/receive", .bind = bindReceive},
    {.name = "event/send", .bind = bindSend, .activate = activateSend},
};

}  // namespace

std::span<const Operation> eventOperations() {
  return kOperations;
}

}  // namespace carom::behavior

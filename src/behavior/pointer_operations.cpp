// KHR_interactivity, "Object Model Access".
#include <algorithm>

#include "behavior/easing_inputs.hpp"

namespace carom::behavior {

namespace {

bool bindGet(Binder& binder) {
  if (!binder.pointerSettings()) return false;
  binder.output("value", binder.out().type);
  binder.output("isValid", ValueType::Boolean);
  return true;
}

void evaluateGet(Machine& machine, std::int32_t node) {
  const ValueType type = machine.program(node).type;
  const std::optional<std::string> pointer = machine.pointerOf(node);
  const std::optional<Value> value = pointer ? machine.get(*pointer, type) : std::nullopt;
  machine.setOutput(node, 0, value.value_or(defaultValue(type)));
  machine.setOutput(node, 1, Value::of(value.has_value()));
}

bool bindSet(Binder& binder) {
  binder.flows({"out", "err"});
  return binder.pointerSettings() && binder.input("value", binder.out().type);
}

/// Index of the first input after those of the pointer.
std::int32_t firstInput(const Machine& machine, std::int32_t node) {
  std::int32_t count = 0;
  for (const TemplatePart& part : machine.program(node).text.parts) count += part.parameter.empty() ? 0 : 1;
  return count;
}

void stopInterpolation(Machine& machine, const std::string& pointer) {
  std::erase_if(machine.interpolations(),
                [&](const Interpolation& i) { return i.variable < 0 && i.pointer == pointer; });
}

void activateSet(Machine& machine, std::int32_t node, std::int32_t) {
  const Value& value = machine.input(node, firstInput(machine, node));
  const std::optional<std::string> pointer = machine.pointerOf(node);
  if (!pointer || !machine.get(*pointer, value.type) || !machine.set(*pointer, value)) {
    machine.flow(node, 1);
    return;
  }
  stopInterpolation(machine, *pointer);
  machine.flow(node, 0);
}

bool bindInterpolate(Binder& binder) {
  binder.flows({"out", "err", "done"});
  if (!binder.pointerSettings()) return false;
  const ValueType type = binder.out().type;
  if (type == ValueType::Integer || type == ValueType::Boolean || type == ValueType::Reference)
    return binder.error("/configuration/type",
                        "values of type " + std::string(valueTypeName(type)) + " have no values between");
  return bindEasing(binder, type);
}

bool isRotation(const std::string& pointer, ValueType type) {
  return type == ValueType::Vector4 &&
         (pointer.ends_with("/rotation") || pointer.ends_with("/inertiaOrientation"));
}

void activateInterpolate(Machine& machine, std::int32_t node, std::int32_t) {
  const ValueType type = machine.program(node).type;
  const std::optional<std::string> pointer = machine.pointerOf(node);
  const std::optional<Value> from = pointer ? machine.get(*pointer, type) : std::nullopt;
  const auto active = std::count_if(machine.interpolations().begin(), machine.interpolations().end(),
                                    [](const Interpolation& i) { return i.variable < 0; });
  Interpolation interpolation;
  if (!from || static_cast<std::uint32_t>(active) >= machine.settings().limits.pointer_interpolations ||
      !readEasing(machine, node, firstInput(machine, node), interpolation) || !machine.canSet(*pointer)) {
    machine.flow(node, 1);
    return;
  }
  interpolation.pointer = *pointer;
  interpolation.from = *from;
  interpolation.spherical = isRotation(*pointer, type);
  stopInterpolation(machine, *pointer);
  machine.interpolations().push_back(interpolation);
  machine.flow(node, 0);
}

constexpr Operation kOperations[] = {
    {.name = "pointer/get", .bind = bindGet, .evaluate = evaluateGet},
    {.name = "pointer/set", .bind = bindSet, .activate = activateSet},
    {.name = "pointer/interpolate", .bind = bindInterpolate, .activate = activateInterpolate},
};

}  // namespace

std::span<const Operation> pointerOperations() {
  return kOperations;
}

}  // namespace carom::behavior

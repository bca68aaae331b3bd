// KHR_interactivity, "Special Operations" that choose: math/select, math/switch, math/random.
#include <algorithm>

#include "behavior/binder.hpp"
#include "behavior/components.hpp"
#include "behavior/machine.hpp"

namespace carom::behavior {

namespace {

void select(const Value* in, Value* out) {
  *out = in[0].numbers[0] != 0 ? in[1] : in[2];
}

bool bindSwitch(Binder& binder) {
  NodeProgram& out = binder.out();
  if (!binder.input("selection", ValueType::Integer) || !binder.input("default")) return false;
  const ValueType type = out.inputs[1].type;
  out.numbers = binder.casesSetting();
  if (out.numbers.size() > kMaxSockets) return binder.error("/configuration/cases", "has too many cases");
  for (const std::int32_t number : out.numbers) {
    if (!binder.input(std::to_string(number), type)) return false;
  }
  binder.output("value", type);
  return true;
}

void evaluateSwitch(Machine& machine, std::int32_t node) {
  const std::vector<std::int32_t>& cases = machine.program(node).numbers;
  const auto found = std::find(cases.begin(), cases.end(), integerOf(machine.input(node, 0)));
  const auto chosen = found == cases.end() ? 1 : 2 + static_cast<std::int32_t>(found - cases.begin());
  machine.setOutput(node, 0, machine.input(node, chosen));
}

bool bindRandom(Binder& binder) {
  binder.output("value", ValueType::Number);
  return true;
}

/// The machine asks once between two activations, as the specification wants.
void evaluateRandom(Machine& machine, std::int32_t node) {
  machine.setOutput(node, 0, Value::of(machine.random()));
}

constexpr Operation kOperations[] = {
    {.name = "math/select", .inputs = "condition a b", .signatures = {{{"bTT>T", select}}}},
    {.name = "math/switch", .bind = bindSwitch, .evaluate = evaluateSwitch},
    {.name = "math/random", .bind = bindRandom, .evaluate = evaluateRandom},
};

}  // namespace

std::span<const Operation> selectionOperations() {
  return kOperations;
}

}  // namespace carom::behavior

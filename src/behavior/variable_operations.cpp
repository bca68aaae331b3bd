// KHR_interactivity, "Custom Variable Access". Earlier revisions set one variable a node: `variable` and
// `value`.
#include <algorithm>
#include <set>
#include <string>

#include "behavior/easing_inputs.hpp"

namespace carom::behavior {

namespace {

ValueType typeOfVariable(const Binder& binder, std::int32_t variable) {
  return binder.graph().variables[variable].initial.type;
}

std::optional<std::int32_t> bindVariable(Binder& binder) {
  const std::optional<std::int32_t> variable =
      binder.indexSetting("variable", binder.graph().variables.size(), "variables");
  if (variable) binder.out().numbers.push_back(*variable);
  return variable;
}

bool bindGet(Binder& binder) {
  const std::optional<std::int32_t> variable = bindVariable(binder);
  if (variable) binder.output("value", typeOfVariable(binder, *variable));
  return variable.has_value();
}

void evaluateGet(Machine& machine, std::int32_t node) {
  const auto variable = static_cast<std::size_t>(machine.program(node).numbers[0]);
  machine.setOutput(node, 0, machine.variables()[variable]);
}

bool bindSet(Binder& binder) {
  binder.flow("out");
  const BehaviorSetting* several = binder.setting("variables");
  if (several == nullptr && binder.setting("variable") != nullptr) {
    const std::optional<std::int32_t> variable = bindVariable(binder);
    return variable && binder.input("value", typeOfVariable(binder, *variable));
  }
  const std::size_t count = binder.graph().variables.size();
  if (several == nullptr || several->booleans || several->numbers.empty() || !several->strings.empty())
    return binder.error(several ? "/configuration/variables" : "",
                        "'variable/set' needs the configuration 'variables', indices of variables");
  if (several->numbers.size() > kMaxSockets)
    return binder.error("/configuration/variables", "has too many variables");
  std::vector<std::int32_t>& numbers = binder.out().numbers;
  std::set<std::int32_t> met;
  for (const double number : several->numbers) {
    if (!(number >= 0 && number < static_cast<double>(count)) ||
        number != static_cast<double>(static_cast<std::int32_t>(number)))
      return binder.error("/configuration/variables",
                          "not every number is an index; there are " + std::to_string(count) + " variables");
    const auto variable = static_cast<std::int32_t>(number);
    if (!met.insert(variable).second) continue;
    numbers.push_back(variable);
    if (!binder.input(std::to_string(variable), typeOfVariable(binder, variable))) return false;
  }
  return true;
}

void stopInterpolation(Machine& machine, std::int32_t variable) {
  std::erase_if(machine.interpolations(), [&](const Interpolation& i) { return i.variable == variable; });
}

void activateSet(Machine& machine, std::int32_t node, std::int32_t) {
  const std::vector<std::int32_t>& variables = machine.program(node).numbers;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    stopInterpolation(machine, variables[i]);
    machine.variables()[variables[i]] = machine.input(node, static_cast<std::int32_t>(i));
  }
  machine.flow(node, 0);
}

bool bindInterpolate(Binder& binder) {
  binder.flows({"out", "err", "done"});
  const std::optional<std::int32_t> variable = bindVariable(binder);
  if (!variable) return false;
  const ValueType type = typeOfVariable(binder, *variable);
  if (type == ValueType::Integer || type == ValueType::Boolean || type == ValueType::Reference)
    return binder.error("/configuration/variable",
                        "variables of type " + std::string(valueTypeName(type)) + " have no values between");
  const std::optional<bool> spherical = binder.flagSetting("useSlerp");
  if (!spherical || (*spherical && type != ValueType::Vector4))
    return binder.error(binder.setting("useSlerp") ? "/configuration/useSlerp" : "",
                        "'variable/interpolate' needs the configuration 'useSlerp', which may be true for "
                        "float4 only");
  binder.out().numbers.push_back(*spherical ? 1 : 0);
  return bindEasing(binder, type);
}

void activateInterpolate(Machine& machine, std::int32_t node, std::int32_t) {
  const std::vector<std::int32_t>& numbers = machine.program(node).numbers;
  Interpolation interpolation;
  interpolation.variable = numbers[0];
  interpolation.spherical = numbers[1] != 0;
  interpolation.from = machine.variables()[numbers[0]];
  const auto active = std::count_if(machine.interpolations().begin(), machine.interpolations().end(),
                                    [](const Interpolation& i) { return i.variable >= 0; });
  if (!readEasing(machine, node, 0, interpolation) ||
      static_cast<std::uint32_t>(active) >= machine.settings().limits.variable_interpolations) {
    machine.flow(node, 1);
    return;
  }
  stopInterpolation(machine, interpolation.variable);
  machine.interpolations().push_back(interpolation);
  machine.flow(node, 0);
}

constexpr Operation kOperations[] = {
    {.name = "variable/get", .bind = bindGet, .evaluate = evaluateGet},
    {.name = "variable/set", .bind = bindSet, .activate = activateSet},
    {.name = "variable/interpolate", .bind = bindInterpolate, .activate = activateInterpolate},
};

}  // namespace

std::span<const Operation> variableOperations() {
  return kOperations;
}

}  // namespace carom::behavior

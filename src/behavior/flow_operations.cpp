// KHR_interactivity, "Sync Operations".
#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "behavior/binder.hpp"
#include "behavior/components.hpp"
#include "behavior/machine.hpp"

namespace carom::behavior {

namespace {

bool bindSequence(Binder& binder) {
  binder.allFlows();
  return true;
}

void activateSequence(Machine& machine, std::int32_t node, std::int32_t) {
  // The one that was asked for last comes first.
  for (auto i = static_cast<std::int32_t>(machine.program(node).flows.size()); i-- > 0;)
    machine.flow(node, i);
}

bool bindBranch(Binder& binder) {
  binder.flows({"true", "false"});
  return binder.input("condition", ValueType::Boolean);
}

void activateBranch(Machine& machine, std::int32_t node, std::int32_t) {
  machine.flow(node, machine.input(node, 0).numbers[0] != 0 ? 0 : 1);
}

bool bindSwitch(Binder& binder) {
  NodeProgram& out = binder.out();
  out.numbers = binder.casesSetting();
  if (out.numbers.size() > kMaxSockets) return binder.error("/configuration/cases", "has too many cases");
  binder.flow("default");
  for (const std::int32_t number : out.numbers) binder.flow(std::to_string(number));
  return binder.input("selection", ValueType::Integer);
}

void activateSwitch(Machine& machine, std::int32_t node, std::int32_t) {
  const std::vector<std::int32_t>& cases = machine.program(node).numbers;
  const auto found = std::find(cases.begin(), cases.end(), integerOf(machine.input(node, 0)));
  machine.flow(node, found == cases.end() ? 0 : 1 + static_cast<std::int32_t>(found - cases.begin()));
}

bool bindWhile(Binder& binder) {
  binder.flows({"loopBody", "completed"});
  return binder.input("condition", ValueType::Boolean);
}

void activateWhile(Machine& machine, std::int32_t node, std::int32_t) {
  const bool again = machine.input(node, 0).numbers[0] != 0;
  if (again) machine.continueAfter(node, 0);
  machine.flow(node, again ? 0 : 1);
}

void proceedWhile(Machine& machine, std::int32_t node, std::int64_t) {
  activateWhile(machine, node, 0);
}

bool bindFor(Binder& binder) {
  binder.output("index", Value::of(binder.wholeSetting("initialIndex").value_or(0)));
  binder.flows({"loopBody", "completed"});
  return binder.input("startIndex", ValueType::Integer) && binder.input("endIndex", ValueType::Integer);
}

/// The end is evaluated anew when the index has changed, which is what the states are for.
constexpr std::int64_t kCompare = 0, kIncrement = 1;

void activateFor(Machine& machine, std::int32_t node, std::int32_t) {
  machine.setOutput(node, 0, machine.input(node, 0));
  machine.continueAfter(node, kCompare);
}

void proceedFor(Machine& machine, std::int32_t node, std::int64_t state) {
  const std::int32_t index = integerOf(machine.output(node, 0));
  if (state == kIncrement) {
    machine.setOutput(node, 0, Value::of(wrapped(static_cast<std::int64_t>(index) + 1)));
    machine.continueAfter(node, kCompare);
    return;
  }
  const bool again = index < integerOf(machine.input(node, 1));
  if (again) machine.continueAfter(node, kIncrement);
  machine.flow(node, again ? 0 : 1);
}

bool bindDoN(Binder& binder) {
  binder.output("currentCount", Value::of(std::int32_t(0)));
  binder.flow("out");
  return binder.input("n", ValueType::Integer);
}

void activateDoN(Machine& machine, std::int32_t node, std::int32_t socket) {
  const std::int32_t count = integerOf(machine.output(node, 0));
  if (socket == 1) {
    machine.setOutput(node, 0, Value::of(std::int32_t(0)));
  } else if (count < integerOf(machine.input(node, 0))) {
    machine.setOutput(node, 0, Value::of(count + 1));
    machine.flow(node, 0);
  }
}

bool bindMultiGate(Binder& binder) {
  const std::optional<bool> random = binder.flagSetting("isRandom"), loop = binder.flagSetting("isLoop");
  const bool both = random && loop;
  binder.out().numbers = {both && *random ? 1 : 0, both && *loop ? 1 : 0};
  binder.output("lastIndex", Value::of(std::int32_t(-1)));
  binder.allFlows();
  return true;
}

/// The next flow that was not used; -1: none is left.
std::int32_t nextGate(Machine& machine, std::int32_t node) {
  const std::vector<std::uint8_t>& used = machine.state(node).used;
  std::vector<std::int32_t> free;
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i] == 0) free.push_back(static_cast<std::int32_t>(i));
  }
  if (free.empty()) return -1;
  const bool random = machine.program(node).numbers[0] != 0;
  const double place = random ? machine.random() * static_cast<double>(free.size()) : 0;
  return free[static_cast<std::size_t>(place)];
}

void activateMultiGate(Machine& machine, std::int32_t node, std::int32_t socket) {
  std::vector<std::uint8_t>& used = machine.state(node).used;
  const std::size_t count = machine.program(node).flows.size();
  if (used.size() != count || socket == 1) used.assign(count, 0);
  if (socket == 1) {
    machine.setOutput(node, 0, Value::of(std::int32_t(-1)));
    return;
  }
  std::int32_t next = nextGate(machine, node);
  if (next < 0 && machine.program(node).numbers[1] != 0) {
    used.assign(count, 0);
    next = nextGate(machine, node);
  }
  if (next < 0) return;
  used[next] = 1;
  machine.setOutput(node, 0, Value::of(next));
  machine.flow(node, next);
}

constexpr std::int32_t kMostInputs = 64;  ///< Also the number of the flow `reset`.

bool bindWaitAll(Binder& binder) {
  const std::int32_t wanted = binder.wholeSetting("inputFlows").value_or(0);
  const std::int32_t count = wanted < 0 || wanted > kMostInputs ? 0 : wanted;
  binder.out().numbers = {count};
  binder.output("remainingInputs", Value::of(count));
  binder.flows({"out", "completed"});
  return true;
}

void activateWaitAll(Machine& machine, std::int32_t node, std::int32_t socket) {
  NodeState& state = machine.state(node);
  const std::int32_t count = machine.program(node).numbers[0];
  if (socket == kMostInputs) {
    state.bits = 0;
    machine.setOutput(node, 0, Value::of(count));
    return;
  }
  if (socket >= count) return;
  state.bits |= std::uint64_t(1) << socket;
  const std::int32_t left = count - std::popcount(state.bits);
  machine.setOutput(node, 0, Value::of(left));
  machine.flow(node, left == 0 ? 1 : 0);
}

bool bindThrottle(Binder& binder) {
  binder.output("lastRemainingTime", Value::of(std::nan("")));
  binder.flows({"out", "err"});
  return binder.input("duration", ValueType::Number);
}

void activateThrottle(Machine& machine, std::int32_t node, std::int32_t socket) {
  if (socket == 1) {
    machine.setOutput(node, 0, Value::of(std::nan("")));
    return;
  }
  const double duration = machine.input(node, 0).numbers[0];
  if (!(duration >= 0) || std::isinf(duration)) {
    machine.flow(node, 1);
    return;
  }
  NodeState& state = machine.state(node);
  // Times that differ by rounding alone are the same.
  const double left = duration - (machine.now() - state.time);
  if (!std::isnan(machine.output(node, 0).numbers[0]) && left > 1e-9) {
    machine.setOutput(node, 0, Value::of(left));
    return;
  }
  state.time = machine.now();
  machine.setOutput(node, 0, Value::of(0.0));
  machine.flow(node, 0);
}

constexpr Operation kOperations[] = {
    {.name = "flow/sequence", .bind = bindSequence, .activate = activateSequence},
    {.name = "flow/branch", .bind = bindBranch, .activate = activateBranch},
    {.name = "flow/switch", .bind = bindSwitch, .activate = activateSwitch},
    {.name = "flow/while", .bind = bindWhile, .activate = activateWhile, .proceed = proceedWhile},
    {.name = "flow/for", .bind = bindFor, .activate = activateFor, .proceed = proceedFor},
    {.name = "flow/doN", .bind = bindDoN, .activate = activateDoN, .flow_inputs = "in reset"},
    {.name = "flow/multiGate",
     .bind = bindMultiGate,
     .activate = activateMultiGate,
     .flow_inputs = "in reset"},
    // Its flows are numbers: Binder knows.
    {.name = "flow/waitAll", .bind = bindWaitAll, .activate = activateWaitAll, .flow_inputs = ""},
    {.name = "flow/throttle", .bind = bindThrottle, .activate = activateThrottle, .flow_inputs = "in reset"},
};

}  // namespace

std::span<const Operation> flowOperations() {
  return kOperations;
}

}  // namespace carom::behavior

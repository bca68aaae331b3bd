#include "carom/behavior/behavior.hpp"

#include <algorithm>

#include "behavior/machine.hpp"

namespace carom {

struct BehaviorMachine::Implementation {
  behavior::Machine machine;
};

BehaviorMachine::BehaviorMachine(const Scene& scene, World& world, const BehaviorSettings& settings)
    : implementation_(new Implementation{behavior::Machine(scene, world, settings)}) {}
BehaviorMachine::~BehaviorMachine() = default;
BehaviorMachine::BehaviorMachine(BehaviorMachine&&) noexcept = default;
BehaviorMachine& BehaviorMachine::operator=(BehaviorMachine&&) noexcept = default;

bool BehaviorMachine::isRunning() const {
  return implementation_->machine.isRunning();
}
const Diagnostics& BehaviorMachine::diagnostics() const {
  return implementation_->machine.diagnostics();
}
void BehaviorMachine::advance() {
  implementation_->machine.advance();
}

std::vector<std::byte> BehaviorMachine::save() const {
  return implementation_->machine.save();
}

Diagnostics BehaviorMachine::restore(std::span<const std::byte> saved) {
  return implementation_->machine.restore(saved);
}

bool BehaviorMachine::send(std::string_view id, const BehaviorValues& values, double time) {
  return implementation_->machine.send(id, values, time);
}

std::vector<std::string> BehaviorMachine::eventIds() const {
  std::vector<std::string> out;
  for (const BehaviorEvent& event : implementation_->machine.graph().events) {
    if (!event.id.empty()) out.push_back(event.id);
  }
  return out;
}

BehaviorValues BehaviorMachine::eventValues(std::string_view id) const {
  BehaviorValues out;
  for (const BehaviorEvent& event : implementation_->machine.graph().events) {
    if (id.empty() || event.id != id) continue;
    for (const BehaviorVariable& value : event.values) out.emplace_back(value.name, value.initial);
  }
  return out;
}

std::vector<std::int32_t> BehaviorMachine::nodes() const {
  return isRunning() ? implementation_->machine.movableNodes() : std::vector<std::int32_t>();
}

std::size_t BehaviorMachine::variableCount() const {
  return implementation_->machine.variables().size();
}
const Value& BehaviorMachine::variable(std::size_t index) const {
  return implementation_->machine.variables()[index];
}

std::optional<Value> BehaviorMachine::variable(std::string_view name) const {
  const std::vector<BehaviorVariable>& variables = implementation_->machine.graph().variables;
  const auto found = std::find_if(variables.begin(), variables.end(),
                                  [&](const BehaviorVariable& variable) { return variable.name == name; });
  if (found == variables.end() || !isRunning()) return std::nullopt;
  return variable(static_cast<std::size_t>(found - variables.begin()));
}

}  // namespace carom

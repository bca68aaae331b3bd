// Pointers of pointer/get and pointer/set: those of the graph itself, of the world, and of values of the file
// that the world does not simulate.
#include <cmath>

#include "behavior/machine.hpp"
#include "behavior/own_values.hpp"
#include "behavior/pointer_text.hpp"

namespace carom::behavior {

std::int32_t Machine::indexIn(std::string_view array, const Value& value) const {
  return behavior::indexIn(*graph_, array, value);
}

std::vector<std::int32_t> Machine::movableNodes() const {
  std::vector<std::uint8_t> moves(scene_.nodes.size(), 0);
  for (const NodeAnimation& track : scene_.animations) {
    if (track.node >= 0 && static_cast<std::size_t>(track.node) < moves.size()) moves[track.node] = 1;
  }
  for (const std::string_view operation : {"pointer/set", "pointer/interpolate"}) {
    for (const std::int32_t node : nodesOf(operation)) {
      const std::vector<TemplatePart>& parts = program(node).text.parts;
      if (parts.empty() || !parts[0].literal.starts_with("/nodes/")) continue;
      // A parameter may name any node.
      if (parts[0].literal == "/nodes/") moves.assign(moves.size(), 1);
      const std::string_view literal = parts[0].literal;
      const std::int32_t index = indexBelow("/nodes", literal.substr(0, literal.find('/', 7)));
      if (index >= 0 && static_cast<std::size_t>(index) < moves.size()) moves[index] = 1;
    }
  }
  std::vector<std::int32_t> out;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (moves[i] != 0) out.push_back(static_cast<std::int32_t>(i));
  }
  return out;
}

std::string Machine::textOf(const Value& value) const {
  if (value.type == ValueType::Reference && value.numbers[0] == static_cast<double>(ReferenceKind::Object))
    return graph_->references[static_cast<std::size_t>(value.numbers[1])];
  return valueText(value);
}

std::optional<std::string> Machine::pointerOf(std::int32_t node) const {
  return pointerText(program(node).text, *graph_,
                     [&](std::int32_t index) -> const Value& { return input(node, index); });
}

/// KHR_interactivity, "Extending glTF Object Model".
std::optional<Value> Machine::ownValue(std::string_view pointer) const {
  if (!pointer.starts_with(kOwnPointers)) return std::nullopt;
  if (const std::optional<Value> constant = ownConstant(pointer, settings_.limits)) return constant;
  pointer.remove_prefix(kOwnPointers.size());
  if (const std::int32_t id = indexBelow("delays", pointer); id >= 0) {
    for (const Delay& delay : progress_.delays) {
      if (delay.id == static_cast<std::uint64_t>(id))
        return Value{ValueType::Reference,
                     {static_cast<double>(ReferenceKind::Delay), static_cast<double>(id)}};
    }
  }
  if (const std::int32_t id = indexBelow("events", pointer); id > 0) {
    const Value event{ValueType::Reference,
                      {static_cast<double>(ReferenceKind::Event), static_cast<double>(id)}};
    if (isEventReference(event)) return event;
  }
  return std::nullopt;
}

std::optional<Value> Machine::get(const std::string& pointer, ValueType type) const {
  std::optional<Value> value = ownValue(pointer);
  if (!value) value = world_.get(pointer);
  if (!value) value = file_values_.get(pointer);
  return value && value->type == type ? value : std::nullopt;
}

bool Machine::set(const std::string& pointer, const Value& value) {
  return world_.get(pointer) ? world_.set(pointer, value) : file_values_.set(pointer, value);
}

bool Machine::canSet(const std::string& pointer) const {
  return world_.canSet(pointer) || (!world_.get(pointer) && file_values_.has(pointer));
}

}  // namespace carom::behavior

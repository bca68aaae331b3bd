// Pointers of pointer/get and pointer/set: those of the graph itself, of the world, and of values of the file
// that the world does not simulate.
#include <charconv>
#include <cmath>

#include "behavior/machine.hpp"

namespace carom::behavior {

namespace {

constexpr std::string_view kOwn = "/extensions/KHR_interactivity/";

/// The index at the end of "/nodes/12" below an array "/nodes".
std::int32_t indexBelow(std::string_view array, std::string_view pointer) {
  if (!pointer.starts_with(array) || pointer.size() <= array.size() + 1 || pointer[array.size()] != '/')
    return -1;
  pointer.remove_prefix(array.size() + 1);
  std::int32_t index = -1;
  const auto [end, failure] = std::from_chars(pointer.data(), pointer.data() + pointer.size(), index);
  return failure == std::errc() && end == pointer.data() + pointer.size() ? index : -1;
}

}  // namespace

std::int32_t Machine::indexIn(std::string_view array, const Value& value) const {
  if (value.type == ValueType::Integer) return static_cast<std::int32_t>(value.numbers[0]);
  if (value.numbers[0] != static_cast<double>(ReferenceKind::Object)) return -1;
  return indexBelow(array, graph_->references[static_cast<std::size_t>(value.numbers[1])]);
}

std::vector<std::int32_t> Machine::movableNodes() const {
  std::vector<std::uint8_t> moves(scene_.nodes.size(), 0);
  for (const NodeAnimation& track : scene_.animations) {
    if (track.node >= 0 && static_cast<std::size_t>(track.node) < moves.size())
      moves[static_cast<std::size_t>(track.node)] = 1;
  }
  for (const std::string_view operation : {"pointer/set", "pointer/interpolate"}) {
    for (const std::int32_t node : nodesOf(operation)) {
      const std::vector<TemplatePart>& parts = program(node).text.parts;
      if (parts.empty() || !parts[0].literal.starts_with("/nodes/")) continue;
      // A parameter may name any node.
      if (parts[0].literal == "/nodes/") moves.assign(moves.size(), 1);
      const std::string_view literal = parts[0].literal;
      const std::int32_t index = indexBelow("/nodes", literal.substr(0, literal.find('/', 7)));
      if (index >= 0 && static_cast<std::size_t>(index) < moves.size())
        moves[static_cast<std::size_t>(index)] = 1;
    }
  }
  for (const Motion& motion : scene_.motions) moves[static_cast<std::size_t>(motion.node)] = 0;
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
  std::string out;
  for (const TemplatePart& part : program(node).text.parts) {
    out += part.literal;
    if (part.parameter.empty()) continue;
    const Value& value = input(node, part.input);
    if (value.type == ValueType::Integer) {
      if (value.numbers[0] < 0) return std::nullopt;
      out += std::to_string(static_cast<std::int32_t>(value.numbers[0]));
      continue;
    }
    const auto kind = static_cast<ReferenceKind>(static_cast<int>(value.numbers[0]));
    if (kind == ReferenceKind::None) return std::nullopt;
    if (kind != ReferenceKind::Object) {
      const bool fits = out == std::string(kOwn) + (kind == ReferenceKind::Delay ? "delays/" : "events/");
      if (!fits) return std::nullopt;
      out += std::to_string(static_cast<std::uint64_t>(value.numbers[1]));
      continue;
    }
    const std::int32_t index = indexIn(std::string_view(out).substr(0, out.size() - 1), value);
    if (index < 0) return std::nullopt;
    out += std::to_string(index);
  }
  return out;
}

/// KHR_interactivity, "Extending glTF Object Model".
std::optional<Value> Machine::ownValue(std::string_view pointer) const {
  if (!pointer.starts_with(kOwn)) return std::nullopt;
  pointer.remove_prefix(kOwn.size());
  const auto whole = [](std::uint32_t number) {
    return Value::of(static_cast<std::int32_t>(std::min(number, std::uint32_t(2147483647))));
  };
  const BehaviorLimits& limits = settings_.limits;
  if (pointer == "asset/majorVersion") return whole(2);
  if (pointer == "asset/minorVersion") return whole(0);
  if (pointer == "limits/maxActiveAnimations") return whole(limits.animations);
  if (pointer == "limits/maxActiveDelays") return whole(limits.delays);
  if (pointer == "limits/maxActivePropertyInterpolations") return whole(limits.pointer_interpolations);
  if (pointer == "limits/maxActiveVariableInterpolations") return whole(limits.variable_interpolations);
  // Nothing is shown, so there is no active camera.
  if (pointer == "activeCamera/rotation") return defaultValue(ValueType::Vector4);
  if (pointer == "activeCamera/position") return defaultValue(ValueType::Vector3);
  for (const std::string_view name :
       {"perspective/aspectRatio", "perspective/yfov", "perspective/znear", "perspective/zfar",
        "orthographic/xmag", "orthographic/ymag", "orthographic/znear", "orthographic/zfar"}) {
    if (pointer == "activeCamera/" + std::string(name)) return defaultValue(ValueType::Number);
  }
  if (const std::int32_t id = indexBelow("delays", pointer); id >= 0) {
    for (const Delay& delay : delays_) {
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

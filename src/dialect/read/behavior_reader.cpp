// The behaviour graph of a file (KHR_interactivity): its types, variables, events and nodes, each checked by
// itself. What operations there are and which sockets they have is known to behavior/.
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>

#include "carom/base/diagnostic_codes.hpp"
#include "carom/scene/behavior.hpp"
#include "dialect/joined.hpp"
#include "dialect/read/reading.hpp"

namespace carom::dialect {

namespace {

constexpr std::string_view kExtension = "KHR_interactivity";

class BehaviorReader {
 public:
  explicit BehaviorReader(Reading& reading) : reading_(reading) {}

  std::shared_ptr<const BehaviorGraph> read(json::Value extension);

 private:
  void error(json::Value at, std::string message) {
    reading_.diagnostics.error(codes::kBehaviorInvalid, at.pointer(), std::move(message));
  }
  /// A checked array member; absent where it is left out or wrong.
  json::Value list(json::Value object, std::string_view name);
  /// A checked index; -1 where it is left out or wrong.
  std::int32_t index(json::Value object, std::string_view name, std::size_t count, std::string_view what);
  void readTypes(json::Value types);
  std::optional<ValueType> typeOf(json::Value object);
  Value valueOf(json::Value object, ValueType type);
  std::vector<BehaviorVariable> readVariables(json::Value variables);
  BehaviorEvent readEvent(json::Value event);
  std::vector<std::string> readDeclarations(json::Value declarations);
  void readNode(json::Value node, BehaviorNode& out, std::size_t count);
  void readInputs(json::Value values, BehaviorNode& out, std::size_t count);
  void readFlows(json::Value flows, BehaviorNode& out, std::size_t count);
  void readSettings(json::Value configuration, BehaviorNode& out);

  Reading& reading_;
  std::vector<std::optional<ValueType>> types_;
};

json::Value BehaviorReader::list(json::Value object, std::string_view name) {
  const json::Value value = object.find(name);
  if (!value || value.isArray()) return value;
  error(value, joined("'", name, "' must be an array, not ", excerpt(value)));
  return {};
}

std::int32_t BehaviorReader::index(json::Value object, std::string_view name, std::size_t count,
                                   std::string_view what) {
  const json::Value value = object.find(name);
  if (!value) return -1;
  if (value.isNumber() && value.isInteger() && value.number() >= 0 &&
      value.number() < static_cast<double>(count))
    return static_cast<std::int32_t>(value.number());
  error(value, joined("'", name, "' is ", excerpt(value), "; there are ", std::to_string(count), " ", what));
  return -1;
}

void BehaviorReader::readTypes(json::Value types) {
  constexpr ValueType kAll[] = {ValueType::Boolean, ValueType::Integer, ValueType::Number,
                                ValueType::Vector2, ValueType::Vector3, ValueType::Vector4,
                                ValueType::Matrix2, ValueType::Matrix3, ValueType::Matrix4};
  for (std::size_t i = 0; i < types.size(); ++i) {
    const json::Value signature = types[i].isObject() ? types[i].find("signature") : json::Value();
    std::optional<ValueType> found;
    for (const ValueType type : kAll) {
      if (signature.isString() && signature.string() == valueTypeName(type)) found = type;
    }
    if (!signature.isString()) {
      error(types[i], "a type must have a 'signature'");
    } else if (!found) {
      reading_.diagnostics.warning(codes::kBehaviorUnknown, types[i].pointer(),
                                   joined("values of type ", excerpt(signature),
                                          " are not known; what has one "
                                          "does nothing"));
    }
    types_.push_back(found);
  }
}

std::optional<ValueType> BehaviorReader::typeOf(json::Value object) {
  const std::int32_t type = index(object, "type", types_.size(), "types");
  if (type >= 0) return types_[static_cast<std::size_t>(type)];
  if (!object.find("type")) error(object, "a value must have a 'type'");
  return std::nullopt;
}

/// A value as the file writes it, an array of as many as its type has; left out: zeros, and NaN for floats.
Value BehaviorReader::valueOf(json::Value object, ValueType type) {
  Value out;
  out.type = type;
  const std::size_t size = valueSize(type);
  const json::Value written = object.find("value");
  if (!written) {
    const bool floats = type != ValueType::Boolean && type != ValueType::Integer;
    for (std::size_t i = 0; floats && i < size; ++i)
      out.numbers[i] = std::numeric_limits<double>::quiet_NaN();
    return out;
  }
  bool good = written.isArray() && written.size() == size;
  for (std::size_t i = 0; good && i < size; ++i) {
    const json::Value number = written[i];
    if (type == ValueType::Boolean) {
      good = number.isBoolean();
      if (good) out.numbers[i] = number.text() == "true" ? 1 : 0;
      continue;
    }
    good = number.isNumber() &&
           (type != ValueType::Integer || (number.isInteger() && std::abs(number.number()) <= 2147483648.0));
    if (good) out.numbers[i] = number.number();
  }
  if (!good)
    error(written, joined("a value of type ", valueTypeName(type), " must be an array of ",
                          std::to_string(size), type == ValueType::Boolean ? " true or false" : " numbers"));
  return out;
}

std::vector<BehaviorVariable> BehaviorReader::readVariables(json::Value variables) {
  std::vector<BehaviorVariable> out;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    BehaviorVariable& variable = out.emplace_back();
    if (!variables[i].isObject()) {
      error(variables[i], "a variable must be an object");
      continue;
    }
    if (const json::Value name = variables[i].find("name"); name.isString()) variable.name = name.string();
    if (const std::optional<ValueType> type = typeOf(variables[i]))
      variable.initial = valueOf(variables[i], *type);
  }
  return out;
}

BehaviorEvent BehaviorReader::readEvent(json::Value event) {
  BehaviorEvent out;
  if (!event.isObject()) {
    error(event, "an event must be an object");
    return out;
  }
  if (const json::Value id = event.find("id"); id.isString()) out.id = id.string();
  const json::Value values = event.find("values");
  for (std::size_t i = 0; values.isObject() && i < values.size(); ++i) {
    const std::optional<ValueType> type = values[i].isObject() ? typeOf(values[i]) : std::nullopt;
    if (type) out.values.push_back({std::string(values.key(i)), valueOf(values[i], *type)});
  }
  return out;
}

std::vector<std::string> BehaviorReader::readDeclarations(json::Value declarations) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < declarations.size(); ++i) {
    const json::Value op = declarations[i].isObject() ? declarations[i].find("op") : json::Value();
    if (!op.isString()) error(declarations[i], "a declaration must have an 'op'");
    out.push_back(op.isString() ? std::string(op.string()) : std::string());
  }
  return out;
}

void BehaviorReader::readInputs(json::Value values, BehaviorNode& out, std::size_t count) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i].isObject()) {
      error(values[i], "an input value must be an object");
      continue;
    }
    BehaviorInput input;
    input.socket = values.key(i);
    if (values[i].find("node")) {
      input.node = index(values[i], "node", count, "nodes");
      const json::Value socket = values[i].find("socket");
      input.output = socket.isString() ? std::string(socket.string()) : "value";
    } else if (const std::optional<ValueType> type = typeOf(values[i])) {
      input.value = valueOf(values[i], *type);
    }
    out.inputs.push_back(std::move(input));
  }
}

void BehaviorReader::readFlows(json::Value flows, BehaviorNode& out, std::size_t count) {
  for (std::size_t i = 0; i < flows.size(); ++i) {
    if (!flows[i].isObject() || !flows[i].find("node")) {
      error(flows[i], "a flow must be an object that names a 'node'");
      continue;
    }
    BehaviorFlow flow;
    flow.socket = flows.key(i);
    flow.node = index(flows[i], "node", count, "nodes");
    const json::Value socket = flows[i].find("socket");
    flow.input = socket.isString() ? std::string(socket.string()) : "in";
    out.flows.push_back(std::move(flow));
  }
}

void BehaviorReader::readSettings(json::Value configuration, BehaviorNode& out) {
  for (std::size_t i = 0; i < configuration.size(); ++i) {
    const json::Value value = configuration[i].isObject() ? configuration[i].find("value") : json::Value();
    if (!value.isArray()) {
      error(configuration[i], "a configuration must have a 'value' that is an array");
      continue;
    }
    BehaviorSetting setting;
    setting.name = configuration.key(i);
    for (std::size_t k = 0; k < value.size(); ++k) {
      if (value[k].isNumber()) setting.numbers.push_back(value[k].number());
      if (value[k].isBoolean()) setting.numbers.push_back(value[k].text() == "true" ? 1 : 0);
      if (value[k].isString()) setting.strings.emplace_back(value[k].string());
    }
    out.settings.push_back(std::move(setting));
  }
}

void BehaviorReader::readNode(json::Value node, BehaviorNode& out, std::size_t count) {
  const auto members = [&](std::string_view name) {
    const json::Value value = node.find(name);
    if (value && !value.isObject())
      error(value, joined("'", name, "' must be an object, not ", excerpt(value)));
    return value.isObject() ? value : json::Value();
  };
  readInputs(members("values"), out, count);
  readFlows(members("flows"), out, count);
  readSettings(members("configuration"), out);
}

std::shared_ptr<const BehaviorGraph> BehaviorReader::read(json::Value extension) {
  if (!extension.isObject()) {
    error(extension, "KHR_interactivity must be an object");
    return nullptr;
  }
  const json::Value graphs = list(extension, "graphs");
  if (graphs.size() == 0) return nullptr;
  const std::int32_t chosen =
      extension.find("graph") ? index(extension, "graph", graphs.size(), "graphs") : 0;
  if (chosen < 0) return nullptr;
  const json::Value graph = graphs[static_cast<std::size_t>(chosen)];
  if (!graph.isObject()) {
    error(graph, "a graph must be an object");
    return nullptr;
  }
  auto out = std::make_shared<BehaviorGraph>();
  out->origin.pointer = graph.pointer();
  readTypes(list(graph, "types"));
  out->variables = readVariables(list(graph, "variables"));
  const json::Value events = list(graph, "events"), nodes = list(graph, "nodes");
  for (std::size_t i = 0; i < events.size(); ++i) out->events.push_back(readEvent(events[i]));
  const std::vector<std::string> operations = readDeclarations(list(graph, "declarations"));
  out->nodes.resize(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    BehaviorNode& node = out->nodes[i];
    node.origin.pointer = nodes[i].pointer();
    if (!nodes[i].isObject()) {
      error(nodes[i], "a node must be an object");
      continue;
    }
    const std::int32_t declaration = index(nodes[i], "declaration", operations.size(), "declarations");
    if (!nodes[i].find("declaration")) error(nodes[i], "a node must have a 'declaration'");
    if (declaration < 0) continue;
    node.operation = operations[static_cast<std::size_t>(declaration)];
    readNode(nodes[i], node, nodes.size());
  }
  return out;
}

}  // namespace

void readBehavior(Reading& reading) {
  const json::Value extension = gltf::Asset::extension(reading.asset.root(), kExtension);
  if (!extension) return;
  reading.scene.behavior = BehaviorReader(reading).read(extension);
  if (!reading.scene.behavior || reading.scene.behavior->nodes.empty()) return;
  reading.diagnostics.warning(codes::kBehaviorUnknown, reading.scene.behavior->origin.pointer,
                              "the behaviour graph is read and checked, but not run");
}

}  // namespace carom::dialect

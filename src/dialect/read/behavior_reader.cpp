// The behaviour graph of a file (KHR_interactivity): its types, variables, events and nodes, each checked by
// itself. What operations there are and which sockets they have is known to behavior/.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>

#include "carom/base/diagnostic_codes.hpp"
#include "carom/scene/behavior.hpp"
#include "dialect/joined.hpp"
#include "dialect/read/reading.hpp"
#include "json/number_text.hpp"

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
  Value referenceOf(json::Value written);
  Value valueOf(json::Value object, ValueType type);
  std::vector<BehaviorVariable> readVariables(json::Value variables);
  BehaviorEvent readEvent(json::Value event);
  void readDeclarations(json::Value declarations);
  void readNode(json::Value node, BehaviorNode& out, std::size_t count);
  void readInputs(json::Value values, BehaviorNode& out, std::size_t count);
  void readFlows(json::Value flows, BehaviorNode& out, std::size_t count);
  void readSettings(json::Value configuration, BehaviorNode& out);

  Reading& reading_;
  std::shared_ptr<BehaviorGraph> graph_ = std::make_shared<BehaviorGraph>();
  std::map<std::string, std::size_t, std::less<>> references_;  ///< Indices into those of the graph.
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
  constexpr ValueType kAll[] = {
      ValueType::Boolean, ValueType::Integer, ValueType::Number,  ValueType::Vector2, ValueType::Vector3,
      ValueType::Vector4, ValueType::Matrix2, ValueType::Matrix3, ValueType::Matrix4, ValueType::Reference};
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
    if (found && std::find(graph_->types.begin(), graph_->types.end(), found) != graph_->types.end())
      error(types[i], joined("type ", excerpt(signature), " is there twice"));
    graph_->types.push_back(found);
  }
}

std::optional<ValueType> BehaviorReader::typeOf(json::Value object) {
  const std::int32_t type = index(object, "type", graph_->types.size(), "types");
  if (type >= 0) return graph_->types[type];
  if (!object.find("type")) error(object, "a value must have a 'type'");
  return std::nullopt;
}

/// A reference: null unless the pointer names an object of the file.
Value BehaviorReader::referenceOf(json::Value written) {
  Value out{ValueType::Reference, {}};
  if (written.size() != 1 || !written[0].isString() ||
      (!written[0].string().empty() && written[0].string().front() != '/')) {
    error(written, "a value of type ref must be an array of one JSON pointer");
    return out;
  }
  const std::string pointer(written[0].string());
  const json::Value object = reading_.asset.document().resolve(pointer);
  if (!object || !object.isObject()) {
    reading_.diagnostics.warning(
        codes::kBehaviorPointer, written.pointer(),
        joined(excerpt(written[0]), " names no object of the file; the reference is null"));
    return out;
  }
  const auto [place, is_new] = references_.try_emplace(pointer, graph_->references.size());
  if (is_new) graph_->references.push_back(pointer);
  out.numbers[0] = static_cast<double>(ReferenceKind::Object);
  out.numbers[1] = static_cast<double>(place->second);
  return out;
}

/// A value as the file writes it, an array of as many as its type has; left out: zeros, and NaN for floats.
Value BehaviorReader::valueOf(json::Value object, ValueType type) {
  Value out;
  out.type = type;
  const std::size_t size = valueSize(type);
  const json::Value written = object.find("value");
  if (!written) {
    const bool floats =
        type != ValueType::Boolean && type != ValueType::Integer && type != ValueType::Reference;
    for (std::size_t i = 0; floats && i < size; ++i)
      out.numbers[i] = std::numeric_limits<double>::quiet_NaN();
    return out;
  }
  if (type == ValueType::Reference && written.isArray()) return referenceOf(written);
  bool good = written.isArray() && written.size() == size;
  for (std::size_t i = 0; good && i < size; ++i) {
    const json::Value number = written[i];
    // The authors' own files have these as texts.
    if (number.isString() && type >= ValueType::Number && type <= ValueType::Matrix4 &&
        json::isNonFiniteName(number.string())) {
      out.numbers[i] = json::parseNumber(number.string());
      continue;
    }
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
    // Earlier revisions: `id`.
    for (const std::string_view member : {"id", "name"}) {
      if (const json::Value name = variables[i].find(member); name.isString()) variable.name = name.string();
    }
    const std::optional<ValueType> type = typeOf(variables[i]);
    variable.known = type.has_value();
    if (type) variable.initial = valueOf(variables[i], *type);
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
    if (values.key(i) == "event") error(values[i], "a value of an event must not have the name 'event'");
    const std::optional<ValueType> type = values[i].isObject() ? typeOf(values[i]) : std::nullopt;
    if (type) out.values.push_back({std::string(values.key(i)), valueOf(values[i], *type)});
  }
  return out;
}

void BehaviorReader::readDeclarations(json::Value declarations) {
  for (std::size_t i = 0; i < declarations.size(); ++i) {
    BehaviorDeclaration& out = graph_->declarations.emplace_back();
    const json::Value declaration = declarations[i].isObject() ? declarations[i] : json::Value();
    const json::Value op = declaration.find("op"), extension = declaration.find("extension");
    if (!op.isString()) error(declarations[i], "a declaration must have an 'op'");
    if (extension && !extension.isString()) error(extension, "'extension' must be a name");
    if (op.isString()) out.operation = op.string();
    if (extension.isString()) out.extension = extension.string();
    for (const std::string_view name : {"inputValueSockets", "outputValueSockets"}) {
      const json::Value sockets = declaration.find(name);
      if (sockets && !sockets.isObject()) error(sockets, joined("'", name, "' must be an object"));
      for (std::size_t k = 0; sockets.isObject() && k < sockets.size(); ++k) {
        const std::optional<ValueType> type = sockets[k].isObject() ? typeOf(sockets[k]) : std::nullopt;
        if (!sockets[k].isObject()) error(sockets[k], "a socket must be an object");
        if (name.front() == 'o') out.outputs.push_back({std::string(sockets.key(k)), type});
      }
    }
  }
}

void BehaviorReader::readInputs(json::Value values, BehaviorNode& out, std::size_t count) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i].isObject()) {
      error(values[i], "an input value must be an object");
      continue;
    }
    BehaviorInput input;
    input.socket = values.key(i);
    if (values[i].find("node") && values[i].find("value"))
      error(values[i], "an input value must not have both a 'node' and a 'value'");
    if (values[i].find("node")) {
      input.node = index(values[i], "node", count, "nodes");
      const json::Value socket = values[i].find("socket");
      input.output = socket.isString() ? std::string(socket.string()) : "value";
    } else {
      const std::optional<ValueType> type = typeOf(values[i]);
      input.known = type.has_value();
      if (type) input.value = valueOf(values[i], *type);
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
      setting.booleans = setting.booleans || value[k].isBoolean();
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
  const json::Value graph = graphs[chosen];
  if (!graph.isObject()) {
    error(graph, "a graph must be an object");
    return nullptr;
  }
  const std::shared_ptr<BehaviorGraph>& out = graph_;
  out->origin.pointer = graph.pointer();
  readTypes(list(graph, "types"));
  out->variables = readVariables(list(graph, "variables"));
  const json::Value events = list(graph, "events"), nodes = list(graph, "nodes");
  std::set<std::string, std::less<>> ids;
  for (std::size_t i = 0; i < events.size(); ++i) {
    out->events.push_back(readEvent(events[i]));
    if (const std::string& id = out->events.back().id; !id.empty() && !ids.insert(id).second)
      error(events[i], joined("event '", id, "' is there twice"));
  }
  readDeclarations(list(graph, "declarations"));
  out->nodes.resize(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    BehaviorNode& node = out->nodes[i];
    node.origin.pointer = nodes[i].pointer();
    if (!nodes[i].isObject()) {
      error(nodes[i], "a node must be an object");
      continue;
    }
    const std::int32_t declaration = index(nodes[i], "declaration", out->declarations.size(), "declarations");
    if (!nodes[i].find("declaration")) error(nodes[i], "a node must have a 'declaration'");
    if (declaration < 0) continue;
    node.declaration = declaration;
    node.operation = out->declarations[declaration].operation;
    readNode(nodes[i], node, nodes.size());
  }
  return out;
}

}  // namespace

void readBehavior(Reading& reading) {
  const json::Value extension = gltf::Asset::extension(reading.asset.root(), kExtension);
  if (!extension) return;
  reading.scene.behavior = BehaviorReader(reading).read(extension);
}

}  // namespace carom::dialect

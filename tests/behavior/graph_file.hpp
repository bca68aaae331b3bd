// Files with behaviour graphs, put together node by node.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "carom/base/diagnostic_codes.hpp"
#include "carom/behavior/behavior.hpp"
#include "carom/dialect/load.hpp"
#include "carom/scene/behavior.hpp"

namespace carom::test {

/// JSON with ' for ".
inline std::string quoted(std::string text) {
  for (char& c : text) {
    if (c == '\'') c = '"';
  }
  return text;
}

inline Value number(double x) {
  return Value::of(x);
}
inline Value whole(std::int32_t x) {
  return Value::of(x);
}
inline Value truth(bool x) {
  return Value::of(x);
}
inline Value value(ValueType type, const std::vector<double>& numbers) {
  Value out;
  out.type = type;
  for (std::size_t i = 0; i < numbers.size(); ++i) out.numbers[i] = numbers[i];
  return out;
}
inline Value vector2(double x, double y) {
  return value(ValueType::Vector2, {x, y});
}
inline Value vector3(double x, double y, double z) {
  return value(ValueType::Vector3, {x, y, z});
}
inline Value vector4(double x, double y, double z, double w) {
  return value(ValueType::Vector4, {x, y, z, w});
}

/// Source of an input: a constant or the output of a node.
struct From {
  std::string json;
  From(const Value& constant) {  // NOLINT: short calls are what it is for.
    json = "{'type':" + std::to_string(static_cast<int>(constant.type));
    std::string numbers;
    bool any = false;
    for (std::size_t i = 0; i < valueSize(constant.type); ++i) {
      const double x = constant.numbers[i];
      any = any || !std::isnan(x);
      // Carom reads NaN and Infinity, with a warning.
      const std::string text =
          constant.type == ValueType::Boolean ? (x != 0 ? "true" : "false") : valueText(Value::of(x));
      numbers += (i > 0 ? "," : "") + text;
    }
    // Left out it is NaN, or zero.
    json += any && constant.type != ValueType::Reference ? ",'value':[" + numbers + "]}" : "}";
  }
  From(int node, const std::string& socket = "value")
      : json("{'node':" + std::to_string(node) + ",'socket':'" + socket + "'}") {}
};

/// A reference to an object of the file.
inline std::string reference(const std::string& pointer) {
  return "{'type':9,'value':['" + pointer + "']}";
}

using Inputs = std::vector<std::pair<std::string, From>>;
using Flows = std::vector<std::pair<std::string, std::string>>;  ///< Socket, "node" or "node:socket".

/// A graph whose types are all there are, numbered as ValueType does.
class GraphFile {
 public:
  /// Adds a node; its index. `configuration` as JSON members: "'variable':{'value':[0]}".
  int add(const std::string& operation, const Inputs& inputs = {}, const Flows& flows = {},
          const std::string& configuration = "") {
    std::string node = "{'declaration':" + std::to_string(declaration(operation));
    node += ",'values':{";
    for (std::size_t i = 0; i < inputs.size(); ++i)
      node += (i > 0 ? "," : "") + ("'" + inputs[i].first + "':") + inputs[i].second.json;
    node += "},'flows':{";
    for (std::size_t i = 0; i < flows.size(); ++i) node += (i > 0 ? "," : "") + flowText(flows[i]);
    nodes_.push_back(node + "},'configuration':{" + configuration + "}}");
    return static_cast<int>(nodes_.size()) - 1;
  }
  /// A variable/set of one variable.
  int set(int variable, const From& from, const std::string& next = "") {
    const std::string index = std::to_string(variable);
    return add("variable/set", {{index, from}}, next.empty() ? Flows{} : Flows{{"out", next}},
               "'variables':{'value':[" + index + "]}");
  }
  int get(int variable) {
    return add("variable/get", {}, {}, "'variable':{'value':[" + std::to_string(variable) + "]}");
  }
  /// A variable/set that adds one to an integer variable: three nodes, of which the last is returned.
  int increment(int variable, const std::string& next = "") {
    const int before = get(variable);
    return set(variable, add("math/add", {{"a", before}, {"b", whole(1)}}), next);
  }
  /// A flow/sequence to up to 26 targets, "node" or "node:socket".
  int inTurn(const std::vector<std::string>& targets) {
    Flows flows;
    for (const std::string& target : targets)
      flows.emplace_back(std::string(1, static_cast<char>('a' + flows.size())), target);
    return add("flow/sequence", {}, flows);
  }
  int variable(const Value& initial) {
    variables_.push_back(From(initial).json);
    return static_cast<int>(variables_.size()) - 1;
  }
  int event(const std::string& json) {
    events_.push_back(json);
    return static_cast<int>(events_.size()) - 1;
  }

  std::string graph() const {
    std::string types, declarations;
    for (int i = 0; i < 10; ++i)
      types += (i > 0 ? ",{'signature':'" : "{'signature':'") +
               std::string(valueTypeName(static_cast<ValueType>(i))) + "'}";
    for (const std::string& operation : declarations_)
      declarations +=
          (declarations.empty() ? "" : ",") + ("{'op':'" + operation + "'" + extension(operation)) + "}";
    return "{'types':[" + types + "],'variables':[" + joined(variables_) + "],'events':[" + joined(events_) +
           "],'declarations':[" + declarations + "],'nodes':[" + joined(nodes_) + "]}";
  }
  /// A file; `rest` are further members, `extensions` further extensions of the file.
  std::string file(const std::string& rest = "'nodes':[{}]", const std::string& extensions = "") const {
    return quoted(
        "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_interactivity','KHR_implicit_shapes',"
        "'KHR_physics_rigid_bodies'],'extensions':{'KHR_interactivity':{'graphs':[" +
        graph() + "]}" + extensions + "}," + rest + "}");
  }

 private:
  static std::string extension(const std::string& operation) {
    return operation.find("rigid_body") == std::string::npos ? "" : ",'extension':'KHR_physics_rigid_bodies'";
  }
  static std::string flowText(const std::pair<std::string, std::string>& flow) {
    const std::size_t colon = flow.second.find(':');
    return "'" + flow.first + "':{'node':" + flow.second.substr(0, colon) +
           (colon == std::string::npos ? "" : ",'socket':'" + flow.second.substr(colon + 1) + "'") + "}";
  }
  static std::string joined(const std::vector<std::string>& items) {
    std::string out;
    for (const std::string& item : items) out += (out.empty() ? "" : ",") + item;
    return out;
  }
  int declaration(const std::string& operation) {
    for (std::size_t i = 0; i < declarations_.size(); ++i) {
      if (declarations_[i] == operation) return static_cast<int>(i);
    }
    declarations_.push_back(operation);
    return static_cast<int>(declarations_.size()) - 1;
  }

  std::vector<std::string> variables_, events_, nodes_, declarations_;
};

inline Scene sceneOf(const std::string& file) {
  auto scene = loadFromMemory(file);
  for (const Diagnostic& item : scene.diagnostics().items()) {
    if (item.severity == Severity::Error) ADD_FAILURE() << item.pointer << ": " << item.message;
  }
  return scene.ok() ? std::move(scene.value()) : Scene();
}

/// A scene, its world and its graph.
struct Running {
  explicit Running(const std::string& file, const BehaviorSettings& settings = {},
                   const WorldSettings& world_settings = {})
      : scene(sceneOf(file)), world(scene, world_settings), behavior(scene, world, settings) {
    for (const Diagnostic& item : behavior.diagnostics().items())
      if (item.severity == Severity::Error) ADD_FAILURE() << item.pointer << ": " << item.message;
  }
  void steps(int count) {
    for (int i = 0; i < count; ++i) behavior.advance(), world.step();
  }
  const Value& operator[](std::size_t variable) const { return behavior.variable(variable); }

  Scene scene;
  World world;
  BehaviorMachine behavior;
};

/// Values of the first variables after some steps of a graph that activates `node` when it starts.
inline void expectVariables(GraphFile graph, int node, const std::vector<Value>& expected, int steps = 1,
                            const BehaviorSettings& settings = {}) {
  graph.add("event/onStart", {}, {{"out", std::to_string(node)}});
  Running run(graph.file(), settings);
  run.steps(steps);
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(run[i], expected[i]) << "variable " << i << " is " << valueText(run[i]);
}

inline void expectValue(const Value& found, const Value& expected, double tolerance,
                        const std::string& what) {
  EXPECT_EQ(found.type, expected.type) << what;
  for (std::size_t i = 0; i < valueSize(expected.type); ++i) {
    const double a = found.numbers[i], b = expected.numbers[i];
    if (std::isnan(b))
      EXPECT_TRUE(std::isnan(a)) << what << ": " << valueText(found);
    else if (std::isinf(b) || tolerance == 0)
      EXPECT_TRUE(a == b && std::signbit(a) == std::signbit(b))
          << what << ": " << valueText(found) << " for " << valueText(expected);
    else
      EXPECT_NEAR(a, b, tolerance) << what << ": " << valueText(found) << " for " << valueText(expected);
  }
}

}  // namespace carom::test

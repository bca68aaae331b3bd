// A behaviour graph that has been checked and is ready to run: sockets are indices.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "behavior/operation.hpp"
#include "behavior/text_template.hpp"
#include "carom/base/diagnostic.hpp"
#include "carom/scene/behavior.hpp"
#include "carom/scene/scene.hpp"

namespace carom::behavior {

/// Where an input gets its value.
struct InputSource {
  std::int32_t node = -1;  ///< Whose output it is; -1: a constant.
  std::int32_t output = 0;
  Value constant;
  ValueType type = ValueType::Number;
};

struct OutputSocket {
  std::string name;
  ValueType type = ValueType::Number;
  Value initial;
};

struct FlowTarget {
  std::int32_t node = -1;  ///< -1: not connected.
  std::int32_t socket = 0;
};

struct NodeProgram {
  const Operation* operation = nullptr;  ///< Null: does nothing.
  Calculation calculate = nullptr;
  std::vector<InputSource> inputs;
  std::vector<OutputSocket> outputs;
  std::size_t first_output = 0;  ///< Of all nodes' outputs.
  std::vector<FlowTarget> flows;
  std::vector<std::int32_t> numbers;  ///< From the configuration, as the operation wants them.
  TextTemplate text;                  ///< A pointer or a message.
  ValueType type = ValueType::Number;
};

struct Program {
  std::vector<NodeProgram> nodes;
  std::size_t output_count = 0;
};

/// Checks a graph and translates it. With errors in `diagnostics` the program must not run.
Program compileGraph(const Scene& scene, const BehaviorGraph& graph, Diagnostics& diagnostics);

/// Largest number of inputs, outputs or flows of one node.
inline constexpr std::size_t kMaxSockets = 4096;

/// Outputs of all nodes of a graph: an event's values are outputs of each of its receivers.
inline constexpr std::size_t kMaxOutputs = 1000000;

/// What a value of a type is when nothing says it: zeros, and NaN for floats.
Value defaultValue(ValueType type);

}  // namespace carom::behavior

// A behaviour graph, as a file has it: what happens on which events. Nothing here is run; behavior/ does
// that.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "carom/scene/origin.hpp"
#include "carom/scene/value.hpp"

namespace carom {

/// An input value: one that stands in the file, or the output of another node.
struct BehaviorInput {
  std::string socket;
  std::int32_t node = -1;  ///< Whose output it is; -1: `value` counts.
  std::string output;      ///< The socket of that node.
  Value value;
};

/// Where the flow goes on from an output.
struct BehaviorFlow {
  std::string socket;
  std::int32_t node = -1;  ///< -1: nowhere.
  std::string input;       ///< The flow socket of that node.
};

/// A member of a node's configuration, in whichever form it has.
struct BehaviorSetting {
  std::string name;
  std::vector<double> numbers;  ///< Numbers; booleans are 0 or 1.
  std::vector<std::string> strings;
};

struct BehaviorNode {
  std::string operation;  ///< "math/add", ...
  std::vector<BehaviorInput> inputs;
  std::vector<BehaviorFlow> flows;
  std::vector<BehaviorSetting> settings;
  Origin origin;
};

/// A variable, or one value of a custom event.
struct BehaviorVariable {
  std::string name;
  Value initial;
};

struct BehaviorEvent {
  std::string id;  ///< May be empty: nothing outside the graph can name it.
  std::vector<BehaviorVariable> values;
};

struct BehaviorGraph {
  std::vector<BehaviorVariable> variables;
  std::vector<BehaviorEvent> events;
  std::vector<BehaviorNode> nodes;
  Origin origin;
};

}  // namespace carom

// A behaviour graph, as a file has it: what happens on which events. Nothing here is run; behavior/ does
// that.
#pragma once

#include <cstdint>
#include <optional>
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
  bool known = true;  ///< Its type is known.
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
  bool booleans = false;  ///< The numbers are booleans.
};

/// An output value of a declared operation.
struct BehaviorSocket {
  std::string name;
  std::optional<ValueType> type;  ///< Empty: not known.
};

/// Which operation nodes have.
struct BehaviorDeclaration {
  std::string operation;                ///< "math/add", ...
  std::string extension;                ///< That defines it; empty: KHR_interactivity itself.
  std::vector<BehaviorSocket> outputs;  ///< As declared, of operations of extensions.
};

struct BehaviorNode {
  std::string operation;          ///< Of its declaration.
  std::int32_t declaration = -1;  ///< Index into the declarations.
  std::vector<BehaviorInput> inputs;
  std::vector<BehaviorFlow> flows;
  std::vector<BehaviorSetting> settings;
  Origin origin;
};

/// A variable, or one value of a custom event.
struct BehaviorVariable {
  std::string name;
  Value initial;
  bool known = true;  ///< Its type is known.
};

struct BehaviorEvent {
  std::string id;  ///< May be empty: nothing outside the graph can name it.
  std::vector<BehaviorVariable> values;
};

/// What the first number of a value of type Reference says; the second is its index or number.
enum class ReferenceKind : std::uint8_t {
  None,
  Object,  ///< Of the file: index into BehaviorGraph::references.
  Delay,   ///< Number of a scheduled activation.
  Event    ///< Number of an event.
};

struct BehaviorGraph {
  std::vector<std::optional<ValueType>> types;  ///< As the file numbers them; empty: not known.
  std::vector<std::string> references;          ///< Pointers of objects that values refer to.
  std::vector<BehaviorDeclaration> declarations;
  std::vector<BehaviorVariable> variables;
  std::vector<BehaviorEvent> events;
  std::vector<BehaviorNode> nodes;
  Origin origin;
};

}  // namespace carom

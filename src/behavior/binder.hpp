// What an operation uses to say which sockets a node of its kind has.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "behavior/program.hpp"

namespace carom::behavior {

class Binder {
 public:
  Binder(const Scene& scene, const BehaviorGraph& graph, Program& program, Diagnostics& diagnostics)
      : scene_(scene), graph_(graph), program_(program), diagnostics_(diagnostics) {}

  /// Translates a node. The nodes before it have been.
  void bind(std::int32_t node);

  // For operations. What is wrong is reported, with the pointer to it; false or empty then.

  const Scene& scene() const { return scene_; }
  const BehaviorGraph& graph() const { return graph_; }
  NodeProgram& out() { return *out_; }
  const BehaviorNode& node() const { return *node_; }
  std::int32_t index() const { return index_; }

  /// Adds an input that must be there, of a type or any.
  bool input(std::string_view name, std::optional<ValueType> type = {});
  /// Adds an input that may be an index or a reference.
  bool indexInput(std::string_view name);
  /// Adds an input that has a value where it is left out.
  bool inputOr(std::string_view name, const Value& otherwise);
  bool hasInput(std::string_view name) const { return findInput(name) != nullptr; }
  void output(std::string_view name, ValueType type);
  /// An output that has a value from the start.
  void output(std::string_view name, const Value& initial);
  /// Adds an output flow by name, connected or not.
  void flow(std::string_view name);
  /// Adds all flows that the node has, in the order of their names.
  void allFlows();
  void flows(std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) flow(name);
  }

  const BehaviorSetting* setting(std::string_view name) const;
  /// A setting of one whole number of 32 bits; empty where it is left out or anything else.
  std::optional<std::int32_t> wholeSetting(std::string_view name) const;
  std::optional<bool> flagSetting(std::string_view name) const;
  std::optional<std::string> textSetting(std::string_view name) const;
  /// A setting that must be an index below a count.
  std::optional<std::int32_t> indexSetting(std::string_view name, std::size_t count, std::string_view what);
  /// The setting `cases`, without repetitions; empty where any is not a whole number of 32 bits.
  std::vector<std::int32_t> casesSetting() const;
  /// Whether a node of the scene has a trigger.
  bool hasTrigger(std::int32_t node);
  /// The setting `pointer`, its parameters, and `type`.
  bool pointerSettings();

  bool error(std::string_view place, std::string message);
  bool fault(std::string_view code, std::string_view place, std::string message);
  void warning(std::string_view place, std::string message);

 private:
  const BehaviorInput* findInput(std::string_view name) const;
  std::optional<InputSource> source(const BehaviorInput& input);
  void bindNothing();
  bool bindSignatures();
  void checkInputs();
  void checkFlows();
  static std::int32_t flowInput(const Operation& operation, std::string_view name);
  FlowTarget target(const BehaviorFlow& flow);

  const Scene& scene_;
  const BehaviorGraph& graph_;
  Program& program_;
  Diagnostics& diagnostics_;
  const BehaviorNode* node_ = nullptr;
  NodeProgram* out_ = nullptr;
  std::int32_t index_ = -1;
  std::map<std::string_view, const BehaviorInput*> inputs_;  ///< Of the node.
  std::map<std::string_view, const BehaviorFlow*>
      flows_;                                ///< Of the node, without those that were asked for.
  std::vector<std::uint8_t> trigger_nodes_;  ///< By node of the scene; empty: not yet known.
  bool is_full_ = false;                     ///< There are too many outputs.
};

}  // namespace carom::behavior

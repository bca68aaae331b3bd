// Runs a program: evaluates values when they are asked for, and follows flows with a stack of its own.
//
// Values cannot form loops, since each comes from a node before the one that asks. Within an activation each
// node is evaluated once at most, so the time of an activation grows with the number of nodes and not with
// the number of ways through them.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "behavior/file_values.hpp"
#include "behavior/program.hpp"
#include "behavior/progress.hpp"
#include "carom/behavior/behavior.hpp"
#include "world/sealed_bytes.hpp"

namespace carom::behavior {

class Machine {
 public:
  Machine(const Scene& scene, World& world, const BehaviorSettings& settings);

  bool isRunning() const { return running_; }
  void advance();
  std::vector<std::byte> save() const;
  Diagnostics restore(std::span<const std::byte> saved);
  bool send(std::string_view id, const BehaviorValues& values, double time);
  const Diagnostics& diagnostics() const { return diagnostics_; }
  const BehaviorGraph& graph() const { return *graph_; }

  // For operations.

  World& world() { return world_; }
  const Scene& scene() const { return scene_; }
  const BehaviorSettings& settings() const { return settings_; }
  double now() const { return progress_.now; }  ///< s, of the world.
  const NodeProgram& program(std::int32_t node) const { return program_.nodes[node]; }
  const Value& input(std::int32_t node, std::int32_t index) const;
  const Value& output(std::int32_t node, std::int32_t index) const;
  void setOutput(std::int32_t node, std::int32_t index, const Value& value);
  NodeState& state(std::int32_t node) { return progress_.states[node]; }
  /// Activates an output flow next, before those that were asked for earlier.
  void flow(std::int32_t node, std::int32_t index);
  /// Calls Operation::proceed after the flows that are activated from now on.
  void continueAfter(std::int32_t node, std::int64_t state);
  double random();  ///< 0..1
  std::vector<Value>& variables() { return progress_.variables; }
  std::vector<Delay>& delays() { return progress_.delays; }
  std::vector<Interpolation>& interpolations() { return progress_.interpolations; }
  std::vector<PlayingAnimation>& animations() { return progress_.animations; }
  std::uint64_t nextId() { return ++progress_.last_id; }
  void queue(std::int32_t event, std::vector<Value> values, std::int32_t node);
  void stopEvent(const Value& event);
  /// What a value of type Reference or Integer names: the index of an object in one of the file's arrays
  /// ("/nodes"); -1: nothing there.
  std::int32_t indexIn(std::string_view array, const Value& value) const;
  std::string textOf(const Value& value) const;
  /// The pointer of a node's template; empty where an input names nothing.
  std::optional<std::string> pointerOf(std::int32_t node) const;
  std::optional<Value> get(const std::string& pointer, ValueType type) const;
  bool set(const std::string& pointer, const Value& value);
  bool canSet(const std::string& pointer) const;
  void warn(std::int32_t node, std::string_view code, std::string message);
  bool isEventReference(const Value& value) const;
  std::vector<std::int32_t> movableNodes() const;
  /// Sorted by the indices of their nodes.
  std::vector<std::int32_t> nodesOf(std::string_view operation) const;

 private:
  struct Frame {
    std::int32_t node = -1;
    std::int32_t socket = 0;  ///< -1: goes on with `state`.
    std::int64_t state = 0;
  };

  void collectHandlers();
  bool count(std::int32_t node);
  bool pull(std::int32_t node);
  bool compute(std::int32_t node);
  void run();
  /// Activates the nodes of an event in turn; `event` is the output that gets its reference.
  void dispatch(const std::vector<std::int32_t>& nodes, std::int32_t event);
  // tick.cpp
  void begin();
  void handleTriggers(const std::vector<TriggerChange>& changes);
  void handleEvents();
  void handleDelays();
  void handleInterpolations();
  void handleAnimations();
  void handleTick();
  void apply(const Interpolation& interpolation, double progress);
  std::vector<TriggerChange> triggerChanges() const;
  // machine_snapshot.cpp
  world::Origins origins() const;
  // machine_pointers.cpp
  std::optional<Value> ownValue(std::string_view pointer) const;

  const Scene& scene_;
  World& world_;
  BehaviorSettings settings_;
  Diagnostics diagnostics_;
  FileValues file_values_;
  std::shared_ptr<const BehaviorGraph> graph_;
  Program program_;
  bool running_ = false;

  Progress progress_;
  std::vector<std::uint64_t> stamps_;  ///< By node: the activation in which its outputs were computed.
  std::uint64_t activation_ = 0;
  std::vector<Frame> frames_;
  std::vector<std::pair<std::int32_t, std::size_t>> pulling_;
  std::vector<Value> arguments_;

  bool stopped_ = false;  ///< The current event.

  std::vector<std::int32_t> start_nodes_, tick_nodes_, enter_nodes_, exit_nodes_;
  std::vector<std::vector<std::int32_t>> receivers_;  ///< By event.
  std::uint32_t operations_ = 0;
  bool cut_ = false;  ///< The limit of operations is reached in this step.
  std::map<std::pair<std::int32_t, std::string_view>, bool> said_;
};

}  // namespace carom::behavior

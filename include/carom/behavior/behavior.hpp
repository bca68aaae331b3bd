// Runs the behaviour graph of a file (KHR_interactivity) on a World.
//
//   carom::World world(scene);
//   carom::BehaviorMachine behavior(scene, world);
//   for (int i = 0; i < 300; ++i) behavior.advance(), world.step();
//
// The same scene, settings, seed and events give the same run, bit for bit. docs/behavior.md describes the
// operations and the order of a step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "carom/base/diagnostic.hpp"
#include "carom/scene/scene.hpp"
#include "carom/scene/value.hpp"
#include "carom/world/world.hpp"

namespace carom {

/// What a graph may use. Beyond a limit it goes on as the comment says.
struct BehaviorLimits {
  /// Executions of nodes in one step. Beyond: BEHAVIOR_LIMIT, and what is left of the step's flows is
  /// dropped.
  std::uint32_t operations = 1000000;
  std::uint32_t events = 1000;  ///< Custom events delivered in one step; the others come in the next step.
  /// Custom events that wait. Beyond: BEHAVIOR_LIMIT, and the event is dropped.
  std::uint32_t waiting_events = 10000;
  std::uint32_t delays = 1000;                   ///< Scheduled by flow/setDelay. Beyond: its `err` flow.
  std::uint32_t variable_interpolations = 1000;  ///< Beyond: the `err` flow.
  std::uint32_t pointer_interpolations = 1000;   ///< Beyond: the `err` flow.
  std::uint32_t animations = 1000;               ///< That play at a time. Beyond: the `err` flow.
};

/// Values of a custom event by the names of its sockets.
using BehaviorValues = std::vector<std::pair<std::string, Value>>;

/// Output of a debug/log node.
struct BehaviorMessage {
  double time = 0;            ///< s, of the world.
  std::int32_t severity = 0;  ///< As the node has it.
  std::string text;
  std::string pointer;  ///< Of the node.
};

/// A custom event with an id that the graph has sent.
struct BehaviorSent {
  double time = 0;  ///< s, of the world.
  std::string id;
  BehaviorValues values;
};

/// How a graph runs.
struct BehaviorSettings {
  BehaviorLimits limits{};
  std::uint64_t seed = 1;                               ///< Of math/random and flow/multiGate.
  std::function<void(const BehaviorMessage&)> log{};    ///< Called for each message of a debug/log node.
  std::function<void(const BehaviorSent&)> on_event{};  ///< Called for each event with an id that is sent.
};

/// A running graph. Scene and world must outlive it. Everything that it does to the world goes through the
/// world's public functions, so recordings contain it, and a replay needs no graph.
class BehaviorMachine {
 public:
  /// Checks the scene's graph and takes control of the animations, which then play only when the graph
  /// starts them. Without a graph, or with one that has errors, nothing happens; see isRunning().
  BehaviorMachine(const Scene& scene, World& world, const BehaviorSettings& settings = {});
  ~BehaviorMachine();
  BehaviorMachine(BehaviorMachine&&) noexcept;
  BehaviorMachine& operator=(BehaviorMachine&&) noexcept;

  /// Whether there is a graph that can run.
  bool isRunning() const;
  /// Errors and warnings about the graph, with JSON pointers; grows while it runs.
  const Diagnostics& diagnostics() const;

  /// One tick. Call it before each World::step(), once.
  void advance();

  /// The state of the graph as bytes: all that decides how it goes on, equal on every machine. The world's
  /// own state is not in it: World::save() at the same time has that. Empty while no graph runs.
  std::vector<std::byte> save() const;
  /// Restores a state of the same graph, settings and world, after World::restore() of the state that the
  /// world had then; the run then goes on with the same bits. Damaged bytes, and those of another graph or
  /// time, cause an error and change nothing.
  Diagnostics restore(std::span<const std::byte> saved);

  /// Sends a custom event from outside at the next tick at or after a time, s of the world. Values that are
  /// left out have their initial values. False for ids that the graph does not have, names and types of
  /// values that the event does not have, and times that are not finite.
  bool send(std::string_view id, const BehaviorValues& values = {}, double time = 0);
  /// The ids of the graph's custom events.
  std::vector<std::string> eventIds() const;
  /// The values of a custom event as they are at first; empty for ids that the graph does not have.
  BehaviorValues eventValues(std::string_view id) const;

  /// Nodes without bodies that the graph may move, by pointers or animations; ascending.
  std::vector<std::int32_t> nodes() const;

  std::size_t variableCount() const;
  const Value& variable(std::size_t index) const;  ///< Current value, by index in the file.
  /// The first variable of that name; empty: none.
  std::optional<Value> variable(std::string_view name) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

/// A value as text, as debug/log writes it: 1.5, true, [0, 1, 0].
std::string valueText(const Value& value);

}  // namespace carom

// How far a run of a graph has got: all that decides how it goes on, and that snapshots contain.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "behavior/schedules.hpp"
#include "carom/scene/value.hpp"

namespace carom::behavior {

/// What an operation remembers besides its outputs.
struct NodeState {
  double time = 0;                 ///< s, of the world.
  std::uint64_t bits = 0;          ///< Inputs that were activated.
  std::vector<std::uint8_t> used;  ///< Outputs that were activated.
};

/// Something entered or left a trigger.
struct TriggerChange {
  bool entered = true;
  std::int32_t trigger = -1, collider = -1, motion = -1;  ///< Nodes.
};

struct Progress {
  std::vector<Value> values;  ///< Outputs of all nodes.
  std::vector<NodeState> states;
  std::vector<Value> variables;
  std::vector<Delay> delays;
  std::vector<Interpolation> interpolations;
  std::vector<PlayingAnimation> animations;
  std::deque<WaitingEvent> queue;
  std::vector<WaitingEvent> external;  ///< By time.
  std::uint64_t last_id = 0;           ///< Of delays and events.
  std::uint64_t current_event = 0;
  std::uint64_t random_state = 0;
  bool started = false, ticked = false;
  double now = 0, begun = 0, last_tick = 0;  ///< s, of the world.
  double saved_at = -1;                      ///< s, of the world; below 0: not restored.
  /// Of the step before a snapshot: a restored world has lost them.
  std::vector<TriggerChange> restored;
};

}  // namespace carom::behavior

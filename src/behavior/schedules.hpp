// What a running graph has begun and will go on with at later ticks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "behavior/interpolation.hpp"
#include "carom/scene/value.hpp"

namespace carom::behavior {

/// An activation that flow/setDelay has scheduled.
struct Delay {
  std::uint64_t id = 0;
  double time = 0;  ///< s, of the world.
  std::int32_t node = -1;
};

/// A value on its way to another.
struct Interpolation {
  std::int32_t variable = -1;  ///< Or, where that is -1:
  std::string pointer;
  double begun = 0;     ///< s, of the world.
  double duration = 0;  ///< s
  Value from, to;
  Easing easing;
  bool spherical = false;
  std::int32_t node = -1;  ///< Whose `done` flow follows.
};

/// An animation that animation/start has started.
struct PlayingAnimation {
  std::int32_t animation = -1;
  double start = 0, end = 0, stop = 0;  ///< s, of its own time.
  std::int32_t node = -1;               ///< Whose `done` flow follows the end.
  std::int32_t stop_node = -1;          ///< The same for the stop time; -1: none.
};

/// A custom event on its way to its receivers.
struct WaitingEvent {
  std::int32_t event = -1;
  double time = 0;  ///< s, of the world.
  std::vector<Value> values;
};

}  // namespace carom::behavior

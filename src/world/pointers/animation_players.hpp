// The time that each of the file's animations has reached.
//
// All animations play together from time 0 and hold their last key. Single ones can be started and stopped;
// an animation that was started repeats as KHR_interactivity says.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "carom/scene/scene.hpp"

namespace carom::world {

struct AnimationPlayer {
  double first = 0;  ///< s, its first key.
  double last = 0;   ///< s, its last key.
  bool playing = true;
  bool repeats = false;  ///< Was started: beyond its last key it begins again.
  bool waits = false;    ///< Is held until it is started: moves nothing.
  double begun = 0;      ///< s, world time at which it was at `start`.
  double start = 0;      ///< s, its own time.
  double end = kInfinity;
  double stop_at = kInfinity;  ///< s, its own time; infinite: it is not to stop before its end.
  double speed = 1;
  double held = 0;  ///< s, its own time while it does not play.

  /// Its own time at a world time, and whether it still plays then.
  double timeAt(double world_time, bool& still_playing) const;
  /// Of its own time, the time in its keys.
  double inKeys(double own_time) const;
};

class AnimationPlayers {
 public:
  explicit AnimationPlayers(const Scene& scene);

  /// Brings all to a world time. With `restored`, those that were stopped show where they stand.
  void advance(double world_time, bool restored = false);
  bool start(std::int32_t animation, double world_time, double start, double end, double speed);
  bool stop(std::int32_t animation, double world_time, std::optional<double> at);
  const AnimationPlayer* find(std::int32_t animation) const;
  double ownTime(std::int32_t animation) const { return own_[animation]; }
  /// Until they are started.
  void hold();
  bool areHeld() const { return held_; }
  /// By animation, s in its keys; NaN where it moves nothing.
  std::span<const double> keyTimes() const { return in_keys_; }

  /// For snapshots.
  std::vector<AnimationPlayer>& players() { return players_; }
  void setHeld(bool held) { held_ = held; }
  const std::vector<AnimationPlayer>& players() const { return players_; }

 private:
  bool has(std::int32_t animation) const {
    return animation >= 0 && static_cast<std::size_t>(animation) < players_.size();
  }
  std::vector<AnimationPlayer> players_;
  std::vector<double> own_, in_keys_;
  bool held_ = false;  ///< hold() was called: what was stopped moves nothing either.
};

}  // namespace carom::world

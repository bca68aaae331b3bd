// How far each of the file's animations has come.
//
// All play together from time 0 and hold their last key, unless one is started, which then repeats as
// KHR_interactivity says, or stopped.
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

  /// Brings all to a world time.
  void advance(double world_time);
  bool start(std::int32_t animation, double world_time, double start, double end, double speed);
  bool stop(std::int32_t animation, double world_time, std::optional<double> at);
  const AnimationPlayer* find(std::int32_t animation) const;
  double ownTime(std::int32_t animation) const { return own_[static_cast<std::size_t>(animation)]; }
  /// By animation, s in its keys.
  std::span<const double> keyTimes() const { return in_keys_; }

  /// For snapshots.
  std::vector<AnimationPlayer>& players() { return players_; }
  const std::vector<AnimationPlayer>& players() const { return players_; }

 private:
  bool has(std::int32_t animation) const {
    return animation >= 0 && static_cast<std::size_t>(animation) < players_.size();
  }
  std::vector<AnimationPlayer> players_;
  std::vector<double> own_, in_keys_;
};

}  // namespace carom::world

#include "world/pointers/animation_players.hpp"

#include <algorithm>
#include <cmath>

namespace carom::world {

double AnimationPlayer::timeAt(double world_time, bool& still_playing) const {
  still_playing = playing;
  if (!playing) return held;
  const double way = (world_time - begun) * speed, direction = end < start ? -1 : 1;
  const double target =
      std::isinf(stop_at) ? end : (direction > 0 ? std::min(stop_at, end) : std::max(stop_at, end));
  const double now = start + direction * way;
  if (std::isinf(target) || (target - now) * direction > 0) return now;
  still_playing = false;
  return target;
}

double AnimationPlayer::inKeys(double own_time) const {
  if (!repeats || !(last > 0)) return own_time;
  // KHR_interactivity, "Animation Control Nodes": times (n T, (n + 1) T] of n repetitions lie in (0, T].
  const double repetition = std::ceil((own_time - last) / last);
  return own_time - repetition * last;
}

AnimationPlayers::AnimationPlayers(const Scene& scene) {
  const auto take = [&](std::int32_t animation, const std::vector<float>& times) {
    if (animation < 0 || times.empty()) return;
    const auto i = static_cast<std::size_t>(animation);
    if (i >= players_.size()) players_.resize(i + 1);
    AnimationPlayer& player = players_[i];
    const double first = static_cast<double>(times.front()), last = static_cast<double>(times.back());
    player.first = player.last > 0 ? std::min(player.first, first) : first;
    player.last = std::max(player.last, last);
  };
  players_.resize(scene.animation_times.size());
  for (std::size_t i = 0; i < players_.size(); ++i) {
    players_[i].first = scene.animation_times[i].first;
    players_[i].last = scene.animation_times[i].last;
  }
  for (const NodeAnimation& track : scene.animations) take(track.animation, track.times);
  for (const PointerAnimation& track : scene.pointer_animations) take(track.animation, track.times);
  advance(0);
}

void AnimationPlayers::hold() {
  held_ = true;
  for (AnimationPlayer& player : players_) {
    player.playing = false;
    player.waits = true;
    player.held = 0;
  }
  advance(0);
}

void AnimationPlayers::advance(double world_time, bool restored) {
  own_.resize(players_.size());
  in_keys_.resize(players_.size());
  for (std::size_t i = 0; i < players_.size(); ++i) {
    AnimationPlayer& player = players_[i];
    bool playing = false;
    own_[i] = player.timeAt(world_time, playing);
    if (player.playing && !playing) player.held = own_[i];
    const bool silent = player.waits || (held_ && !player.playing && !restored);
    player.playing = playing;
    in_keys_[i] = silent ? std::nan("") : player.inKeys(own_[i]);
  }
}

bool AnimationPlayers::start(std::int32_t animation, double world_time, double start, double end,
                             double speed) {
  if (!has(animation) || !std::isfinite(start) || std::isnan(end) || !(speed > 0) || std::isinf(speed))
    return false;
  AnimationPlayer& player = players_[animation];
  player.repeats = player.playing = true;
  player.waits = false;
  player.begun = world_time;
  player.start = start;
  player.end = end;
  player.stop_at = kInfinity;
  player.speed = speed;
  own_[animation] = start;
  in_keys_[animation] = player.inKeys(start);
  return true;
}

bool AnimationPlayers::stop(std::int32_t animation, double world_time, std::optional<double> at) {
  if (!has(animation) || (at && !std::isfinite(*at))) return false;
  AnimationPlayer& player = players_[animation];
  if (at) {
    player.stop_at = *at;
    return true;
  }
  bool playing = false;
  player.held = player.timeAt(world_time, playing);
  player.playing = false;
  return true;
}

const AnimationPlayer* AnimationPlayers::find(std::int32_t animation) const {
  return has(animation) ? &players_[animation] : nullptr;
}

}  // namespace carom::world

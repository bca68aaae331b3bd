// KHR_interactivity, "Animation Control Operations". Earlier revisions name animations by an index.
#include <algorithm>
#include <cmath>

#include "behavior/binder.hpp"
#include "behavior/machine.hpp"

namespace carom::behavior {

namespace {

constexpr std::int32_t kOut = 0, kErr = 1;

bool bindStart(Binder& binder) {
  binder.flows({"out", "err", "done"});
  return binder.indexInput("animation") && binder.input("startTime", ValueType::Number) &&
         binder.input("endTime", ValueType::Number) && binder.input("speed", ValueType::Number);
}

bool bindStop(Binder& binder) {
  binder.flows({"out", "err"});
  return binder.indexInput("animation");
}

bool bindStopAt(Binder& binder) {
  binder.flows({"out", "err", "done"});
  return binder.indexInput("animation") && binder.input("stopTime", ValueType::Number);
}

/// The animation that the first input names, -1: none that plays.
std::int32_t animationOf(Machine& machine, std::int32_t node) {
  const std::int32_t animation = machine.indexIn("/animations", machine.input(node, 0));
  return machine.world().get("/animations/" + std::to_string(animation) + "/extensions/_/playhead")
             ? animation
             : -1;
}

void forget(Machine& machine, std::int32_t animation) {
  std::erase_if(machine.animations(),
                [&](const PlayingAnimation& playing) { return playing.animation == animation; });
}

void activateStart(Machine& machine, std::int32_t node, std::int32_t) {
  const std::int32_t animation = animationOf(machine, node);
  const double start = machine.input(node, 1).numbers[0], end = machine.input(node, 2).numbers[0];
  const double speed = machine.input(node, 3).numbers[0];
  const auto others = std::count_if(machine.animations().begin(), machine.animations().end(),
                                    [&](const PlayingAnimation& p) { return p.animation != animation; });
  if (animation < 0 || static_cast<std::uint32_t>(others) >= machine.settings().limits.animations ||
      !machine.world().startAnimation(animation, start, end, speed)) {
    machine.flow(node, kErr);
    return;
  }
  forget(machine, animation);
  machine.animations().push_back({animation, start, end, end, node, -1});
  machine.flow(node, kOut);
}

void activateStop(Machine& machine, std::int32_t node, std::int32_t) {
  const std::int32_t animation = animationOf(machine, node);
  if (animation < 0) {
    machine.flow(node, kErr);
    return;
  }
  const bool plays =
      std::any_of(machine.animations().begin(), machine.animations().end(),
                  [&](const PlayingAnimation& playing) { return playing.animation == animation; });
  if (plays) machine.world().stopAnimation(animation);
  forget(machine, animation);
  machine.flow(node, kOut);
}

void activateStopAt(Machine& machine, std::int32_t node, std::int32_t) {
  const std::int32_t animation = animationOf(machine, node);
  const double stop = machine.input(node, 1).numbers[0];
  if (animation < 0 || std::isnan(stop)) {
    machine.flow(node, kErr);
    return;
  }
  for (PlayingAnimation& playing : machine.animations()) {
    if (playing.animation != animation) continue;
    playing.stop = stop;
    playing.stop_node = node;
    const bool forward = playing.start < playing.end;
    const bool counts =
        forward ? stop >= playing.start && stop < playing.end : stop <= playing.start && stop > playing.end;
    // A time that does not count leaves the end as it is, and takes back an earlier stop.
    const double end = std::clamp(playing.end, -1e300, 1e300);
    machine.world().stopAnimation(animation, counts ? stop : end);
  }
  machine.flow(node, kOut);
}

constexpr Operation kOperations[] = {
    {.name = "animation/start", .bind = bindStart, .activate = activateStart},
    {.name = "animation/stop", .bind = bindStop, .activate = activateStop},
    {.name = "animation/stopAt", .bind = bindStopAt, .activate = activateStopAt},
};

}  // namespace

std::span<const Operation> animationOperations() {
  return kOperations;
}

}  // namespace carom::behavior

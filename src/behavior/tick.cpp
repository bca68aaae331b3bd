// The order of a tick; docs/behavior.md has it too.
#include <algorithm>
#include <cmath>

#include "behavior/machine.hpp"

namespace carom::behavior {

namespace {

/// s: sums of times that should be equal differ by less.
constexpr double kRounding = 1e-9;

}  // namespace

void Machine::advance() {
  if (!running_) return;
  const std::vector<TriggerChange> changes = triggerChanges();
  progress_.restored.clear();
  progress_.saved_at = -1;
  progress_.now = world_.time();
  operations_ = 0;
  cut_ = false;
  if (!progress_.started) begin();
  handleTriggers(changes);
  handleEvents();
  handleDelays();
  handleInterpolations();
  handleAnimations();
  handleTick();
  handleEvents();
  // What is on its way is set to where it has to be when the step ends.
  const double end = progress_.now + world_.settings().time_step;
  for (const Interpolation& interpolation : progress_.interpolations) {
    if (interpolation.variable >= 0) continue;
    const double progress = (end - interpolation.begun) / interpolation.duration;
    if (progress > 0) apply(interpolation, std::min(progress, 1.0));
  }
}

void Machine::begin() {
  progress_.started = true;
  progress_.begun = progress_.now;
  dispatch(start_nodes_, 0);
}

/// In the last step, or in the last before a snapshot was taken at the time that it is now.
std::vector<TriggerChange> Machine::triggerChanges() const {
  if (progress_.saved_at == world_.time()) return progress_.restored;
  std::vector<TriggerChange> out;
  for (const Event& event : world_.events()) {
    const bool entered = event.type == EventType::TriggerEnter;
    if (!entered && event.type != EventType::TriggerExit) continue;
    out.push_back({entered, event.trigger, event.collider, event.motion});
  }
  return out;
}

void Machine::handleTriggers(const std::vector<TriggerChange>& changes) {
  for (const TriggerChange& change : changes) {
    std::vector<std::int32_t> nodes;
    for (const std::int32_t node : change.entered ? enter_nodes_ : exit_nodes_) {
      if (program(node).numbers[0] != change.trigger) continue;
      setOutput(node, 0, Value::of(change.collider));
      setOutput(node, 1, Value::of(change.motion));
      nodes.push_back(node);
    }
    if (!nodes.empty()) dispatch(nodes, 2);
  }
}

/// Those from outside whose time has come, then those that wait, as many as a step may have.
void Machine::handleEvents() {
  while (!progress_.external.empty() && progress_.external.front().time <= progress_.now + kRounding) {
    progress_.queue.push_back(std::move(progress_.external.front()));
    progress_.external.erase(progress_.external.begin());
  }
  const std::uint32_t most = settings_.limits.events;
  for (std::uint32_t i = 0; i < most && !progress_.queue.empty() && !cut_; ++i) {
    const WaitingEvent event = std::move(progress_.queue.front());
    progress_.queue.pop_front();
    const std::vector<std::int32_t>& nodes = receivers_[event.event];
    for (const std::int32_t node : nodes) {
      for (std::size_t k = 0; k < event.values.size(); ++k)
        setOutput(node, static_cast<std::int32_t>(k), event.values[k]);
    }
    dispatch(nodes, -1);
  }
}

/// Those that were scheduled before this tick, in the order of their times.
void Machine::handleDelays() {
  const std::uint64_t last = progress_.last_id;
  while (!cut_) {
    auto next = progress_.delays.end();
    for (auto delay = progress_.delays.begin(); delay != progress_.delays.end(); ++delay) {
      if (delay->time > progress_.now + kRounding || delay->id > last) continue;
      if (next == progress_.delays.end() || delay->time < next->time) next = delay;
    }
    if (next == progress_.delays.end()) return;
    const std::int32_t node = next->node;
    progress_.delays.erase(next);
    flow(node, 2);
    run();
  }
}

void Machine::apply(const Interpolation& interpolation, double progress) {
  const Value value = progress >= 1 ? interpolation.to
                                    : between(interpolation.from, interpolation.to,
                                              interpolation.easing.at(progress), interpolation.spherical);
  if (interpolation.variable >= 0)
    progress_.variables[interpolation.variable] = value;
  else
    set(interpolation.pointer, value);
}

void Machine::handleInterpolations() {
  std::vector<std::int32_t> done;
  for (std::size_t i = 0; i < progress_.interpolations.size();) {
    const Interpolation& own = progress_.interpolations[i];
    const double progress = (progress_.now + kRounding - own.begun) / own.duration;
    if (std::isnan(progress) || progress >= 1) {
      apply(own, 1);
      done.push_back(own.node);
      progress_.interpolations.erase(progress_.interpolations.begin() + static_cast<std::ptrdiff_t>(i));
      continue;
    }
    if (progress > 0 && own.variable >= 0) apply(own, (progress_.now - own.begun) / own.duration);
    ++i;
  }
  for (const std::int32_t node : done) {
    flow(node, 2);
    run();
  }
}

/// The world plays them; here is who waits for their end.
void Machine::handleAnimations() {
  std::vector<std::int32_t> done;
  for (std::size_t i = 0; i < progress_.animations.size();) {
    const PlayingAnimation& own = progress_.animations[i];
    if (world_.isAnimationPlaying(own.animation)) {
      ++i;
      continue;
    }
    const bool forward = own.start < own.end;
    const bool stopped =
        forward ? own.stop >= own.start && own.stop < own.end : own.stop <= own.start && own.stop > own.end;
    done.push_back(stopped ? own.stop_node : own.node);
    progress_.animations.erase(progress_.animations.begin() + static_cast<std::ptrdiff_t>(i));
  }
  for (const std::int32_t node : done) {
    if (node < 0) continue;
    flow(node, 2);
    run();
  }
}

void Machine::handleTick() {
  for (const std::int32_t node : tick_nodes_) {
    setOutput(node, 0, Value::of(progress_.now - progress_.begun));
    if (progress_.ticked) setOutput(node, 1, Value::of(progress_.now - progress_.last_tick));
  }
  progress_.ticked = true;
  progress_.last_tick = progress_.now;
  dispatch(tick_nodes_, 2);
}

}  // namespace carom::behavior

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
  now_ = world_.time();
  operations_ = 0;
  cut_ = false;
  if (!started_) begin();
  handleTriggers();
  handleEvents();
  handleDelays();
  handleInterpolations();
  handleAnimations();
  handleTick();
  handleEvents();
  // What is on its way is set to where it has to be when the step ends.
  const double end = now_ + world_.settings().time_step;
  for (const Interpolation& interpolation : interpolations_) {
    if (interpolation.variable >= 0) continue;
    const double progress = (end - interpolation.begun) / interpolation.duration;
    if (progress > 0) apply(interpolation, std::min(progress, 1.0));
  }
}

void Machine::begin() {
  started_ = true;
  begun_ = now_;
  dispatch(start_nodes_, 0);
}

void Machine::handleTriggers() {
  for (const Event& event : world_.events()) {
    const bool entered = event.type == EventType::TriggerEnter;
    if (!entered && event.type != EventType::TriggerExit) continue;
    std::vector<std::int32_t> nodes;
    for (const std::int32_t node : entered ? enter_nodes_ : exit_nodes_) {
      if (program(node).numbers[0] != event.trigger) continue;
      setOutput(node, 0, Value::of(event.collider));
      setOutput(node, 1, Value::of(event.motion));
      nodes.push_back(node);
    }
    if (!nodes.empty()) dispatch(nodes, 2);
  }
}

/// Those from outside whose time has come, then those that wait, as many as a step may have.
void Machine::handleEvents() {
  while (!external_.empty() && external_.front().time <= now_ + kRounding) {
    queue_.push_back(std::move(external_.front()));
    external_.erase(external_.begin());
  }
  const std::uint32_t most = settings_.limits.events;
  for (std::uint32_t i = 0; i < most && !queue_.empty() && !cut_; ++i) {
    const WaitingEvent event = std::move(queue_.front());
    queue_.pop_front();
    const std::vector<std::int32_t>& nodes = receivers_[static_cast<std::size_t>(event.event)];
    for (const std::int32_t node : nodes) {
      for (std::size_t k = 0; k < event.values.size(); ++k)
        setOutput(node, static_cast<std::int32_t>(k), event.values[k]);
    }
    dispatch(nodes, -1);
  }
}

/// Those that were scheduled before this tick, in the order of their times.
void Machine::handleDelays() {
  const std::uint64_t last = last_id_;
  while (!cut_) {
    auto next = delays_.end();
    for (auto delay = delays_.begin(); delay != delays_.end(); ++delay) {
      if (delay->time > now_ + kRounding || delay->id > last) continue;
      if (next == delays_.end() || delay->time < next->time) next = delay;
    }
    if (next == delays_.end()) return;
    const std::int32_t node = next->node;
    delays_.erase(next);
    flow(node, 2);
    run();
  }
}

void Machine::apply(const Interpolation& interpolation, double progress) {
  const Value value = progress >= 1 ? interpolation.to
                                    : between(interpolation.from, interpolation.to,
                                              interpolation.easing.at(progress), interpolation.spherical);
  if (interpolation.variable >= 0)
    variables_[static_cast<std::size_t>(interpolation.variable)] = value;
  else
    set(interpolation.pointer, value);
}

void Machine::handleInterpolations() {
  std::vector<std::int32_t> done;
  for (std::size_t i = 0; i < interpolations_.size();) {
    const Interpolation& own = interpolations_[i];
    const double progress = (now_ + kRounding - own.begun) / own.duration;
    if (std::isnan(progress) || progress >= 1) {
      apply(own, 1);
      done.push_back(own.node);
      interpolations_.erase(interpolations_.begin() + static_cast<std::ptrdiff_t>(i));
      continue;
    }
    if (progress > 0 && own.variable >= 0) apply(own, (now_ - own.begun) / own.duration);
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
  for (std::size_t i = 0; i < animations_.size();) {
    const PlayingAnimation& own = animations_[i];
    if (world_.isAnimationPlaying(own.animation)) {
      ++i;
      continue;
    }
    const bool forward = own.start < own.end;
    const bool stopped =
        forward ? own.stop >= own.start && own.stop < own.end : own.stop <= own.start && own.stop > own.end;
    done.push_back(stopped ? own.stop_node : own.node);
    animations_.erase(animations_.begin() + static_cast<std::ptrdiff_t>(i));
  }
  for (const std::int32_t node : done) {
    if (node < 0) continue;
    flow(node, 2);
    run();
  }
}

void Machine::handleTick() {
  for (const std::int32_t node : tick_nodes_) {
    setOutput(node, 0, Value::of(now_ - begun_));
    if (ticked_) setOutput(node, 1, Value::of(now_ - last_tick_));
  }
  ticked_ = true;
  last_tick_ = now_;
  dispatch(tick_nodes_, 2);
}

}  // namespace carom::behavior

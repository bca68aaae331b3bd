#include "solve/projection/near_pairs.hpp"

#include "solve/broad_phase/clearance.hpp"
#include "solve/continuous/suspects.hpp"
#include "solve/projection/projection_settings.hpp"

namespace carom::solve {

float farthestInRound(const Body& body) {
  return ProjectionSettings::kFarthestShare * inscribedSize(body);
}

void NearPairs::learn(const SimulationState& state, std::int32_t body) {
  if (seen_[body] == time_) return;
  seen_[body] = time_;
  const Body& b = state.bodies[body];
  bounds_[body] = displacementBoundNow(b);
  listed_[body] = b.movable() && b.awake_index >= 0 ? 1 : 0;
  const double farthest = b.movable() ? static_cast<double>(farthestInRound(b)) : 0;
  covered_[body] = bounds_[body] + ProjectionSettings::kRoundsCovered * farthest;
  near_[body] = covered_[body] + farthest;
  first_[body] = end_[body] = 0;
}

void NearPairs::collect(const SimulationState& state) {
  const std::int32_t bodies = state.bodies.count();
  ++time_;
  seen_.resize(static_cast<std::size_t>(bodies), 0);
  bounds_.setCount(bodies), covered_.setCount(bodies), near_.setCount(bodies);
  first_.setCount(bodies), end_.setCount(bodies), listed_.setCount(bodies);
  active_.clear();
  active_.reserve(state.contacts.active.size());
  const auto each_side = [&](const PairClearance& pair, auto&& visit) {
    for (const int side : {0, 1}) {
      if (listed_[pair.body[side]] != 0) visit(pair.body[side], side);
    }
  };
  for (const std::int32_t index : state.contacts.active) {
    const PairClearance& pair = state.contacts.clearances[index];
    learn(state, pair.body[0]);
    learn(state, pair.body[1]);
    if (near_[pair.body[0]] + near_[pair.body[1]] < pair.until) continue;
    active_.push_back(index);
    each_side(pair, [&](std::int32_t body, int) { ++end_[body]; });
  }
  std::int32_t next = 0;
  for (const std::int32_t body : state.bodies.awake) {
    if (seen_[body] != time_) continue;
    const std::int32_t count = end_[body];
    first_[body] = end_[body] = next;
    next += count;
  }
  pairs_.setCount(next);
  for (const std::int32_t index : active_) {
    const PairClearance& pair = state.contacts.clearances[index];
    each_side(pair, [&](std::int32_t body, int side) {
      pairs_[end_[body]++] = {index, pair.body[1 - side], pair.until, side == 0};
    });
  }
}

bool NearPairs::noteMoved(const SimulationState& state, std::int32_t body) {
  bounds_[body] = displacementBoundNow(state.bodies[body]);
  return bounds_[body] <= covered_[body];
}

}  // namespace carom::solve

#include "solve/projection/near_pairs.hpp"

#include "solve/broad_phase/clearance.hpp"
#include "solve/continuous/suspects.hpp"
#include "solve/projection/projection_settings.hpp"

namespace carom::solve {

float farthestInRound(const Body& body) {
  return ProjectionSettings::kFarthestShare * inscribedSize(body);
}

void NearPairs::meet(const SimulationState& state, std::int32_t body) {
  Met& met = met_[body];
  if (met.time == time_) return;
  const Body& b = state.bodies[body];
  const double bound = displacementBoundNow(b);
  const double farthest = b.movable() ? static_cast<double>(farthestInRound(b)) : 0;
  const double covered = bound + ProjectionSettings::kRoundsCovered * farthest;
  met = {time_, 0, 0, bound, covered, covered + farthest};
  bodies_.push_back(body);
}

void NearPairs::collect(const SimulationState& state) {
  ++time_;
  met_.setCount(state.bodies.count());
  bodies_.clear();
  active_.clear();
  active_.reserve(state.contacts.active.size());
  const auto each_side = [&](const PairClearance& pair, auto&& visit) {
    for (const int side : {0, 1}) {
      if (state.bodies.inverse_masses[pair.body[side]] > 0) visit(met_[pair.body[side]], side);
    }
  };
  for (const std::int32_t index : state.contacts.active) {
    const PairClearance& pair = state.contacts.clearances[index];
    meet(state, pair.body[0]);
    meet(state, pair.body[1]);
    if (met_[pair.body[0]].near + met_[pair.body[1]].near < pair.until) continue;
    active_.push_back(index);
    each_side(pair, [](Met& met, int) { ++met.end; });
  }
  std::int32_t next = 0;
  for (const std::int32_t body : bodies_) {
    Met& met = met_[body];
    const std::int32_t count = met.end;
    met.first = met.end = next;
    next += count;
  }
  pairs_.setCount(next);
  for (const std::int32_t index : active_) {
    const PairClearance& pair = state.contacts.clearances[index];
    each_side(pair, [&](Met& met, int side) {
      pairs_[met.end++] = {index, pair.body[1 - side], pair.until, side == 0};
    });
  }
}

bool NearPairs::noteMoved(const SimulationState& state, std::int32_t body) {
  met_[body].bound = displacementBoundNow(state.bodies[body]);
  return met_[body].bound <= met_[body].covered;
}

}  // namespace carom::solve

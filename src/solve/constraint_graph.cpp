#include "solve/constraint_graph.hpp"

#include <algorithm>
#include <bit>

namespace carom::solve {

void ConstraintGraph::build(const std::vector<ConstraintEdge>& edges, std::int32_t movable_end) {
  used_.assign(static_cast<std::size_t>(movable_end), 0);
  place_of_.resize(edges.size());
  std::int32_t count[kColors * kKinds] = {};
  color_count_ = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const auto movable = [&](std::int32_t body) { return body > 0 && body < movable_end; };
    const bool a = movable(edges[i].body_a), b = movable(edges[i].body_b);
    std::uint64_t taken = 0;
    if (a) taken |= used_[static_cast<std::size_t>(edges[i].body_a)];
    if (b) taken |= used_[static_cast<std::size_t>(edges[i].body_b)];
    const int color = std::min(std::countr_one(taken), kOverflow);
    if (color < kOverflow) {
      const std::uint64_t bit = std::uint64_t(1) << color;
      if (a) used_[static_cast<std::size_t>(edges[i].body_a)] |= bit;
      if (b) used_[static_cast<std::size_t>(edges[i].body_b)] |= bit;
      color_count_ = std::max(color_count_, color + 1);
    }
    const auto place = static_cast<std::uint8_t>(color * kKinds + edges[i].kind);
    place_of_[i] = place;
    ++count[place];
  }
  std::int32_t next[kColors * kKinds], sum = 0;
  for (int place = 0; place < kColors * kKinds; ++place) {
    if (place % kKinds == 0) first_[place / kKinds] = sum;
    next[place] = sum;
    sum += count[place];
  }
  first_[kColors] = sum;
  order_.resize(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i)
    order_[static_cast<std::size_t>(next[place_of_[i]]++)] = static_cast<std::int32_t>(i);
}

}  // namespace carom::solve

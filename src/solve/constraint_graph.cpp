#include "solve/constraint_graph.hpp"

#include <algorithm>
#include <bit>

namespace carom::solve {

void ConstraintGraph::build(const std::vector<ConstraintEdge>& edges, std::int32_t movable_end) {
  used_.assign(static_cast<std::size_t>(movable_end), 0);
  color_of_.resize(edges.size());
  std::int32_t count[kColors] = {};
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
    color_of_[i] = static_cast<std::uint8_t>(color);
    ++count[color];
  }
  first_[0] = 0;
  for (int c = 0; c < kColors; ++c) first_[c + 1] = first_[c] + count[c];
  std::int32_t next[kColors];
  std::copy(first_, first_ + kColors, next);
  order_.resize(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    order_[static_cast<std::size_t>(next[color_of_[i]]++)] = static_cast<std::int32_t>(i);
  }
}

}  // namespace carom::solve

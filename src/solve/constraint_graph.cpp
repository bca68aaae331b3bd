#include "solve/constraint_graph.hpp"

#include <algorithm>
#include <bit>

namespace carom::solve {

int ConstraintGraph::takeColor(const ConstraintEdge& edge, std::vector<std::uint64_t>& used,
                               std::int32_t movable_end) {
  const auto colors_of = [&](std::int32_t body) -> std::uint64_t* {
    return body > 0 && body < movable_end ? &used[static_cast<std::size_t>(body)] : nullptr;
  };
  std::uint64_t *a = colors_of(edge.body_a), *b = colors_of(edge.body_b);
  const int color = std::min(std::countr_one((a ? *a : 0) | (b ? *b : 0)), kOverflow);
  if (color == kOverflow) return color;
  const std::uint64_t bit = std::uint64_t(1) << color;
  if (a) *a |= bit;
  if (b) *b |= bit;
  return color;
}

void ConstraintGraph::build(const std::vector<ConstraintEdge>& edges, std::int32_t movable_end) {
  used_.assign(static_cast<std::size_t>(movable_end), 0);
  color_of_.resize(edges.size());
  std::int32_t count[kColors] = {};
  color_count_ = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const int color = takeColor(edges[i], used_, movable_end);
    if (color < kOverflow) color_count_ = std::max(color_count_, color + 1);
    color_of_[i] = static_cast<std::uint8_t>(color);
    ++count[color];
  }
  first_[0] = 0;
  for (int c = 0; c < kColors; ++c) first_[c + 1] = first_[c] + count[c];
  std::int32_t next[kColors];
  std::copy(first_, first_ + kColors, next);
  order_.resize(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i)
    order_[static_cast<std::size_t>(next[color_of_[i]]++)] = static_cast<std::int32_t>(i);
}

}  // namespace carom::solve

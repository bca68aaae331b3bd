#include "solve/constraints/graph/net_levels.hpp"

#include <utility>

namespace carom::solve {
namespace {

constexpr int kSearches = 4;  // For an end: from the farthest body found so far each.

std::size_t slot(std::int32_t i) {
  return static_cast<std::size_t>(i);
}

/// The bodies that each is linked with, those of body i at first[i]..first[i + 1]-1.
struct Neighbours {
  std::vector<std::int32_t> first, others;

  Neighbours(std::int32_t bodies, std::span<const NetLink> links)
      : first(slot(bodies) + 1, 0), others(2 * links.size()) {
    for (const NetLink& link : links) ++first[slot(link.a) + 1], ++first[slot(link.b) + 1];
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    std::vector<std::int32_t> next(first.begin(), first.end() - 1);
    for (const NetLink& link : links) {
      others[slot(next[slot(link.a)]++)] = link.b;
      others[slot(next[slot(link.b)]++)] = link.a;
    }
  }
};

/// Levels counted from a body, in `levels`, which is -1 where it has not been; the bodies in the order in
/// which they are reached.
void countFrom(std::int32_t start, const Neighbours& neighbours, std::vector<std::int32_t>& levels,
               std::vector<std::int32_t>& reached) {
  reached.assign(1, start);
  levels[slot(start)] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const std::int32_t body = reached[i];
    for (std::int32_t k = neighbours.first[slot(body)]; k < neighbours.first[slot(body) + 1]; ++k) {
      const std::int32_t other = neighbours.others[slot(k)];
      if (levels[slot(other)] >= 0) continue;
      levels[slot(other)] = levels[slot(body)] + 1;
      reached.push_back(other);
    }
  }
}

}  // namespace

std::vector<std::int32_t> netLevels(std::int32_t bodies, std::span<const NetLink> links) {
  const Neighbours neighbours(bodies, links);
  std::vector<std::int32_t> levels(slot(bodies), -1), reached;
  for (std::int32_t body = 0; body < bodies; ++body) {
    if (levels[slot(body)] >= 0) continue;
    std::int32_t start = body, most = -1;
    for (int search = 0; search < kSearches; ++search) {
      countFrom(start, neighbours, levels, reached);
      if (levels[slot(reached.back())] <= most || search == kSearches - 1) break;
      most = levels[slot(reached.back())];
      start = reached.back();
      for (const std::int32_t other : reached) levels[slot(other)] = -1;
    }
  }
  return levels;
}

}  // namespace carom::solve

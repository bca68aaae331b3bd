#include "solve/constraints/graph/net_levels.hpp"

#include <utility>

#include "solve/constraints/graph/graph_settings.hpp"
#include "solve/state/indexed_vector.hpp"

namespace carom::solve {
namespace {

/// The neighbours of each body: those of body i are others[first[i]] .. others[first[i + 1] − 1].
struct Neighbours {
  IndexedVector<std::int32_t> first, others;

  Neighbours(std::int32_t bodies, std::span<const NetLink> links) : others(2 * links.size()) {
    first.fill(bodies + 1, 0);
    for (const NetLink& link : links) ++first[link.a + 1], ++first[link.b + 1];
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    IndexedVector<std::int32_t> next(first.begin(), first.end() - 1);
    for (const NetLink& link : links) {
      others[next[link.a]++] = link.b;
      others[next[link.b]++] = link.a;
    }
  }
};

/// Breadth-first search: sets the levels of the bodies that are reached from `start`. `levels` is -1 for
/// bodies that are not reached yet; `reached` becomes the bodies in the order of the search.
void countFrom(std::int32_t start, const Neighbours& neighbours, IndexedVector<std::int32_t>& levels,
               std::vector<std::int32_t>& reached) {
  reached.assign(1, start);
  levels[start] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const std::int32_t body = reached[i];
    for (std::int32_t k = neighbours.first[body]; k < neighbours.first[body + 1]; ++k) {
      const std::int32_t other = neighbours.others[k];
      if (levels[other] >= 0) continue;
      levels[other] = levels[body] + 1;
      reached.push_back(other);
    }
  }
}

}  // namespace

std::vector<std::int32_t> netLevels(std::int32_t bodies, std::span<const NetLink> links) {
  const Neighbours neighbours(bodies, links);
  IndexedVector<std::int32_t> levels;
  levels.fill(bodies, -1);
  std::vector<std::int32_t> reached;
  for (std::int32_t body = 0; body < bodies; ++body) {
    if (levels[body] >= 0) continue;
    std::int32_t start = body, most = -1;
    for (int search = 0; search < GraphSettings::kEndSearches; ++search) {
      countFrom(start, neighbours, levels, reached);
      if (levels[reached.back()] <= most || search == GraphSettings::kEndSearches - 1) break;
      most = levels[reached.back()];
      start = reached.back();
      for (const std::int32_t other : reached) levels[other] = -1;
    }
  }
  return std::vector<std::int32_t>(std::move(levels));
}

}  // namespace carom::solve

#include "solve/block_layout.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace carom::solve {
namespace {

constexpr int kKinds = 4;
constexpr int kColors = ConstraintGraph::kColors;
constexpr int kOverflow = ConstraintGraph::kOverflow;
constexpr std::size_t kConstraintsPerSlab = 360;  // At least
constexpr std::size_t kMostSlabs = 64;
constexpr std::size_t kMostReach = 20;  // One in so many constraints may reach farther than to the next slab.
constexpr std::int32_t kBins = 1024;

std::size_t slot(std::int32_t index) {
  return static_cast<std::size_t>(index);
}

}  // namespace

/// Borders are where as many constraints lie on either side, found by counting them along the axis.
void BlockLayout::findSlabs(std::span<const ConstraintEdge> edges, std::span<const Vec3> places,
                            std::int32_t movable_end) {
  slabs_ = static_cast<std::int32_t>(
      std::bit_floor(std::clamp<std::size_t>(edges.size() / kConstraintsPerSlab, 1, kMostSlabs)));
  slab_of_.assign(slot(movable_end), 0);
  if (slabs_ == 1) return;
  constexpr float kMost = std::numeric_limits<float>::max();
  Vec3 lower{kMost, kMost, kMost}, upper{-kMost, -kMost, -kMost};
  const auto movable = [&](std::int32_t body) { return body > 0 && body < movable_end; };
  for (std::int32_t b = 1; b < movable_end; ++b) {
    lower = minimum(lower, places[slot(b)]);
    upper = maximum(upper, places[slot(b)]);
  }
  const Vec3 size = upper - lower;
  const std::size_t axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const float scale = size[axis] > 0 ? static_cast<float>(kBins) / size[axis] : 0.0f;
  // Written so that what is not a number lands in the first one.
  for (std::int32_t b = 1; b < movable_end; ++b) {
    const float at = (places[slot(b)][axis] - lower[axis]) * scale;
    slab_of_[slot(b)] = at > 0 ? static_cast<std::int32_t>(std::min(at, kBins - 1.0f)) : 0;
  }
  std::array<std::int32_t, kBins> bins{};
  for (const ConstraintEdge& e : edges)
    ++bins[slot(slab_of_[slot(movable(e.body_a) ? e.body_a : movable(e.body_b) ? e.body_b : 0)])];
  std::int64_t sum = 0;
  for (std::int32_t& bin : bins) {
    const std::int64_t middle = sum + bin / 2;
    sum += bin;
    bin = std::min(slabs_ - 1,
                   static_cast<std::int32_t>(middle * slabs_ / static_cast<std::int64_t>(edges.size())));
  }
  for (std::int32_t& slab : slab_of_) slab = bins[slot(slab)];
}

/// Runs: the slabs, the even borders, the odd ones, the rest.
void BlockLayout::sortIntoRuns(std::span<const ConstraintEdge> edges, std::int32_t movable_end) {
  const auto half = slabs_ / 2;
  const std::int32_t runs = 2 * slabs_ + 1, rest = 2 * slabs_;
  first_run_ = {0, slot(slabs_), slot(slabs_ + half), slot(rest), slot(runs)};
  first_of_run_.assign(slot(runs) + 1, 0);
  run_of_.resize(edges.size());
  const auto movable = [&](std::int32_t body) { return body > 0 && body < movable_end; };
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const bool a = movable(edges[i].body_a), b = movable(edges[i].body_b);
    std::int32_t one = a ? slab_of_[slot(edges[i].body_a)] : 0;
    std::int32_t two = b ? slab_of_[slot(edges[i].body_b)] : one;
    if (!a) one = two;
    if (one > two) std::swap(one, two);
    run_of_[i] = one == two      ? one
                 : two - one > 1 ? rest
                 : one % 2 == 0  ? slabs_ + one / 2
                                 : slabs_ + half + one / 2;
    ++first_of_run_[slot(run_of_[i]) + 1];
  }
  for (std::size_t r = 0; r + 1 < first_of_run_.size(); ++r) first_of_run_[r + 1] += first_of_run_[r];
  by_run_.resize(edges.size());
  next_of_run_.assign(first_of_run_.begin(), first_of_run_.end() - 1);
  for (std::size_t i = 0; i < edges.size(); ++i)
    by_run_[slot(next_of_run_[slot(run_of_[i])]++)] = static_cast<std::int32_t>(i);
}

/// Greedy, in the order of the constraints: each takes the lowest colour that neither body has yet. Within a
/// colour those of one kind lie together. A body with more than 63 constraints overflows into a colour of
/// which each constraint is a block of its own, since they may share bodies.
void BlockLayout::colorRun(std::span<const ConstraintEdge> edges, std::size_t run, std::int32_t movable_end,
                           std::int32_t lanes) {
  const std::int32_t first = first_of_run_[run], end = first_of_run_[run + 1];
  std::int32_t count[kColors * kKinds] = {};
  for (std::int32_t i = first; i < end; ++i) {
    const ConstraintEdge& edge = edges[slot(by_run_[slot(i)])];
    const int color = ConstraintGraph::takeColor(edge, used_, movable_end);
    place_of_[slot(i)] = static_cast<std::uint8_t>(color * kKinds + edge.kind);
    ++count[place_of_[slot(i)]];
  }
  std::vector<std::int32_t>& starts = starts_[run];
  starts.clear();
  std::int32_t sum = first;
  for (int color = 0; color < kColors; ++color) {
    const std::int32_t begin = sum;
    for (int place = color * kKinds; place < (color + 1) * kKinds; ++place) {
      const std::int32_t size = count[place];
      count[place] = sum;
      sum += size;
    }
    for (std::int32_t at = begin; at < sum; at += color == kOverflow ? 1 : lanes) starts.push_back(at);
  }
  for (std::int32_t i = first; i < end; ++i) order_[slot(count[place_of_[slot(i)]]++)] = by_run_[slot(i)];
}

void BlockLayout::build(std::span<const ConstraintEdge> edges, std::span<const Vec3> places,
                        std::int32_t movable_end, std::int32_t lanes, ThreadPool& pool) {
  findSlabs(edges, places, movable_end);
  sortIntoRuns(edges, movable_end);
  // Where much reaches farther than to the neighbour, slabs are too thin.
  while (slabs_ > 1 && kMostReach * static_cast<std::size_t>(restCount()) > edges.size()) {
    slabs_ /= 2;
    for (std::int32_t& slab : slab_of_) slab /= 2;
    sortIntoRuns(edges, movable_end);
  }
  order_.resize(edges.size());
  place_of_.resize(edges.size());
  const std::size_t runs = first_run_[kPhases];
  if (starts_.size() < runs) starts_.resize(runs);
  for (std::size_t phase = 0; phase < kPhases; ++phase) {
    used_.assign(slot(movable_end), 0);  // Runs of one phase share no body.
    const std::size_t first = first_run_[phase];
    pool.parallelFor(static_cast<std::int32_t>(first_run_[phase + 1] - first), 1,
                     [&](const ThreadPool::Range& range) {
                       for (std::int32_t r = range.begin; r < range.end; ++r)
                         colorRun(edges, first + slot(r), movable_end, lanes);
                     });
  }
  block_start_.clear();
  runs_.clear();
  for (std::size_t r = 0; r < runs; ++r) {
    const auto first = static_cast<std::int32_t>(block_start_.size());
    block_start_.insert(block_start_.end(), starts_[r].begin(), starts_[r].end());
    runs_.push_back({first, static_cast<std::int32_t>(block_start_.size())});
  }
  block_start_.push_back(static_cast<std::int32_t>(order_.size()));
}

}  // namespace carom::solve

#include "solve/constraints/graph/block_layout.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "solve/constraints/graph/graph_settings.hpp"

namespace carom::solve {
namespace {

constexpr int kKinds = kConstraintKinds;
constexpr int kColors = GraphSettings::kColors;
constexpr int kOverflow = kColors - 1;
constexpr std::int32_t kBins = GraphSettings::kBins;
}  // namespace

/// Divides the bodies along the longest side of their bounds so that each slab has equally many constraints.
/// A histogram along this axis finds the borders.
void BlockLayout::findSlabs(const ConstraintSet& set, std::span<const Vec3> places) {
  const std::size_t count = set.constraints.size();
  slabs_ = static_cast<std::int32_t>(std::bit_floor(
      std::clamp<std::size_t>(count / GraphSettings::kConstraintsPerSlab, 1, GraphSettings::kMaxSlabs)));
  if (slabs_ == 1) return;
  slab_of_.resize(set.bodyCount());
  constexpr float kMost = std::numeric_limits<float>::max();
  Vec3 lower{kMost, kMost, kMost}, upper{-kMost, -kMost, -kMost};
  for (const Vec3& place : places) {
    lower = minimum(lower, place);
    upper = maximum(upper, place);
  }
  const Vec3 size = upper - lower;
  const std::size_t axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const float scale = size[axis] > 0 ? static_cast<float>(kBins) / size[axis] : 0.0f;
  // NaN falls into the first bin.
  for (std::size_t b = 0; b < places.size(); ++b) {
    const float at = (places[b][axis] - lower[axis]) * scale;
    slab_of_[b] = at > 0 ? static_cast<std::int32_t>(std::min(at, kBins - 1.0f)) : 0;
  }
  IndexedVector<std::int32_t>& bins = bins_;
  bins.fill(kBins, 0);
  for (const std::int32_t c : set.constraints) {
    const ConstraintEdge& e = set.edge(c);
    const std::int32_t body = set.isMovable(e.body_a) ? e.body_a : e.body_b;
    ++bins[set.isMovable(body) ? slab_of_[set.place(body)] : 0];
  }
  std::int64_t sum = 0;
  for (std::int32_t& bin : bins) {
    const std::int64_t middle = sum + bin / 2;
    sum += bin;
    bin = std::min(slabs_ - 1, static_cast<std::int32_t>(middle * slabs_ / static_cast<std::int64_t>(count)));
  }
  for (std::int32_t& slab : slab_of_) slab = bins[slab];
}

/// Sorts the constraints into runs: the slabs, the even borders, the odd borders, the rest.
void BlockLayout::sortIntoRuns(const ConstraintSet& set) {
  const auto half = slabs_ / 2;
  const std::int32_t runs = 2 * slabs_ + 1, rest = 2 * slabs_;
  first_run_ = {0, slabs_, slabs_ + half, rest, runs};
  first_of_run_.fill(runs + 1, 0);
  run_of_.resize(set.constraints.size());
  for (std::size_t i = 0; i < set.constraints.size(); ++i) {
    const ConstraintEdge& e = set.edge(set.constraints[i]);
    const bool a = set.isMovable(e.body_a), b = set.isMovable(e.body_b);
    std::int32_t one = a ? slab_of_[set.place(e.body_a)] : 0;
    std::int32_t two = b ? slab_of_[set.place(e.body_b)] : one;
    if (!a) one = two;
    if (one > two) std::swap(one, two);
    run_of_[i] = one == two      ? one
                 : two - one > 1 ? rest
                 : one % 2 == 0  ? slabs_ + one / 2
                                 : slabs_ + half + one / 2;
    ++first_of_run_[run_of_[i] + 1];
  }
  for (std::size_t r = 0; r + 1 < first_of_run_.size(); ++r) first_of_run_[r + 1] += first_of_run_[r];
  by_run_.resize(set.constraints.size());
  next_of_run_.assign(first_of_run_.begin(), first_of_run_.end() - 1);
  for (std::size_t i = 0; i < set.constraints.size(); ++i)
    by_run_[next_of_run_[run_of_[i]]++] = set.constraints[i];
}

/// The lowest colour that neither body of a constraint has yet; both have it afterwards. kOverflow if there
/// is none.
int BlockLayout::takeColor(const ConstraintSet& set, const ConstraintEdge& edge) {
  const auto colors_of = [&](std::int32_t body) {
    return set.isMovable(body) ? &used_[set.place(body)] : nullptr;
  };
  std::uint64_t *a = colors_of(edge.body_a), *b = colors_of(edge.body_b);
  const int color = std::min(std::countr_one((a ? *a : 0) | (b ? *b : 0)), kOverflow);
  if (color == kOverflow) return color;
  const std::uint64_t bit = std::uint64_t(1) << color;
  if (a) *a |= bit;
  if (b) *b |= bit;
  return color;
}

/// Greedy colouring in the order of the constraints. Within a colour, constraints of one kind are contiguous.
/// A body with more than 63 constraints overflows into a last colour; each of its constraints is a block of
/// its own, because they may share bodies. `first` is the position of the run in order_.
void BlockLayout::colorRun(const ConstraintSet& set, std::span<const std::int32_t> constraints,
                           std::int32_t first, std::int32_t lanes, std::vector<std::int32_t>& starts) {
  std::int32_t count[kColors * kKinds] = {};
  std::uint16_t* places = place_of_.data() + first;
  int colors = 0;
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    const ConstraintEdge& edge = set.edge(constraints[i]);
    const int color = takeColor(set, edge);
    colors = std::max(colors, color + 1);
    const int kind = color == kOverflow ? 0 : edge.kind;  // Overflowing constraints keep their order.
    places[i] = static_cast<std::uint16_t>(color * kKinds + kind);
    ++count[places[i]];
  }
  starts.clear();
  std::int32_t sum = first;
  for (int color = 0; color < colors; ++color) {
    const std::int32_t begin = sum;
    for (int place = color * kKinds; place < (color + 1) * kKinds; ++place) {
      const std::int32_t size = count[place];
      count[place] = sum;
      sum += size;
    }
    for (std::int32_t at = begin; at < sum; at += color == kOverflow ? 1 : lanes) starts.push_back(at);
  }
  for (std::size_t i = 0; i < constraints.size(); ++i) order_[count[places[i]]++] = constraints[i];
}

void BlockLayout::buildRun(const ConstraintSet& set, std::int32_t lanes) {
  const std::size_t count = set.constraints.size();
  order_.resize(count);
  place_of_.resize(count);
  used_.assign(set.bodyCount(), 0);
  colorRun(set, set.constraints, 0, lanes, block_start_);
  first_run_ = {0, 1, 1, 1, 1};
  runs_.assign(1, {0, block_start_.count()});
  block_start_.push_back(static_cast<std::int32_t>(count));
}

std::size_t BlockLayout::reserveRun(std::size_t bodies, std::size_t constraints, std::int32_t lanes) {
  const std::size_t blocks = std::min(constraints, constraints / static_cast<std::size_t>(lanes) + kOverflow);
  order_.reserve(constraints);
  place_of_.reserve(constraints);
  used_.reserve(bodies);
  block_start_.reserve(blocks + 1);
  runs_.reserve(1);
  return blocks;
}

void BlockLayout::build(const ConstraintSet& set, std::span<const Vec3> places, std::int32_t lanes,
                        ThreadPool& pool) {
  findSlabs(set, places);
  if (slabs_ > 1) sortIntoRuns(set);
  // If many constraints reach farther than to the neighbour, the slabs are too thin.
  while (slabs_ > 1 &&
         GraphSettings::kFewFarReaching * static_cast<std::size_t>(restCount()) > set.constraints.size()) {
    slabs_ /= 2;
    for (std::int32_t& slab : slab_of_) slab /= 2;
    if (slabs_ > 1) sortIntoRuns(set);
  }
  if (slabs_ == 1) {
    buildRun(set, lanes);
    return;
  }
  order_.resize(set.constraints.size());
  place_of_.resize(set.constraints.size());
  const std::int32_t runs = first_run_[kPhases];
  starts_.growTo(runs);
  for (std::size_t phase = 0; phase < kPhases; ++phase) {
    used_.assign(set.bodyCount(), 0);  // Runs of one phase share no body.
    const std::int32_t first = first_run_[phase];
    pool.parallelFor(first_run_[phase + 1] - first, 1, [&](const ThreadPool::Range& range) {
      for (std::int32_t r = first + range.begin; r < first + range.end; ++r) {
        const std::int32_t begin = first_of_run_[r], end = first_of_run_[r + 1];
        colorRun(set, {by_run_.data() + begin, by_run_.data() + end}, begin, lanes, starts_[r]);
      }
    });
  }
  block_start_.clear();
  runs_.clear();
  for (std::int32_t r = 0; r < runs; ++r) {
    const std::int32_t first = block_start_.count();
    block_start_.insert(block_start_.end(), starts_[r].begin(), starts_[r].end());
    runs_.push_back({first, block_start_.count()});
  }
  block_start_.push_back(order_.count());
}

}  // namespace carom::solve

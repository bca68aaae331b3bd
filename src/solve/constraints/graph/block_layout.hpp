// Layout of constraints: which ones SIMD lanes solve side by side, which ones a thread solves one after the
// other, and which ones threads solve at the same time.
//
// The constraints are coloured: constraints of one colour share no movable body, so lanes can solve them at
// once. A block has as many constraints of one colour as there are lanes. A run is a sequence of blocks that
// one thread solves in order, colour by colour.
//
// With colours alone, each pass over the contacts of a heap would consist of a dozen jobs of a microsecond or
// two. All threads would wait for each other in between, and each colour would move bodies from one
// processor's cache to another's. So the heap is divided into slabs along its longest side, with equally many
// contacts each. The contacts within a slab share no movable body with those of other slabs: a slab is a run
// that waits for nobody. Contacts across the borders of neighbouring slabs follow, in two phases of every
// second border, because two of these share no body either. Contacts that reach farther come last, one after
// the other. The number of slabs depends only on the number of contacts, so the result does not depend on the
// number of threads. A thread that takes the same runs in each pass finds their bodies and blocks in its
// cache.
// bodies and blocks in its cache.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_pool.hpp"
#include "carom/base/vector.hpp"
#include "solve/constraints/graph/slab_passes.hpp"
#include "solve/state/indexed_vector.hpp"

namespace carom::solve {

inline constexpr int kConstraintKinds = 8;

/// The two bodies of a constraint.
struct ConstraintEdge {
  std::int32_t body_a = 0;
  std::int32_t body_b = 0;
  /// Below kConstraintKinds. Constraints of one kind share blocks where that costs nothing.
  std::int32_t kind = 0;
  bool operator==(const ConstraintEdge&) const = default;
};

/// Constraints to be laid out, and the range of their movable bodies. Bodies outside the range do not move,
/// or other constraints move them.
struct ConstraintSet {
  std::span<const ConstraintEdge> edges;
  std::span<const std::int32_t> constraints;  ///< Indices into `edges`, ascending.
  std::int32_t first_body = 1, body_end = 1;

  const ConstraintEdge& edge(std::int32_t constraint) const { return edges[constraint]; }
  bool isMovable(std::int32_t body) const { return body >= first_body && body < body_end; }
  /// Index of a movable body in arrays that contain only the movable bodies of the set.
  std::size_t place(std::int32_t body) const { return static_cast<std::size_t>(body - first_body); }
  std::size_t bodyCount() const { return static_cast<std::size_t>(body_end - first_body); }
};

class BlockLayout {
 public:
  /// Blocks first..end-1, to be solved in their order.
  struct Run {
    std::int32_t first = 0, end = 0;
  };
  /// Runs of one phase share no movable body.
  static constexpr std::size_t kPhases = 4;

  /// `places`: positions of the movable bodies. Bodies without constraints should get the position of another
  /// body, so that they do not affect the division into slabs.
  void build(const ConstraintSet& set, std::span<const Vec3> places, std::int32_t lanes, ThreadPool& pool);
  /// Puts all constraints into one run.
  void buildRun(const ConstraintSet& set, std::int32_t lanes);
  /// Reserves memory for buildRun() with this many bodies and constraints. Returns an upper bound of the
  /// number of blocks if no body has more constraints than there are colours.
  std::size_t reserveRun(std::size_t bodies, std::size_t constraints, std::int32_t lanes);

  std::int32_t blockCount() const { return block_start_.count() - 1; }
  /// The constraints of a block; no two of them share a movable body.
  std::span<const std::int32_t> constraintsOf(std::int32_t block) const {
    return {order_.data() + block_start_[block], order_.data() + block_start_[block + 1]};
  }
  /// Of all blocks.
  std::span<const std::int32_t> constraints() const {
    return {order_.data(), order_.data() + block_start_.back()};
  }
  std::span<const Run> phase(std::size_t phase) const {
    return {runs_.data() + first_run_[phase], runs_.data() + first_run_[phase + 1]};
  }
  /// Calls function(pass, first, end) for the blocks of each run in each pass: one pass after the other, and
  /// within a pass the phases in order. After build() all threads of the pool take part.
  template <class Function>
  void eachRun(ThreadPool& pool, std::int32_t passes, Function&& function) {
    const auto do_run = [&](std::int32_t pass, std::int32_t run) {
      function(pass, runs_[run].first, runs_[run].end);
    };
    if (runs_.size() > 1 && pool.threadCount() > 1) {
      slab_passes_.run(pool, {slabs_, !isEmpty(runs_.back())}, passes, do_run);
      return;
    }
    for (std::int32_t pass = 0; pass < passes; ++pass) {
      for (std::int32_t run = 0; run < runs_.count(); ++run) do_run(pass, run);
    }
  }

 private:
  void findSlabs(const ConstraintSet& set, std::span<const Vec3> places);
  /// Number of constraints that reach farther than to the next slab.
  std::int32_t restCount() const { return first_of_run_.back() - first_of_run_[first_of_run_.size() - 2]; }
  void sortIntoRuns(const ConstraintSet& set);
  int takeColor(const ConstraintSet& set, const ConstraintEdge& edge);
  void colorRun(const ConstraintSet& set, std::span<const std::int32_t> constraints, std::int32_t first,
                std::int32_t lanes, std::vector<std::int32_t>& starts);

  static bool isEmpty(const Run& run) { return run.first == run.end; }

  SlabPasses slab_passes_;
  std::int32_t slabs_ = 1;
  IndexedVector<std::int32_t> slab_of_;       ///< By body.
  IndexedVector<std::int32_t> bins_;          ///< Of the histogram of findSlabs().
  IndexedVector<std::int32_t> run_of_;        ///< By constraint.
  IndexedVector<std::int32_t> first_of_run_;  ///< Positions in by_run_, and the end.
  IndexedVector<std::int32_t> next_of_run_;   ///< In sortIntoRuns().
  IndexedVector<std::int32_t> by_run_;        ///< Constraints, run by run, each in ascending order.
  std::vector<std::uint64_t> used_;           ///< Colours of each body.
  std::vector<std::uint16_t> place_of_;       ///< Colour and kind of each constraint of the current run.
  IndexedVector<std::int32_t> order_;         ///< Constraints, block by block.
  IndexedVector<std::int32_t> block_start_;   ///< Positions in order_, and the end.
  IndexedVector<std::vector<std::int32_t>> starts_;  ///< By run: positions of its blocks in order_.
  IndexedVector<Run> runs_;
  std::array<std::int32_t, kPhases + 1> first_run_{};
};

}  // namespace carom::solve

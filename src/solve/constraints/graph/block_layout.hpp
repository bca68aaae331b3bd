// How constraints are dealt out: which of them one thread solves after the other, which side by side in
// lanes, and which at the same time on other threads.
//
// Constraints are coloured so that those of one colour share no movable body: they can be solved at once, in
// lanes. A block is as many of one colour as there are lanes. A run is blocks that one thread solves in their
// order, colour by colour.
//
// Solved by colours alone, every pass over the contacts of one heap would be a dozen jobs of a microsecond or
// two, with all threads waiting for each other in between and bodies going from one processor's cache to the
// other's with every colour. So the heap is cut into slabs along its longest side, each with as many
// contacts. Contacts within a slab share no movable body with those of another: a slab is one run, without
// waiting for anybody. Then come the contacts across the borders between neighbours, those of
// every second border at a time, since two of those share no body either; and last what reaches farther, one
// after the other. Into how many slabs depends on the number of contacts and on nothing else, so the result
// does not depend on the number of threads; and a thread that takes the same runs in every pass finds their
// bodies and blocks in its cache.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_pool.hpp"
#include "carom/base/vector.hpp"
#include "solve/constraints/graph/slab_passes.hpp"

namespace carom::solve {

inline constexpr int kConstraintKinds = 8;

/// Two bodies that a constraint acts on.
struct ConstraintEdge {
  std::int32_t body_a = 0;
  std::int32_t body_b = 0;
  /// Below kConstraintKinds; constraints of one kind are solved side by side where that costs nothing.
  std::int32_t kind = 0;
  bool operator==(const ConstraintEdge&) const = default;
};

/// Constraints of which some are to be laid out, and the movable bodies first..end-1 that they have; what
/// else they name does not move, or not by them.
struct ConstraintSet {
  std::span<const ConstraintEdge> edges;
  std::span<const std::int32_t> constraints;  ///< Those to be laid out, ascending; indices into `edges`.
  std::int32_t first_body = 1, body_end = 1;

  const ConstraintEdge& edge(std::int32_t constraint) const {
    return edges[static_cast<std::size_t>(constraint)];
  }
  bool isMovable(std::int32_t body) const { return body >= first_body && body < body_end; }
  /// For arrays that have what is said of the movable bodies alone.
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

  /// `places` says where each movable body is. Those without constraints should be said to be where some
  /// other is: they must not decide how the heap is cut.
  void build(const ConstraintSet& set, std::span<const Vec3> places, std::int32_t lanes, ThreadPool& pool);
  /// All in one run.
  void buildRun(const ConstraintSet& set, std::int32_t lanes);
  /// Makes room for buildRun() with so many bodies and constraints, and says how many blocks there may be
  /// where no body has more constraints than there are colours.
  std::size_t reserveRun(std::size_t bodies, std::size_t constraints, std::int32_t lanes);

  std::int32_t blockCount() const { return static_cast<std::int32_t>(block_start_.size()) - 1; }
  /// The constraints of a block; no two of them share a movable body.
  std::span<const std::int32_t> constraintsOf(std::int32_t block) const {
    const auto b = static_cast<std::size_t>(block);
    return {order_.data() + block_start_[b], static_cast<std::size_t>(block_start_[b + 1] - block_start_[b])};
  }
  std::span<const Run> phase(std::size_t phase) const {
    return {runs_.data() + first_run_[phase], first_run_[phase + 1] - first_run_[phase]};
  }
  /// Calls function(pass, first, end) for all runs of so many passes, one pass after the other and in each
  /// phase by phase as far as runs share bodies. After build() all threads of the pool take part.
  template <class Function>
  void eachRun(ThreadPool& pool, std::int32_t passes, Function&& function) {
    const auto do_run = [&](std::int32_t pass, std::int32_t run) {
      const Run& r = runs_[static_cast<std::size_t>(run)];
      function(pass, r.first, r.end);
    };
    if (runs_.size() > 1 && pool.threadCount() > 1) {
      slab_passes_.run(pool, {slabs_, !isEmpty(runs_.back())}, passes, do_run);
      return;
    }
    for (std::int32_t pass = 0; pass < passes; ++pass) {
      for (std::size_t run = 0; run < runs_.size(); ++run) do_run(pass, static_cast<std::int32_t>(run));
    }
  }

 private:
  void findSlabs(const ConstraintSet& set, std::span<const Vec3> places);
  /// How many constraints are solved one after the other at the end.
  std::int32_t restCount() const { return first_of_run_.back() - first_of_run_[first_of_run_.size() - 2]; }
  void sortIntoRuns(const ConstraintSet& set);
  int takeColor(const ConstraintSet& set, const ConstraintEdge& edge);
  void colorRun(const ConstraintSet& set, std::span<const std::int32_t> constraints, std::int32_t first,
                std::int32_t lanes, std::vector<std::int32_t>& starts);

  static bool isEmpty(const Run& run) { return run.first == run.end; }

  SlabPasses slab_passes_;
  std::int32_t slabs_ = 1;
  std::vector<std::int32_t> slab_of_;              ///< By body.
  std::vector<std::int32_t> run_of_;               ///< By constraint.
  std::vector<std::int32_t> first_of_run_;         ///< Into by_run_, and the end.
  std::vector<std::int32_t> next_of_run_;          ///< While they are sorted.
  std::vector<std::int32_t> by_run_;               ///< Constraints, run by run, each in ascending order.
  std::vector<std::uint64_t> used_;                ///< Colours of each body.
  std::vector<std::uint16_t> place_of_;            ///< Colour and kind of each constraint of the run at hand.
  std::vector<std::int32_t> order_;                ///< Constraints, block by block.
  std::vector<std::int32_t> block_start_;          ///< Into order_, and the end.
  std::vector<std::vector<std::int32_t>> starts_;  ///< By run: where its blocks begin in order_.
  std::vector<Run> runs_;
  std::array<std::size_t, kPhases + 1> first_run_{};
};

}  // namespace carom::solve

// Distribution of the islands of a step to batches.
//
// An island consists of the bodies that contacts, joints or wheels connect, directly or through others;
// bodies that cannot be pushed do not connect. Islands share no data that the solver changes. So one thread
// takes a batch of them through all substeps without waiting for others. The bodies and constraints of the
// batch stay in the first two levels of that processor's cache, however large the scene is.
//
// Split islands are solved by all threads together, pass by pass (block_layout.hpp): islands that are too
// large for one thread, and islands that depend on something else, such as a moving kinematic body.
//
// The assignment to batches depends only on the order of the bodies and the number of contacts, so the result
// does not depend on the number of threads or lanes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/relaxed.hpp"
#include "solve/state/disjoint_sets.hpp"
#include "solve/state/indexed_vector.hpp"

namespace carom::solve {

class IslandBatches {
 public:
  /// Batch of the split islands.
  static constexpr std::int32_t kSplit = -1;
  /// No body.
  static constexpr std::int32_t kNoBody = -1;

  /// Indices first..end-1.
  struct Range {
    std::int32_t first = 0, end = 0;
    std::int32_t size() const { return end - first; }
    bool operator==(const Range&) const = default;
  };

  // The calls of a step, in this order. Bodies are 0 .. bodies-1.

  void start(std::int32_t bodies);
  // Several threads may call these two at once:
  /// Two bodies that can be pushed are in one island.
  void unite(std::int32_t a, std::int32_t b) { islands_of_.unite(a, b); }
  /// The island of a body is solved by all threads together, whatever its size.
  void splitIslandOf(std::int32_t body) { relaxedStore(split_[body], std::uint8_t(1)); }

  /// To be called when all islands are known.
  void settle() { islands_of_.settle(); }
  /// The first body of a body's island; after settle().
  std::int32_t islandOf(std::int32_t body) const { return rootOf(body); }
  // The work in the island of a body that can be pushed:
  /// Counts a contact for each body body_of(i), first <= i < end; kNoBody for none. Several threads may call
  /// this at once.
  template <class BodyOf>
  void countContacts(std::int32_t first, std::int32_t end, BodyOf&& body_of) {
    // Contacts of one island often follow each other. Adding them at once keeps threads off the same number.
    std::int32_t root = kNoBody, count = 0;
    const auto add = [&] {
      if (root != kNoBody) relaxedAdd(islands_[root].contacts, count);
    };
    for (std::int32_t i = first; i < end; ++i) {
      const std::int32_t body = body_of(i);
      if (body == kNoBody) continue;
      const std::int32_t next = rootOf(body);
      if (next != root) {
        add();
        root = next, count = 0;
      }
      ++count;
    }
    add();
  }
  void countJoints(std::int32_t body, std::int32_t count) { islands_[rootOf(body)].joints += count; }
  void countWheel(std::int32_t body) { ++islands_[rootOf(body)].wheels; }
  /// Makes the batches. `movable`: by body, whether it can be pushed.
  void assign(std::span<const std::uint8_t> movable);

  std::int32_t count() const { return bodies_of_.count(); }
  /// The batch of a body that can be pushed, or kSplit.
  std::int32_t batchOf(std::int32_t body) const { return batch_of_[body]; }
  /// Index of a body in the solver's arrays, from 1 on: batch by batch, then bodies of split islands, then
  /// bodies that cannot be pushed.
  std::int32_t numberOf(std::int32_t body) const { return number_of_[body]; }
  /// The numbers of a batch's bodies.
  Range bodiesOf(std::int32_t batch) const { return bodies_of_[batch]; }
  /// The first number of the bodies of split islands.
  std::int32_t firstSplit() const { return first_split_; }
  /// The first number of the bodies that cannot be pushed.
  std::int32_t movableEnd() const { return movable_end_; }

 private:
  struct Island {
    std::int32_t contacts = 0, joints = 0, wheels = 0;
    bool split = false;
    std::int32_t work() const;
  };
  std::int32_t rootOf(std::int32_t body) const { return islands_of_.rootOf(body); }

  DisjointSets islands_of_;                           ///< By body.
  IndexedVector<Island> islands_;                     ///< By root.
  IndexedVector<std::uint8_t> split_;                 ///< By body: its island is split.
  IndexedVector<std::int32_t> batch_of_, number_of_;  ///< By body.
  IndexedVector<Range> bodies_of_;                    ///< By batch.
  std::int32_t first_split_ = 1, movable_end_ = 1;
};

/// Indices sorted by batch, in ascending order within a batch.
class ByBatch {
 public:
  /// `batch_of(i)` returns the batch of each 0 <= i < count.
  template <class BatchOf>
  void sort(std::int32_t count, std::int32_t batches, BatchOf&& batch_of) {
    first_.fill(batches + 2, 0);
    const auto place = [&](std::int32_t i) {
      const std::int32_t batch = batch_of(i);
      return batch == IslandBatches::kSplit ? batches : batch;
    };
    for (std::int32_t i = 0; i < count; ++i) ++first_[place(i) + 1];
    for (std::int32_t b = 0; b <= batches; ++b) first_[b + 1] += first_[b];
    next_.assign(first_.begin(), first_.end() - 1);
    sorted_.setCount(count);
    for (std::int32_t i = 0; i < count; ++i) sorted_[next_[place(i)]++] = i;
  }
  /// The indices of a batch, or of kSplit.
  std::span<const std::int32_t> of(std::int32_t batch) const {
    const std::int32_t b = batch == IslandBatches::kSplit ? first_.count() - 2 : batch;
    return {sorted_.data() + first_[b], sorted_.data() + first_[b + 1]};
  }

 private:
  IndexedVector<std::int32_t> sorted_, first_, next_;
};

}  // namespace carom::solve

// Disjoint sets (union-find) that several threads unite at once.
//
// Each set is a tree whose root is its smallest element; the parent of an element is smaller than it. So the
// root depends neither on the order of the unions nor on the threads.
#pragma once

#include <cstdint>
#include <numeric>
#include <utility>

#include "base/relaxed.hpp"
#include "solve/state/indexed_vector.hpp"

namespace carom::solve {

class DisjointSets {
 public:
  /// Makes `count` sets of one element each.
  void start(std::int32_t count) {
    parent_.setCount(count);
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  /// Several threads may call this at once.
  void unite(std::int32_t a, std::int32_t b) {
    // Most elements that a contact of a heap connects are connected already.
    if (relaxedLoad(parent_[a]) != relaxedLoad(parent_[b])) uniteRoots(a, b);
  }
  /// To be called after the last unite(); rootOf() is valid then.
  void settle() {
    for (std::int32_t& p : parent_) p = parent_[p];
  }
  /// The smallest element of an element's set.
  std::int32_t rootOf(std::int32_t element) const { return parent_[element]; }

 private:
  /// Shortens paths. Another thread may store a different ancestor at the same time; either one is correct.
  std::int32_t findRoot(std::int32_t element) {
    for (;;) {
      const std::int32_t up = relaxedLoad(parent_[element]);
      if (up == element) return element;
      const std::int32_t above = relaxedLoad(parent_[up]);
      if (above != up) relaxedStore(parent_[element], above);
      element = above;
    }
  }
  void uniteRoots(std::int32_t a, std::int32_t b) {
    for (;;) {
      a = findRoot(a), b = findRoot(b);
      if (a == b) return;
      if (a > b) std::swap(a, b);
      // Fails if another thread has given b a parent meanwhile.
      if (relaxedExchange(parent_[b], b, a)) return;
    }
  }

  IndexedVector<std::int32_t> parent_;
};

}  // namespace carom::solve

// Disjoint sets (union-find) that several threads unite at once.
//
// Each set is a tree whose root is its smallest element; the parent of an element is smaller than it. So the
// root depends neither on the order of the unions nor on the threads.
#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "base/relaxed.hpp"

namespace carom::solve {

class DisjointSets {
 public:
  /// Makes `count` sets of one element each.
  void start(std::int32_t count) {
    parent_.resize(static_cast<std::size_t>(count));
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  /// Several threads may call this at once.
  void unite(std::int32_t a, std::int32_t b) {
    // Most that a heap's contacts connect is connected already.
    if (relaxedLoad(parent(a)) != relaxedLoad(parent(b))) uniteRoots(a, b);
  }
  /// To be called after the last unite(); rootOf() is valid then.
  void settle() {
    for (std::int32_t& p : parent_) p = parent(p);
  }
  /// The first thing of the set that one is in.
  std::int32_t rootOf(std::int32_t thing) const { return parent_[static_cast<std::size_t>(thing)]; }

 private:
  std::int32_t& parent(std::int32_t thing) { return parent_[static_cast<std::size_t>(thing)]; }
  /// What other threads may have written meanwhile is another ancestor of the same thing, and as good.
  std::int32_t findRoot(std::int32_t thing) {
    for (;;) {
      const std::int32_t up = relaxedLoad(parent(thing));
      if (up == thing) return thing;
      const std::int32_t above = relaxedLoad(parent(up));
      if (above != up) relaxedStore(parent(thing), above);
      thing = above;
    }
  }
  void uniteRoots(std::int32_t a, std::int32_t b) {
    for (;;) {
      a = findRoot(a), b = findRoot(b);
      if (a == b) return;
      if (a > b) std::swap(a, b);
      // Unless another thread has given it a parent.
      if (relaxedExchange(parent(b), b, a)) return;
    }
  }

  std::vector<std::int32_t> parent_;
};

}  // namespace carom::solve

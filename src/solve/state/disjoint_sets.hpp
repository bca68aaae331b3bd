// Which of a row of things belong together, found by several threads at once.
//
// A tree for each set, whose root is its first thing; a thing's parent comes before it. So the root does not
// depend on the order in which things are united, nor on who does it.
#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "base/relaxed.hpp"

namespace carom::solve {

class DisjointSets {
 public:
  /// Things 0 .. count-1, each by itself.
  void start(std::int32_t count) {
    parent_.resize(static_cast<std::size_t>(count));
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  /// By several threads at once.
  void unite(std::int32_t a, std::int32_t b) {
    // Most that a heap's contacts connect is connected already.
    if (relaxedLoad(parent(a)) != relaxedLoad(parent(b))) uniteRoots(a, b);
  }
  /// When all is united: makes rootOf() right.
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

// Numbers of things, listed by the places to which they belong.
#pragma once

#include <cstdint>
#include <span>

#include "solve/state/indexed_vector.hpp"

namespace carom::solve {

struct ListByPlace {
  IndexedVector<std::int32_t> first, next;  ///< Into items, and the end; in list().
  IndexedVector<std::int32_t> items;

  /// `each(visit)` calls visit(place, item) for all items of all places, the same each time.
  template <class Each>
  void list(std::int32_t places, Each&& each) {
    first.assign(static_cast<std::size_t>(places) + 1, 0);
    each([&](std::int32_t place, std::int32_t) { ++first[place + 1]; });
    for (std::int32_t i = 1; i < first.count(); ++i) first[i] += first[i - 1];
    items.resize(static_cast<std::size_t>(first.back()));
    next.assign(first.begin(), first.end() - 1);
    each([&](std::int32_t place, std::int32_t item) { items[next[place]++] = item; });
  }
  std::span<const std::int32_t> of(std::int32_t place) const {
    return {items.data() + first[place], items.data() + first[place + 1]};
  }
};

}  // namespace carom::solve

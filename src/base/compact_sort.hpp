// Sorting where speed matters little, or lists are short. Each use of std::sort is 2 to 10 kB of code in the
// browser's module, each use of this one about half a kB.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

namespace carom {

/// Heap sort (J. W. J. Williams, 1964): no more room, and no more time for any order.
template <class Item, class Before>
void heapSort(Item* items, std::ptrdiff_t count, Before& before) {
  // First every parent gets the last of its family, then the last of all goes to the end again and again.
  std::ptrdiff_t parents = count / 2, end = count;
  while (end > 1) {
    std::ptrdiff_t at = 0;
    if (parents > 0) {
      at = --parents;
    } else {
      std::swap(items[0], items[--end]);
    }
    for (std::ptrdiff_t child = 2 * at + 1; child < end; child = 2 * at + 1) {
      if (child + 1 < end && before(items[child], items[child + 1])) ++child;
      if (!before(items[at], items[child])) break;
      std::swap(items[at], items[child]);
      at = child;
    }
  }
}

/// Sorts items of which equal ones are alike, so that there is one result.
template <class Iterator, class Before = std::less<>>
void compactSort(Iterator begin, Iterator end, Before before = {}) {
#ifdef __wasm__
  if (!std::is_sorted(begin, end, before)) heapSort(std::to_address(begin), end - begin, before);
#else
  std::sort(begin, end, before);
#endif
}

}  // namespace carom

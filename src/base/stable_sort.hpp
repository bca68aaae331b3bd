// A merge sort for where speed matters little. Each use of std::stable_sort is 4 kB of code in the browser's
// module, each use of this one less than 1 kB.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace carom {

/// Sorts a range with half as much room.
template <class T, class Before>
void mergeSort(std::span<T> items, T* room, Before& before) {
  if (items.size() < 2) return;
  const std::span<T> front = items.first(items.size() / 2), back = items.subspan(front.size());
  mergeSort(front, room, before);
  mergeSort(back, room, before);
  if (!before(back.front(), front.back())) return;
  T* const room_end = std::move(front.data(), back.data(), room);
  T *out = front.data(), *next = back.data(), *const end = back.data() + back.size();
  for (T* waiting = room; waiting != room_end; ++waiting) {
    while (next != end && before(*next, *waiting)) *out++ = std::move(*next++);
    *out++ = std::move(*waiting);
  }
}

/// Sorts the items of a list; what is equal stays in its order.
template <class List, class Before>
void stableSort(List& list, Before before) {
  using Item = typename List::value_type;
  std::vector<Item> room(list.size() / 2);
  mergeSort(std::span<Item>(list.data(), list.size()), room.data(), before);
}

}  // namespace carom

// Scratch of several threads. Which of them gets which work is not known, so that each has the room that any
// of them has needed: work that has been done before allocates nothing, whoever does it now.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace carom {

/// Gives both the capacity of the larger.
template <class T>
void evenRoom(std::vector<T>& a, std::vector<T>& b) {
  const std::size_t most = std::max(a.capacity(), b.capacity());
  a.reserve(most);
  b.reserve(most);
}

}  // namespace carom

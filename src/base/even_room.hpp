// Scratch of several threads. Which of them gets which work is not known, so that each has the room that any
// of them has needed: work that has been done before allocates nothing, whoever does it now.
#pragma once

#include <algorithm>
#include <cstddef>

namespace carom {

/// Gives the vectors vectorOf(thread) of all threads the capacity of the largest.
template <class Threads, class VectorOf>
void evenRoom(Threads& threads, VectorOf vectorOf) {
  std::size_t most = 0;
  for (auto& thread : threads) most = std::max(most, vectorOf(thread).capacity());
  for (auto& thread : threads) vectorOf(thread).reserve(most);
}

}  // namespace carom

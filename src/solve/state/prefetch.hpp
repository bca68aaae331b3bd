// Prefetching.
//
// A function that does nothing but prefetch has no effect that g++ knows of: it removes the calls that it
// does not inline. So such functions are always inlined.
#pragma once

#include <cstddef>

namespace carom::solve {

/// Loops over contacts access memory in no order. They prefetch what a contact refers to this number of
/// contacts ahead, and the contact itself twice as far ahead.
inline constexpr int kPrefetchDistance = 4;

[[gnu::always_inline]] inline void prefetchBytes(const void* from, std::size_t size) {
  const auto* bytes = static_cast<const char*>(from);
  for (std::size_t at = 0; at < size; at += 64) __builtin_prefetch(bytes + at);
}

}  // namespace carom::solve

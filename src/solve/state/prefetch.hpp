// Asking for memory ahead.
#pragma once

#include <cstddef>

namespace carom::solve {

/// Contacts come in no order of memory: loops over them ask for what they need so many contacts ahead. Twice
/// as far ahead they ask for the contact, then for what it names.
inline constexpr int kPrefetchDistance = 4;

inline void prefetchBytes(const void* from, std::size_t size) {
  const auto* bytes = static_cast<const char*>(from);
  for (std::size_t at = 0; at < size; at += 64) __builtin_prefetch(bytes + at);
}

}  // namespace carom::solve

// UTF-8 sequences.
#pragma once

#include <cstddef>

namespace carom::json {

/// Position after the UTF-8 sequence at `at`, or null when it is not valid (RFC 3629: no overlong forms, no
/// surrogates, nothing above U+10FFFF).
inline const char* afterSequence(const char* at, const char* end) {
  const auto byte = [&](int i) { return static_cast<unsigned char>(at[i]); };
  const auto tail = [&](int i) { return (byte(i) & 0xC0) == 0x80; };
  const unsigned first = byte(0);
  const std::ptrdiff_t left = end - at;
  if (first < 0x80) return at + 1;
  if (first >= 0xC2 && first <= 0xDF) return left >= 2 && tail(1) ? at + 2 : nullptr;
  if (first >= 0xE0 && first <= 0xEF) {
    if (left < 3 || !tail(1) || !tail(2)) return nullptr;
    if (first == 0xE0 && byte(1) < 0xA0) return nullptr;
    if (first == 0xED && byte(1) > 0x9F) return nullptr;
    return at + 3;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    if (left < 4 || !tail(1) || !tail(2) || !tail(3)) return nullptr;
    if (first == 0xF0 && byte(1) < 0x90) return nullptr;
    if (first == 0xF4 && byte(1) > 0x8F) return nullptr;
    return at + 4;
  }
  return nullptr;
}

}  // namespace carom::json

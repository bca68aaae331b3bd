// A 64-bit hash of values and bytes, the same on every machine. Against damage and mix-ups, not against
// intent.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "base/bit_cast.hpp"
#include "carom/base/vector.hpp"

namespace carom {

/// FNV-1a over 64-bit words, with a shift so that high bits reach the low ones.
class ByteHash {
 public:
  std::uint64_t value() const { return value_; }

  template <class... T>
  void operator()(const T&... values) {
    (add(values), ...);
  }
  /// Eight bytes at a time, the first one lowest; the number of bytes counts.
  void bytes(std::span<const std::byte> data) {
    std::size_t at = 0;
    for (; at + 8 <= data.size(); at += 8) add(word(data.data() + at, 8));
    if (at < data.size()) add(word(data.data() + at, data.size() - at));
    add(static_cast<std::uint64_t>(data.size()));
  }

 private:
  static std::uint64_t word(const std::byte* from, std::size_t count) {
    std::uint64_t all = 0;
    if constexpr (std::endian::native == std::endian::little) {
      std::memcpy(&all, from, count);
      return all;
    }
    for (std::size_t i = 0; i < count; ++i) all |= static_cast<std::uint64_t>(from[i]) << (8 * i);
    return all;
  }
  void add(std::uint64_t word) {
    value_ = (value_ ^ word) * 0x100000001b3u;
    value_ ^= value_ >> 29;
  }
  void add(std::uint32_t word) { add(static_cast<std::uint64_t>(word)); }
  void add(std::int32_t number) { add(static_cast<std::uint32_t>(number)); }
  void add(bool flag) { add(static_cast<std::uint64_t>(flag ? 1 : 0)); }
  void add(float number) { add(bitCast<std::uint32_t>(number)); }
  void add(double number) { add(bitCast<std::uint64_t>(number)); }
  void add(std::string_view text) { bytes(std::as_bytes(std::span(text.data(), text.size()))); }
  template <class T>
  void add(const Vector3<T>& v) {
    (*this)(v.x, v.y, v.z);
  }
  template <class T>
  void add(const Quaternion<T>& q) {
    (*this)(q.x, q.y, q.z, q.w);
  }

  std::uint64_t value_ = 0xcbf29ce484222325u;
};

}  // namespace carom

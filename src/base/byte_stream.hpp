// Values as bytes, little-endian on every machine. The reader trusts nothing: it never goes beyond its end,
// flags are 0 or 1, numbers are finite, rotations unit, and counts are no larger than what follows can hold.
// After the first failure it gives nothing more.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/bit_cast.hpp"
#include "carom/base/vector.hpp"

namespace carom {

class ByteWriter {
 public:
  template <class... T>
  void operator()(const T&... values) {
    (put(values), ...);
  }
  /// How many of something follow.
  void count(std::size_t count) { put(static_cast<std::uint64_t>(count)); }
  void bytes(std::span<const std::byte> bytes);
  void text(std::string_view text) {
    count(text.size());
    bytes(std::as_bytes(std::span(text.data(), text.size())));
  }
  std::span<const std::byte> written() const { return {bytes_.data(), size_}; }
  std::vector<std::byte> take() {
    bytes_.resize(size_);
    size_ = 0;
    return std::move(bytes_);
  }

 private:
  /// Room for so many bytes at the end.
  std::byte* room(std::size_t count) {
    if (size_ + count > bytes_.size()) bytes_.resize(std::max(2 * bytes_.size(), size_ + count + 64));
    size_ += count;
    return bytes_.data() + (size_ - count);
  }
  template <class T>
  std::enable_if_t<std::is_unsigned_v<T>> put(T value) {
    std::byte* out = room(sizeof(T));
    if constexpr (std::endian::native == std::endian::little) {
      std::memcpy(out, &value, sizeof(T));  // Emscripten's -Oz leaves a loop of bytes as it is.
    } else {
      for (std::size_t i = 0; i < sizeof(T); ++i) out[i] = static_cast<std::byte>(value >> (8 * i) & 0xff);
    }
  }
  void put(bool value) { put(static_cast<std::uint8_t>(value ? 1 : 0)); }
  void put(std::int32_t value) { put(static_cast<std::uint32_t>(value)); }
  void put(float value) { put(bitCast<std::uint32_t>(value)); }
  void put(double value) { put(bitCast<std::uint64_t>(value)); }
  template <class T>
  void put(const Vector3<T>& v) {
    (*this)(v.x, v.y, v.z);
  }
  template <class T>
  void put(const Quaternion<T>& q) {
    (*this)(q.x, q.y, q.z, q.w);
  }
  template <class T>
  void put(const RigidTransform<T>& t) {
    (*this)(t.translation, t.rotation);
  }
  void put(const Aabb& box) { (*this)(box.lower, box.upper); }

  std::vector<std::byte> bytes_;  ///< More than is written.
  std::size_t size_ = 0;
};

class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <class... T>
  void operator()(T&... values) {
    (get(values), ...);
  }
  /// How many follow of something that takes at least so many bytes each.
  std::size_t count(std::size_t least_bytes) {
    std::uint64_t value = 0;
    get(value);
    if (ok() && value > rest_.size() / least_bytes) fail("a count exceeds the remaining data");
    return ok() ? static_cast<std::size_t>(value) : 0;
  }
  std::span<const std::byte> bytes(std::size_t count) {
    if (!take(count)) return {};
    return taken_;
  }
  std::string text() {
    const std::span<const std::byte> read = bytes(count(1));
    return {reinterpret_cast<const char*>(read.data()), read.size()};
  }

  bool ok() const { return why_.empty(); }
  std::size_t remaining() const { return rest_.size(); }
  /// Why it went wrong; the first reason counts. Always false, to return.
  bool fail(std::string_view why) {
    if (ok()) why_ = why;
    rest_ = {};
    return false;
  }
  const std::string& why() const { return why_; }
  /// Whether everything was read, and well.
  bool finish() {
    if (ok() && !rest_.empty()) fail("unexpected bytes follow its end");
    return ok();
  }

 private:
  bool take(std::size_t count) {
    if (count > rest_.size()) {
      fail("the data is truncated");
      taken_ = {};
      return false;
    }
    taken_ = rest_.first(count);
    rest_ = rest_.subspan(count);
    return true;
  }
  template <class T>
  std::enable_if_t<std::is_unsigned_v<T> && !std::is_same_v<T, bool>> get(T& value) {
    value = 0;
    if (!take(sizeof(T))) return;
    for (std::size_t i = 0; i < sizeof(T); ++i)
      value = static_cast<T>(value | static_cast<T>(static_cast<T>(taken_[i]) << (8 * i)));
  }
  void get(bool& value) {
    std::uint8_t byte = 0;
    get(byte);
    if (byte > 1) fail("a flag is neither 0 nor 1");
    value = byte == 1;
  }
  void get(std::int32_t& value) {
    std::uint32_t bits = 0;
    get(bits);
    value = static_cast<std::int32_t>(bits);
  }
  void get(float& value) {
    std::uint32_t bits = 0;
    get(bits);
    value = bitCast<float>(bits);
    if (!std::isfinite(value)) value = 0, fail("a number is not finite");
  }
  void get(double& value) {
    std::uint64_t bits = 0;
    get(bits);
    value = bitCast<double>(bits);
    if (!std::isfinite(value)) value = 0, fail("a number is not finite");
  }
  template <class T>
  void get(Vector3<T>& v) {
    (*this)(v.x, v.y, v.z);
  }
  template <class T>
  void get(Quaternion<T>& q) {
    (*this)(q.x, q.y, q.z, q.w);
    // Rounding over a step is far below this; beyond it, things would be sheared.
    if (ok() && !(std::abs(dot(q, q) - 1) < T(1e-2))) fail("a rotation is not a unit quaternion");
  }
  template <class T>
  void get(RigidTransform<T>& t) {
    (*this)(t.translation, t.rotation);
  }
  void get(Aabb& box) { (*this)(box.lower, box.upper); }

  std::span<const std::byte> rest_, taken_;
  std::string why_;
};

}  // namespace carom

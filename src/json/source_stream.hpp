// The input RapidJSON reads from: the source text in memory. It poses as an in-situ stream, so that the
// reader copies nothing and hands out addresses in the source, but it writes nothing: texts with escapes are
// unescaped by the receiver of the events.
#pragma once

#include <rapidjson/encodings.h>
#include <rapidjson/stream.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace carom::json {

class SourceStream {
 public:
  using Ch = char;

  /// `end` must point at a zero byte, which ends the text for the reader.
  SourceStream(const char* base, const char* begin, const char* end) : base_(base), at_(begin), end_(end) {}

  Ch Peek() const { return *at_; }
  Ch Take() { return *at_++; }
  std::size_t Tell() const { return static_cast<std::size_t>(at_ - base_); }
  const char* position() const { return at_; }
  const char* end() const { return end_; }
  void skipTo(const char* position) { at_ = position; }

  // In-situ writing: the place is the source itself, and nothing is put there.
  Ch* PutBegin() { return const_cast<Ch*>(at_); }
  void Put(Ch) {}
  void Flush() {}
  std::size_t PutEnd(const Ch* begin) const { return static_cast<std::size_t>(at_ - begin); }

 private:
  const char* base_;
  const char* at_;
  const char* end_;
};

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

/// UTF-8 whose validation also runs over the plain characters that follow, eight at a time.
struct SourceUtf8 : rapidjson::UTF8<> {
  template <class InputStream, class OutputStream>
  static bool Validate(InputStream& stream, OutputStream&) {
    const char* at = afterSequence(stream.position(), stream.end());
    if (!at) return false;
    constexpr std::uint64_t kOnes = 0x0101010101010101u, kHighs = 0x8080808080808080u;
    const auto zeroBytes = [](std::uint64_t v) { return (v - kOnes) & ~v & kHighs; };
    while (stream.end() - at >= 8) {
      std::uint64_t v;
      std::memcpy(&v, at, 8);
      // Stop at anything the reader must see: above 0x7F, below 0x20, a quote or a backslash.
      const std::uint64_t special = (v & kHighs) | ((v - kOnes * 0x20) & ~v & kHighs) |
                                    zeroBytes(v ^ (kOnes * 0x22)) | zeroBytes(v ^ (kOnes * 0x5C));
      if (special != 0) break;
      at += 8;
    }
    stream.skipTo(at);
    return true;
  }
};

}  // namespace carom::json

namespace rapidjson {
template <>
struct StreamTraits<carom::json::SourceStream> {
  enum { copyOptimization = 1 };
};
}  // namespace rapidjson

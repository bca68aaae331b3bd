// Looking at many bytes of JSON text at once. A block is eight bytes loaded together into a 64-bit word; it
// tells how many of them, from its first on, belong to a run: of blanks, of digits, or of characters that
// stand for themselves in a string.
//
// The tests for bytes below a bound and for zero bytes are those of S. Anderson's "Bit Twiddling Hacks":
// (v - 0x01...) & ~v & 0x80... has the highest bit of the first zero byte and of no byte before it. Sixteen
// bytes in an SSE2 register were no faster: the words of a scene are short.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace carom::json {

class TextBlock {
 public:
  static constexpr std::size_t kBytes = 8;

  explicit TextBlock(const char* bytes) {
    std::memcpy(&bytes_, bytes, kBytes);
    if constexpr (std::endian::native == std::endian::big) bytes_ = reversed(bytes_);
  }
  /// Blanks the block begins with.
  std::size_t blanks() const {
    const std::uint64_t blank = exactZeros(bytes_ ^ all(' ')) | exactZeros(bytes_ ^ all('\n')) |
                                exactZeros(bytes_ ^ all('\r')) | exactZeros(bytes_ ^ all('\t'));
    return firstOf(~blank & kHighs);
  }
  /// Decimal digits the block begins with.
  std::size_t digits() const {
    const std::uint64_t v = bytes_ ^ all('0');
    return firstOf((((v & ~kHighs) + all(0x80 - 10)) | v) & kHighs);
  }
  /// Characters the block begins with that are ASCII, printable, no quote and no backslash.
  std::size_t plain() const {
    const std::uint64_t control = (bytes_ - all(' ')) & ~bytes_ & kHighs;
    return firstOf((bytes_ & kHighs) | control | zeros(bytes_ ^ all('"')) | zeros(bytes_ ^ all('\\')));
  }

 private:
  static constexpr std::uint64_t kHighs = 0x8080808080808080u;
  static constexpr std::uint64_t all(unsigned byte) { return 0x0101010101010101u * byte; }
  static constexpr std::uint64_t zeros(std::uint64_t v) { return (v - all(1)) & ~v & kHighs; }
  static constexpr std::uint64_t exactZeros(std::uint64_t v) {
    return ~(((v & ~kHighs) + ~kHighs) | v) & kHighs;
  }
  static std::size_t firstOf(std::uint64_t highs) {
    return static_cast<std::size_t>(std::countr_zero(highs)) / 8;
  }
  static constexpr std::uint64_t reversed(std::uint64_t v) {
    std::uint64_t out = 0;
    for (int i = 0; i < 8; ++i) out = out << 8 | ((v >> (8 * i)) & 0xFF);
    return out;
  }

  std::uint64_t bytes_ = 0;
};

}  // namespace carom::json

// The words of JSON text: blanks, strings, numbers, literals. Each scan starts at a position and gives the
// position after the word, or null with what is wrong in `failure`.
//
// Numbers are checked, not converted: that is done when someone asks for the value. The text ends with a zero
// byte, so single bytes may be looked at without asking for the end; blocks may be loaded up to `last_block`.
#pragma once

#include <string_view>

#include "json/text_blocks.hpp"
#include "json/utf8.hpp"

namespace carom::json {

struct ScanFailure {
  enum class Kind : unsigned char { Syntax, Encoding };
  Kind kind = Kind::Syntax;
  const char* at = nullptr;
  const char* message = "";
};

class Scanner {
 public:
  /// `end` must point at a zero byte.
  Scanner(const char* begin, const char* end)
      : end_(end),
        last_block_(end - begin >= std::ptrdiff_t(TextBlock::kBytes) ? end - TextBlock::kBytes : begin - 1) {}

  const ScanFailure& failure() const { return failure_; }
  const char* fail(const char* at, const char* message, ScanFailure::Kind kind = ScanFailure::Kind::Syntax) {
    failure_ = {kind, at, message};
    return nullptr;
  }

  const char* skipBlanks(const char* at) const {
    if (static_cast<unsigned char>(*at) > ' ') return at;
    return skipBlanksFrom(at);
  }
  /// From after the opening quote; gives the closing quote.
  const char* string(const char* at, bool& escaped) {
    while (at <= last_block_) {
      const std::size_t plain = TextBlock(at).plain();
      at += plain;
      if (plain == TextBlock::kBytes) continue;
      if (*at == '"') return at;
      at = oddCharacter(at, escaped);
      if (!at) return nullptr;
    }
    return stringNearEnd(at, escaped);
  }
  /// A number; `may_overflow` tells that its size is worth a closer look.
  const char* number(const char* at, bool& may_overflow);
  const char* literal(const char* at, std::string_view word) {
    if (std::string_view(at, static_cast<std::size_t>(end_ - at)).starts_with(word)) return at + word.size();
    return fail(at, "Expected a value");
  }
  /// NaN, Inf or Infinity.
  const char* nonFinite(const char* at);

 private:
  static bool isDigit(char c) { return c >= '0' && c <= '9'; }
  static bool isBlank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
  const char* skipBlanksFrom(const char* at) const {
    if (!isBlank(*at)) return at;
    ++at;
    if (static_cast<unsigned char>(*at) > ' ') return at;
    while (at <= last_block_) {
      const std::size_t blanks = TextBlock(at).blanks();
      at += blanks;
      if (blanks < TextBlock::kBytes) return at;
    }
    while (isBlank(*at)) ++at;
    return at;
  }
  const char* digits(const char* at) const {
    while (at <= last_block_) {
      const std::size_t digits = TextBlock(at).digits();
      at += digits;
      if (digits < TextBlock::kBytes) return at;
    }
    while (isDigit(*at)) ++at;
    return at;
  }
  const char* oddCharacter(const char* at, bool& escaped);
  const char* stringNearEnd(const char* at, bool& escaped);

  const char* end_;
  const char* last_block_;
  ScanFailure failure_;
};

inline const char* Scanner::number(const char* at, bool& may_overflow) {
  const char* const begin = at;
  may_overflow = false;
  if (*at == '-') ++at;
  if (*at == '0') {
    ++at;
    if (isDigit(*at)) return fail(at, "A number must not have a leading zero");
  } else if (isDigit(*at)) {
    ++at;
    if (isDigit(*at)) at = digits(at + 1);
  } else {
    return *begin == '-' ? nonFinite(at) : fail(begin, "Expected a value");
  }
  if (*at == '.') {
    if (!isDigit(at[1])) return fail(at + 1, "A number must have a digit after its decimal point");
    at = digits(at + 2);
  }
  if (*at == 'e' || *at == 'E') {
    ++at;
    if (*at == '+' || *at == '-') ++at;
    if (!isDigit(*at)) return fail(at, "A number must have a digit in its exponent");
    const char* const exponent = at;
    at = digits(at + 1);
    may_overflow = at - exponent > 2;
  }
  may_overflow = may_overflow || at - begin > 200;
  return at;
}

}  // namespace carom::json

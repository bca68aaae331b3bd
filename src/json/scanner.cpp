#include "json/scanner.hpp"

namespace carom::json {
namespace {

bool isHex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

}  // namespace

const char* Scanner::nonFinite(const char* at) {
  const std::string_view rest(at, static_cast<std::size_t>(end_ - at));
  for (const std::string_view name : {"NaN", "Infinity", "Inf"}) {
    if (rest.starts_with(name)) return at + name.size();
  }
  return fail(at, "Expected a value");
}

// A character of a string that does not stand for itself, or a byte that is not ASCII.
const char* Scanner::oddCharacter(const char* at, bool& escaped) {
  const auto c = static_cast<unsigned char>(*at);
  if (c >= 0x80) {
    const char* const next = afterSequence(at, end_);
    return next ? next : fail(at, "The text is not valid UTF-8", ScanFailure::Kind::Encoding);
  }
  if (c != '\\') {
    return fail(
        at, at == end_ ? "The text ends inside a string" : "A control character in a string must be escaped");
  }
  escaped = true;
  if (at[1] == 'u') {
    for (int i = 2; i < 6; ++i) {
      if (!isHex(at[i])) return fail(at, "A \\u escape must have four hexadecimal digits");
    }
    return at + 6;
  }
  // The zero byte that ends the text is none of these.
  if (at[1] != 0 && std::strchr("\"\\/bfnrt", at[1])) return at + 2;
  return fail(at, "The string has an invalid escape");
}

const char* Scanner::stringNearEnd(const char* at, bool& escaped) {
  while (at && *at != '"') {
    const auto c = static_cast<unsigned char>(*at);
    if (c >= ' ' && c < 0x80 && c != '\\') {
      ++at;
    } else {
      at = oddCharacter(at, escaped);
    }
  }
  return at;
}

}  // namespace carom::json

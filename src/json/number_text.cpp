#include "json/number_text.hpp"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>

#include "json/splice.hpp"

namespace carom::json {
namespace {

// libc++ of Emscripten 3.1.6 has no floating point from_chars and to_chars; there the C locale is the only
// one, so strtod and snprintf are exact replacements.
#if defined(__cpp_lib_to_chars) && __cpp_lib_to_chars >= 201611L
constexpr bool kHasFloatingCharconv = true;
#else
constexpr bool kHasFloatingCharconv = false;
#endif

// Decimal exponent of the first nonzero digit's place: positive when a number that no double holds is too
// large, negative when it is too small.
[[maybe_unused]] long decimalMagnitude(std::string_view text) {
  long magnitude = 0;
  bool seen_digit = false, seen_point = false;
  std::size_t i = text.starts_with('-') ? 1 : 0;
  for (; i < text.size() && text[i] != 'e' && text[i] != 'E'; ++i) {
    if (text[i] == '.') {
      seen_point = true;
    } else if (seen_digit || text[i] != '0') {
      seen_digit = true;
      magnitude += seen_point ? 0 : 1;
    } else if (seen_point) {
      --magnitude;
    }
  }
  if (!seen_digit) return -1000000;
  long exponent = 0;
  const bool negative = i + 1 < text.size() && text[i + 1] == '-';
  for (; i < text.size(); ++i) {
    if (text[i] >= '0' && text[i] <= '9' && exponent < 100000000) exponent = exponent * 10 + (text[i] - '0');
  }
  return magnitude + (negative ? -exponent : exponent);
}

template <class T>
double parseFinite(std::string_view text) {
  if constexpr (kHasFloatingCharconv) {
    T value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    (void)end;
    if (error != std::errc::result_out_of_range) return value;
    const T sign = text.starts_with('-') ? T(-1) : T(1);
    return decimalMagnitude(text) > 0 ? sign * std::numeric_limits<T>::infinity() : sign * T(0);
  } else {
    return std::strtod(std::string(text).c_str(), nullptr);
  }
}

template <class T>
std::string formatNumber(T value) {
  if constexpr (kHasFloatingCharconv) {
    char buffer[40];
    const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
    return error == std::errc() ? std::string(buffer, end) : std::string("0");
  } else {
    char buffer[40];
    for (int digits = 1; digits <= std::numeric_limits<T>::max_digits10; ++digits) {
      std::snprintf(buffer, sizeof buffer, "%.*g", digits, static_cast<double>(value));
      if (static_cast<T>(std::strtod(buffer, nullptr)) == value) break;
    }
    return buffer;
  }
}

}  // namespace

bool isNonFiniteName(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return text.starts_with('N') || text.starts_with('I');
}

double parseNumber(std::string_view text) {
  if (isNonFiniteName(text)) {
    if (text.ends_with('N')) return std::numeric_limits<double>::quiet_NaN();
    return text.starts_with('-') ? -std::numeric_limits<double>::infinity()
                                 : std::numeric_limits<double>::infinity();
  }
  // Short whole numbers are most of what a glTF file holds.
  if (text.size() <= 9) {
    std::uint32_t value = 0;
    std::size_t i = 0;
    while (i < text.size() && text[i] >= '0' && text[i] <= '9')
      value = value * 10 + std::uint32_t(text[i++] - '0');
    if (i == text.size()) return value;
  }
  return parseFinite<double>(text);
}

std::string number(double value) {
  return formatNumber(value);
}
std::string number(float value) {
  return formatNumber(value);
}

}  // namespace carom::json

#include "json/number_text.hpp"

#include <cfloat>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>

#include "json/splice.hpp"

#ifdef __EMSCRIPTEN__
#include <emscripten/emscripten.h>

// JavaScript reads a number as exactly as strtod, which would bring 128-bit floating point into the module.
EM_JS(double, carom_read_number, (const char* text, int size), { return +UTF8ToString(text, size); });
#endif

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

// W. Clinger, "How to read floating point numbers accurately" (1990): a whole number up to 2^53 and a power
// of ten up to 10^22 are doubles without rounding, so their product or quotient is rounded once, which is the
// right result. False for numbers that are not of that form.
bool exactProduct(std::string_view text, double& out) {
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0
  return (void)text, (void)out, false;  // Products would be rounded twice.
#else
  constexpr double kPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  constexpr int kMostDigits = 19;  // Fit in 64 bits.
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto digit = [&] { return at != end && *at >= '0' && *at <= '9'; };
  const bool negative = at != end && *at == '-';
  if (negative) ++at;
  const char* const first = at;
  std::uint64_t mantissa = 0;
  for (; digit(); ++at) mantissa = mantissa * 10 + std::uint64_t(*at - '0');
  std::ptrdiff_t digits = at - first, exponent = 0;
  if (at != end && *at == '.') {
    const char* const fraction = ++at;
    for (; digit(); ++at) mantissa = mantissa * 10 + std::uint64_t(*at - '0');
    exponent = fraction - at;
    digits += at - fraction;
  }
  if (digits > kMostDigits || mantissa > std::uint64_t(1) << 53) return false;
  if (at != end) {  // The exponent.
    ++at;
    const bool minus = at != end && *at == '-';
    if (minus || (at != end && *at == '+')) ++at;
    if (end - at > 3) return false;
    int written = 0;
    for (; digit(); ++at) written = written * 10 + (*at - '0');
    exponent += minus ? -written : written;
  }
  if (at != end || exponent < -22 || exponent > 22) return false;
  const auto whole = static_cast<double>(mantissa);
  const double size = exponent < 0 ? whole / kPowers[-exponent] : whole * kPowers[exponent];
  out = negative ? -size : size;
  return true;
#endif
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
#ifdef __EMSCRIPTEN__
    return carom_read_number(text.data(), static_cast<int>(text.size()));
#else
    return std::strtod(std::string(text).c_str(), nullptr);
#endif
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
      if (static_cast<T>(parseFinite<T>(buffer)) == value) break;
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
  double value = 0;
  if (exactProduct(text, value)) return value;
  return parseFinite<double>(text);
}

std::string number(double value) {
  return formatNumber(value);
}
std::string number(float value) {
  return formatNumber(value);
}

}  // namespace carom::json

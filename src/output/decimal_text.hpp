// Numbers as decimal text of a fixed number of significant digits, independent of the locale.
#pragma once

#include <charconv>
#include <cstdio>
#include <string>
#include <string_view>

namespace carom::output {

/// Writes `value` as printf's %g ('g', significant digits) or %f ('f', decimals) would in the C locale;
/// returns the end.
inline char* writeDecimal(char* begin, char* end, double value, char conversion, int digits) {
#if defined(__cpp_lib_to_chars)
  const auto format = conversion == 'g' ? std::chars_format::general : std::chars_format::fixed;
  return std::to_chars(begin, end, value, format, digits).ptr;
#else
  // libc++ of Emscripten 3.1.6 has no floating point to_chars; there the C locale is the only one.
  return begin + std::snprintf(begin, static_cast<std::size_t>(end - begin),
                               conversion == 'g' ? "%.*g" : "%.*f", digits, value);
#endif
}

/// Appends `value` with up to `digits` (1..17) significant digits, trailing zeros dropped. Minus zero is
/// written as 0.
inline void appendSignificant(std::string& text, double value, int digits) {
  char buffer[32];
  if (value == 0) value = 0;
  text.append(buffer, writeDecimal(buffer, buffer + sizeof buffer, value, 'g', digits));
}

/// Appends `value` with `decimals` digits after the point. Minus zero is written as 0.
inline void appendDecimals(std::string& text, double value, int decimals) {
  char buffer[400];  // The largest double has 309 digits before the point.
  char* end = writeDecimal(buffer, buffer + sizeof buffer, value == 0 ? 0.0 : value, 'f', decimals);
  text.append(buffer, end);
}

/// The same with trailing zeros dropped.
inline void appendFixed(std::string& text, double value, int decimals) {
  const std::size_t start = text.size();
  appendDecimals(text, value, decimals);
  if (decimals > 0) {
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
  }
  if (std::string_view(text).substr(start) == "-0") text.erase(start, 1);
}

inline void appendInteger(std::string& text, long long value) {
  char buffer[24];
  text.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

}  // namespace carom::output

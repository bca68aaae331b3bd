// Numbers as decimal text of a fixed number of significant digits, independent of the locale.
#pragma once

#include <charconv>
#include <string>

namespace carom::output {

/// Appends `value` with up to `digits` (1..17) significant digits, trailing zeros dropped. Minus zero is
/// written as 0.
inline void appendSignificant(std::string& text, double value, int digits) {
  char buffer[32];
  if (value == 0) value = 0;
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, digits).ptr;
  text.append(buffer, end);
}

/// Appends `value` with `decimals` digits after the point, trailing zeros dropped.
inline void appendFixed(std::string& text, double value, int decimals) {
  char buffer[400];  // The largest double has 309 digits before the point.
  char* end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, decimals).ptr;
  if (decimals > 0) {
    while (end[-1] == '0') --end;
    if (end[-1] == '.') --end;
  }
  std::string_view digits(buffer, static_cast<std::size_t>(end - buffer));
  text += digits == "-0" ? "0" : digits;
}

inline void appendInteger(std::string& text, long long value) {
  char buffer[24];
  text.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

}  // namespace carom::output

// JSON number text to double and back.
#pragma once

#include <string_view>

namespace carom::json {

/// Value of a JSON number, or of NaN, Inf, Infinity with an optional minus. Too large gives ±infinity, too
/// small ±0.
double parseNumber(std::string_view text);

/// Whether the text is one of the names JSON does not have: NaN, Inf, Infinity, with an optional minus.
bool isNonFiniteName(std::string_view text);

}  // namespace carom::json

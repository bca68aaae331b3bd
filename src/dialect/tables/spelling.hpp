// Suggestions for misspelt names.
#pragma once

#include <cstddef>
#include <string_view>

namespace carom::dialect {

/// Insertions, deletions and replacements between two names, letter case ignored. Names longer than 48 bytes
/// are as far apart as can be.
std::size_t editDistance(std::string_view a, std::string_view b);

/// Whether two names differ in the case of ASCII letters only.
bool equalIgnoringCase(std::string_view a, std::string_view b);

}  // namespace carom::dialect

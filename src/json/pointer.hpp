// JSON pointers (RFC 6901) as text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace carom::json {

/// Appends "/" and the escaped name.
void appendToken(std::string& pointer, std::string_view name);
/// The unescaped tokens of a pointer; nothing when it is malformed (neither empty nor starting with a slash).
std::optional<std::vector<std::string>> pointerTokens(std::string_view pointer);
/// The array index a token names: digits without leading zeros.
std::optional<std::size_t> tokenIndex(std::string_view token);

}  // namespace carom::json

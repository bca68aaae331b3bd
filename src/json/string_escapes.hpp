// JSON string escapes, both ways.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace carom::json {

/// Appends the unescaped form of the bytes between a string's quotes, whose escapes are known to be
/// well-formed. False for an unpaired surrogate.
bool unescape(std::string_view raw, std::string& out);

/// Appends a code point as UTF-8.
void appendUtf8(std::string& out, std::uint32_t code_point);

}  // namespace carom::json

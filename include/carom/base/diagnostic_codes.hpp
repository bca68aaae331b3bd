// Every diagnostic code, in one place. A code is stable once released; docs/diagnostics.md explains each.
// Add yours at the end of its layer's group.
#pragma once

#include <string_view>

namespace carom::codes {

// Files and containers.
inline constexpr std::string_view kFileUnreadable = "FILE_UNREADABLE";

// JSON.
inline constexpr std::string_view kJsonSyntax = "JSON_SYNTAX";

// glTF core.

// Physics extensions.

// What the engine does with a scene.

// Output.

}  // namespace carom::codes

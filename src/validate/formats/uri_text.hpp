// A file's name as a URI reference.
#pragma once

#include <string>
#include <string_view>

namespace carom::validate {

/// What a URI may not have is percent-encoded; slashes stay.
std::string uriText(std::string_view path);

}  // namespace carom::validate

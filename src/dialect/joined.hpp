// Text put together from pieces, for messages.
#pragma once

#include <string>
#include <string_view>

namespace carom::dialect {

/// The pieces (anything a string_view can be made of) one after the other.
template <class... Pieces>
std::string joined(const Pieces&... pieces) {
  std::string text;
  text.reserve((std::string_view(pieces).size() + ... + 0));
  (text.append(std::string_view(pieces)), ...);
  return text;
}

}  // namespace carom::dialect

// Text put together from pieces: strings and integers.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace carom::output {

/// `"a" + std::to_string(b) + ...` without the temporaries (and without g++ 12's false -Wrestrict warning
/// about them).
template <class... Pieces>
std::string concatenate(const Pieces&... pieces) {
  std::string text;
  const auto append = [&text](const auto& piece) {
    if constexpr (std::integral<std::decay_t<decltype(piece)>>) {
      text += std::to_string(piece);
    } else {
      text += std::string_view(piece);
    }
  };
  (append(pieces), ...);
  return text;
}

}  // namespace carom::output

// Texts for people who look something up: what a rule or a field means. A module that is downloaded carries
// none of them: with CAROM_WITHOUT_PROSE they are empty, and the literals do not come into the program.
#pragma once

#include <string_view>

namespace carom {

#ifdef CAROM_WITHOUT_PROSE
class Prose {
 public:
  constexpr Prose() = default;
  constexpr Prose(const char*) {}
  constexpr Prose(std::string_view) {}
  constexpr operator std::string_view() const { return {}; }
  constexpr bool empty() const { return true; }
};
#else
using Prose = std::string_view;
#endif

}  // namespace carom

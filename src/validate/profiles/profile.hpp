// What an engine's importer does with physics: one table a file in this folder. The build lists the tables by
// the names of the files.
#pragma once

#include <span>
#include <string_view>

#include "validate/profiles/feature.hpp"

namespace carom::validate::profiles {

enum class Treatment : std::uint8_t {
  Refused,       ///< The file or a part of it does not load.
  Dropped,       ///< It is not there.
  Different,     ///< It is there, and does something else than the document says.
  Approximated,  ///< Something near it is there.
  Done           ///< As the document says.
};

/// What becomes of a feature.
struct Fact {
  const Feature& feature;
  Treatment treatment;
  std::string_view text;    ///< A clause about what happens; "" for Done.
  std::string_view source;  ///< Where it is known from, and of which date.
  double above = 0;         ///< Concerns uses of a greater amount only.
};

struct Profile {
  std::string_view name;   ///< On the command line.
  std::string_view title;  ///< "Babylon.js with Havok".
  std::span<const Fact> facts;
};

/// Every profile, in the order of their files' names.
std::span<const Profile* const> all();

}  // namespace carom::validate::profiles

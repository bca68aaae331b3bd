// What parsing leaves: the source and one flat array of values. The children of a container lie next to each
// other, so element access is an addition; large objects also have their members sorted by name.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "json/document.hpp"

namespace carom::json {

inline constexpr std::uint32_t kNone = 0xFFFFFFFFu;

/// One value. Offsets are into the source.
struct Entry {
  std::uint32_t begin = 0;       ///< First byte.
  std::uint32_t end = 0;         ///< One past the last.
  std::uint32_t parent = kNone;  ///< Index of the container; kNone for the root.
  std::uint32_t first =
      0;  ///< Containers: index of the first child. Strings: index of the unescaped text or kNone.
  std::uint32_t count = 0;       ///< Containers: children.
  std::uint32_t name = kNone;    ///< Members: index into `names`.
  std::uint32_t sorted = kNone;  ///< Large objects: where their part of `sorted_members` begins.
  Kind kind = Kind::Null;
};

/// Objects with more members than this get a sorted index.
inline constexpr std::uint32_t kSmallObject = 16;

struct ParsedText {
  std::string source;
  std::vector<Entry> entries;
  std::uint32_t root = kNone;
  std::vector<std::string_view> names;        ///< Unescaped member names.
  std::vector<std::uint32_t> sorted_members;  ///< Member positions by (name, position), object after object.
  std::deque<std::string> unescaped;  ///< Texts that differ from the source bytes; addresses are stable.
};

struct Document::Storage : ParsedText {};

}  // namespace carom::json

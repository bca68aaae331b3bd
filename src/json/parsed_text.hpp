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

/// One value. Offsets are into the source. What kind it is its first character tells.
struct Entry {
  std::uint32_t begin = 0;       ///< First byte.
  std::uint32_t end = 0;         ///< One past the last.
  std::uint32_t parent = kNone;  ///< Index of the container; kNone for the root.
  std::uint32_t first =
      0;  ///< Containers: index of the first child. Strings: index of the unescaped text or kNone.
  std::uint32_t count = 0;     ///< Containers: children. Others: 0.
  std::uint32_t name = kNone;  ///< Members: index into `names`.
};

/// A member's name: bytes of the source, or, when it has escapes, `length` kNone and an index into
/// `unescaped`.
struct Name {
  std::uint32_t begin = 0;
  std::uint32_t length = 0;
};

/// Where the members of a large object are sorted: by the object's `first`, which only grows.
struct SortedObject {
  std::uint32_t first = 0;
  std::uint32_t offset = 0;  ///< Into `sorted_members`.
};

/// Objects with more members than this get a sorted index.
inline constexpr std::uint32_t kSmallObject = 16;

struct ParsedText {
  std::string source;
  std::vector<Entry> entries;
  std::uint32_t root = kNone;
  std::vector<Name> names;
  std::vector<SortedObject> sorted_objects;
  std::vector<std::uint32_t> sorted_members;  ///< Member positions by (name, position), object after object.
  std::deque<std::string> unescaped;  ///< Texts that differ from the source bytes; addresses are stable.

  std::string_view name(std::uint32_t index) const {
    const Name& n = names[index];
    return n.length == kNone ? std::string_view(unescaped[n.begin])
                             : std::string_view(source).substr(n.begin, n.length);
  }
  Kind kind(const Entry& entry) const {
    switch (source[entry.begin]) {
      case '{':
        return Kind::Object;
      case '[':
        return Kind::Array;
      case '"':
        return Kind::String;
      case 't':
      case 'f':
        return Kind::Boolean;
      case 'n':
        return Kind::Null;
      default:
        return Kind::Number;
    }
  }
};

struct Document::Storage : ParsedText {};

}  // namespace carom::json

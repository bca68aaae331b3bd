// What parsing leaves: the source and one flat array of values. The children of a container lie next to each
// other, so element access is an addition; large objects also have their members sorted by name.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "json/document.hpp"
#include "json/flat_array.hpp"

namespace carom::json {

inline constexpr std::uint32_t kNone = 0xFFFFFFFFu;

/// One value, or one name: the children of an object are a name and its value in turns.
///
/// What kind a value is stands in what its other fields have to spare, so that asking does not touch the
/// text. In a source below 2^32 bytes there are fewer than 2^31 entries, an entry needing two bytes or more.
struct Entry {
  static constexpr std::uint32_t kFlag = 0x80000000u;

  std::uint32_t begin = 0;  ///< Offset in the source of the first byte.
  std::uint32_t end = 0;    ///< One past the last.
  /// Containers: index of the first child, with the flag for objects. Strings: index in `unescaped`, or
  /// kNone.
  std::uint32_t first = 0;
  /// Containers: elements or members, with the flag. Names: their `nameHash`. Others: the kind.
  std::uint32_t count = 0;

  static Entry plain(Kind kind, std::uint32_t begin, std::uint32_t end, std::uint32_t first = 0) {
    return {begin, end, first, static_cast<std::uint32_t>(kind)};
  }
  static Entry container(bool object, std::uint32_t begin, std::uint32_t end, std::uint32_t first,
                         std::uint32_t children) {
    return {begin, end, first | (object ? kFlag : 0), children | kFlag};
  }
  /// Of a value.
  Kind kind() const {
    if (isContainer()) return isObject() ? Kind::Object : Kind::Array;
    return static_cast<Kind>(count);
  }
  bool isContainer() const { return (count & kFlag) != 0; }
  bool isObject() const { return (first & count & kFlag) != 0; }
  /// Of a container.
  std::uint32_t children() const { return count & ~kFlag; }
  std::uint32_t nameIndex(std::uint32_t position) const { return (first & ~kFlag) + 2 * position; }
  std::uint32_t valueIndex(std::uint32_t position) const {
    return isObject() ? nameIndex(position) + 1 : (first & ~kFlag) + position;
  }
};

/// Where the members of a large object are sorted: by the object's `first`, which only grows.
struct SortedObject {
  std::uint32_t first = 0;
  std::uint32_t offset = 0;  ///< Into `sorted_members`.
};

/// Objects with more members than this get a sorted index.
inline constexpr std::uint32_t kSmallObject = 16;

/// Tells most names apart without looking at the text: mixes the length with the first and the last bytes.
inline std::uint32_t nameHash(std::string_view name) {
  std::uint64_t head = 0, tail = 0;
  const std::size_t size = name.size();
  if (size >= 8) {
    std::memcpy(&head, name.data(), 8);
    std::memcpy(&tail, name.data() + size - 8, 8);
  } else if (size >= 4) {
    std::uint32_t four = 0;
    std::memcpy(&four, name.data(), 4);
    head = four;
    std::memcpy(&four, name.data() + size - 4, 4);
    tail = four;
  } else if (size > 0) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(name[i]); };
    head = std::uint64_t(byte(0)) << 16 | std::uint64_t(byte(size / 2)) << 8 | byte(size - 1);
  }
  // Multiplicative hashing with odd constants near 2^64 over the golden ratio and its square.
  const std::uint64_t mixed = (head * 0x9E3779B97F4A7C15u) ^ ((tail + size) * 0xC2B2AE3D27D4EB4Fu);
  return static_cast<std::uint32_t>((mixed ^ (mixed >> 29)) >> 16);
}

struct ParsedText {
  std::string source;
  FlatArray<Entry> entries;
  std::uint32_t root = kNone;
  std::vector<SortedObject> sorted_objects;
  std::vector<std::uint32_t> sorted_members;  ///< Member positions by (name, position), object after object.
  std::string unescaped_text;                 ///< Texts that differ from the source bytes, one after another.
  std::vector<std::uint32_t> unescaped;       ///< Where each of them ends.

  /// The text of a string or name.
  std::string_view string(const Entry& entry) const {
    if (entry.first == kNone)
      return std::string_view(source).substr(entry.begin + 1, entry.end - entry.begin - 2);
    const std::uint32_t begin = entry.first == 0 ? 0 : unescaped[entry.first - 1];
    return std::string_view(unescaped_text).substr(begin, unescaped[entry.first] - begin);
  }
  std::string_view name(const Entry& object, std::uint32_t position) const {
    return string(entries[object.nameIndex(position)]);
  }
};

struct Document::Storage : ParsedText {};

}  // namespace carom::json

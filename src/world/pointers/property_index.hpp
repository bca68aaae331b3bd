// Finds what a JSON pointer into the scene's file names.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/scene/scene.hpp"
#include "world/pointers/property.hpp"

namespace carom::world {

/// A property of one object.
struct PropertyPlace {
  const PropertyRow* row = nullptr;
  std::int32_t item = -1;  ///< Node, animation, or index into the scene's vector of the holder.
  std::int32_t part = -1;  ///< Limits, drives: index into the description's.
};

/// Every object of the scene is known by the pointer that it was read from, so any revision's spelling leads
/// to it.
class PropertyIndex {
 public:
  explicit PropertyIndex(const Scene& scene);
  std::optional<PropertyPlace> find(std::string_view pointer) const;
  /// The length of an array of the file that graphs may ask for ("/nodes.length"), -1: none.
  std::int32_t lengthOf(std::string_view pointer) const;

 private:
  struct Object {
    Holder holder;
    std::int32_t item;
    std::int32_t part;
  };
  void add(const Origin& origin, const Object& object);

  std::multimap<std::string, Object, std::less<>> objects_;
  std::map<std::string, std::int32_t, std::less<>> lengths_;
  std::int32_t nodes_ = 0;
  std::int32_t animations_ = 0;
};

}  // namespace carom::world

// Origin of a scene item in its file.
#pragma once

#include <cstdint>
#include <string>

namespace carom {

/// Origin of an item.
struct Origin {
  std::string pointer;         ///< JSON pointer of the item's object.
  std::uint64_t authored = 0;  ///< Bit i: the i-th field of the item's field table was in the file.
};

}  // namespace carom

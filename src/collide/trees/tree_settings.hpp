// Constants of the dynamic trees.
#pragma once

#include <cstddef>
#include <cstdint>

namespace carom::collide {

struct TreeSettings {
  /// Levels by which one side of a node may be higher than the other where that reduces the area.
  static constexpr std::int32_t kMaxUneven = 12;
  /// If at most one of this many leaves moves, leaves are inserted one by one: for more, that takes longer
  /// than updating the whole tree in one pass.
  static constexpr std::size_t kFewMoves = 128;
  /// The tree is built again when its leaves have moved this many times on average.
  static constexpr std::size_t kMovesPerBuild = 8;
  /// Up to this many leaves are always inserted one by one, which allocates nothing.
  static constexpr std::size_t kSmallUpdate = 128;
};

}  // namespace carom::collide

// Constants of the constraint graph.
#pragma once

#include <cstddef>
#include <cstdint>

namespace carom::solve {

struct GraphSettings {
  /// Number of colours, one bit each of a body's mask. The last one takes what finds no other.
  static constexpr int kColors = 64;
  /// A heap gets a slab for at least this many constraints, up to kMaxSlabs slabs.
  static constexpr std::size_t kConstraintsPerSlab = 360;
  static constexpr std::int32_t kMaxSlabs = 64;
  /// At most one of this many constraints may reach farther than to the next slab; otherwise there are fewer
  /// slabs, because such constraints are solved one after the other.
  static constexpr std::size_t kFewFarReaching = 20;
  /// Resolution of the search for slab borders: bins of the longest side.
  static constexpr std::int32_t kBins = 1024;

  /// Searches for the end of a net, each from the farthest body that the last one found.
  static constexpr int kEndSearches = 4;

  /// Rounds in which a thread without work looks at its own slabs only, and rounds before it yields its
  /// processor.
  static constexpr int kOwnRounds = 30;
  static constexpr int kSpinRounds = 4000;
};

}  // namespace carom::solve

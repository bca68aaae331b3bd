// Constants of queries.
#pragma once

#include <cstddef>

namespace carom::collide {

struct QuerySettings {
  /// Steps of conservative advancement.
  static constexpr int kMaxSweepSteps = 96;
  /// Chords through a closed mesh that are tried for the point inside.
  static constexpr std::size_t kCoreSamples = 16;
};

}  // namespace carom::collide

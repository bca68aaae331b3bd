// Constants of the broad phase.
#pragma once

#include <cstddef>
#include <cstdint>

namespace carom::solve {

struct BroadPhaseSettings {
  /// Boxes of infinite planes are clipped to this coordinate, m, so that their areas stay finite in float.
  static constexpr float kMaxCoordinate = 1e15f;

  // Margin of a fat box: a fraction of the bounding radius, between two distances in m (times the tolerance).
  // A larger margin means fewer new boxes and more pairs.
  static constexpr float kFatMarginShare = 0.1f;
  static constexpr float kMinFatMargin = 0.002f;
  static constexpr float kMaxFatMargin = 0.1f;

  // Distance that a collider may move before its bounds are computed again: the smaller one of a distance in
  // m (times the tolerance) and a fraction of the bounding radius. A body at rest moves less, so its bounds
  // cost nothing.
  static constexpr float kBoundsRoom = 1e-4f;
  static constexpr float kBoundsRoomShare = 0.01f;
  /// Relative rounding of bounds in float: five units in the last place.
  static constexpr float kRounding = 3e-7f;

  /// Colliders per job of the search for new pairs, and active pairs per job of the search for separated
  /// ones.
  static constexpr std::int32_t kCollidersPerJob = 32;
  static constexpr std::int32_t kPairsPerJob = 512;
  /// With fewer than one new box per this many active pairs, the pairs of the bodies with new boxes are
  /// tested for separation instead of all pairs.
  static constexpr std::size_t kPairsPerNewBox = 64;
};

}  // namespace carom::solve

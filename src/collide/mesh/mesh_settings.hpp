// Constants of preparing meshes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace carom::collide {

struct MeshSettings {
  /// Vertices with larger coordinates are invalid, m: products of them would exceed the range of float.
  static constexpr float kMaxCoordinate = 1e15f;
  /// Triangles with a smaller height, as a fraction of their longest side, have no reliable normal in float
  /// and are dropped.
  static constexpr double kMinRelativeHeight = 1e-6;
  /// Comparing the boxes of pieces is quadratic. Beyond this many comparisons, pieces keep their orientation.
  static constexpr std::size_t kMaxComparisons = 10'000'000;
  /// Largest number of triangles of a fan around a vertex that are visited.
  static constexpr int kMaxFan = 96;
  /// Bins of the surface area heuristic.
  static constexpr int kBins = 12;
  /// Depth from which nodes are halved by count: 2^32 triangles then need 30 more levels.
  static constexpr int kSahDepth = 30;
  /// Up to this many boxes are sorted, and every split is tried.
  static constexpr std::uint32_t kSortedBoxes = 16;
  /// Of more boxes than this, only this many, evenly spaced, determine the split.
  static constexpr std::uint32_t kSamples = 1024;
};

}  // namespace carom::collide

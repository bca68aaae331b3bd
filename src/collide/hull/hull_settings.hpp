// Constants of building hulls.
#pragma once

#include <cstddef>
#include <cstdint>

namespace carom::collide {

struct HullBuildSettings {
  /// Points with larger coordinates are ignored, m: their squares exceed the range of float.
  static constexpr float kMaxCoordinate = 1e15f;
  /// Extent below which the input is a point, m.
  static constexpr double kPointExtent = 1e-7;
  /// Half width of the rod around points on a line, and half extent of the cube around a point, m.
  static constexpr double kRodHalfWidth = 1e-4;
  /// Relative spacing of floats.
  static constexpr double kFloatStep = 1.2e-7;
  /// Largest number of distances of points from faces that are computed for max_deviation.
  static constexpr std::size_t kMaxMeasured = 20'000'000;
  /// Budget of tests of a point against a face: this many per point, plus kTestsBase.
  static constexpr std::uint64_t kTestsPerPoint = 512;
  /// The constant part of that budget.
  static constexpr std::uint64_t kTestsBase = 100'000'000;
  /// Sweeps over the edges in which faces are merged.
  static constexpr int kMaxMergeSweeps = 32;
  /// Passes in which vertices are removed.
  static constexpr int kMaxThinningPasses = 12;
  /// Threshold of the hulls that thinning builds, grid units: rounding only.
  static constexpr double kFinestThreshold = 0.25;
  /// Relative error of a dot product in float, with a margin: four times 2.5e-7.
  static constexpr float kTableRounding = 1e-6f;
  /// Lengths of a direction between which its products stay in the range of float.
  static constexpr double kShortestDirection = 1e-12;
  /// See kShortestDirection.
  static constexpr double kLongestDirection = 1e12;
  /// Entries of a list of the tables. Larger hulls (made by hand) have no tables.
  static constexpr std::size_t kMaxTableEntries = 0xffff;
};

}  // namespace carom::collide

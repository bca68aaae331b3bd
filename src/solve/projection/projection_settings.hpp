// Constants of the projection of positions.
#pragma once

#include <cstdint>

namespace carom::solve {

struct ProjectionSettings {
  /// Way of two bodies beside each other, as a share of the smaller size, and rotation, rad, up to which the
  /// contact points of the start of the step describe a pair.
  static constexpr float kRowsShare = 0.1f;
  /// Longest way of a body in one round, as a share of its inscribed radius. Up to it its contacts are rows.
  static constexpr float kFarthestShare = 0.25f;
  /// So many of these ways a body may go until its pairs are collected anew.
  static constexpr double kRoundsCovered = 2;
  /// Distance up to which the contacts of a body are rows, times the depth that it is to leave.
  static constexpr float kReach = 2;
  /// Passes over all contacts between two searches for contacts of the bodies that they moved, and the
  /// number of these searches.
  static constexpr int kPasses = 32, kSearches = 6;
  /// Passes end when no point moved by more than this share of its depth.
  static constexpr float kConverged = 0.1f;

  /// A pair is deep beyond this many times the depth that is left.
  static constexpr float kTooDeep = 1.2f;
  /// Rows are straight and rotations are not: what is still deep is projected again, so many times in all.
  static constexpr int kRounds = 16;

  static constexpr std::int32_t kContactsPerJob = 256;
};

}  // namespace carom::solve

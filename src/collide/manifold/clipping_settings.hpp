// Constants of clipping.
#pragma once

namespace carom::collide {

struct ClippingSettings {
  /// Least cosine between a face's normal and the contact normal for the face to be clipped against: 2.5
  /// degrees.
  static constexpr double kFaceAlignment = 0.999;
  /// Largest sine between two edges that give two contact points: for round edges, whose separation at the
  /// ends is measured exactly, and for sharp ones.
  static constexpr double kParallelRoundEdges = 0.02;
  /// See kParallelRoundEdges.
  static constexpr double kParallelSharpEdges = 0.01;
  /// Corners outside by up to this fraction of the smaller shape's size are moved onto the border instead of
  /// being clipped. So equal faces on each other keep their corners, and the corners their impulses, while
  /// they tremble.
  static constexpr double kCornerMargin = 1e-4;
  /// Slopes of contact points over the plane of contact that differ by less are equal.
  static constexpr double kEqualSlopes = 1e-3;
  /// The second contact point is at least this fraction of the contact's extent away from the first.
  static constexpr double kNearPoint = 0.03;
};

}  // namespace carom::collide

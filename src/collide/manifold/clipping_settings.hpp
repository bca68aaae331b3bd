// Constants of clipping.
#pragma once

namespace carom::collide {

struct ClippingSettings {
  /// Least cosine between a face's normal and the contact normal for the face to be clipped against: 2.5
  /// degrees.
  static constexpr double kFaceAlignment = 0.999;
  /// Largest sine between two edges that have a line of contact: for round edges, whose separation along the
  /// line is measured exactly, and for sharp ones.
  static constexpr double kParallelRoundEdges = 0.3;
  /// See kParallelRoundEdges.
  static constexpr double kParallelSharpEdges = 0.01;
  /// Largest sine between such an edge and the plane of contact.
  static constexpr double kLevelEdge = 0.02;
  /// Tangent of the angle by which the normal of a line of contact may turn along it: 8 degrees.
  static constexpr double kLineTurns = 0.14;
  /// Sine from which an end of the line has a normal of its own.
  static constexpr double kTurnedEnd = 2e-3;
  /// Corners outside by up to this fraction of the smaller shape's size are moved onto the border instead of
  /// being clipped. So equal faces on each other keep their corners, and the corners their impulses, while
  /// they tremble.
  static constexpr double kCornerMargin = 1e-4;
  /// Slopes of contact points over the plane of contact that differ by less are equal.
  static constexpr double kEqualSlopes = 1e-3;
  /// The second contact point is at least this fraction of the contact's extent away from the first. A line
  /// of contact is twice this fraction of the smaller shape's size long, and on an edge of a mesh an end of
  /// it is that far from the closest points.
  static constexpr double kNearPoint = 0.03;
  /// Points nearer to each other than this fraction of the contact's extent, or nearer to the closest points
  /// than this fraction of the smaller shape's size, are the same. Two in one place would carry twice as
  /// much, and lose half of it where one of them goes.
  static constexpr double kSamePoint = 1e-3;
};

}  // namespace carom::collide

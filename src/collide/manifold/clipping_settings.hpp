// Constants of clipping.
#pragma once

namespace carom::collide {

struct ClippingSettings {
  /// Least cosine between a face's normal and the contact normal for the face to be clipped against: 2.5
  /// degrees.
  static constexpr double kFaceAlignment = 0.999;
  /// The same for a face that bodies may turn onto within the step: 18 degrees.
  static constexpr double kBesideAlignment = 0.95;
  /// Sine of the angle of kFaceAlignment: bodies whose contacts reach less far than this fraction of the
  /// smaller shape's size do not meet a face that is inclined by more.
  static constexpr double kBesideReach = 0.0447;
  /// Largest sine between two edges that give two contact points: for round edges, whose separation at the
  /// ends is measured exactly, and for sharp ones.
  static constexpr double kParallelRoundEdges = 0.02;
  /// See kParallelRoundEdges.
  static constexpr double kParallelSharpEdges = 0.01;
  /// Corners outside by up to this fraction of the smaller shape's size are moved onto the border instead of
  /// being clipped. So equal faces on each other keep their corners, and the corners their impulses, while
  /// they tremble.
  static constexpr double kCornerMargin = 1e-4;
};

}  // namespace carom::collide

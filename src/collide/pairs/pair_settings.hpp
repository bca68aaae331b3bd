// Constants of contacts of convex shapes.
#pragma once

namespace carom::collide {

struct PairSettings {
  /// Margin within which axes are equally good: this fraction of the smaller shape's size plus kDepthMargin
  /// of the depth. Polyhedra then rest on a face, and keep to it, where an edge pair or the other's face is
  /// slightly better.
  static constexpr double kSizeMargin = 1e-4;
  /// See kSizeMargin.
  static constexpr double kDepthMargin = 0.01;
  /// Corners outside the reference rectangle by up to this fraction of the smaller box's size are moved onto
  /// its border instead of being clipped: boxes of equal size in a stack keep the corners, and their
  /// impulses, while they tremble.
  static constexpr double kBoxCornerMargin = 1e-3;
};

}  // namespace carom::collide

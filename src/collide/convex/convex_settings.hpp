// Constants of distance and penetration of convex cores.
#pragma once

namespace carom::collide {

struct ConvexSettings {
  /// Iterations of GJK.
  static constexpr int kMaxGjkIterations = 128;
  /// Steps of Newton's method on curved cores; three are usual.
  static constexpr int kMaxNewtonSteps = 6;
};

}  // namespace carom::collide

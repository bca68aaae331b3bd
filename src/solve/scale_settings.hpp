// Constants that relate tolerances to gravity and to the sizes of shapes.
#pragma once

namespace carom::solve {

struct ScaleSettings {
  /// Gravity for which the distances and speeds in the sources hold, m/s².
  static constexpr float kEarthGravity = 9.81f;
  /// Radius for which they hold without gravity, m. A body of this radius then has the same tolerances as on
  /// the Earth.
  static constexpr float kUsualRadius = 2.0f / 3;
  /// Radius of a plane and of larger shapes, m. Its square stays within the precision of float.
  static constexpr float kMaxRadius = 1e6f;
  /// Least inscribed radius, as a fraction of the bounding radius: meshes and slivers have no inscribed ball.
  static constexpr float kMinInscribedShare = 0.1f;
  /// Speed below which a body that is placed counts as at rest for the load estimate, m/s.
  static constexpr float kRestSpeed = 0.05f;
  /// Speed from which two bodies get contacts at their time of impact, m/s (narrow_phase/impact.cpp).
  static constexpr float kImpactSpeed = 0.5f;
};

}  // namespace carom::solve

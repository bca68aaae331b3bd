// Constants of principal moments.
#pragma once

namespace carom::collide {

struct MassSettings {
  /// Sweeps of Jacobi's method. Convergence is quadratic; 5 to 8 are usual.
  static constexpr int kMaxSweeps = 32;
  /// Off-diagonal elements below this fraction of the geometric mean of their moments are zero.
  static constexpr double kNegligible = 1e-7;
};

}  // namespace carom::collide

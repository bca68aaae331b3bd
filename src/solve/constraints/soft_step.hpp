// Coefficients of soft constraints, constant over a step. contact_solver.hpp has the derivation.
#pragma once

namespace carom::solve {

struct SoftStep {
  float substep = 1.0f / 240;  ///< s
  float bias_rate = 0;         ///< Fraction of the error removed per second, 1/s.
  float mass_scale = 1;
  float impulse_scale = 0;
};

/// Of a damped spring, integrated implicitly over a substep of h seconds. `frequency` is a fraction of the
/// substep rate.
inline SoftStep softStep(float h, float frequency, float damping_ratio) {
  constexpr float kTwoPi = 6.28318530717958647692f;
  const float omega = kTwoPi * frequency / h;
  const float a = 2 * damping_ratio + h * omega;
  const float c = h * omega * a;
  return {h, omega / a, c / (1 + c), 1 / (1 + c)};
}

}  // namespace carom::solve

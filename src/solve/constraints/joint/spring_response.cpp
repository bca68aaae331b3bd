// Springs in the joints.
//
// A substep of h seconds moves with the velocity at its end: x₊ = x + h u'. A spring whose impulse is
// −h (k x + c u) with x or u taken at one end of the substep either gains energy or loses it (at 240 substeps
// a second an implicit spring of 1 Hz has a damping ratio of 0.013 too much), and the frequency is off by
// (ωh)²/24. Both can be right to rounding. Let the impulse be
//
//   λ = −h k x − a (u' − u) − d (u' + u),
//
// u the velocity before and u' after the substep, with everything else that acts included. At rest it is
// −h k x: the deflection under a load is F/k whatever a and d are. For a mass m that nothing else acts on,
// with D = 1 + a/m, δ = d/m and ω² = k/m it says
//
//   D (x₊ − 2x + x₋) + δ (x₊ − x₋) + ω²h² x = 0,
//
// whose solutions z^n with z₁ + z₂ = (2D − ω²h²)/(D + δ), z₁ z₂ = (D − δ)/(D + δ) are those of the
// differential equation, z = exp(−s) with s₁ + s₂ = c h/m and s₁ s₂ = ω²h², when with E² = z₁ z₂ = exp(−c
// h/m)
//
//   D = ω²h² (1 + E²) / (2 (1 − z₁)(1 − z₂)),   δ = D (1 − E²)/(1 + E²).
//
// Underdamped, (1 − z₁)(1 − z₂) = 1 + E² − 2 E cos φ = (1 − E)² + 4 E sin²(φ/2) with φ² = ω²h² − (ch/2m)²;
// overdamped both factors are real. Without a spring (k → 0) D = δ coth δ with δ = ch/2m: a velocity decays
// exactly, and slips by exactly F/c under a load.
//
// With more than one degree of freedom m is the effective mass of the spring's own, and a and d depend on it
// in second order only. A phase φ of more than π is one that substeps cannot tell from a smaller one; it is
// kept below a limit.

#include "solve/constraints/joint/spring_response.hpp"

#include <algorithm>
#include <cmath>

#include "base/exponential.hpp"
#include "base/trigonometry.hpp"

namespace carom::solve {

SpringResponse springResponse(const Spring& spring, double mass, double h, double most_phase) {
  const double half = 0.5 * spring.damping * h / mass;           // δ without a spring
  const double phase_squared = spring.stiffness * h * h / mass;  // ω²h²
  const double squared = exponential(-2 * half);                 // E²
  double response;                                               // D
  if (phase_squared <= 1e-14) {
    response = half > 1e-7 ? half * (1 + squared) / oneMinusExponential(2 * half) : 1;
    return {mass * std::max(0.0, response - 1), mass * half};
  }
  double denominator;
  if (phase_squared > half * half) {
    const double phase = std::min(std::sqrt(phase_squared - half * half), most_phase);
    const double decay = exponential(-half), lost = oneMinusExponential(half);
    const double s = sine(0.5 * phase);
    denominator = lost * lost + 4 * decay * s * s;
  } else {
    const double fast = half + std::sqrt(half * half - phase_squared);
    denominator = oneMinusExponential(fast) * oneMinusExponential(phase_squared / fast);
  }
  response = 0.5 * phase_squared * (1 + squared) / denominator;
  const double drag = response * oneMinusExponential(2 * half) / (1 + squared);
  return {mass * std::max(0.0, response - 1), mass * drag};
}

}  // namespace carom::solve

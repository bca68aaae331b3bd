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
#pragma once

#include "solve/constraints/joint/joint_settings.hpp"
#include "solve/simd/lane_functions.hpp"

namespace carom::solve {
namespace {

/// Parts of the impulse of a spring over a substep of h seconds:
///
///   λ = −h k x − added (u' − u) − drag (u' + u).
template <int W>
struct SpringResponse {
  DoubleW<W> added;  ///< kg or kg·m²
  DoubleW<W> drag;   ///< kg or kg·m²
};

/// Of stiffness k (N/m or N·m/rad) and damping c (N·s/m or N·m·s/rad), both >= 0. `mass` is what the spring
/// has to move, kg or kg·m². `most_phase`: rad by which it may oscillate in a substep of h seconds; a stiffer
/// one oscillates that slowly, and deflects as it should.
template <int W>
inline SpringResponse<W> springResponse(DoubleW<W> stiffness, DoubleW<W> damping, DoubleW<W> mass, double h,
                                        double most_phase) {
  using Double = DoubleW<W>;
  const Double one = all<W>(1);
  const Double most = all<W>(JointSettings::kMostDamped);
  const Double half = lower(0.5 * damping * h / mass, most);
  const Double phase_squared = lower(stiffness * (h * h) / mass, most);
  const Double lost = oneMinusExponentialOf<W>(half), lost_twice = lost * (2 - lost);
  const Double decay = 1 - lost, squared = decay * decay;
  // Without a spring.
  const MaskW<W> drags = half > 1e-7;
  const Double alone = drags ? half * (1 + squared) / (drags ? lost_twice : one) : one;
  // Underdamped.
  const Double under = phase_squared - half * half;
  const MaskW<W> swings = under > 0;
  const Double phase = lower(rootOf(swings ? under : all<W>(0)), all<W>(most_phase));
  const Double s = sineOf(0.5 * phase);
  Double denominator = lost * lost + 4 * decay * s * s;
  if (anyLane(~swings)) {
    const Double fast = half + rootOf(swings ? all<W>(0) : -under);
    const Double slow = phase_squared / (fast > 0 ? fast : one);
    denominator = swings ? denominator : oneMinusExponentialOf<W>(fast) * oneMinusExponentialOf<W>(slow);
  }
  const MaskW<W> springs = phase_squared > 1e-14;
  const Double response = 0.5 * phase_squared * (1 + squared) / (springs ? denominator : one);
  return {mass * greater((springs ? response : alone) - 1, all<W>(0)),
          mass * (springs ? response * lost_twice / (1 + squared) : half)};
}

}  // namespace
}  // namespace carom::solve

// Pins of large nets, several at a time in lanes.
//
// Nets have so many loops that their joints cannot be solved at once (joint_solver.hpp). Most of these joints
// are pins: the two anchors coincide, and there is no other limit. Pins are coloured like contacts and solved
// in SIMD lanes. With arms r from the centres of mass and the error c of the anchors,
//
//   ċ = v_b + ω_b × r_b − v_a − ω_a × r_a,   K = (1/m_a + 1/m_b) 1 + Σ [r]× I⁻¹ [r]×ᵀ,
//
// the impulse λ = −K⁻¹ ρ removes a residual ρ. At the end of the substep the error is, to second order,
//
//   c + h ċ + h²/2 (ω_b × (ω_b × r_b) − ω_a × (ω_a × r_a)).
//
// The biased solve removes a part of it, softly as for contacts (contact_solver.hpp). At the poses that this
// leads to, the relaxation makes ċ = 0. So the curvature of the paths adds and removes nothing in a net that
// moves as a whole (joint_solver.hpp). An impulse at both anchors acts along one line only if c is small.
//
// The same source is compiled for each width, as for contacts.
#pragma once

#include <cstddef>
#include <cstdint>

#include "carom/base/vector.hpp"
#include "solve/constraints/soft_step.hpp"
#include "solve/simd/wide.hpp"
#include "solve/state/solver_body.hpp"

namespace carom::solve {

/// The input for one lane.
struct PinInput {
  std::int32_t body_a = 0;  ///< Index into SolverBodies.
  std::int32_t body_b = 0;
  Vec3 anchor_a, anchor_b;  ///< From the centres of mass, in the bodies' axes.
  Vec3 offset;              ///< From A's centre of mass to B's at the start of the step, m.
  Vec3 impulse;             ///< On B, of the last substep, N·s.
  Vec3 total;               ///< Sum over the step.
};

struct PinStep : SoftStep {
  float max_speed = 4;  ///< Limit of the speed at which an error is removed, m/s.
};

template <int W>
struct PinBlock {
  std::int32_t body_a[W];
  std::int32_t body_b[W];
  std::int32_t count;
  Vec3W<W> anchor_a, anchor_b, offset;
  FloatW<W> inverse_mass_a, inverse_mass_b;
  Symmetric3W<W> inverse_inertia_a, inverse_inertia_b;
  Vec3W<W> arm_a, arm_b, error;
  Symmetric3W<W> mass;
  Vec3W<W> impulse, total;
  PinInput* pin[W];
};

/// Functions that work on blocks [begin, end) of an array of PinBlock<lanes>.
struct PinSolver {
  int lanes = 1;
  std::size_t block_size = 0;
  void (*prepare)(void* blocks, std::int32_t block, PinInput* const* pins, int count,
                  const BodyArrays& bodies);
  /// Updates arms, errors and masses to the present poses.
  void (*place)(void* blocks, std::int32_t begin, std::int32_t end, const BodyArrays& bodies);
  void (*warm_start)(void* blocks, std::int32_t begin, std::int32_t end, const BodyArrays& bodies);
  void (*solve_biased)(void* blocks, std::int32_t begin, std::int32_t end, const BodyArrays& bodies,
                       const PinStep& step);
  void (*relax)(void* blocks, std::int32_t begin, std::int32_t end, const BodyArrays& bodies);
  /// Adds the substep's impulses to the step's.
  void (*count)(void* blocks, std::int32_t begin, std::int32_t end);
  void (*store)(const void* blocks, std::int32_t begin, std::int32_t end);
};

/// The functions for the lanes of a contact solver: 1, 4 or 8.
const PinSolver& pinSolver(int lanes);

const PinSolver& pinSolver1();
const PinSolver& pinSolver4();
const PinSolver& pinSolver8();

}  // namespace carom::solve

// Contact constraints.
//
// For a contact point with unit normal n from body A to body B and arms rA, rB from the centres of mass, the
// rate of change of the distance is
//
//   Cdot = n · (vB + wB × rB − vA − wA × rA) = n · (vB − vA) + (rB × n) · wB − (rA × n) · wA = J v,
//
// so J = [−n, −(rA × n), n, rB × n] and the effective mass is m = 1 / (J M⁻¹ Jᵀ). An impulse λ >= 0 changes
// velocities by M⁻¹ Jᵀ λ. Over a substep h the distance becomes s + h Cdot, so apart (s > 0) the constraint
// is Cdot >= −s/h: it acts only when the gap would close within the substep, and then stops the bodies
// exactly at touch (speculative contact).
//
// The two arms of a point must end in the same place, or an impulse would change the angular momentum: with d
// the offset from A's centre of mass to B's, rB = rA − d, where d follows the bodies from substep to substep.
// So with e = d × n and a = rA × n a point has
//
//   Cdot = n · (vB − vA) − e · wB + a · (wB − wA).
//
// The points of a manifold share n, so its speeds u and impulses form a small system of their own: u_i
// changes by K_ij Δλ_j, with K = J M⁻¹ Jᵀ over the points. A pass takes u from the velocities once, goes over
// over u and λ alone and gives the sum of the impulses back to the bodies.
//
// Penetrating (s < 0) the constraint is soft: a damped spring of frequency ω = 2πf and damping ratio ζ on the
// effective mass, integrated implicitly (Catto, "Soft Constraints", GDC 2011; Macklin et al., "Small Steps in
// Physics Simulation", 2019). With k = 2ζ + hω and c = hω k:
//
//   λ ← max(0, λ − m (c/(1+c)) (Cdot + (ω/k) s) − (λ − λ₀)/(1+c)).
//
// λ₀ is the load that the point carries at no depth: 0, or what the load estimate found when the bodies came
// to rest on each other (load_estimate.cpp). A pile so preloaded does not sink. The spring then reaches above
// the surface to its natural length, where it carries nothing: with any shorter reach each opening and
// closing of a contact would give a pile the energy that the spring still had, and it would shake itself
// apart within seconds; for the same reason λ₀ does not follow the load as it changes. But a load that has
// gone must not be pushed any more: with λ' = max(0, λ − m Cdot), the impulse that just stops the bodies, λ₀
// counts for at most 2 λ', and what a step ends with bounds what it is in the next.
//
// Pushing out adds velocity that is not physical; after positions have moved, a second pass without the bias
// ("relax") takes it out again.
//
// The distance is carried through the substeps to first order in the motion since the start of the step,
//
//   s = s₀ + n · (ΔpB − ΔpA) + (rB × n) · ΔθB − (rA × n) · ΔθA,
//
// which is exact for a ball or a cylinder that rolls (rB × n = 0 however far it turns).
//
// Friction is Coulomb's for the whole patch of points that share a normal: a two-dimensional constraint at
// the centre of pressure, |λt| <= μ Σλ, solved as one block so that the limit is a circle and not a square,
// and a twist about n, |τ| <= μ Σ λ_i d_i with d_i the distance of point i from the centre, times the mean
// distance of an evenly loaded patch over that of its rim. μ is the static coefficient while the patch slips
// slower than `static_slip_speed` and the dynamic one otherwise (document 003, "Physics Materials").
//
// Restitution: a point that hits faster than `restitution_threshold` leaves with e times the speed it had
// when it touched. That speed is taken in closed form from the state at the start of the step: with relative
// speed v₀, relative acceleration a and gap s₀ along n, v² = v₀² − 2 a s₀. So the rebound does not depend on
// where in the step the impact falls. The pass comes right after the substep in which the point took its
// first impulse. The impulses of an impact are not kept for warm starting: the next substep has to carry
// weights, not blows.
//
// The same source is compiled for each width (contact_solver_*.cpp), and lanes never influence each other:
// the result does not depend on how many lanes there are.
#pragma once

#include <cstddef>
#include <cstdint>

#include "solve/constraints/contact/contact_block.hpp"

namespace carom::solve {

/// The passes over blocks [begin, end) of an array of ContactBlock<lanes>.
struct ContactSolver {
  int lanes = 1;
  std::size_t block_size = 0;
  std::size_t tail_size = 0;

  /// Fills one block, and the one of an array of ContactTail<lanes>, from up to `lanes` inputs.
  void (*prepare)(void* blocks, void* tails, std::int32_t block, const ContactInput* const* inputs, int count,
                  const BodyArrays& bodies, const ContactStep& step);
  /// Whether some lane of the block may hit hard in this step.
  bool (*impacts)(const void* blocks, std::int32_t block);
  /// How many lanes of the block are overloaded.
  std::int32_t (*overloaded)(const void* blocks, std::int32_t block);
  /// Applies the impulses remembered from the last substep or step.
  void (*warm_start)(void* blocks, std::int32_t begin, std::int32_t end, const BodyArrays& bodies);
  /// One pass over the normal constraints, pushing penetration out softly.
  void (*solve_biased)(void* blocks, std::int32_t begin, std::int32_t end, const BodyArrays& bodies,
                       const ContactStep& step);
  /// Takes the inertia of bodies that have turned too far anew.
  void (*refresh)(void* blocks, std::int32_t begin, std::int32_t end, const BodyArrays& bodies);
  /// One pass over normal constraints and friction that only makes velocities right.
  void (*relax)(void* blocks, std::int32_t begin, std::int32_t end, const BodyArrays& bodies,
                const ContactStep& step);
  /// The same for the overloaded lanes of one block.
  void (*relax_overloaded)(void* blocks, std::int32_t block, const BodyArrays& bodies,
                           const ContactStep& step);
  /// Newton restitution of the points of one block that have hit in this substep.
  void (*restitution)(void* blocks, std::int32_t block, const BodyArrays& bodies);
  /// Writes impulses back to the manifolds.
  void (*store)(const void* blocks, std::int32_t begin, std::int32_t end);
};

/// The solver for so many lanes, 1, 4 or 8; null where the machine or the build has none.
const ContactSolver* contactSolver(int lanes);
/// The widest one that there is.
const ContactSolver& widestContactSolver();

const ContactSolver& contactSolver1();
const ContactSolver& contactSolver4();
const ContactSolver& contactSolver8();

}  // namespace carom::solve

// Contact constraints.
//
// For a contact point with unit normal n from body A to body B and arms rA, rB from the centres of mass, the
// rate of change of the distance is
//
//   Cdot = n · (vB + wB × rB − vA − wA × rA) = n · (vB − vA) + (rB × n) · wB − (rA × n) · wA = J v,
//
// so J = [−n, −(rA × n), n, rB × n] and the effective mass is m = 1 / (J M⁻¹ Jᵀ). An impulse λ >= 0 changes
// the velocities by M⁻¹ Jᵀ λ. Over a substep h the distance becomes s + h Cdot. So for s > 0 the constraint
// is Cdot >= −s/h: it acts only if the gap would close within the substep, and then stops the bodies exactly
// at touch (speculative contact).
//
// The two arms of a point must end at the same point, or an impulse would change the angular momentum. With d
// the offset from A's centre of mass to B's, rB = rA − d, where d follows the bodies from substep to substep.
// A change of d is one of rA by a share f of it, and of rB by f − 1: where the point stays on one of the
// bodies, as below the centre of a ball that rolls over the other, f is 0 or 1. With e = d × n and a = rA × n
// a point has
//
//   Cdot = n · (vB − vA) − e · wB + a · (wB − wA).
//
// The points of a manifold share n, so their speeds u and impulses form a small system of their own: Δλ_j
// changes u_i by K_ij Δλ_j, with K = J M⁻¹ Jᵀ over the points. A pass computes u from the velocities once,
// works on u and λ alone, and applies the sum of the impulses to the bodies.
//
// Penetration (s < 0) is resolved softly: a damped spring of frequency ω = 2πf and damping ratio ζ on the
// effective mass, integrated implicitly (Catto, "Soft Constraints", GDC 2011; Macklin et al., "Small Steps in
// Physics Simulation", 2019). With k = 2ζ + hω and c = hω k:
//
//   λ ← max(0, λ − m (c/(1+c)) (Cdot + (ω/k) s) − (λ − λ₀)/(1+c)).
//
// λ₀ (the rest impulse) is the load that the point carries at zero depth: 0, or the result of the load
// estimate when the bodies came to rest on each other (load_estimate.cpp). A pile that is preloaded in this
// way does not sink. The spring then extends above the surface to its natural length, where it carries
// nothing. With a shorter reach, each opening and closing of a contact would give the remaining energy of the
// spring to the pile, which would shake itself apart within seconds. For the same reason λ₀ does not follow
// the load when that changes. But a load that has gone must not be resisted any longer: with λ' = max(0, λ −
// m Cdot), the impulse that just stops the bodies, λ₀ counts for at most 2 λ', and at the end of a step it is
// limited in the same way by the impulse that is left.
//
// Contacts with movers may have a limit λ_max of the impulse (right_of_way.hpp).
//
// The correction of penetration adds velocity that is not physical. After the positions have moved, a pass
// without the bias (relaxation) removes it.
//
// The distance is updated in the substeps to first order in the motion since the start of the step,
//
//   s = s₀ + n · (ΔpB − ΔpA) + (rB × n) · ΔθB − (rA × n) · ΔθA,
//
// which is exact for a rolling ball or cylinder (rB × n = 0 however far it rotates).
//
// Friction is Coulomb friction of the whole patch of points that share a normal. Sliding friction is a
// two-dimensional constraint at the centre of pressure, |λt| <= μ Σλ, solved as one block so that the limit
// is a circle, not a square. Torsional friction about n is limited by |τ| <= μ Σ λ_i d_i, with d_i the
// distance of point i from the centre times the mean distance of an evenly loaded patch divided by that of
// its rim. μ is the static coefficient while the patch slips slower than `static_slip_speed`, otherwise the
// dynamic one (document 003, "Physics Materials").
//
// Velocities v with which positions change, x' = x + h v, are those of the middle of the substep, so friction
// compares them with the arms of the middle. Half a substep ago, when positions have moved, d was
// h/2 (vB − vA) less, and the slip differs by
//
//   −h/2 (vB − vA) × ((1 − f) ωB + f ωA).
//
// With the arms of its end, what rides on a body that turns would be drawn towards the axis.
//
// Restitution: a point that hits faster than `restitution_threshold` leaves with e times its speed at touch.
// That speed follows in closed form from the state at the start of the substep: with relative speed v₀,
// relative acceleration a and gap s₀ along n, v² = v₀² − 2 a s₀. So the rebound does not depend on the time
// of impact within the substep. contact_impacts.hpp has what strikes when, impact_systems.hpp impacts on what
// others hold. The restitution pass follows the substep in which the point got its first impulse. The
// impulses of an impact are not kept for warm starting, because the next substep has to carry weights only.
//
// The same source is compiled for each width (contact_solver_*.cpp). Lanes never influence each other, so the
// result does not depend on the number of lanes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "solve/constraints/contact/contact_block.hpp"

namespace carom::solve {

/// What a contact exerts: on its second body along the normal.
struct ContactPush {
  Vec3 normal;
  float impulse = 0;     ///< N·s
  bool coupled = false;  ///< See ContactTail.
};

/// Functions that work on blocks [begin, end) of an array of ContactBlock<lanes>.
struct ContactSolver {
  int lanes = 1;
  std::size_t block_size = 0;
  std::size_t tail_size = 0;

  /// Fills a block, and the element of the array of ContactTail<lanes> with it, from up to `lanes` inputs.
  void (*prepare)(void* blocks, void* tails, std::int32_t block, const ContactInput* const* inputs, int count,
                  const BodyArrays& bodies, const ContactStep& step);
  /// Whether some lane of the block may have an impact in this step.
  bool (*impacts)(const void* blocks, std::int32_t block);
  /// Whether some lane of the block is overloaded.
  bool (*overloaded)(const void* blocks, std::int32_t block);
  /// Applies the impulses of the last substep or step.
  void (*warm_start)(void* blocks, std::int32_t begin, std::int32_t end, const BodyArrays& bodies);
  /// One pass over the normal constraints that also removes penetration softly.
  void (*solve_biased)(void* blocks, std::int32_t begin, std::int32_t end, const BodyArrays& bodies,
                       const ContactStep& step);
  /// Updates effective masses of blocks with bodies that have rotated too far.
  void (*refresh)(void* blocks, std::int32_t begin, std::int32_t end, const BodyArrays& bodies);
  /// One pass over normal constraints and friction without bias.
  void (*relax)(void* blocks, std::int32_t begin, std::int32_t end, const BodyArrays& bodies,
                const ContactStep& step);
  /// The same for those overloaded lanes of one block whose load has changed in the last such pass, all of
  /// them if it is the first one. Returns whether it has changed again.
  bool (*relax_overloaded)(void* blocks, std::int32_t block, const BodyArrays& bodies,
                           const ContactStep& step, bool first);
  /// Newton restitution of the points of one block that have had an impact in this substep.
  void (*restitution)(void* blocks, std::int32_t block, const BodyArrays& bodies);
  /// Whether some lane of the block has restitution.
  bool (*elastic)(const void* blocks, std::int32_t block);
  /// The stages of contact_impacts.hpp, for one block.
  void (*begin_impacts)(void* blocks, std::int32_t block, const BodyArrays& bodies);
  bool (*arm_fresh)(void* blocks, std::int32_t block, const BodyArrays& bodies);
  bool (*strikes)(const void* blocks, std::int32_t block);
  /// Bits of the lanes whose impulses are to be taken back if the bodies can go out of the way.
  std::uint32_t (*to_take_back)(const void* blocks, std::int32_t block, const BodyArrays& bodies);
  void (*take_back)(void* blocks, std::int32_t block, int lane, const BodyArrays& bodies);
  ContactPush (*push_of)(const void* blocks, std::int32_t block, int lane);
  /// Bits of the lanes whose impacts are solved by systems and which have had one in this substep.
  std::uint32_t (*struck_coupled)(const void* blocks, std::int32_t block, const BodyArrays& bodies);
  /// Copies one lane; `out` has its tail.
  void (*copy_lane)(const void* blocks, std::int32_t block, int lane, ClusterBlock& out);
  /// The points of a lane with these bits have rebounded, or their impulses have been taken back.
  void (*end_impact)(void* blocks, std::int32_t block, int lane, std::uint32_t points, bool rebounds);
  /// Writes impulses back to the manifolds.
  void (*store)(const void* blocks, std::int32_t begin, std::int32_t end);
};

/// The solver with 1, 4 or 8 lanes; null if the processor or the build does not support it.
const ContactSolver* contactSolver(int lanes);
/// The solver with the most lanes that are supported.
const ContactSolver& widestContactSolver();

const ContactSolver& contactSolver1();
const ContactSolver& contactSolver4();
const ContactSolver& contactSolver8();

}  // namespace carom::solve

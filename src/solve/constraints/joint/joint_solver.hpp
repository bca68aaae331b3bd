// Joints that are connected: the rows of their constraints, and how they are solved.
//
// A row has a value c of the poses and a Jacobian J with ċ = J v (lane_metrics.hpp):
//
//   linear   J = [−n, −((r_a + d) × n), n, r_b × n],   angular   J = [0, −g, 0, g].
//
// The velocities of a substep minimise one function,
//
//   ½ (v − v₀)ᵀ M (v − v₀) + Σ φᵢ(Jᵢ v),
//
// the kinetic distance to the motion without joints plus one convex potential for each row: of a hard row
// (u + s)²/2c with a compliance c of nearly nothing, of a bound the same on one side only, of a spring or a
// drive that of its implicit force (spring_response.hpp), which goes on as a straight line where the greatest
// force is reached. The function is quadratic by parts, so Newton steps find its minimum: each solves for the
// rows that take part (joint_system.hpp), then looks which have to (activateAhead(), boundSprings(),
// releaseRows()), at most kRounds times. What would pull is released and the rest solved again before
// anything looks ahead: velocities out of which an impulse was only taken lead nowhere (a limb at 45 rad/s
// seemed to turn at 841). All rows of a group of joints are in one system, whose factorization takes time in
// proportion to the joints of a chain or a tree: a chain carries a thousand times its mass, and a motor feels
// the true mass of what it drives.
//
// The substep is that of RATTLE (H. C. Andersen, "Rattle: a velocity version of the Shake algorithm for
// molecular dynamics calculations", 1983; B. Leimkuhler and S. Reich, "Simulating Hamiltonian Dynamics",
// 2004, ch. 7):
//
//   biased: impulses along J(x) such that the positions at the end of the substep, x ⊕ h v, hold the
//           constraints: the shift s of a row is what its value there is off, looked at anew in each round;
//   relax:  with positions there, impulses along J(x₊) such that J(x₊) v = 0.
//
// Where a body that spins fast is at the end is computed exactly (freeTurn()), and where it nutates by half a
// radian or more in a substep, rounds are mixed (joint_mixing.hpp).
//
// Both halves of the curvature of the path are in it. Constraining velocities alone would take ω²h²/2 of the
// energy of a pendulum in each substep; this is symplectic, and keeps it. A deviation is taken back by
// kRecovery of it a substep, by not more than kMostRecovery m/s; the relaxation takes out again the velocity
// that it took. Springs act in the biased solve only: relaxing must not let go of them.
//
// The relaxation and the biased solve of the next substep have impulses along the same J(x₊), and where
// nothing but forces acts between them the second one finds the same positions without the first (SHAKE and
// RATTLE have the same positions). So only the last substep of a step, whose velocities are seen, has to
// relax. The others do where something comes between that matters: what the biased solve leaves of velocities
// that have led back a bound or a contact, since those only push and would not take them back, or much of
// other rows, which contacts with bodies beside the group would answer (ledLanes()); impulses of clusters;
// the damping of tensioned bodies; and where its rounds or its contacts have not converged at once, so that
// the next one starts near. What contacts with bodies beside the group, wheels and pins do to it between
// waits for the next biased solve.
//
// Rows that say the same twice (a closed loop of hinges does) share the load by their compliance, a share of
// A_ii, of the heavier of their bodies (kSoftness and the others in joint_settings.hpp), which is some
// micrometres under the greatest loads. A chain under tension between two fixed points cannot even be led
// back to its length by impulses along J(x), however great. Where the rounds do not converge, the velocities
// are found alone (Jv = 0 at x), which adds no energy, and the deviation is led back by a motion of its own,
// along the Jacobians where the substep leads, of hard rows alone (kClosing), or, where that is faster than
// errors may be led back, by rows of the softness kYielding. That motion moves positions and is taken out of
// the velocities again: what is open closes without being thrown.
//
// Nor does a chain that is nearly straight follow a mover at its end by velocities: with the angle θ between
// its links Jv = 0 asks for the speed u/θ across the chain. The minimum has at most the energy of the start
// plus what movers do against each other (all seen from the first of them), so where a group would get more
// than that of kMostFaster times this speed, its hard rows are soft for that solve: the chain gives way by
// what a substep moves, and the next one sees it bent.
//
// Hard rows do no work, but for what the path bends within a substep and what leads errors back. A solve that
// finds the positions asked for may be far from that: planks between two posts sag by a hundredth of their
// length where each joint is open by a tenth of a millimetre, and along J(x) they close at several metres per
// second; what is left of that after the relaxation, whose Jacobian is another one, shook such a bridge for
// ever, and a hundred planks gained 13 kJ. So the work of the hard rows is taken down, their impulses times
// the means of their speeds before and after. It may be what forces would give bodies at rest in a substep;
// and where the rounds have converged, kWork of the energy of motion, seen from the movers, with what these
// do against each other, for the bending of the path, which the relaxation takes back, and what drives do. A
// solve with more counts as one that has not converged (movedByHardRows()).
//
// A force f on a body at the arm r turns with the body's position, not with its rotation: when the body turns
// by θ the torque changes by (θ × r) × f, a stiffness G = (r · f) 1 − sym(r fᵀ) that restores where f pulls
// outwards. Substeps are too long for it when h² |G| is more than the moment of inertia (a tight bridge, a
// chain with a ton on it): the body then turns as if a share s of G were integrated implicitly, (I + s h² G)
// ω' = I ω + h τ, ω being that against the line of the pull (M. Tournier, M. Nesme, B. Gilles and F. Faure,
// "Stable constrained dynamics", 2015). A turn about the arm itself changes nothing: G is taken as that of
// the direction of r alone, (r · f)(1 − r rᵀ/r²), which has no negative part. (With −sym(r fᵀ) links under a
// pull that is not quite along them begin to spin about themselves.) Against one line that is a contraction
// of the turning. Two pulls whose lines turn differently are not: only that share of the change is taken
// which leaves the least energy against their mean. With s = 1 − I/h²|G| the stiffness comes in without a
// jump, and what oscillates does so by at most one radian in a substep. That is a term of the function like
// the kinetic distance, so all that acts on the body answers with the same I + s h² G (giveInertia()):
// contacts beside the group, torques, and wheels and pins, these with that of the start of the step. Where
// contacts answered with I alone, a tight bridge threw what lay on it.
//
// f is what the joint pulled with in the last substep. A pluck or a load that comes is not in it; where the
// first solve of a substep pulls with kTighter times as much, it begins again with that (tighten()), and
// velocities as if it had been known: (I + s h² G) ω' = I ω, against the movers. With A = I + s h² G a solve
// takes |v|_A down, and |A⁻¹ I v|_A ≤ |v|_I, so no energy comes in by it. Links of a millionth of their load
// hold when they are plucked.
//
// A substep starts with the impulses of the last one, so that contacts see the bodies as the joints hold
// them. But a blow is not a load: contacts, which only push, would answer it, and what they have done would
// stay when the joints take it back. So a row starts with the lesser of its impulses in the last two
// substeps, and with none where these have opposite signs.
//
// Contacts of the group's bodies with what cannot be pushed are in the same function (group_contacts.hpp).
//
// A group with so many rings that a factorization would be slow (a net) is swept instead, each joint solved
// by itself, kGaussSeidelPasses times a pass.
//
// Groups with the same joints, such as the dolls of a crowd, are solved side by side, one in each lane. The
// same source is compiled for each width (joint_solver_*.cpp). Lanes never influence each other: a lane that
// has converged is left alone while others go on, so the result does not depend on which groups share a
// block.
#pragma once

#include <cstddef>
#include <cstdint>

#include "carom/base/vector.hpp"
#include "solve/constraints/joint/joint_state.hpp"
#include "solve/state/body.hpp"
#include "solve/state/solver_body.hpp"

namespace carom::solve {

class GroupContacts;
struct ContactStep;
struct JointTopology;

/// The input for one lane: a group.
struct JointLane {
  GroupContacts* contacts = nullptr;     ///< That are solved with it.
  const std::int32_t* joints = nullptr;  ///< Into JointInput::joints.
  const std::int32_t* bodies = nullptr;  ///< Into JointInput::bodies, in the order of the topology.
  DVec3 origin;                          ///< Positions are taken from it, global, m.
  double tolerance = 1;                  ///< Factor for distances and speeds.
};

/// What all blocks read and write.
struct JointInput {
  Joint* joints = nullptr;
  const Body* bodies = nullptr;
  const std::int32_t* slots = nullptr;  ///< By body: of the solver; 0: it does not move.
  SolverBody* solver_bodies = nullptr;
  SolverVelocity* velocities = nullptr;
  SolverAcceleration* accelerations = nullptr;
  const SolverDelta* deltas = nullptr;
  std::int32_t movable_end = 1;
  double substep = 0;  ///< s
  int substeps = 1;
  const BodyArrays* arrays = nullptr;  ///< Of the solver.
  const ContactStep* contact_step = nullptr;
};

/// Of a body of a group whose joints are closed: in, and out.
struct ClosedBody {
  bool was_stopped = false;  ///< It stays nearly where it is.
  DVec3 moved{};             ///< m
  Quat rotation{};
};

/// Functions that work on a block of up to `lanes` groups of one topology.
struct JointSolver {
  int lanes = 1;
  /// Size of a block, bytes.
  std::size_t (*size)(const JointTopology& topology);
  /// Takes the bodies' poses and the joints' state, before the first substep.
  void (*begin)(void* block, const JointTopology& topology, const JointLane* lanes, int count,
                const JointInput& input);
  /// Before velocities take gravity and forces.
  void (*begin_substep)(void* block, const JointInput& input);
  /// After that and before impulses: tensioned bodies turn less against their lines.
  void (*damp)(void* block, const JointInput& input);
  void (*warm_start)(void* block, const JointInput& input);
  void (*solve_biased)(void* block, const JointInput& input);
  /// After positions have moved: takes out velocities against the joints, so that contacts do not answer what
  /// has led errors back. Returns whether the inertia that contacts see has changed.
  bool (*relax_before_contacts)(void* block, const JointInput& input);
  /// The same again after the contacts, which move their bodies alone, without what is joined to them.
  void (*relax)(void* block, const JointInput& input);
  /// Writes the joints' state. Sets news[lane] where a joint has come to or left a limit.
  void (*end)(void* block, const JointLane* lanes, int count, const JointInput& input, bool* news);
  /// Finds the nearest poses of a group at which its joints are no farther open than at the start of the
  /// step. Of the input it takes bodies and joints. False if they are that, or if there are none near.
  bool (*close)(void* block, const JointTopology& topology, const JointLane& lane, const JointInput& input,
                ClosedBody* bodies);
};

/// Gives a body of the solver another inertia: its inverse in the principal axes.
void giveInertiaTo(const JointInput& input, std::int32_t slot, const DMat3& axes, const DMat3& inverse,
                   bool tensioned);

/// The solver for that many groups side by side, at most as many as go with the contact solver's lanes.
const JointSolver& jointSolver(int groups, int contact_lanes);

const JointSolver& jointSolver1();
const JointSolver& jointSolver2();
const JointSolver& jointSolver4();
const JointSolver& jointSolver8();

}  // namespace carom::solve

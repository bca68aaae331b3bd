// Constants of joints and joint groups; joint_solver.hpp has the derivation. Distances and speeds in m and
// m/s are to be multiplied by the tolerance of the group.
#pragma once

#include <cstddef>
#include <cstdint>

namespace carom::solve {

struct JointSettings {
  // Factorisation: a group is factorised if that takes at most kLeastUpdates + kUpdatesPerJoint updates of
  // blocks per joint; otherwise its joints are solved one by one (Gauss-Seidel).
  static constexpr std::int64_t kUpdatesPerJoint = 24;
  static constexpr std::int64_t kLeastUpdates = 2000;
  /// Passes of Gauss-Seidel over the joints in a half of a substep.
  static constexpr int kGaussSeidelPasses = 4;

  // Rounds, each of which solves for the rows that take part and then checks which rows have to.
  static constexpr int kRounds = 12;
  /// Rounds in which a bound may enter that has been released: limits of friction that follow the bound can
  /// let it come and go for ever.
  static constexpr int kReturns = 5;
  /// Rounds in which a drive at its greatest force may leave it again.
  static constexpr int kBoundRounds = 6;
  /// Newton steps for the contacts of a group, for given rows of its joints.
  static constexpr int kContactSteps = 20;
  /// Those of them after which limits of friction follow the normal impulses.
  static constexpr int kFrictionSteps = 6;
  /// Share of a limit by which it has to change for that.
  static constexpr double kSameFriction = 0.1;
  /// Rounds along the Jacobians at the end of the substep (pushTurned()).
  static constexpr int kTurnedRounds = 10;

  // Softness of rows, as a fraction of A_ii.
  /// In the relaxation: redundant rows stay regular.
  static constexpr double kSoftness = 1e-7;
  /// In the biased solve: constraints that cannot be satisfied cause no extreme forces.
  static constexpr double kBiasedSoftness = 1e-5;
  /// In Gauss-Seidel, where passes have to carry loads from joint to joint.
  static constexpr double kGaussSeidelSoftness = 0.1;
  /// Where hard rows cannot hold: in leadBack() and solveVelocities().
  static constexpr double kYielding = 1e-2;
  /// In pushTurned(). With three times less a tight bridge of forty planks is torn, with ten times more ten
  /// steps do not close a doll that is whipped.
  static constexpr double kClosing = 1e-3;
  /// How many times faster than they move against each other movers may make a group, on the mean, in a
  /// substep.
  static constexpr double kMostFaster = 8;
  /// Greatest weight of a spring in the equations, as a multiple of its effective mass.
  static constexpr double kMostWeight = 1e9;
  /// A row gives way by no less than this share of what its own bodies ask for, however heavy others of the
  /// group are: a thread carries a million times its mass then, and rows that contradict each other stay
  /// bounded.
  static constexpr double kLeastOfGroup = 1e-2;
  /// Least response of a row to its heavier body, see setResponses().
  static constexpr double kLeastGive = 1e-4;
  /// A drive acts on what the other rows leave of A_ii, if that is more than this.
  static constexpr double kHeld = 1e-7;
  /// Rows of a joint that are taken into account there; a joint has at most six independent ones.
  static constexpr int kMostFixed = 12;

  /// Fraction of an error that a substep removes, and the limits of the speed at which it does, m/s, rad/s.
  static constexpr double kRecovery = 0.25;
  static constexpr double kMostRecovery = 4;
  static constexpr double kMostTurnBack = 10;

  /// By how much frames may be outside hard limits at the start, as exporters round, m, rad.
  static constexpr double kApart = 0.02;
  static constexpr double kTurnedApart = 0.05;

  // Convergence of the biased solve.
  /// Error at which it ends, and motion in a substep up to which what a Newton step leaves is nothing, m,
  /// rad.
  static constexpr double kExact = 1e-6;
  /// The same where rounds are mixed: the changes of rounds are too small then to tell directions.
  static constexpr double kMixedExact = 1e-5;
  /// Error that is accepted along the Jacobians at the end of the substep, m, rad.
  static constexpr double kGoodEnough = 1e-4;
  /// Fraction of the error that may be left after a round; with more, the method does not converge.
  static constexpr double kConverging = 0.7;
  /// Where continuous collision has opened joints: how many times as heavy as it is what that has stopped is
  /// taken for. There and in pushTurned(): the share of what was open that closing may leave.
  static constexpr double kStopped = 1e3;
  static constexpr double kClosed = 0.5;
  /// Share of the energy of motion that hard rows may add in the biased solve, by how the path bends.
  static constexpr double kWork = 0.03;
  /// Nutation in a substep from which rounds may have to be mixed, rad (joint_mixing.hpp).
  static constexpr double kNutation = 0.35;
  /// Fraction of the error that may be left after a round of what spins fast, before rounds are mixed.
  static constexpr double kSlow = 0.3;
  /// Square of the sine between the changes of two rounds from which they are two (joint_mixing.hpp).
  static constexpr double kIndependent = 1e-6;
  /// Rotation that a solve may add in a substep, rad: with more, a turn looks like none.
  static constexpr double kMostTurn = 1;

  /// Rotation in a substep up to which a body of different moments turns as its mean spin to second order
  /// says, rad.
  static constexpr double kFastTurn = 0.05;

  // Bounds.
  /// Distance from a bound at which it is touched, m, rad, and at which it is left after it has been reached.
  static constexpr double kTouching = 1e-4;
  static constexpr double kLeft = 5e-4;
  /// Speed towards a bound up to which the row is at rest, m/s, rad/s.
  static constexpr double kStill = 1e-9;
  /// Cosine between the gradients now and at the end of the substep, below which a bound is met from its
  /// other side.
  static constexpr double kOtherSide = 0.5;

  // Limits of what numbers can tell apart.
  /// Sum of squares of the velocities of a group from which its result is dropped, m²/s².
  static constexpr double kAbsurd = 1e24;
  /// Least mass of a body beside the heaviest one of its group: what rows weigh leaves no digit of less.
  static constexpr double kLeastMass = 1e-11;
  /// Mass, or moment of inertia, of what nothing moves: beyond all others, kg, kg·m².
  static constexpr double kImmovable = 1e60;
  /// Greatest ratio of a spring's damping to what it moves in a substep, and of its stiffness.
  static constexpr double kMostDamped = 1e100;

  // Springs and tension.
  /// Phase of an oscillation in a substep up to which a spring is integrated exactly, rad
  /// (spring_response.hpp), and the same for the spring of a bound, which is left at any phase.
  static constexpr double kPhaseOfSprings = 1.5;
  static constexpr double kPhaseOfBounds = 0.5;
  /// How far the bodies of a joint may turn against each other until its springs are prepared anew, rad.
  static constexpr double kSpringsTurn = 0.05;
  /// Ratio h² G / I from which the stiffness G of a pull is integrated implicitly.
  static constexpr double kTensionRatio = 1;
  /// By how many times more a solve has to pull than what a body is as stiff for to begin again.
  static constexpr double kTighter = 2;

  // Events of drives.
  /// A body follows a drive if it has this fraction of the drive's speed, and more than kNoSpeed, m/s, rad/s.
  static constexpr double kDriven = 0.1;
  static constexpr double kNoSpeed = 1e-5;

  // Limits of numbers.
  /// Bounds closer than this are one value, m, rad.
  static constexpr double kSameBound = 1e-9;
  /// Length of a vector up to which it has no direction.
  static constexpr double kNoDirection = 1e-12;
  /// Least w² + v_k² of a twist: it has no meaning after a swing by half a turn.
  static constexpr double kMostTilted = 1e-4;
};

}  // namespace carom::solve

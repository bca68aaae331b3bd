// Solves the contacts of a cluster together.
//
// A pass over contacts carries load in proportion to the lighter of two bodies. Where light bodies carry a
// heavy one, thousands of passes would be needed, and what is left over throws the light ones about. Such
// bodies and their contacts form a cluster (contact_clusters.hpp), which is solved directly: the velocities v
// of its bodies minimise
//
//   f(v) = ½ (v − v*)ᵀ M (v − v*) + Σ φ_i(J_i v),
//
// where v* are the velocities without the impulses of these contacts. Each φ is convex, and −φ' is the
// impulse. With u = J v, h the substep and c, p and λ₀ as in contact_solver.hpp (p the speed that removes
// penetration, at most that of the push):
//
//   biased, penetrating   λ = max(0, λ₀ − k (u + p)),           k = c m
//   relaxation, touching  λ = max(0, λ_b − K u),                K = kRigid m, λ_b of the biased solve
//   a gap s               λ = max(0, λ_b − K (u + s/h)),        λ_b = 0 in the biased solve; the relaxation
//                                                               adds nothing
//   friction              λ = λ_t − K u, |λ| <= μ Σ λ_n,        λ_t of the last solve, the limit from the
//                                                               normal impulses at the start
//
// m is the geometric mean of the mass of the heaviest body and the effective mass of the contact. With the
// effective mass alone a block crushes the rubble on which it falls; with the mass of the heaviest body there
// are six times as many steps. A slab of a thousand times the mass that falls on 60 stones (2 s): 5,200 steps
// with the exponent 1 of the effective mass and overlaps of 0.20 m, 10,400 with ¾, 12,900 with ½ and 0.13 m,
// 17,000 with ¼, 30,500 with 0 and 0.13 m.
//
// Where joints hang the heaviest body on that of the contact (group_contacts.hpp) the exponent is ¼: legs of
// a billionth of a table's mass sink with ½ and are thrown with 0. Where the other body can be pushed, its
// mass is the heaviest and the exponent ½: with ¼ boxes of fifty times a plank shake on a bridge, with 1 they
// tear it.
//
// Friction acts in the biased solve, too: a wedge that friction holds would otherwise be squeezed out by the
// motion that removes penetration.
//
// Joints of the bodies that hold them (joint_holds.hpp) have rows as well, with k = kHard m', m' the mass
// that the row moves by itself, and λ = −k u, of a bound max(−λ_w, −k (u + s/h)) with the room s and what the
// bound held, λ_w. Velocities get all of y, and the joints their λ: what JointSolver does next is what is
// left. If the steps end before ∇f is nothing beside M, the joints answer the contacts once more (balance()),
// because an impulse that nothing exerts is a great velocity of a light body.
//
// The normal impulses do not depend on those before the biased solve. So what contradicts itself ends in the
// compromise of the springs, and nothing winds up: where a contact opens nothing is left that would throw the
// bodies apart.
//
// f is quadratic in pieces (but for friction that slides). Newton's steps solve (M + Jᵀ φ'' J) d = −∇f with a
// sparse factorisation (cluster_matrix.hpp) and go as far along d as f falls: to the root of dᵀ ∇f, which
// needs J d only once. They end when f can fall by no more than a fraction of the energy that gravity gives
// the bodies in a substep. y = v − v(start) is what is solved for, so that the result does not depend on the
// frame of reference. Everything is double precision.
#pragma once

#include <cstdint>
#include <span>

#include "solve/constraints/contact/cluster/cluster_matrix.hpp"
#include "solve/constraints/contact/cluster/contact_rows.hpp"
#include "solve/constraints/joint/joint_state.hpp"
#include "solve/state/body.hpp"

namespace carom::solve {

/// A row of a joint: λ = −stiffness (u + bias), of a bound at least `least`.
struct ClusterHold : ClusterRow {
  double stiffness = 0, bias = 0, least = -kUnbounded, slope = 0;
  double prepared = 0;      ///< Slope in the matrix at hand.
  double stopped = 0;       ///< Impulse, where what is struck has stopped.
  double* given = nullptr;  ///< See JointHold.
  double sign = 1;
  std::int32_t joint = -1;  ///< Of the simulation, where it is a blow.
};

/// A joint of bodies of the solver.
struct ClusterLink {
  std::int32_t joint = -1;  ///< Of the simulation.
  std::int32_t a = 0, b = 0;
  double tolerance = 1;  ///< Factor for distances; of blows only.
};

/// What clusters read of the simulation.
struct ClusterWorld {
  BodyArrays bodies;
  const IndexedVector<Body>& all_bodies;
  IndexedVector<Joint>& joints;
};

/// Bodies and contacts that are solved together, and memory for the solver.
struct ContactCluster {
  IndexedVector<std::int32_t> bodies;  ///< Indices into SolverBodies.
  std::int32_t first_block = 0, end_block = 0;
  IndexedVector<ClusterLink> links;
  IndexedVector<ClusterHold> holds;
  ClusterMatrix matrix;
  ContactRows contacts;
  IndexedVector<Matrix6> masses;
  IndexedVector<Vector6> given;  ///< Σ Jᵀ λ at the start.
  IndexedVector<Vector6> y, gradient, direction;
  IndexedVector<Vector6> stopped;  ///< y, where what is struck has stopped.
};

/// Solves an impact of some contacts. Velocities and what joints exert are stored.
void solveImpact(ContactCluster& cluster, std::span<const ContactBlow> contacts,
                 const IndexedVector<std::int32_t>& number, const ClusterWorld& world,
                 const ContactStep& step);

/// Solves the contacts `blocks[first_block .. end_block-1]`. `number`: by body of the solver, its number in
/// the cluster.
void solveCluster(ContactCluster& cluster, ClusterBlock* blocks, const IndexedVector<std::int32_t>& number,
                  const ClusterWorld& world, const ContactStep& step, bool biased);

}  // namespace carom::solve

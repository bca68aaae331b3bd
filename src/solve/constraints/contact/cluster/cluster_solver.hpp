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
// impulse. With u = J v and m the mass of the heaviest body:
//
//   biased, penetrating      λ = max(0, λ₀ − k (u + p)),         k = c m  (contact_solver.hpp), p the push
//   relaxation, touching     λ = max(0, −K u),                   K = kRigid m
//   a gap s                  λ = max(0, −K (u + s/h)),           not more than before in the relaxation
//   friction (relaxation)    λ = −K u up to |λ| <= μ Σ λ_n,      the limit of the last step of Newton's
//   method
//
// The springs are as stiff for the heaviest body as those of the passes are for two equal bodies, so a block
// sinks into the rubble below it no deeper than into a floor. No impulse depends on the impulses before, so
// what contradicts itself ends in the compromise of the springs, and nothing winds up: the velocities are
// bounded by what goes in, and where a contact opens nothing is left that would throw the bodies apart.
//
// f is piecewise quadratic (but for friction that slides). Newton's steps solve (M + Jᵀ φ'' J) d = −∇f with a
// sparse factorisation (cluster_matrix.hpp) and go as far along d as f falls, which a search for the root of
// dᵀ ∇f finds. They end when f can fall by no more than a fraction of the energy that gravity gives the
// bodies in a substep. Bodies are numbered within the cluster; y = v − v(start) is what is solved for, so
// that the result does not depend on the frame of reference. Everything is double precision.
#pragma once

#include <cstdint>

#include "solve/constraints/contact/cluster/cluster_matrix.hpp"
#include "solve/constraints/contact/contact_block.hpp"

namespace carom::solve {

/// Bodies and contacts that are solved together.
struct ContactCluster {
  IndexedVector<std::int32_t> bodies;  ///< Indices into SolverBodies.
  std::int32_t first_block = 0, end_block = 0;
  ClusterMatrix matrix;
};

/// Solves the contacts `blocks[first_block .. end_block-1]`. `number`: by body of the solver, its number in
/// the cluster.
void solveCluster(ContactCluster& cluster, ContactBlock<1>* blocks, const IndexedVector<std::int32_t>& number,
                  const BodyArrays& bodies, const ContactStep& step, bool biased);

}  // namespace carom::solve

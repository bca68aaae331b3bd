// Updating the contact points of a kept manifold to the present poses.
#pragma once

#include "solve/narrow_phase/rolling.hpp"
#include "solve/state/contact.hpp"

namespace carom::solve {

/// The relative pose of a pair at the extrapolated time at which its contacts are found.
struct ManifoldPlace {
  Quat shape_rotation;      ///< Of shape A.
  Vec3 shape_from_a;        ///< Origin of shape A from A's centre of mass, m.
  Vec3 b_from_a;            ///< From A's centre of mass to B's, m.
  Vec3 moved;               ///< Displacement of B minus that of A since the start of the step, m.
  Vec3 turned_a, turned_b;  ///< Rotations since the start of the step, rad.
  Transform since;          ///< Motion of B since the manifold was made, in the frame of shape A.
};

/// Sets normal, anchors and separations of a manifold from its origin. The separations are those at the start
/// of the step. narrow_phase.cpp has the formulas.
void placeManifold(ContactManifold& manifold, const ManifoldPlace& place, const RollingPair& rolling = {});

}  // namespace carom::solve

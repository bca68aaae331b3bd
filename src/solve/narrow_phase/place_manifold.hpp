// Where the contact points of a kept manifold are now.
#pragma once

#include "solve/state/contact.hpp"

namespace carom::solve {

/// What it takes: the pair's poses when its contacts are looked at, ahead of the start of the step.
struct ManifoldPlace {
  Quat shape_rotation;      ///< Of shape A.
  Vec3 shape_from_a;        ///< Origin of shape A from A's centre of mass, m.
  Vec3 b_from_a;            ///< From A's centre of mass to B's, m.
  Vec3 moved;               ///< B's way minus A's since the start of the step, m.
  Vec3 turned_a, turned_b;  ///< And their turns, rad.
  Transform since;          ///< Motion of B since the manifold was made, in the frame of shape A.
};

/// Sets normal, anchors and separations of a manifold from its origin; the separations are those at the start
/// of the step. The formulas are in narrow_phase.cpp.
void placeManifold(ContactManifold& manifold, const ManifoldPlace& place);

}  // namespace carom::solve

// Warm starting: the impulses with which the new contact points of a pair start.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/state/contact.hpp"
#include "solve/state/indexed_vector.hpp"

namespace carom::solve {

/// Scratch memory of carryImpulses(): which points have passed on or received impulses.
struct HandedImpulses {
  struct Mark {
    bool points[collide::Manifold::kMaxPoints] = {};
    std::int32_t partner = -1;  ///< Index of the partner among the manifolds of the other list.
  };
  IndexedVector<Mark> given;  ///< By new manifold: points that have received impulses.
  IndexedVector<Mark> taken;  ///< By old manifold: points whose impulses have been passed on.
};

/// Replaces the manifolds of a pair in place if all points are the same as before, in the same order: each
/// point keeps its impulses. Otherwise changes nothing and returns false. `rotation` is that of shape A.
bool renewManifolds(ContactManifold* manifolds, std::int32_t count,
                    const std::vector<collide::Manifold>& found, const Quat& rotation);

/// Transfers the impulses of a pair's old manifolds to its new ones. Points nearer than `near_distance` may
/// be the same point.
void carryImpulses(std::vector<ContactManifold>& now, const ContactManifold* old, std::int32_t old_count,
                   float near_distance, HandedImpulses& handed);

}  // namespace carom::solve

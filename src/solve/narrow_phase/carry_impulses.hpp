// Warm starting: which impulses the new contact points of a pair start from.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/state/contact.hpp"

namespace carom::solve {

/// Which points of the manifolds that a pair had have handed their impulses on, and which of those that it
/// has were given some.
struct HandedImpulses {
  struct Mark {
    bool points[collide::Manifold::kMaxPoints] = {};
    std::int32_t partner = -1;  ///< The manifold of the other side that friction goes to or comes from.
  };
  std::vector<Mark> given, taken;  ///< Parallel to the manifolds that are now, and that were.
};

/// Makes the manifolds of a pair what has been found, in the place of what they were, where all are the same
/// points in the same order: each keeps its impulses. Otherwise false, and nothing is changed. `rotation` is
/// that of shape A.
bool renewManifolds(ContactManifold* manifolds, std::int32_t count,
                    const std::vector<collide::Manifold>& found, const Quat& rotation);

/// Gives the manifolds of a pair the impulses of those that it had. Points nearer than `near_distance` may be
/// the same. `handed` is room to work in.
void carryImpulses(std::vector<ContactManifold>& now, const ContactManifold* old, std::int32_t old_count,
                   float near_distance, HandedImpulses& handed);

}  // namespace carom::solve

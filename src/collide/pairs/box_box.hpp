// Two boxes, the most frequent pair.
#pragma once

#include "collide/convex/convex_view.hpp"

namespace carom::collide {

/// Result of the separating axis test.
enum class BoxBoxAnswer {
  Apart,      ///< Further than max_separation.
  Contact,    ///< The manifold is filled.
  Edges,      ///< It has the closest points of two edges; there may be more over faces beside them.
  Undecided,  ///< Apart, with corners or edges nearest: the closest points have to be computed.
};
BoxBoxAnswer collideBoxBox(const Vec3& half_a, const Vec3& half_b, const Placement& b_to_a,
                           const CollideSettings& settings, PairCache& cache, Manifold& out);

}  // namespace carom::collide

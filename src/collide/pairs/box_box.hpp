// Two boxes, the commonest pair of all.
#pragma once

#include "collide/convex/convex_view.hpp"

namespace carom::collide {

/// What the separating axis test could say.
enum class BoxBoxAnswer {
  Apart,      ///< Further than max_separation.
  Contact,    ///< The manifold is filled.
  Undecided,  ///< Apart, with corners or edges nearest: ask for the closest points.
};
BoxBoxAnswer collideBoxBox(const Vec3& half_a, const Vec3& half_b, const Placement& b_to_a,
                           const CollideSettings& settings, PairCache& cache, Manifold& out);

}  // namespace carom::collide

// The deepest contact of two shapes: of the points of all manifolds, the one with the smallest separation.
#include "collide/collide.hpp"
#include "collide/convex/convex_view.hpp"
#include "collide/query.hpp"

namespace carom::collide {

Touch deepestTouch(const Shape& a, const Shape& b, const Transform& b_to_a, float within,
                   CollideScratch& scratch) {
  std::vector<Manifold> manifolds;
  PairCache cache;
  CollideSettings settings;
  settings.max_separation = within;
  collide(a, b, b_to_a, settings, cache, scratch, manifolds);
  Touch touch;
  float deepest = within;
  for (const Manifold& m : manifolds) {
    for (int i = 0; i < m.point_count; ++i) {
      const ManifoldPoint& p = m.points[i];
      if (p.separation > deepest || (touch.touching && p.separation == deepest)) continue;
      deepest = p.separation;
      touch = {true, p.position, m.normal};
    }
  }
  return touch;
}

}  // namespace carom::collide

// The deepest contact of two shapes: of all manifolds' points the one with the least separation. A small
// shape in a closed mesh that is clear of the surface has no contacts; it comes out along that of the mesh's
// six axes on which the surface is nearest to the shape's middle.
#include "collide/collide.hpp"
#include "collide/convex/convex_view.hpp"
#include "collide/query.hpp"

namespace carom::collide {

namespace {

Touch wayOut(const Shape& mesh, const Vec3& from) {
  Touch touch{true, from, {0, 1, 0}};
  const Aabb box = bounds(mesh, Transform{});
  const float size = 2 * length(box.extents());
  float nearest = 1;
  for (std::size_t i = 0; i < 6; ++i) {
    Vec3 direction;
    direction[i / 2] = i % 2 == 0 ? size : -size;
    const RayHit hit = castRay(mesh, {from, direction, 1});
    if (!hit.hit || !(hit.t < nearest)) continue;
    nearest = hit.t;
    touch.point = from + direction * (0.5f * hit.t);
    touch.normal = dot(hit.normal, direction) < 0 ? -hit.normal : hit.normal;
  }
  return touch;
}

}  // namespace

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
  if (touch.touching || !overlaps(a, b, b_to_a, cache, scratch)) return touch;
  if (isMesh(a) && isConvexBounded(b)) return wayOut(a, transformPoint(b_to_a, Vec3(middle(convexView(b)))));
  if (!isMesh(b) || !isConvexBounded(a)) return touch;
  const Touch in_b = wayOut(b, transformPoint(inverse(b_to_a), Vec3(middle(convexView(a)))));
  return {true, transformPoint(b_to_a, in_b.point), -rotate(b_to_a.rotation, in_b.normal)};
}

}  // namespace carom::collide

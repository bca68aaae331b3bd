// A manifold's points are computed in four lanes at once: most manifolds have four points.
#include "solve/narrow_phase/place_manifold.hpp"

#include <cstddef>

#include "base/rotation_vector.hpp"
#include "solve/simd/wide.hpp"

namespace carom::solve {
namespace {

using Lanes4 = Vec3W<4>;

/// rotate(q, x) − x, without the rounding of x: rotations may be small.
Lanes4 turnOf(const Quat& q, const Lanes4& x) {
  const Lanes4 v = inLanes(q.vector());
  const Lanes4 t = times(cross(v, x), splat<4>(2));
  return times(t, splat<4>(q.w)) + cross(v, t);
}

/// Loads positions and separations of the points of a manifold as it was made.
void load(const collide::Manifold& origin, Lanes4& position, FloatW<4>& separation) {
  static_assert(offsetof(collide::ManifoldPoint, separation) ==
                offsetof(collide::ManifoldPoint, position) + 3 * sizeof(float));
  Float4 rows[4];
  for (int i = 0; i < 4; ++i) rows[i] = load4(&origin.points[i].position.x);
  transpose(rows[0], rows[1], rows[2], rows[3]);
  position = {rows[0], rows[1], rows[2]};
  separation = rows[3];
}

void store(ContactManifold& m, const Lanes4& anchor, FloatW<4> separation) {
  static_assert(offsetof(ContactPoint, separation) == offsetof(ContactPoint, anchor_a) + 3 * sizeof(float));
  Float4 rows[4] = {anchor.x, anchor.y, anchor.z, separation};
  transpose(rows[0], rows[1], rows[2], rows[3]);
  for (int i = 0; i < 4; ++i) store4(&m.points[i].anchor_a.x, rows[i]);
}

}  // namespace

void placeManifold(ContactManifold& m, const ManifoldPlace& place, const RollingPair& rolling) {
  static_assert(collide::Manifold::kMaxPoints == 4);
  m.offset = place.b_from_a;
  m.extrapolation = place.moved;
  Lanes4 x;
  FloatW<4> separation;
  load(m.origin, x, separation);
  const Lanes4 shift = inLanes(place.since.translation) + turnOf(place.since.rotation, x);
  const auto [middle, normal] =
      m.point_count <= 2 && rolling.exists()
          ? rolled(rolling, place.since, m.origin.normal, x, separation, shift, m.point_count)
          : MovedPoints{x + times(shift, splat<4>(0.5f)), m.origin.normal};
  m.normal = rotate(place.shape_rotation, normal);
  const Lanes4 anchor_a = middle + turnOf(place.shape_rotation, middle) + inLanes(place.shape_from_a);
  const Lanes4 anchor_b = anchor_a - inLanes(place.b_from_a);
  // n · (θ × rB) is a scalar triple product: (rB × n) · θ = rB · (n × θ).
  const FloatW<4> approach = splat<4>(dot(m.normal, place.moved)) +
                             dot(anchor_b, inLanes(cross(m.normal, place.turned_b))) -
                             dot(anchor_a, inLanes(cross(m.normal, place.turned_a)));
  store(m, anchor_a, separation + dot(inLanes(m.origin.normal), shift) - approach);
}

}  // namespace carom::solve

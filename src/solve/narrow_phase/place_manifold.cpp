// A manifold's points are computed in four lanes at once: most manifolds have four points.
#include "solve/narrow_phase/place_manifold.hpp"

#include <cstddef>

#include "base/rotation_vector.hpp"
#include "solve/simd/wide.hpp"

namespace carom::solve {
namespace {

using Lanes4 = Vec3W<4>;

Lanes4 inLanes(const Vec3& v) {
  return {splat<4>(v.x), splat<4>(v.y), splat<4>(v.z)};
}

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

/// Where the points are midway between the surfaces after a motion, and the normal.
struct MovedPoints {
  Lanes4 middle;
  Vec3 normal;
};

/// r of rolling.hpp by lane, 0 where the surface is flat. `beyond`: from the surface to a point on the axis.
FloatW<4> radii(const TurnedSurface& surface, const Lanes4& beyond, const Vec3& normal) {
  const Vec3 across = normal - surface.direction * dot(surface.direction, normal);
  const float squared = lengthSquared(across);
  if (!surface.exists || !(squared > 0)) return splat<4>(0);
  const FloatW<4> r = dot(beyond, inLanes(across)) * splat<4>(1 / squared);
  const IntW<4> in_shape = (r > splat<4>(0)) & (r <= splat<4>(surface.most));
  return in_shape ? r : splat<4>(0);
}

/// The rules of rolling.hpp. `shift`: D x − x.
MovedPoints rolled(const ContactManifold& m, const ManifoldPlace& place, const RollingPair& rolling,
                   const Lanes4& x, FloatW<4> separation, const Lanes4& shift) {
  const Vec3& n = m.origin.normal;
  const Lanes4 normal = inLanes(n);
  const FloatW<4> zero = splat<4>(0), half = splat<4>(0.5f), gap = separation * half;
  const TurnedSurface &a = rolling.a, &b = rolling.b;
  const FloatW<4> radius_a = radii(a, x - times(normal, gap) - inLanes(a.origin), n),
                  radius_b = radii(b, inLanes(b.origin) - x - times(normal, gap), n);
  const Lanes4 core = x + times(normal, radius_b + gap);
  const Lanes4 way = inLanes(place.since.translation) + turnOf(place.since.rotation, core);
  Lanes4 beside = way - times(normal, dot(normal, way));  // m'
  Vec3 turned;
  if (a.exists) {
    // The normal turns with B, or to its core.
    const IntW<4> both = radius_b > zero;
    const Lanes4 by_flat = inLanes(turnOf(place.since.rotation, n));
    const Lanes4 by_core = times(beside, splat<4>(1) / (radius_a + radius_b + separation));
    const Lanes4 by{both ? by_core.x : by_flat.x, both ? by_core.y : by_flat.y, both ? by_core.z : by_flat.z};
    beside = times(by, radius_a + gap);
    if (radius_a[0] > 0) turned = {by.x[0], by.y[0], by.z[0]};
  }
  const IntW<4> rolls = (radius_a > zero) | (radius_b > zero);
  const Lanes4 follows = beside + times(normal, dot(normal, shift) * half), stays = times(shift, half);
  return {x + Lanes4{rolls ? follows.x : stays.x, rolls ? follows.y : stays.y, rolls ? follows.z : stays.z},
          turned == Vec3{} ? n : normalized(n + turned)};
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
  const bool may_roll = m.point_count <= 2 && (rolling.a.exists || rolling.b.exists);
  const auto [middle, normal] = may_roll ? rolled(m, place, rolling, x, separation, shift)
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

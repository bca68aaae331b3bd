// A manifold's points are computed in four lanes at once: most manifolds have four points.
#include "solve/narrow_phase/place_manifold.hpp"

#include <cmath>
#include <cstddef>

#include "solve/narrow_phase/narrow_phase_settings.hpp"
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

Vec3 turnOf(const Quat& q, const Vec3& x) {
  const Vec3 t = cross(q.vector(), x) * 2.0f;
  return t * q.w + cross(q.vector(), t);
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

float radiusAcross(const Rolling& rolling, const Vec3& normal) {
  constexpr float kAcross = NarrowPhaseSettings::kAcross;
  return std::abs(dot(rolling.axis, normal)) < kAcross ? rolling.radius : 0;
}

/// Where the points are midway between the surfaces after a motion, and the normal.
struct Moved {
  Lanes4 middle;
  Vec3 normal;
};
/// `shift`: Dx − x of the derivation. It gives half of itself along the normal.
Moved moved(const ContactManifold& m, const ManifoldPlace& place, const Lanes4& x, FloatW<4> separation,
            const Lanes4& shift) {
  const Vec3& n = m.origin.normal;
  const float radius_a = radiusAcross(place.a, n), radius_b = radiusAcross(place.b, n);
  if (!(radius_a + radius_b > 0)) return {x + times(shift, splat<4>(0.5f)), n};
  const Lanes4 normal = inLanes(n);
  const FloatW<4> half = splat<4>(0.5f);
  const Lanes4 nearer = x + times(normal, dot(normal, shift) * half);
  if (!(radius_b > 0)) {
    const Vec3 turned = turnOf(place.since.rotation, n);
    return {nearer + times(inLanes(turned), splat<4>(radius_a) + separation * half), normalized(n + turned)};
  }
  const Lanes4 core = x + times(normal, splat<4>(radius_b) + separation * half);
  const Lanes4 way = inLanes(place.since.translation) + turnOf(place.since.rotation, core);
  const Lanes4 beside = way - times(normal, dot(normal, way));
  if (!(radius_a > 0)) return {nearer + beside, n};
  const FloatW<4> apart = splat<4>(radius_a + radius_b) + separation;
  const Lanes4 turned = times(beside, splat<4>(1) / apart);
  return {nearer + times(turned, splat<4>(radius_a) + separation * half),
          normalized(n + Vec3{turned.x[0], turned.y[0], turned.z[0]})};
}

}  // namespace

void placeManifold(ContactManifold& m, const ManifoldPlace& place) {
  static_assert(collide::Manifold::kMaxPoints == 4);
  m.offset = place.b_from_a;
  m.extrapolation = place.moved;
  Lanes4 x;
  FloatW<4> separation;
  load(m.origin, x, separation);
  const Lanes4 shift = inLanes(place.since.translation) + turnOf(place.since.rotation, x);
  const auto [middle, normal] = moved(m, place, x, separation, shift);
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

#include "solve/narrow_phase/rolling.hpp"

#include <cmath>

#include "base/rotation_vector.hpp"
#include "solve/narrow_phase/narrow_phase_settings.hpp"

namespace carom::solve {
namespace {

using Float = FloatW<4>;
using Vector = Vec3W<4>;

TurnedSurface surfaceOf(const Collider& collider, const Transform& place) {
  if (!collider.round) return {};
  TurnedSurface s{true, false, place.translation, {}, 0, collider.bounding_radius};
  const auto setSide = [&](float rise, float length) {
    s.direction = rotate(place.rotation, Vec3{0, 1, 0});
    s.slope = rise / length;
  };
  if (const auto* capsule = std::get_if<collide::Capsule>(&*collider.shape)) {
    const float rise = capsule->radius_bottom - capsule->radius_top;
    if (2 * capsule->half_height > std::abs(rise)) setSide(rise, 2 * capsule->half_height);
  }
  if (const auto* cylinder = std::get_if<collide::Cylinder>(&*collider.shape)) {
    const float rise = cylinder->radius_bottom - cylinder->radius_top, height = 2 * cylinder->half_height;
    setSide(rise, std::sqrt(height * height + rise * rise));
    s.rims = true;
  }
  return s;
}

/// A surface where the points of a manifold are.
struct Touched {
  const TurnedSurface& surface;
  Vec3 outward;   ///< Its normal.
  Float about;    ///< 1/r; 0: flat.
  bool straight;  ///< Along its meridian.

  /// `places`: of points of the surface.
  Touched(const TurnedSurface& s, const Vector& places, const Vec3& normal)
      : surface(s), outward(normal), about(splat<4>(0)), straight(false) {
    const Vec3& e = s.direction;
    const Vec3 across = outward - e * dot(e, outward);
    const float squared = lengthSquared(across);
    if (!s.exists || !(squared > 0)) return;
    const Float zero = splat<4>(0);
    const Float r = dot(places - inLanes(s.origin), inLanes(across)) * splat<4>(1 / squared);
    const IntW<4> in_shape = (r > zero) & (r <= splat<4>(s.most));
    about = in_shape ? splat<4>(1) / r : zero;
    straight = !(e == Vec3{}) && std::abs(dot(e, outward) - s.slope) < NarrowPhaseSettings::kOnSide;
  }
  bool flat() const { return !(about[0] > 0); }
  /// The direction in which the surface turns about its axis; zero at a ball and where the axis is along the
  /// normal.
  Vec3 turning() const { return normalized(cross(surface.direction, outward)); }
};

/// Two directions beside a normal.
struct Tangents {
  Vec3 u, w;
  bool line = false;  ///< w is along a line of contact.

  Tangents(const Touched& a, const Touched& b, const Vec3& normal, const Vector& x, std::int32_t count) {
    if (count == 2) u = normalized(cross(pointOf(x, 1) - pointOf(x, 0), normal));
    line = !(u == Vec3{}) || (a.straight && b.flat()) || (b.straight && a.flat()) ||
           (a.straight && b.straight &&
            lengthSquared(cross(a.turning(), b.turning())) < NarrowPhaseSettings::kParallel);
    if (u == Vec3{} && b.straight && !b.flat()) u = b.turning();
    if (u == Vec3{} && a.straight && !a.flat()) u = a.turning();
    if (u == Vec3{}) u = perpendicular(normal);
    w = cross(normal, u);
  }

 private:
  static Vec3 pointOf(const Vector& x, int i) { return {x.x[i], x.y[i], x.z[i]}; }
};
struct Beside {
  Float u, w;
};
Beside beside(const Tangents& tangents, const Vector& v) {
  return {dot(inLanes(tangents.u), v), dot(inLanes(tangents.w), v)};
}

/// K of a surface by its components.
struct Curvature {
  Float uu = splat<4>(0), uw = splat<4>(0), ww = splat<4>(0);
};
Beside operator*(const Curvature& k, const Beside& v) {
  return {k.uu * v.u + k.uw * v.w, k.uw * v.u + k.ww * v.w};
}

Curvature curvatureOf(const Touched& touched, const Tangents& tangents) {
  const Vec3 turning = touched.turning();
  const bool capped = turning == Vec3{} || (!touched.straight && !touched.surface.rims);
  const float sharpness = capped ? 1 : (touched.straight ? 0 : NarrowPhaseSettings::kRimSharpness);
  const Float about = touched.about, along = about * splat<4>(sharpness);
  const float cu = capped ? 1 : dot(turning, tangents.u), cw = capped ? 0 : dot(turning, tangents.w);
  Curvature k;
  k.uu = about * splat<4>(cu * cu) + along * splat<4>(cw * cw);
  if (tangents.line) return k;
  k.uw = (about - along) * splat<4>(cu * cw);
  k.ww = about * splat<4>(cw * cw) + along * splat<4>(cu * cu);
  return k;
}

/// ξ, for the curvatures about the axes and in all directions.
Beside moveOnA(Float about_a, const Curvature& a, Float about_b, const Curvature& b, bool line,
               Float separation, const Beside& v, const Beside& t) {
  const Float zero = splat<4>(0), half = splat<4>(0.5f), one = splat<4>(1), apart = maximum(separation, zero);
  const IntW<4> flat_a = !(about_a > zero), flat_b = !(about_b > zero);
  const Float radius_a = flat_a ? zero : one / about_a, radius_b = flat_b ? zero : one / about_b;
  const Beside turned = b * v;
  const Float right_u = t.u + turned.u, right_w = t.w + turned.w;
  const Float uu = a.uu + b.uu + apart * (b.uu * a.uu + b.uw * a.uw),
              uw = a.uw + b.uw + apart * (b.uu * a.uw + b.uw * a.ww),
              wu = a.uw + b.uw + apart * (b.uw * a.uu + b.ww * a.uw),
              ww = a.ww + b.ww + apart * (b.uw * a.uw + b.ww * a.ww);
  if (line) {
    const Float along = flat_a ? v.w + radius_b * t.w : (flat_b ? radius_a * t.w : half * v.w);
    return {uu > zero ? right_u / uu : zero, along};
  }
  const Float determinant = uu * ww - uw * wu;
  const Float scale = determinant > zero ? one / determinant : zero;
  return {(ww * right_u - uw * right_w) * scale, (uu * right_w - wu * right_u) * scale};
}

/// Whether the surface of a collider is round where a normal stands on it. Ends of cylinders are flat.
bool isRoundAt(const SimulationState& state, const Collider& collider, const Vec3& normal) {
  if (!collider.round || !std::holds_alternative<collide::Cylinder>(*collider.shape)) return collider.round;
  const Vec3 axis =
      rotate(state.bodies.motions[collider.body].mid_rotation * collider.local.rotation, Vec3{0, 1, 0});
  const float along = dot(axis, normal);
  return along * along < NarrowPhaseSettings::kOnEnd * NarrowPhaseSettings::kOnEnd;
}

/// Whether a contact of two points is as long as the side of a round shape: else what lies along it is
/// shorter, and the points are its ends.
bool isWholeSide(const Collider& collider, const collide::Manifold& found) {
  float half = 0;
  if (const auto* capsule = std::get_if<collide::Capsule>(&*collider.shape)) half = capsule->half_height;
  if (const auto* cylinder = std::get_if<collide::Cylinder>(&*collider.shape)) half = cylinder->half_height;
  const float least = 2 * NarrowPhaseSettings::kWholeSide * half;
  return lengthSquared(found.points[1].position - found.points[0].position) >= least * least;
}

}  // namespace

RollingPair rollingPair(const Contact& contact, const Collider& a, const Collider& b) {
  return {surfaceOf(a, {}), surfaceOf(b, contact.reference)};
}

MovedPoints rolled(const RollingPair& rolling, const Transform& since, const Vec3& normal, const Vector& x,
                   Float separation, const Vector& shift, std::int32_t count) {
  const Vector n = inLanes(normal);
  const Float half = splat<4>(0.5f), zero = splat<4>(0);
  const Vector gap = times(n, separation * half);
  const Touched touched_a(rolling.a, x - gap, normal), touched_b(rolling.b, x + gap, -normal);
  const Tangents tangents(touched_a, touched_b, normal, x, count);
  const Curvature a = curvatureOf(touched_a, tangents), b = curvatureOf(touched_b, tangents);
  const Vec3 turned = turnOf(since.rotation, normal);
  const Beside t = beside(tangents, inLanes(turned));
  const Vector way = shift + times(inLanes(turned), separation * half);  // D p − p on B's surface.
  const Beside moved =
      moveOnA(touched_a.about, a, touched_b.about, b, tangents.line, separation, beside(tangents, way), t);
  const Beside tilt = a * moved;
  const auto global = [&](Float u, Float w) {
    return times(inLanes(tangents.u), u) + times(inLanes(tangents.w), w);
  };
  const Vector follows = times(n, dot(n, shift) * half) +
                         global(moved.u + separation * half * tilt.u, moved.w + separation * half * tilt.w);
  const Vector stays = times(shift, half);
  const IntW<4> rolls = (touched_a.about + touched_b.about) > zero;
  const Vector middle =
      x + Vector{rolls ? follows.x : stays.x, rolls ? follows.y : stays.y, rolls ? follows.z : stays.z};
  const Vec3 nu = tangents.u * tilt.u[0] + tangents.w * tilt.w[0];
  return {middle, nu == Vec3{} ? normal : normalized(normal + nu)};
}

ContactStays staysOn(const SimulationState& state, const Contact& contact, const ContactManifold& manifold) {
  if (!contact.round || manifold.point_count > 2) return ContactStays::OnLighter;
  const bool round_a = isRoundAt(state, state.colliders[contact.collider[0]], manifold.normal),
             round_b = isRoundAt(state, state.colliders[contact.collider[1]], manifold.normal);
  if (round_a == round_b) return ContactStays::OnLighter;
  const Collider& rolling = state.colliders[contact.collider[round_a ? 0 : 1]];
  if (manifold.point_count == 2 && !isWholeSide(rolling, manifold.origin)) return ContactStays::OnLighter;
  return round_a ? ContactStays::OnA : ContactStays::OnB;
}

}  // namespace carom::solve

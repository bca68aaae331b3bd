// Closest points of two cores, at least one of them curved, once their features are known.
//
// On a circle GJK halves the angle to the solution in each step: some 25 steps for full precision. Newton's
// method takes three. Let n be the direction from A to B, r(n) the vector between the support points of A
// along n and of B along -n, and d = r·n. At the closest points r is parallel to n: F = r - d n = 0. When n
// rotates by a small δ perpendicular to itself, the support point of a rim of radius ρ moves by ρ/|n_radial|
// along the rim's tangent t, that of a sphere by ρ δ, and that of a vertex not at all. With K the sum of
// these, F changes by -(K + d) δ, and K + d is positive definite while the cores are apart. Straight edges
// (of polyhedra, and the generators of round sides) let r slide along them: there n has to stay perpendicular
// to the edge, and the component of F along the edge does not count.
//
// For overlapping cores the same holds with d = -depth. K + d is then positive definite only if the depth is
// smaller than the radii of curvature, which is the condition for n to be a direction of separation at all.
//
// The solution is accepted only if it is proven: the points lie on their features, and the support gap along
// n, a lower bound of the distance, equals the distance of the points, an upper bound.
#include "collide/convex/curved_closest.hpp"

#include "collide/convex/convex_settings.hpp"
#include "collide/convex/round_profile.hpp"

namespace carom::collide {

namespace {

/// The part of a core near the solution, in the frame of A.
struct Local {
  DVec3 point;  ///< Support point; on an edge its start.
  bool has_edge = false;
  DVec3 edge;  ///< From the start to the end of the edge, not unit.
  double curvature =
      0;  ///< How far the support point moves per radian, m: along `tangent`, or in all directions.
  bool all_directions = false;
  DVec3 tangent;
};

/// A core, and its features that support the simplex.
struct Core {
  const ConvexView& view;
  const Placement* to_a;  ///< Null: the core is in the frame of A already.
  int feature_count = 0;
  std::uint32_t features[2] = {0, 0};
  DVec3 corners[2] = {};  ///< Of the features, for polyhedra; frame of A.

  /// Returns false if the simplex lies on a flat face.
  bool addFeature(std::uint32_t feature, const DVec3& corner) {
    for (int i = 0; i < feature_count; ++i) {
      if (features[i] == feature) return true;
    }
    if (feature_count == 2) return false;
    features[feature_count] = feature;
    corners[feature_count++] = corner;
    return true;
  }

  DVec3 pointToA(const DVec3& p) const { return to_a ? to_a->point(p) : p; }
  DVec3 directionToA(const DVec3& d) const { return to_a ? to_a->direction(d) : d; }

  /// `outward` is a unit direction in the frame of A.
  Local at(const DVec3& outward) const {
    Local local;
    if (!isCurved(view)) {
      local.point = corners[0];
      local.has_edge = feature_count == 2;
      if (local.has_edge) local.edge = corners[1] - corners[0];
      return local;
    }
    const DVec3 d = to_a ? to_a->inverseDirection(outward) : outward;
    return view.kind == ConvexKind::Cylinder ? rim(d) : ball(d);
  }

 private:
  Local rim(const DVec3& d) const {
    Local local;
    const Radial u = radialPart(d);
    const double h = view.half_height, top = view.radius_top, bottom = view.radius_bottom;
    const DVec3 upper{u.x * top, h, u.z * top}, lower{u.x * bottom, -h, u.z * bottom};
    const double radius = feature_count == 2 ? 0.5 * (top + bottom) : (features[0] == 0 ? top : bottom);
    local.point = pointToA(feature_count == 2 || features[0] == 0 ? upper : lower);
    local.curvature = u.length > 1e-9 ? radius / u.length : 0;
    local.tangent = directionToA({-u.z, 0, u.x});
    local.has_edge = feature_count == 2;
    if (local.has_edge) local.edge = pointToA(lower) - local.point;
    return local;
  }
  Local ball(const DVec3& d) const {
    Local local;
    const double h = view.half_height, top = view.radius_top, bottom = view.radius_bottom;
    const DVec3 upper = DVec3{0, h, 0} + d * top, lower = DVec3{0, -h, 0} + d * bottom;
    local.point = pointToA(feature_count == 2 || features[0] == 0 ? upper : lower);
    local.all_directions = true;
    local.curvature = feature_count == 2 ? 0.5 * (top + bottom) : (features[0] == 0 ? top : bottom);
    local.has_edge = feature_count == 2;
    if (local.has_edge) local.edge = pointToA(lower) - local.point;
    return local;
  }
};

/// Speed at which the support points move apart along `direction` when n rotates towards it.
double curvatureAlong(const Local& local, const DVec3& direction, const DVec3& other) {
  if (local.all_directions) return local.curvature * dot(direction, other);
  return local.curvature * dot(local.tangent, direction) * dot(local.tangent, other);
}

/// Makes n perpendicular to the edges with the smallest rotation. Returns false if two edges are parallel.
bool acrossEdges(const Local& a, const Local& b, DVec3& n) {
  if (a.has_edge && b.has_edge) {
    const DVec3 across = cross(a.edge, b.edge);
    const double scale = length(a.edge) * length(b.edge), size = length(across);
    if (!(size > 1e-3 * scale)) return false;
    n = across * ((dot(across, n) < 0 ? -1 : 1) / size);
  } else if (a.has_edge || b.has_edge) {
    const DVec3& e = a.has_edge ? a.edge : b.edge;
    n = normalized(n - e * (dot(n, e) / lengthSquared(e)));
  }
  return lengthSquared(n) > 0.5;
}

/// The rotation of n that makes r parallel to it, to first order.
DVec3 newtonStep(const Local& a, const Local& b, const DVec3& n, const DVec3& r, double d) {
  if (a.has_edge && b.has_edge) return {};
  if (a.has_edge || b.has_edge) {
    const DVec3 t = normalized(cross(n, a.has_edge ? a.edge : b.edge));
    const double stiffness = curvatureAlong(a, t, t) + curvatureAlong(b, t, t) + d;
    return stiffness > 0 ? t * (dot(r, t) / stiffness) : DVec3{};
  }
  const DVec3 s = perpendicular(n), t = cross(n, s);
  const double ss = curvatureAlong(a, s, s) + curvatureAlong(b, s, s) + d;
  const double tt = curvatureAlong(a, t, t) + curvatureAlong(b, t, t) + d;
  const double st = curvatureAlong(a, s, t) + curvatureAlong(b, s, t);
  const double fs = dot(r, s), ft = dot(r, t), determinant = ss * tt - st * st;
  if (!(determinant > 0) || !(ss > 0)) return {};
  return s * ((fs * tt - ft * st) / determinant) + t * ((ft * ss - fs * st) / determinant);
}

/// Slides the points along their edges to where they are closest. Returns false if that is beyond an end.
bool slide(Local& a, Local& b) {
  const DVec3 r = b.point - a.point;
  double s = 0, t = 0;
  if (a.has_edge && b.has_edge) {
    const double aa = lengthSquared(a.edge), bb = lengthSquared(b.edge), ab = dot(a.edge, b.edge);
    const double determinant = aa * bb - ab * ab;
    if (!(determinant > 1e-12 * aa * bb)) return false;
    const double ra = dot(r, a.edge), rb = dot(r, b.edge);
    s = (ra * bb - rb * ab) / determinant;
    t = (ra * ab - rb * aa) / determinant;
  } else if (a.has_edge) {
    s = dot(r, a.edge) / lengthSquared(a.edge);
  } else if (b.has_edge) {
    t = -dot(r, b.edge) / lengthSquared(b.edge);
  }
  if (!(s >= 0) || !(s <= 1) || !(t >= 0) || !(t <= 1)) return false;
  a.point += a.edge * s;
  b.point += b.edge * t;
  return true;
}

/// Finds the closest or deepest points on the features of both cores near the direction n, and improves n.
/// Returns false if they are not found.
bool solve(const Core& core_a, const Core& core_b, bool overlapping, DVec3& n, Local& on_a, Local& on_b) {
  for (int step = 0; step < ConvexSettings::kMaxNewtonSteps; ++step) {
    on_a = core_a.at(n), on_b = core_b.at(-n);
    const DVec3 before = n;
    if (!acrossEdges(on_a, on_b, n)) return false;
    on_a = core_a.at(n), on_b = core_b.at(-n);
    const DVec3 r = on_b.point - on_a.point;
    const double d = dot(r, n);
    if (!(overlapping ? d < 0 : d > 0)) return false;
    n = normalized(n + newtonStep(on_a, on_b, n, r, d));
    if (lengthSquared(n - before) < 1e-24) break;
  }
  on_a = core_a.at(n), on_b = core_b.at(-n);
  return slide(on_a, on_b);
}

/// Gap along n between the support planes.
double gapAlong(const ConvexView& a, const ConvexView& b, const Placement& b_to_a, const DVec3& n) {
  const DVec3 on_b = b_to_a.point(supportPoint(b, b_to_a.inverseDirection(-n)).point);
  return dot(n, on_b - supportPoint(a, n).point);
}

}  // namespace

bool closestOnCurves(const ConvexView& a, const ConvexView& b, const Placement& b_to_a, const DVec3& v,
                     GjkResult& result) {
  Core core_a{a, nullptr}, core_b{b, &b_to_a};
  for (int i = 0; i < result.count; ++i) {
    const SimplexVertex& vertex = result.simplex[i];
    if (!core_a.addFeature(vertex.feature_a, vertex.point_a) ||
        !core_b.addFeature(vertex.feature_b, vertex.point_b))
      return false;
  }
  DVec3 n = v * (-1 / length(v));
  Local on_a, on_b;
  if (!solve(core_a, core_b, false, n, on_a, on_b)) return false;
  const DVec3 between = on_b.point - on_a.point;
  const double distance = length(between);
  if (!(distance > 0)) return false;
  n = between * (1 / distance);
  if (!(distance - gapAlong(a, b, b_to_a, n) <= 1e-10 * distance + 1e-15 * length(on_a.point))) return false;
  result.distance = distance;
  result.normal = n;
  result.point_a = on_a.point;
  result.point_b = on_b.point;
  return true;
}

bool deepestOnCurves(const ConvexView& a, const ConvexView& b, const Placement& b_to_a,
                     const GjkSeed& features, double limit, Penetration& penetration) {
  Core core_a{a, nullptr}, core_b{b, &b_to_a};
  for (int i = 0; i < features.count; ++i) {
    DVec3 on_a, on_b;
    if (!isCurved(a) && !cornerOf(a, features.feature_a[i], on_a)) return false;
    if (!isCurved(b) && !cornerOf(b, features.feature_b[i], on_b)) return false;
    if (!core_a.addFeature(features.feature_a[i], on_a)) return false;
    if (!core_b.addFeature(features.feature_b[i], b_to_a.point(on_b))) return false;
  }
  DVec3 n = penetration.normal;
  Local on_a, on_b;
  if (!solve(core_a, core_b, true, n, on_a, on_b)) return false;
  const DVec3 between = on_a.point - on_b.point;
  const double depth = length(between);
  if (!(depth > 0) || !(dot(between, n) > 0)) return false;
  n = between * (1 / depth);
  const double width = -gapAlong(a, b, b_to_a, n);
  if (!(width <= limit) || !(width - depth <= 1e-10 * depth + 1e-14 * length(on_a.point))) return false;
  penetration.depth = depth;
  penetration.normal = n;
  penetration.point_a = on_a.point;
  penetration.point_b = on_b.point;
  penetration.has_points = true;
  return true;
}

}  // namespace carom::collide

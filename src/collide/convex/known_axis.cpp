// Two polyhedra that move slowly keep touching with the same features, a vertex and a face or two edges. Each
// such pair of features is a side of the Minkowski difference M = A - B. Up to three corners of it are kept
// from the last step.
//
// Apart: let v be the point of the corners' simplex that is nearest to the origin. One support point w along
// -v tells whether v is nearest in all of M, as in GJK: v·w/|v| is a lower bound of the distance, |v| an
// upper bound.
//
// Overlapping: let n be the outward normal of the three corners' plane and h its distance from the origin.
// One support point along n shows whether the plane still is a side, that is, whether all of M is below it;
// then the depth is at most h. The pyramid from an inner point of M (the difference of the cores' centres) to
// the triangle is in M. If the origin is in it and its other three sides are not nearer than h, a ball of
// radius h fits into M, and no direction is shorter.
//
// Nothing is assumed about how far the shapes moved: a result is exact, or there is none.
#include "collide/convex/known_axis.hpp"

namespace carom::collide {

namespace {

/// Corners of the difference. Not initialised.
struct Side {
  Side() {}
  int count = 0;
  double corners[3][9];  ///< Of A, of B, of A - B; all in the frame of A.

  DVec3 pointA(int i) const { return {corners[i][0], corners[i][1], corners[i][2]}; }
  DVec3 pointB(int i) const { return {corners[i][3], corners[i][4], corners[i][5]}; }
  DVec3 corner(int i) const { return {corners[i][6], corners[i][7], corners[i][8]}; }

  bool read(const ConvexView& a, const ConvexView& b, const Placement& b_to_a, const GjkSeed& seed) {
    for (int i = 0; i < seed.count; ++i) {
      DVec3 on_a, on_b;
      if (!cornerOf(a, seed.feature_a[i], on_a) || !cornerOf(b, seed.feature_b[i], on_b)) return false;
      on_b = b_to_a.point(on_b);
      double* c = corners[i];
      c[0] = on_a.x, c[1] = on_a.y, c[2] = on_a.z;
      c[3] = on_b.x, c[4] = on_b.y, c[5] = on_b.z;
      c[6] = on_a.x - on_b.x, c[7] = on_a.y - on_b.y, c[8] = on_a.z - on_b.z;
    }
    count = seed.count;
    return count > 0;
  }
};

/// A point of the side, as weights of its corners.
struct Nearest {
  double weight[3] = {1, 0, 0};
  DVec3 point;
};

void nearestOnSegment(const Side& side, int i, int j, Nearest& nearest) {
  const DVec3 p = side.corner(i), d = side.corner(j) - p;
  const double along = -dot(p, d), total = lengthSquared(d);
  const double t = along > 0 ? (along < total ? along / total : 1) : 0;
  nearest = {};
  nearest.weight[0] = 0;
  nearest.weight[i] = 1 - t, nearest.weight[j] = t;
  nearest.point = p + d * t;
}

/// The plane of three corners.
struct Plane3 {
  DVec3 direction;  ///< Not unit.
  double area_squared = 0;

  explicit Plane3(const Side& side) {
    const DVec3 e = side.corner(1) - side.corner(0), f = side.corner(2) - side.corner(0);
    direction = cross(e, f);
    const double ee = lengthSquared(e), ff = lengthSquared(f), longer = ee > ff ? ee : ff;
    area_squared = lengthSquared(direction);
    if (!(area_squared > 1e-16 * longer * longer)) area_squared = 0;
  }
};

/// Returns false if the origin is beyond an edge.
bool nearestInTriangle(const Side& side, const Plane3& plane, Nearest& nearest) {
  const DVec3 p = side.corner(0), q = side.corner(1), r = side.corner(2);
  const double u = dot(cross(q, r), plane.direction), v = dot(cross(r, p), plane.direction),
               w = dot(cross(p, q), plane.direction);
  if (!(u >= 0 && v >= 0 && w >= 0)) return false;
  const double inverse = 1 / (u + v + w);
  nearest.weight[0] = u * inverse, nearest.weight[1] = v * inverse, nearest.weight[2] = w * inverse;
  nearest.point = plane.direction * (dot(p, plane.direction) / plane.area_squared);
  return true;
}

void setPoints(const Side& side, const Nearest& nearest, AxisAnswer& answer) {
  answer.point_a = {}, answer.point_b = {};
  for (int i = 0; i < side.count; ++i) {
    answer.point_a += side.pointA(i) * nearest.weight[i];
    answer.point_b += side.pointB(i) * nearest.weight[i];
  }
  answer.has_points = true;
}

/// Whether the origin is in the pyramid from `apex`, and its slopes are not nearer than `depth`. `turn` is
/// the sign that makes the triangle's order counter-clockwise seen from outside.
bool ballFits(const Side& side, const DVec3& apex, double turn, double depth) {
  for (int i = 0; i < 3; ++i) {
    const DVec3 p = side.corner(i), q = side.corner(i == 2 ? 0 : i + 1);
    const DVec3 m = cross(q - apex, p - apex);
    const double along = turn * dot(m, apex);
    if (!(along >= 0)) return false;
    if (depth > 0 && along * along < depth * depth * lengthSquared(m)) return false;
  }
  return true;
}

/// Input of both tests.
struct Query {
  const ConvexView& a;
  const ConvexView& b;
  const Placement& b_to_a;
  const AxisQuestion& question;

  /// Support point of the difference.
  DVec3 support(const DVec3& along, AxisAnswer& answer) const {
    const SupportPoint on_a = supportPoint(a, along), on_b = supportPoint(b, b_to_a.inverseDirection(-along));
    answer.support_a = on_a.feature, answer.support_b = on_b.feature;
    return on_a.point - b_to_a.point(on_b.point);
  }

  KnownAxis whenApart(const Side& side, const Nearest& nearest, double touching, AxisAnswer& answer) const {
    const DVec3& v = nearest.point;
    const double v2 = lengthSquared(v);
    if (!(v2 > touching * touching)) return KnownAxis::Unknown;
    const double along = dot(v, support(-v, answer));
    if (along > 0 && along * along > question.farthest * question.farthest * v2) return KnownAxis::Apart;
    if (v2 - along > 1e-10 * v2) return KnownAxis::Unknown;
    answer.separation = std::sqrt(v2);
    answer.normal = v * (-1 / answer.separation);
    setPoints(side, nearest, answer);
    return KnownAxis::Separated;
  }

  KnownAxis whenOverlapping(const Side& side, const DVec3& inner, double scale, AxisAnswer& answer) const {
    const DVec3& n = answer.normal;
    const double height = dot(n, side.corner(0));
    const double farthest = dot(n, support(n, answer));
    // Rounding can increase a support point by this.
    if (farthest - height > 1e-13 * scale) return KnownAxis::Unknown;
    answer.separation = -height;
    for (int i = 0; i < 3; ++i) answer.corners[i] = side.corner(i);
    const double allowed = height - question.margin - question.depth_margin * height;
    const double turn =
        dot(cross(side.corner(1) - side.corner(0), side.corner(2) - side.corner(0)), n) < 0 ? -1 : 1;
    return ballFits(side, inner, turn, allowed) ? KnownAxis::Overlapping : KnownAxis::Unknown;
  }
};

}  // namespace

KnownAxis axisFromSeed(const ConvexView& a, const ConvexView& b, const Placement& b_to_a, const GjkSeed& seed,
                       const AxisQuestion& question, AxisAnswer& answer) {
  Side side;
  if (!side.read(a, b, b_to_a, seed)) return KnownAxis::Unknown;
  const Query query{a, b, b_to_a, question};
  const DVec3 inner = middle(a) - b_to_a.point(middle(b));
  const DVec3 rough = absolute(inner);
  // At touch neither test is valid: directions have no meaning there.
  Nearest nearest;
  if (side.count < 3) {
    nearest.point = side.corner(0);
    if (side.count == 2) nearestOnSegment(side, 0, 1, nearest);
    return query.whenApart(side, nearest, 1e-9 * (rough.x + rough.y + rough.z), answer);
  }
  const Plane3 plane(side);
  if (!(plane.area_squared > 0)) return KnownAxis::Unknown;
  const DVec3 n = plane.direction * (1 / std::sqrt(plane.area_squared));
  const double above_inner = dot(n, side.corner(0) - inner), height = dot(n, side.corner(0));
  // Flat differences have no inside.
  const double scale = rough.x + rough.y + rough.z + absolute(above_inner), touching = 1e-9 * scale;
  if (!(absolute(above_inner) > 1e-6 * scale)) return KnownAxis::Unknown;
  const double outward_height = above_inner < 0 ? -height : height;
  const bool over = nearestInTriangle(side, plane, nearest);
  if (outward_height > touching) {
    answer.normal = above_inner < 0 ? -n : n;
    answer.has_points = false;
    if (over) setPoints(side, nearest, answer);
    return query.whenOverlapping(side, inner, scale + outward_height, answer);
  }
  if (!over) {
    Nearest other;
    nearestOnSegment(side, 0, 1, nearest);
    nearestOnSegment(side, 1, 2, other);
    if (lengthSquared(other.point) < lengthSquared(nearest.point)) nearest = other;
    nearestOnSegment(side, 2, 0, other);
    if (lengthSquared(other.point) < lengthSquared(nearest.point)) nearest = other;
  }
  return query.whenApart(side, nearest, touching, answer);
}

bool pointsOverSeed(const ConvexView& a, const ConvexView& b, const Placement& b_to_a, const GjkSeed& seed,
                    AxisAnswer& answer) {
  Side side;
  if (!side.read(a, b, b_to_a, seed) || side.count != 3) return false;
  const Plane3 plane(side);
  Nearest nearest;
  if (!(plane.area_squared > 0) || !nearestInTriangle(side, plane, nearest)) return false;
  setPoints(side, nearest, answer);
  return true;
}

}  // namespace carom::collide

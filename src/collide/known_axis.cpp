// Two polyhedra that move slowly keep touching with the same features, a vertex and a face or two edges. Each
// such pair of features is a side of the Minkowski difference M = A - B; three of its corners are kept. With
// n their plane's outward normal and h its distance from the origin, one support point along n shows whether
// it is a side still, that is, whether all of M lies below it. Then
//   - h < 0: A and B are apart by at least -h, and by exactly that if the origin is above the triangle, whose
//     point below the origin is then the closest of all;
//   - h > 0: they overlap by at most h. The pyramid from an inner point of M (the difference of the cores'
//     middles) to the triangle lies in M. If the origin is in it and its other three sides are not nearer
//     than h, a ball of radius h fits into M, and no direction is shorter.
// Nothing is assumed about how far things moved: an answer is exact, or there is none.
#include "collide/known_axis.hpp"

namespace carom::collide {

namespace {

/// Three corners of the difference.
struct Side {
  DVec3 point_a[3], point_b[3], corner[3];
  DVec3 cross_product;  ///< Of two edges.
  double area_squared = 0;

  bool read(const ConvexView& a, const ConvexView& b, const Placement& b_to_a, const GjkSeed& seed) {
    if (seed.count != 3) return false;
    for (int i = 0; i < 3; ++i) {
      DVec3 on_b;
      if (!cornerOf(a, seed.feature_a[i], point_a[i]) || !cornerOf(b, seed.feature_b[i], on_b)) return false;
      point_b[i] = b_to_a.point(on_b);
      corner[i] = point_a[i] - point_b[i];
    }
    const DVec3 e = corner[1] - corner[0], f = corner[2] - corner[0];
    cross_product = cross(e, f);
    area_squared = lengthSquared(cross_product);
    const double ee = lengthSquared(e), ff = lengthSquared(f), longer = ee > ff ? ee : ff;
    return area_squared > 1e-16 * longer * longer;
  }

  /// The point over which the origin is; false when it is beyond an edge.
  bool pointsBelowOrigin(AxisAnswer& answer) const {
    const double u = dot(cross(corner[1], corner[2]), cross_product),
                 v = dot(cross(corner[2], corner[0]), cross_product),
                 w = dot(cross(corner[0], corner[1]), cross_product);
    if (!(u >= 0 && v >= 0 && w >= 0)) return false;
    const double inverse = 1 / (u + v + w);
    answer.point_a = point_a[0] * (u * inverse) + point_a[1] * (v * inverse) + point_a[2] * (w * inverse);
    answer.point_b = point_b[0] * (u * inverse) + point_b[1] * (v * inverse) + point_b[2] * (w * inverse);
    answer.has_points = true;
    return true;
  }
};

/// Whether the pyramid from `apex` has the origin inside, no nearer to its slopes than `depth`. `turn` is the
/// sign that makes the triangle's order counter-clockwise from outside.
bool ballFits(const Side& side, const DVec3& apex, double turn, double depth) {
  for (int i = 0; i < 3; ++i) {
    const DVec3& p = side.corner[i];
    const DVec3& q = side.corner[i == 2 ? 0 : i + 1];
    const DVec3 m = cross(q - apex, p - apex);
    const double along = turn * dot(m, apex);
    if (!(along >= 0)) return false;
    if (depth > 0 && along * along < depth * depth * lengthSquared(m)) return false;
  }
  return true;
}

}  // namespace

KnownAxis axisFromSeed(const ConvexView& a, const ConvexView& b, const Placement& b_to_a, const GjkSeed& seed,
                       const AxisQuestion& question, AxisAnswer& answer) {
  Side side;
  if (!side.read(a, b, b_to_a, seed)) return KnownAxis::Unknown;
  const DVec3 inner = middle(a) - b_to_a.point(middle(b));
  const DVec3 n = side.cross_product * (1 / std::sqrt(side.area_squared));
  const double above_inner = dot(n, side.corner[0] - inner);
  // Flat differences have no inside.
  const double scale = absolute(inner.x) + absolute(inner.y) + absolute(inner.z) + absolute(above_inner);
  if (!(absolute(above_inner) > 1e-6 * scale)) return KnownAxis::Unknown;
  const double turn = above_inner < 0 ? -1 : 1;
  answer.normal = n * turn;
  const SupportPoint on_a = supportPoint(a, answer.normal);
  const SupportPoint on_b = supportPoint(b, b_to_a.inverseDirection(-answer.normal));
  answer.support_a = on_a.feature, answer.support_b = on_b.feature;
  const double farthest = dot(answer.normal, on_a.point - b_to_a.point(on_b.point));
  if (-farthest > question.farthest) return KnownAxis::Apart;
  const double height = dot(answer.normal, side.corner[0]);
  // What a support point can add by rounding.
  if (farthest - height > 1e-13 * (scale + absolute(height))) return KnownAxis::Unknown;
  answer.separation = -height;
  answer.has_points = false;
  const bool over = side.pointsBelowOrigin(answer);
  // The touch itself belongs to neither: directions mean nothing there.
  const double touching = 1e-9 * scale;
  if (height < -touching) return over ? KnownAxis::Separated : KnownAxis::Unknown;
  if (!(height > touching)) return KnownAxis::Unknown;
  const double allowed = height - question.margin - question.depth_margin * height;
  return ballFits(side, inner, turn, allowed) ? KnownAxis::Overlapping : KnownAxis::Unknown;
}

bool pointsOverSeed(const ConvexView& a, const ConvexView& b, const Placement& b_to_a, const GjkSeed& seed,
                    AxisAnswer& answer) {
  Side side;
  return side.read(a, b, b_to_a, seed) && side.pointsBelowOrigin(answer);
}

}  // namespace carom::collide

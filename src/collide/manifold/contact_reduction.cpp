// Reduction of many contact points to four: those that support the bodies.
//
// Over the plane of contact the points stand as high as they are apart; those that touch are level. A body
// that is pressed down comes to rest on a face of the lower hull of these points. So the first point is the
// deepest one. Turning about it, the body next meets the point with the least slope from it; turning about
// the line between the two, on either side the one with the least slope from that line; if all are on one
// side, the fourth is the one that adds most outside the triangle. Points that do not touch are not taken in
// place of others that do: a body would rock between two sets of points.
//
// Slopes that differ by less than a thousandth are equal, except that nothing is as good as a point that
// touches but another one. Of points with equal slopes those are taken that are farthest away: four points of
// a flat contact can carry any load that all of them could, if their quadrilateral is nearly the largest
// possible.
//
// Ties are common (a box on a floor has four equal depths), and rounding must not decide them differently in
// each step. So a candidate has to be better by a margin to replace an earlier one.
#include <algorithm>

#include "collide/manifold/clipping_settings.hpp"
#include "collide/manifold/contact_clipping.hpp"

namespace carom::collide {

namespace {

using Candidate = ContactReducer::Candidate;

/// Twice the signed area of a triangle seen along the normal.
double signedArea(const DVec3& p, const DVec3& q, const DVec3& r, const DVec3& normal) {
  return dot(cross(q - p, r - p), normal);
}

/// Height of a point for the slopes: what touches is level.
double heightOf(const Candidate& candidate) {
  return candidate.separation > 0 ? candidate.separation : 0;
}

/// A point as another one, or a line, sees it.
struct Seen {
  double rise;      ///< m
  double distance;  ///< m
  double size;      ///< What of points with equal slopes is to be largest: squared distance or area.
};

/// Of the points with a size above `least` the largest one of the least slope, or -1. Heights are equal up to
/// a margin. `touching`: those chosen before touch.
template <class See>
int flattest(int count, double least, double margin, bool touching, See&& see) {
  double slope = 1e300;
  for (int i = 0; i < count; ++i) {
    const Seen p = see(i);
    const double rise = p.rise >= 0 ? p.rise : (p.rise < -margin ? p.rise + margin : 0);
    if (p.size > least && rise < slope * p.distance) slope = rise / p.distance;
  }
  int best = -1;
  for (int i = 0; i < count; ++i) {
    const Seen p = see(i);
    const bool level = touching && !(slope > 0);
    const double most = level ? 0 : (slope + ClippingSettings::kEqualSlopes) * p.distance;
    if (!(p.size > least * 1.001) || p.rise > most + margin) continue;
    best = i, least = p.size;
  }
  return best;
}

ManifoldPoint toPoint(const Candidate& candidate) {
  return {Vec3(candidate.point()), static_cast<float>(candidate.separation), candidate.feature};
}

}  // namespace

double ContactReducer::smallestSeparation() const {
  double smallest = 1e300;
  for (int i = 0; i < count_; ++i) {
    if (candidates_[i].separation < smallest) smallest = candidates_[i].separation;
  }
  return smallest;
}

void ContactReducer::addUnlessNear(const Candidate& candidate, double near) {
  for (int i = 0; i < count_; ++i) {
    Candidate& other = candidates_[i];
    if (!(lengthSquared(other.point() - candidate.point()) <= near * near)) continue;
    const std::uint32_t feature = other.feature;
    if (candidate.separation < other.separation) other = candidate, other.feature = feature;
    return;
  }
  add(candidate.point(), candidate.separation, candidate.feature);
}

double ContactReducer::extentSquared() const {
  double extent_squared = 0;
  for (int i = 1; i < count_; ++i)
    extent_squared = std::max(extent_squared, lengthSquared(candidates_[i].point() - candidates_[0].point()));
  return extent_squared;
}

void ContactReducer::merge() {
  const double near = ClippingSettings::kSamePoint * std::sqrt(extentSquared());
  const int count = count_;
  count_ = 0;
  for (int i = 0; i < count; ++i) addUnlessNear(Candidate(candidates_[i]), near);
}

bool ContactReducer::reduce(const DVec3& normal, Manifold& out) {
  if (count_ == 0) return false;
  // Of more points none are chosen that are so near to each other.
  if (count_ <= Manifold::kMaxPoints) merge();
  int chosen[Manifold::kMaxPoints], chosen_count = 0;
  if (count_ > Manifold::kMaxPoints) {
    chosen_count = choose(normal, chosen);
  } else {
    for (int i = 0; i < count_; ++i) chosen[chosen_count++] = i;
  }
  out.normal = Vec3(normal);
  for (int i = 0; i < chosen_count; ++i) out.points[i] = toPoint(candidates_[chosen[i]]);
  out.point_count = chosen_count;
  return true;
}

bool ContactReducer::reduce(const ContactAxis& axis, ConvexContact& out) {
  out.is_line = false;
  if (!reduce(axis.normal, static_cast<Manifold&>(out))) return false;
  out.is_line = on_line_ != 0;
  for (int i = 0; i < ConvexContact::kMaxOnLine && out.is_line; ++i) {
    Manifold& manifold = out.line[i];
    manifold.point_count = on_line_ >> i & 1;
    if (manifold.point_count == 0) continue;
    manifold.normal = Vec3(line_[i].normal);
    manifold.points[0] = toPoint(line_[i].point);
  }
  return true;
}

int ContactReducer::choose(const DVec3& normal, int* chosen) const {
  const double extent_squared = extentSquared();
  const double depth_margin = 1e-5 * std::sqrt(extent_squared);
  chosen[0] = 0;
  for (int i = 1; i < count_; ++i) {
    if (candidates_[i].separation < candidates_[chosen[0]].separation - depth_margin) chosen[0] = i;
  }
  const Candidate& first = candidates_[chosen[0]];
  const DVec3 p = first.point();
  const bool touching = heightOf(first) == 0;
  const double near = ClippingSettings::kNearPoint * ClippingSettings::kNearPoint * extent_squared;
  const int second = flattest(count_, near, depth_margin, touching, [&](int i) {
    const double d = lengthSquared(candidates_[i].point() - p);
    return Seen{heightOf(candidates_[i]) - heightOf(first), std::sqrt(d), d};
  });
  int chosen_count = 1;
  if (second >= 0) {
    chosen[chosen_count++] = second;
    const Candidate& other = candidates_[second];
    const DVec3 q = other.point(), line = q - p;
    const double length_squared = lengthSquared(line), extent = std::sqrt(length_squared);
    const double slope = (heightOf(other) - heightOf(first)) / length_squared;
    // Points nearer to the line than this add nothing.
    const double least = 1e-3 * length_squared;
    const auto beside = [&](double side) {
      return flattest(count_, least, depth_margin, touching, [&](int i) {
        const DVec3 r = candidates_[i].point();
        const double area = side * signedArea(p, q, r, normal);
        return Seen{heightOf(candidates_[i]) - heightOf(first) - slope * dot(r - p, line), area / extent,
                    area};
      });
    };
    const int left = beside(1), right = beside(-1);
    if (left >= 0) chosen[chosen_count++] = left;
    if (right >= 0) chosen[chosen_count++] = right;
    if (chosen_count == 3) {
      // All on one side of the line: the fourth point is the one that adds most outside the triangle.
      const int third = chosen[2];
      const double turn = left >= 0 ? 1 : -1;
      const DVec3 r = candidates_[third].point();
      double most = least;
      for (int i = 0; i < count_; ++i) {
        const DVec3 s = candidates_[i].point();
        const double over_qr = -turn * signedArea(q, r, s, normal),
                     over_rp = -turn * signedArea(r, p, s, normal);
        const double added = over_qr > over_rp ? over_qr : over_rp;
        if (added > most * 1.001) most = added, chosen[3] = i, chosen_count = 4;
      }
    }
  }
  // In the order of the candidates, so that a point keeps its position while the selection stays the same.
  for (int i = 1; i < chosen_count; ++i) {
    for (int j = i; j > 0 && chosen[j] < chosen[j - 1]; --j) {
      const int swap = chosen[j];
      chosen[j] = chosen[j - 1], chosen[j - 1] = swap;
    }
  }
  return chosen_count;
}

}  // namespace carom::collide

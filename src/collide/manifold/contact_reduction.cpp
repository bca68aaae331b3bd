// Reduction of many contact points to four: first the deepest, then the one farthest from it, then those that
// add most area on either side of the line between the two. Four points of a flat contact can carry any load
// that all of them could, if their quadrilateral is nearly the largest possible.
//
// Ties are common (a box on a floor has four equal depths), and rounding must not decide them differently in
// each step. So a candidate has to be better by a margin to replace an earlier one.
#include "collide/manifold/contact_clipping.hpp"

namespace carom::collide {

namespace {

using Candidate = ContactReducer::Candidate;

/// Twice the signed area of a triangle seen along the normal.
double signedArea(const DVec3& p, const DVec3& q, const DVec3& r, const DVec3& normal) {
  return dot(cross(q - p, r - p), normal);
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

bool ContactReducer::reduce(const DVec3& normal, Manifold& out) {
  if (count_ == 0) return false;
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

int ContactReducer::choose(const DVec3& normal, int* chosen) const {
  double extent_squared = 0;
  for (int i = 1; i < count_; ++i) {
    const double d = lengthSquared(candidates_[i].point() - candidates_[0].point());
    if (d > extent_squared) extent_squared = d;
  }
  const double depth_margin = 1e-5 * std::sqrt(extent_squared);
  chosen[0] = 0, chosen[1] = -1;
  for (int i = 1; i < count_; ++i) {
    if (candidates_[i].separation < candidates_[chosen[0]].separation - depth_margin) chosen[0] = i;
  }
  const DVec3 p = candidates_[chosen[0]].point();
  double best = 0;
  for (int i = 0; i < count_; ++i) {
    const double d = lengthSquared(candidates_[i].point() - p);
    if (d > best * 1.001) best = d, chosen[1] = i;
  }
  int chosen_count = 1;
  if (chosen[1] >= 0) {
    chosen_count = 2;
    const DVec3 q = candidates_[chosen[1]].point();
    // Points nearer to the line than this add nothing.
    const double least = 1e-3 * best;
    double left = least, right = least;
    int left_index = -1, right_index = -1;
    for (int i = 0; i < count_; ++i) {
      const double area = signedArea(p, q, candidates_[i].point(), normal);
      if (area > left * 1.001) left = area, left_index = i;
      if (-area > right * 1.001) right = -area, right_index = i;
    }
    if (left_index >= 0) chosen[chosen_count++] = left_index;
    if (right_index >= 0) chosen[chosen_count++] = right_index;
    if (chosen_count == 3) {
      // All on one side of the line: the fourth point is the one that adds most outside the triangle.
      const int third = chosen[2];
      const double turn = left_index >= 0 ? 1 : -1;
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

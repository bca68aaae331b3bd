// Gilbert, Johnson, Keerthi 1988: "A fast procedure for computing the distance between complex objects".
//
// The distance of A and B is that of the origin from the Minkowski difference A - B. A simplex of support
// points moves towards the origin. Let v be the simplex's point closest to the origin, and w the support
// point of A - B along -v. As v·w/|v| is a lower bound of the distance and |v| an upper bound, the search
// ends when they meet (van den Bergen 2003, section 4.3.4). For polyhedra this is exact; for curved cores it
// converges to the tolerance. The closest point of the simplex is found by Voronoi regions (C. Ericson,
// "Real-Time Collision Detection", 2005, section 5.1). Where a triangle or tetrahedron is too thin to
// distinguish its regions, all its sides are tried and the nearest is taken, so degenerate (flat) shapes
// work.
#include "collide/convex/gjk.hpp"

#include "collide/convex/convex_settings.hpp"
#include "collide/convex/curved_closest.hpp"

namespace carom::collide {

namespace {

/// Closest point to the origin, and the vertices of the simplex that support it, in ascending order. Not
/// initialised.
struct Closest {
  DVec3 point;
  double distance_squared;
  int count;
  int index[3];
  double weight[3];
};

void setVertex(const SimplexVertex* s, int i, Closest& out) {
  out.point = s[i].difference;
  out.distance_squared = lengthSquared(out.point);
  out.count = 1;
  out.index[0] = i;
  out.weight[0] = 1;
}

void closestOnSegment(const SimplexVertex* s, int i, int j, Closest& out) {
  const DVec3& a = s[i].difference;
  const DVec3 ab = s[j].difference - a;
  const double along = -dot(a, ab), total = lengthSquared(ab);
  if (!(along > 0)) return setVertex(s, i, out);
  if (!(along < total)) return setVertex(s, j, out);
  const double t = along / total;
  out.point = a + ab * t;
  out.distance_squared = lengthSquared(out.point);
  out.count = 2;
  out.index[0] = i, out.index[1] = j;
  out.weight[0] = 1 - t, out.weight[1] = t;
}

/// Corner k is the newest: edge i j has been tested before and was not as close.
void closestOnTriangle(const SimplexVertex* s, int i, int j, int k, Closest& out) {
  const DVec3 &a = s[i].difference, &b = s[j].difference, &c = s[k].difference;
  const DVec3 ab = b - a, ac = c - a, bc = c - b, n = cross(ab, ac);
  const double area_squared = lengthSquared(n);
  const double ab2 = lengthSquared(ab), ac2 = lengthSquared(ac), bc2 = lengthSquared(bc);
  const double longest = ab2 > ac2 ? (ab2 > bc2 ? ab2 : bc2) : (ac2 > bc2 ? ac2 : bc2);
  // Interior: the origin is on the inner side of all three edges.
  const double u = dot(cross(b, c), n), v = dot(cross(c, a), n), w = dot(cross(a, b), n);
  if (area_squared > 1e-24 * longest * longest && u > 0 && v > 0 && w > 0) {
    const double inverse = 1 / (u + v + w);
    out.weight[0] = u * inverse, out.weight[1] = v * inverse, out.weight[2] = w * inverse;
    // The projection onto the plane, more precise than the weighted sum of distant corners.
    out.point = n * (dot(a, n) / area_squared);
    out.distance_squared = lengthSquared(out.point);
    out.count = 3;
    out.index[0] = i, out.index[1] = j, out.index[2] = k;
    return;
  }
  Closest edge;
  closestOnSegment(s, i, k, out);
  closestOnSegment(s, j, k, edge);
  if (edge.distance_squared < out.distance_squared) out = edge;
}

/// Corner 3 is the newest: face 0 1 2 has been tested before. Returns false if the origin is inside the
/// tetrahedron or on it. Corners of curved cores come very close to each other, so a sign counts only beyond
/// the rounding of the corners' coordinates; in doubt the side is tried.
bool closestOnTetrahedron(const SimplexVertex* s, Closest& out) {
  static constexpr int kFaces[3][4] = {{0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
  double farthest_squared = 0, longest_squared = 0;
  for (int i = 0; i < 4; ++i) {
    const double d = lengthSquared(s[i].difference);
    if (d > farthest_squared) farthest_squared = d;
    for (int j = 0; j < i; ++j) {
      const double e = lengthSquared(s[i].difference - s[j].difference);
      if (e > longest_squared) longest_squared = e;
    }
  }
  const double rounding = 4e-15 * std::sqrt(farthest_squared);
  const double doubtful = rounding * longest_squared;
  bool outside = false, doubt = false, any = false;
  for (const auto& f : kFaces) {
    const DVec3& a = s[f[0]].difference;
    const DVec3 n = cross(s[f[1]].difference - a, s[f[2]].difference - a);
    const double opposite = dot(n, s[f[3]].difference - a), origin = -dot(n, a);
    const bool flat = !(opposite > doubtful || opposite < -doubtful);
    const bool on_plane = !(origin > doubtful || origin < -doubtful);
    if (!flat && !on_plane && origin * opposite > 0) continue;
    if (flat || on_plane) {
      doubt = true;
    } else {
      outside = true;
    }
    Closest face;
    closestOnTriangle(s, f[0], f[1], f[2], face);
    if (!any || face.distance_squared < out.distance_squared) out = face;
    any = true;
  }
  return outside || (doubt && out.distance_squared > 100 * rounding * rounding);
}

/// Returns false if the simplex contains the origin.
bool closestOnSimplex(const SimplexVertex* s, int count, Closest& out) {
  if (count == 1) return setVertex(s, 0, out), true;
  if (count == 2) return closestOnSegment(s, 0, 1, out), true;
  if (count == 3) return closestOnTriangle(s, 0, 1, 2, out), true;
  return closestOnTetrahedron(s, out);
}

void reduce(GjkResult& result, const Closest& closest) {
  for (int i = 0; i < closest.count; ++i) {
    if (closest.index[i] != i) result.simplex[i] = result.simplex[closest.index[i]];
    result.simplex[i].weight = closest.weight[i];
  }
  result.count = closest.count;
}

void finish(const DVec3& v, GjkResult& result) {
  result.point_a = {}, result.point_b = {};
  for (int i = 0; i < result.count; ++i) {
    result.point_a += result.simplex[i].point_a * result.simplex[i].weight;
    result.point_b += result.simplex[i].point_b * result.simplex[i].weight;
  }
  result.distance = length(v);
  result.normal = v * (-1 / result.distance);
}

/// The search towards the origin.
class Walk {
 public:
  Walk(const ConvexView& a, const ConvexView& b, const Placement& b_to_a, const GjkSettings& settings)
      : a_(a), b_(b), b_to_a_(b_to_a), seed_(settings.seed), max_distance_(settings.max_distance) {
    v_ = -settings.initial_direction;
    if (!(lengthSquared(v_) > 1e-60)) v_ = middle(a) - b_to_a.point(middle(b));
    if (!(lengthSquared(v_) > 1e-60)) v_ = {0, 1, 0};
    scale_ = coreExtent(a) + coreExtent(b) + length(b_to_a.translation);
  }

  void run(GjkResult& result) {
    if (!startFromSeed(result)) {
      result.simplex[0] = supportOfDifference(a_, b_, b_to_a_, -v_);
      result.simplex[0].weight = 1;
      result.count = 1;
      v_ = result.simplex[0].difference;
    }
    if (result.overlapping) return;
    const bool curved = isCurved(a_) || isCurved(b_);
    const double touching = 1e-12 * scale_;
    for (int iteration = 0; iteration < ConvexSettings::kMaxGjkIterations; ++iteration) {
      const double v2 = lengthSquared(v_);
      if (!(v2 > touching * touching)) {
        result.overlapping = true;
        return;
      }
      // Curved cores often lie on flat faces, caps and generators: a support point along their normals ends a
      // slow convergence at once.
      if (curved && (iteration == 2 || iteration == 5)) {
        if (lookAlongFaces(result)) break;
        if (result.overlapping) return;
        continue;
      }
      if (curved && (iteration == 4 || iteration == 7 || iteration == 11) &&
          closestOnCurves(a_, b_, b_to_a_, v_, result)) {
        return;
      }
      const SimplexVertex w = supportOfDifference(a_, b_, b_to_a_, -v_);
      const double along = dot(v_, w.difference);
      // v·w/|v| is a lower bound of the distance.
      if (along > 0 && along * along > max_distance_ * max_distance_ * v2) break;
      if (v2 - along <= 1e-10 * v2 + 1e-15 * scale_ * std::sqrt(v2)) break;
      if (!approach(w, result)) break;
      if (result.overlapping) return;
    }
    finish(v_, result);
  }

 private:
  bool startFromSeed(GjkResult& result) {
    for (int i = 0; i < seed_.count && !result.overlapping; ++i) {
      SimplexVertex w;
      DVec3 on_b;
      if (!cornerOf(a_, seed_.feature_a[i], w.point_a) || !cornerOf(b_, seed_.feature_b[i], on_b)) continue;
      w.point_b = b_to_a_.point(on_b);
      w.difference = w.point_a - w.point_b;
      w.feature_a = seed_.feature_a[i], w.feature_b = seed_.feature_b[i];
      if (result.count > 0) {
        approach(w, result);
        continue;
      }
      w.weight = 1;
      result.simplex[0] = w;
      result.count = 1;
      v_ = w.difference;
    }
    return result.count > 0;
  }

  /// Adds a vertex to the simplex. Returns false if that brings it no closer to the origin.
  bool approach(const SimplexVertex& w, GjkResult& result) {
    for (int i = 0; i < result.count; ++i) {
      if (result.simplex[i].difference == w.difference) return false;
    }
    if (!(dot(v_, w.difference) < lengthSquared(v_))) return false;
    result.simplex[result.count++] = w;
    Closest closest;
    if (!closestOnSimplex(result.simplex, result.count, closest)) {
      result.overlapping = true;
      return true;
    }
    if (!(closest.distance_squared < lengthSquared(v_))) {
      // Rounding prevents any progress: the simplex without this vertex is the result.
      --result.count;
      return false;
    }
    reduce(result, closest);
    v_ = closest.point;
    return true;
  }

  /// Returns true if a face normal proves that the distance is reached.
  bool lookAlongFaces(GjkResult& result) {
    const DVec3 along = v_ * (-1 / length(v_));
    const DVec3 normals[2] = {nearestFaceNormal(a_, along),
                              -b_to_a_.direction(nearestFaceNormal(b_, b_to_a_.inverseDirection(-along)))};
    for (const DVec3& n : normals) {
      if (!(dot(n, along) > 0.9)) continue;
      const SimplexVertex w = supportOfDifference(a_, b_, b_to_a_, n);
      const double gap = -dot(n, w.difference), reached = length(v_);
      if (gap >= reached * (1 - 1e-10) || gap > max_distance_) return true;
      approach(w, result);
      if (result.overlapping) return false;
      if (gap >= length(v_) * (1 - 1e-10)) return true;
    }
    return false;
  }

  const ConvexView& a_;
  const ConvexView& b_;
  const Placement& b_to_a_;
  const GjkSeed& seed_;
  double max_distance_;
  double scale_ = 1;
  DVec3 v_;  ///< The simplex's point closest to the origin.
};

}  // namespace

GjkResult gjkDistance(const ConvexView& a, const ConvexView& b, const Placement& b_to_a,
                      const GjkSettings& settings) {
  GjkResult result;
  Walk(a, b, b_to_a, settings).run(result);
  return result;
}

}  // namespace carom::collide

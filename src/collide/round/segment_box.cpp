// Segment against box, without iteration; everything is in the frame of the box.
//
// Apart: with x(t) = c + t h, -1 <= t <= 1, half the squared distance from the box has the slope
//   g(t) = Σ h_i (x_i - clamp(x_i, -e_i, e_i)),
// which never decreases, is linear between the (at most six) t at which x(t) crosses the plane of a face, and
// so is zero between the last of these with g < 0 and the first with g > 0.
//
// Overlapping: by the separating axis theorem (S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree", 1996) the
// shortest way out is along the normal of a face or along the cross product of an edge and the segment. The
// contact points are the closest points after moving along it.
//
// Manifold: if the normal is that of a face, the segment is clipped where it leaves the face, seen along the
// normal; the closest points are added if the result does not contain them. The result is the same as that of
// contact_clipping.cpp.
#include "collide/round/segment_box.hpp"

#include "collide/manifold/clipping_settings.hpp"
#include "collide/round/round_settings.hpp"

namespace carom::collide {

namespace {

constexpr std::uint32_t kFaceBit = 0x8000;

double clamped(double x, double low, double high) {
  return x < low ? low : (x > high ? high : x);
}
/// Index of the largest of three; of equal ones, the first.
int largestOf(const double* x) {
  const int first = x[1] > x[0] ? 1 : 0;
  return x[2] > x[first] ? 2 : first;
}

struct SegmentInBox {
  double c[3], h[3];  ///< Middle of the segment; vector from there to its first end.
  double e[3];        ///< Half extents of the box.
};

struct Closest {
  double t = 0;       ///< On the segment.
  double on_box[3];   ///< Closest point of the box.
  double between[3];  ///< From there to the segment.
  double squared = 0;
};

void closestPoints(const SegmentInBox& s, Closest& out) {
  constexpr int kTried = 8;
  double at[kTried] = {-1, 1}, slope[kTried] = {};
  for (int i = 0; i < 3; ++i) {
    const double inverse = s.h[i] != 0 ? 1 / s.h[i] : 0;
    at[2 + i] = clamped((s.e[i] - s.c[i]) * inverse, -1, 1);
    at[5 + i] = clamped((-s.e[i] - s.c[i]) * inverse, -1, 1);
  }
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < kTried; ++k) {
      const double x = s.c[i] + at[k] * s.h[i];
      const double above = x - s.e[i], below = x + s.e[i];
      slope[k] += s.h[i] * ((above > 0 ? above : 0) + (below < 0 ? below : 0));
    }
  }
  double low = -1, high = 1;
  for (int k = 0; k < kTried; ++k) {
    low = slope[k] < 0 && at[k] > low ? at[k] : low;
    high = slope[k] > 0 && at[k] < high ? at[k] : high;
  }
  // Linear from here: the sum over the axes along which the middle of the section is outside.
  const double middle = 0.5 * (low + high);
  double rate = 0, target = 0;
  for (int i = 0; i < 3; ++i) {
    const double x = s.c[i] + middle * s.h[i];
    const double outside = x > s.e[i] || x < -s.e[i] ? s.h[i] : 0;
    rate += outside * s.h[i];
    target += outside * ((x < 0 ? -s.e[i] : s.e[i]) - s.c[i]);
  }
  out.t = rate > 0 ? clamped(target / rate, low, high) : middle;
  out.squared = 0;
  for (int i = 0; i < 3; ++i) {
    const double x = s.c[i] + out.t * s.h[i];
    out.on_box[i] = clamped(x, -s.e[i], s.e[i]);
    out.between[i] = x - out.on_box[i];
    out.squared += out.between[i] * out.between[i];
  }
}

/// The shortest way out of the box: depth, and its direction as unit `normal`.
double wayOut(const SegmentInBox& s, double preference, double* normal) {
  double depths[3];
  for (int i = 0; i < 3; ++i) depths[i] = absolute(s.c[i]) - absolute(s.h[i]) - s.e[i];
  int best = largestOf(depths);
  double depth = -depths[best];
  normal[0] = normal[1] = normal[2] = 0;
  normal[best] = s.c[best] < 0 ? -1 : 1;
  int edge = -1;
  double gap = -depth + preference, inverse_length = 0;
  for (int i = 0; i < 3; ++i) {
    const int j = i == 2 ? 0 : i + 1, k = i == 0 ? 2 : i - 1;
    const double squared = s.h[j] * s.h[j] + s.h[k] * s.h[k];
    // Along an edge of the box: its ends are not deeper than its sides.
    if (!(squared > 1e-12 * s.h[i] * s.h[i])) continue;
    const double inverse = 1 / std::sqrt(squared);
    const double along = (absolute(s.c[k] * s.h[j] - s.c[j] * s.h[k]) - s.e[j] * absolute(s.h[k]) -
                          s.e[k] * absolute(s.h[j])) *
                         inverse;
    if (along > gap) gap = along, edge = i, inverse_length = inverse;
  }
  if (edge < 0) return depth;
  const int j = edge == 2 ? 0 : edge + 1, k = edge == 0 ? 2 : edge - 1;
  const double turn = s.c[k] * s.h[j] - s.c[j] * s.h[k] < 0 ? -inverse_length : inverse_length;
  normal[edge] = 0;
  normal[j] = -s.h[k] * turn;
  normal[k] = s.h[j] * turn;
  return -gap;
}

/// Manifold points in the frame of the box, before the order of the pair is considered.
struct Points {
  int count = 0;
  double position[3][3];
  double separation[3];
  std::uint32_t end[3];  ///< End of the segment; 2: the closest points.
};

/// The normal `n`, out of the box, and lengths along it.
struct Facing {
  const double* n;
  double radius, limit;
};

void addPoint(const Facing& f, const double* on_box, double along, std::uint32_t end, Points& points) {
  const int at = points.count++;
  const double separation = along - f.radius;
  // Midway between the surfaces.
  const double middle = 0.5 * (along - f.radius);
  for (int i = 0; i < 3; ++i) points.position[at][i] = on_box[i] + f.n[i] * middle;
  points.separation[at] = separation;
  points.end[at] = end;
}

/// Adds the section of the segment over face `w` along the normal.
void clipOnFace(const SegmentInBox& s, const Facing& f, int w, double least, Points& points) {
  const int u = w == 2 ? 0 : w + 1, v = w == 0 ? 2 : w - 1;
  const double sign = f.n[w] < 0 ? -1 : 1;
  const double inverse = 1 / absolute(f.n[w]);
  const double height = sign * s.c[w] - s.e[w], rise = sign * s.h[w];
  // Projected along the normal onto the face; everything is linear in t.
  const double middle[2] = {s.c[u] - f.n[u] * inverse * height, s.c[v] - f.n[v] * inverse * height};
  const double half[2] = {s.h[u] - f.n[u] * inverse * rise, s.h[v] - f.n[v] * inverse * rise};
  const double extent[2] = {s.e[u], s.e[v]};
  // From the first end, at t = 1, down to the second.
  double from = 1, to = -1;
  for (int i = 0; i < 2; ++i) {
    const double across = absolute(half[i]), place = half[i] < 0 ? -middle[i] : middle[i];
    if (place + across * from > extent[i]) {
      if (!(across > 0)) return;
      from = (extent[i] - place) / across;
    }
    if (place + across * to < -extent[i]) {
      if (!(across > 0)) return;
      to = (-extent[i] - place) / across;
    }
  }
  if (!(from >= to)) return;
  for (std::uint32_t end = 0; end < 2; ++end) {
    // Where the segment only touches the border, a second point would result from rounding.
    if (end == 1 && !(from - to > 1e-9)) return;
    const double t = end == 0 ? from : to;
    const double along = (height + rise * t) * inverse;
    if (!(along - f.radius <= f.limit) || along - f.radius < least) continue;
    double on_box[3];
    on_box[w] = sign * s.e[w];
    on_box[u] = middle[0] + half[0] * t;
    on_box[v] = middle[1] + half[1] * t;
    addPoint(f, on_box, along, end, points);
  }
}

/// Whether the edge of face `w` that is highest along the normal is perpendicular to the normal and parallel
/// to the segment.
bool isAlongEdge(const SegmentInBox& s, const double* n, int w) {
  const int u = w == 2 ? 0 : w + 1, v = w == 0 ? 2 : w - 1;
  const int edge = s.e[u] * absolute(n[u]) > s.e[v] * absolute(n[v]) ? v : u;
  const double total = s.h[0] * s.h[0] + s.h[1] * s.h[1] + s.h[2] * s.h[2];
  // Slightly wider than the limit for parallel edges.
  constexpr double kSine = 1.05 * ClippingSettings::kParallelRoundEdges;
  return absolute(n[edge]) <= 2 * ClippingSettings::kLevelEdge &&
         total - s.h[edge] * s.h[edge] <= kSine * kSine * total;
}

DVec3 vectorOf(const double* v) {
  return {v[0], v[1], v[2]};
}

/// Converts from the frame of the box to that of the pair.
struct ToPair {
  bool box_is_a;
  const Placement& b_to_a;

  DVec3 point(const double* p) const { return box_is_a ? vectorOf(p) : b_to_a.point(vectorOf(p)); }
  DVec3 normal(const double* n) const { return box_is_a ? vectorOf(n) : -b_to_a.direction(vectorOf(n)); }
};

SegmentInBox inBox(const ConvexView& segment, const ConvexView& box, bool box_is_a, const Placement& b_to_a) {
  const DVec3 p(segment.points[0]), q(segment.points[1]);
  const DVec3 middle = (p + q) * 0.5, half = (p - q) * 0.5;
  const DVec3 c = box_is_a ? b_to_a.point(middle) : b_to_a.inversePoint(middle);
  const DVec3 h = box_is_a ? b_to_a.direction(half) : b_to_a.inverseDirection(half);
  const DVec3 e(box.half_extents);
  return {{c.x, c.y, c.z}, {h.x, h.y, h.z}, {e.x, e.y, e.z}};
}

/// Finds the unit normal, the points and their distance along it. Returns false if that exceeds `farthest`.
bool findNormal(const SegmentInBox& s, double scale, double farthest, Closest& closest, double* normal,
                double& separation) {
  closestPoints(s, closest);
  if (closest.squared > farthest * farthest) return false;
  const double reach = absolute(s.c[0]) + absolute(s.c[1]) + absolute(s.c[2]);
  const double touching = 1e-9 * (scale + reach);
  if (closest.squared > touching * touching) {
    separation = std::sqrt(closest.squared);
    const double inverse = 1 / separation;
    for (int i = 0; i < 3; ++i) normal[i] = closest.between[i] * inverse;
    return true;
  }
  const double depth = wayOut(s, RoundSettings::kFacePreference * scale, normal);
  separation = -depth;
  const double way = depth + 1e-4 * scale;
  SegmentInBox moved = s;
  for (int i = 0; i < 3; ++i) moved.c[i] += normal[i] * way;
  closestPoints(moved, closest);
  return true;
}

SegmentBoxAnswer answerFor(const SegmentInBox& s, bool box_is_a, const Placement& b_to_a, ContactAxis& axis,
                           Manifold& out) {
  const double farthest = axis.radius_a + axis.radius_b + axis.max_separation;
  for (int i = 0; i < 3; ++i) {
    if (absolute(s.c[i]) - absolute(s.h[i]) - s.e[i] > farthest) return SegmentBoxAnswer::Apart;
  }
  Closest closest;
  double normal[3];
  if (!findNormal(s, axis.scale, farthest, closest, normal, axis.separation)) return SegmentBoxAnswer::Apart;
  const ToPair pair{box_is_a, b_to_a};
  axis.normal = pair.normal(normal);
  const double on_segment[3] = {s.c[0] + closest.t * s.h[0], s.c[1] + closest.t * s.h[1],
                                s.c[2] + closest.t * s.h[2]};
  const double slopes[3] = {absolute(normal[0]), absolute(normal[1]), absolute(normal[2])};
  const int w = largestOf(slopes);
  const bool on_face = slopes[w] >= ClippingSettings::kFaceAlignment;
  if (!on_face && isAlongEdge(s, normal, w)) {
    axis.point_a = pair.point(box_is_a ? closest.on_box : on_segment);
    axis.point_b = pair.point(box_is_a ? on_segment : closest.on_box);
    return SegmentBoxAnswer::Axis;
  }
  const Facing facing{normal, axis.radius_a + axis.radius_b, axis.max_separation};
  const double nearest = axis.separation - facing.radius;
  Points points;
  if (on_face) clipOnFace(s, facing, w, nearest - 1e-3 * axis.scale, points);
  double smallest = 1e300;
  for (int i = 0; i < points.count; ++i)
    smallest = points.separation[i] < smallest ? points.separation[i] : smallest;
  if (!(smallest <= nearest + 1e-5 * axis.scale)) {
    const double along = (on_segment[0] - closest.on_box[0]) * normal[0] +
                         (on_segment[1] - closest.on_box[1]) * normal[1] +
                         (on_segment[2] - closest.on_box[2]) * normal[2];
    if (along - facing.radius <= facing.limit) addPoint(facing, closest.on_box, along, 2, points);
  }
  if (points.count == 0) return SegmentBoxAnswer::Apart;
  const std::uint32_t face = kFaceBit | static_cast<std::uint32_t>(2 * w + (normal[w] >= 0 ? 1 : 0));
  out.normal = Vec3(axis.normal);
  out.point_count = points.count;
  for (int i = 0; i < points.count; ++i) {
    const std::uint32_t end = points.end[i];
    const std::uint32_t feature =
        end == 2 ? kClosestPoints : (box_is_a ? face << 16 | end : end << 16 | face);
    out.points[i] = {Vec3(pair.point(points.position[i])), static_cast<float>(points.separation[i]), feature};
  }
  return SegmentBoxAnswer::Contact;
}

}  // namespace

SegmentBoxAnswer collideSegmentBox(const ConvexView& a, const ConvexView& b, const Placement& b_to_a,
                                   ContactAxis& axis, Manifold& out) {
  const bool box_is_a = a.kind == ConvexKind::Box;
  return answerFor(inBox(box_is_a ? b : a, box_is_a ? a : b, box_is_a, b_to_a), box_is_a, b_to_a, axis, out);
}

RoundAnswer collideCapsuleBox(const Capsule& capsule, const Box& box, bool box_is_a, const Transform& b_to_a,
                              float max_separation, Manifold& out) {
  const Placement pose = placement(b_to_a);
  const DVec3 e(box.half_extents), &t = pose.translation;
  const DMat3& r = pose.rotation;
  const DVec3 c = box_is_a ? t : pose.inverseDirection(-t);
  const double half = capsule.half_height;
  const DVec3 h = (box_is_a ? r.cy : DVec3{r.cx.y, r.cy.y, r.cz.y}) * half;
  ContactAxis axis;
  axis.radius_a = box_is_a ? 0 : capsule.radius_top, axis.radius_b = box_is_a ? capsule.radius_top : 0;
  axis.max_separation = max_separation;
  const double size = length(e), other = half + capsule.radius_top;
  axis.scale = size < other ? size : other;
  switch (answerFor({{c.x, c.y, c.z}, {h.x, h.y, h.z}, {e.x, e.y, e.z}}, box_is_a, pose, axis, out)) {
    case SegmentBoxAnswer::Apart:
      return RoundAnswer::Apart;
    case SegmentBoxAnswer::Contact:
      return RoundAnswer::Contact;
    case SegmentBoxAnswer::Axis:
      break;
  }
  return RoundAnswer::Unsuited;
}

}  // namespace carom::collide

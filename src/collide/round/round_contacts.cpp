// Distance of a point from a core, and of two segments, without iteration.
//
// Solids of revolution are treated in the half plane through the point and the axis (radius r >= 0, height
// y). There the frustum is a trapezoid, and the tapered capsule consists of two circles with their common
// tangent. The nearest piece of that outline is the nearest of the surface; inside, the nearest side of the
// trapezoid is the shortest way out. Segments as in C. Ericson, "Real-Time Collision Detection", 2005,
// section 5.1.9.
#include "collide/round/round_contacts.hpp"

#include "collide/manifold/clipping_settings.hpp"
#include "collide/round/segment_box.hpp"

namespace carom::collide {

namespace {

double clamp01(double x) {
  return x < 0 ? 0 : (x > 1 ? 1 : x);
}

/// A point outside: the normal is along the offset from the nearest point of the core.
void fromOffset(const DVec3& offset, const DVec3& if_zero, PointDistance& out) {
  out.distance = length(offset);
  out.normal = out.distance > 1e-30 ? offset * (1 / out.distance) : if_zero;
}

void pointToSegment(const DVec3& p0, const DVec3& p1, const DVec3& point, PointDistance& out) {
  const DVec3 d = p1 - p0;
  const double total = lengthSquared(d);
  const double t = total > 0 ? clamp01(dot(point - p0, d) / total) : 0;
  const DVec3 axis = normalized(d);
  fromOffset(point - p0 - d * t, lengthSquared(axis) > 0 ? perpendicular(axis) : DVec3{0, 1, 0}, out);
}

void pointToBox(const DVec3& half, const DVec3& point, PointDistance& out) {
  const DVec3 nearest = maximum(-half, minimum(half, point));
  const DVec3 offset = point - nearest;
  if (lengthSquared(offset) > 0) return fromOffset(offset, {0, 1, 0}, out);
  const DVec3 room = half - absolute(point);
  const std::size_t axis = room.y <= room.x && room.y <= room.z ? 1 : (room.x <= room.z ? 0 : 2);
  out.distance = -room[axis];
  out.normal = {};
  out.normal[axis] = point[axis] < 0 ? -1 : 1;
}

/// A point of the half plane through the axis.
struct Profile {
  double r, y;
};
double squared(const Profile& p) {
  return p.r * p.r + p.y * p.y;
}

/// Offset of p from the nearest point of the line from a to b.
Profile offsetFromLine(const Profile& p, const Profile& a, const Profile& b) {
  const double dr = b.r - a.r, dy = b.y - a.y, total = dr * dr + dy * dy;
  const double t = total > 0 ? clamp01(((p.r - a.r) * dr + (p.y - a.y) * dy) / total) : 0;
  return {p.r - a.r - dr * t, p.y - a.y - dy * t};
}

/// From the half plane back to space.
DVec3 unfold(const DVec3& point, double r, const Profile& profile) {
  const double u = r > 1e-30 ? point.x / r : 1, w = r > 1e-30 ? point.z / r : 0;
  return {u * profile.r, profile.y, w * profile.r};
}

void pointToCylinder(const ConvexView& core, const DVec3& point, PointDistance& out) {
  const double h = core.half_height, top = core.radius_top, bottom = core.radius_bottom;
  const Profile p{std::sqrt(point.x * point.x + point.z * point.z), point.y};
  const double slant = std::sqrt(4 * h * h + (bottom - top) * (bottom - top));
  const Profile side{2 * h / slant, (bottom - top) / slant};
  const double beyond_side = (p.r - bottom) * side.r + (p.y + h) * side.y;
  const double above = p.y - h, below = -h - p.y;
  if (beyond_side <= 0 && above <= 0 && below <= 0) {
    Profile n = side;
    double depth = beyond_side;
    // An end of radius 0 is a tip, not a face.
    if (top > 0 && above >= depth) depth = above, n = {0, 1};
    if (bottom > 0 && below >= depth) depth = below, n = {0, -1};
    out.distance = depth;
    out.normal = unfold(point, p.r, n);
    return;
  }
  Profile nearest = offsetFromLine(p, {bottom, -h}, {top, h});
  const Profile ends[2] = {offsetFromLine(p, {0, h}, {top, h}), offsetFromLine(p, {0, -h}, {bottom, -h})};
  for (const Profile& end : ends) {
    if (squared(end) < squared(nearest)) nearest = end;
  }
  fromOffset(unfold(point, p.r, nearest), unfold(point, p.r, side), out);
}

void pointToTaperedCapsule(const ConvexView& core, const DVec3& point, PointDistance& out) {
  const double h = core.half_height, top = core.radius_top, bottom = core.radius_bottom;
  const double r = std::sqrt(point.x * point.x + point.z * point.z);
  double axial = h > 0 ? (bottom - top) / (2 * h) : 0;
  axial = axial > 1 ? 1 : (axial < -1 ? -1 : axial);
  const double across = std::sqrt(1 - axial * axial);
  // Along the common tangent, from the end of the lower circle's tangent radius.
  const double along = (point.y + h) * across - r * axial;
  if (along > 0 && along < 2 * h * across) {
    out.distance = r * across + (point.y + h) * axial - bottom;
    out.normal = unfold(point, r, {across, axial});
    return;
  }
  const bool is_top = along > 0;
  fromOffset(point - DVec3{0, is_top ? h : -h, 0}, {0, is_top ? 1.0 : -1.0, 0}, out);
  out.distance -= is_top ? top : bottom;
}

}  // namespace

bool pointDistance(const ConvexView& core, const DVec3& point, PointDistance& out) {
  switch (core.kind) {
    case ConvexKind::Point:
      fromOffset(point - DVec3(core.points[0]), {0, 1, 0}, out);
      return true;
    case ConvexKind::Segment:
      pointToSegment(DVec3(core.points[0]), DVec3(core.points[1]), point, out);
      return true;
    case ConvexKind::Box:
      pointToBox(DVec3(core.half_extents), point, out);
      return true;
    case ConvexKind::Cylinder:
      pointToCylinder(core, point, out);
      return true;
    case ConvexKind::TaperedCapsule:
      pointToTaperedCapsule(core, point, out);
      return true;
    case ConvexKind::Hull:
    case ConvexKind::Triangle:
      break;
  }
  return false;
}

namespace {

struct CentreCore {
  void distance(const DVec3& point, PointDistance& out) const { fromOffset(point, {0, 1, 0}, out); }
};
struct BoxCore {
  DVec3 half;
  void distance(const DVec3& point, PointDistance& out) const { pointToBox(half, point, out); }
};
struct SegmentCore {
  double half_height;
  void distance(const DVec3& point, PointDistance& out) const {
    const double y = point.y > half_height ? half_height : (point.y < -half_height ? -half_height : point.y);
    fromOffset({point.x, point.y - y, point.z}, {0, 0, -1}, out);
  }
};

/// A core at the origin of its frame with a ball around it, and a ball at the origin of the other frame.
template <class Core>
RoundAnswer ballOnCore(const Core& core, float core_radius, float ball_radius, bool ball_is_b,
                       const Transform& b_to_a, float max_separation, Manifold& out) {
  PointDistance found;
  const DVec3 translation(b_to_a.translation);
  Placement pose;
  if (ball_is_b) {
    core.distance(translation, found);
  } else {
    pose = placement(b_to_a);
    core.distance(pose.inverseDirection(-translation), found);
  }
  const double separation = found.distance - core_radius - ball_radius;
  if (!(separation <= max_separation)) return RoundAnswer::Apart;
  // Distance from the ball's centre to the middle between the surfaces.
  const double to_middle = ball_radius + 0.5 * separation;
  const DVec3 normal = ball_is_b ? found.normal : -pose.direction(found.normal);
  out.normal = Vec3(normal);
  out.point_count = 1;
  out.points[0] = {Vec3(ball_is_b ? translation - normal * to_middle : normal * to_middle),
                   static_cast<float>(separation), 0};
  return RoundAnswer::Contact;
}

RoundAnswer capsuleOnCapsule(const Capsule& a, const Capsule& b, const Transform& b_to_a,
                             float max_separation, Manifold& out) {
  const DVec3 axis_b = placement(b_to_a).rotation.cy, translation(b_to_a.translation);
  const double h = a.half_height, k = b.half_height, cosine = axis_b.y;
  // Nearly parallel segments have a line of contact.
  constexpr double kSine = ClippingSettings::kParallelRoundEdges;
  const double sine_squared = axis_b.x * axis_b.x + axis_b.z * axis_b.z;
  if (!(sine_squared > kSine * kSine) || !(h > 0) || !(k > 0)) return RoundAnswer::Unsuited;
  const auto within = [](double x, double limit) { return x > limit ? limit : (x < -limit ? -limit : x); };
  const double along_b = dot(axis_b, translation);
  double s = within((translation.y - cosine * along_b) / sine_squared, h);
  const double t = within(cosine * s - along_b, k);
  s = within(translation.y + cosine * t, h);
  DVec3 between = translation + axis_b * t;
  between.y -= s;
  const double squared = lengthSquared(between);
  const double radii = static_cast<double>(a.radius_top) + b.radius_top, farthest = radii + max_separation;
  if (squared > farthest * farthest) return RoundAnswer::Apart;
  const double touching = 1e-6 * (h + k);
  if (!(squared > touching * touching)) return RoundAnswer::Unsuited;
  const double distance = std::sqrt(squared), separation = distance - radii;
  if (!(separation <= max_separation)) return RoundAnswer::Apart;
  const DVec3 normal = between * (1 / distance);
  out.normal = Vec3(normal);
  out.point_count = 1;
  out.points[0] = {Vec3(DVec3{0, s, 0} + normal * (a.radius_top + 0.5 * separation)),
                   static_cast<float>(separation), kClosestPoints};
  return RoundAnswer::Contact;
}

bool isStraight(const Capsule& capsule) {
  return capsule.radius_top == capsule.radius_bottom;
}

}  // namespace

RoundAnswer collideRound(const Shape& a, const Shape& b, const Transform& b_to_a, float max_separation,
                         Manifold& out) {
  constexpr auto both = [](ShapeKind x, ShapeKind y) {
    return static_cast<int>(x) * 16 + static_cast<int>(y);
  };
  const Sphere *sphere_a = std::get_if<Sphere>(&a), *sphere_b = std::get_if<Sphere>(&b);
  const Box *box_a = std::get_if<Box>(&a), *box_b = std::get_if<Box>(&b);
  const Capsule *capsule_a = std::get_if<Capsule>(&a), *capsule_b = std::get_if<Capsule>(&b);
  if ((capsule_a && !isStraight(*capsule_a)) || (capsule_b && !isStraight(*capsule_b)))
    return RoundAnswer::Unsuited;
  switch (both(kindOf(a), kindOf(b))) {
    case both(ShapeKind::Sphere, ShapeKind::Sphere):
      return ballOnCore(CentreCore{}, sphere_a->radius, sphere_b->radius, true, b_to_a, max_separation, out);
    case both(ShapeKind::Box, ShapeKind::Sphere):
      return ballOnCore(BoxCore{DVec3(box_a->half_extents)}, 0, sphere_b->radius, true, b_to_a,
                        max_separation, out);
    case both(ShapeKind::Sphere, ShapeKind::Box):
      return ballOnCore(BoxCore{DVec3(box_b->half_extents)}, 0, sphere_a->radius, false, b_to_a,
                        max_separation, out);
    case both(ShapeKind::Capsule, ShapeKind::Sphere):
      return ballOnCore(SegmentCore{capsule_a->half_height}, capsule_a->radius_top, sphere_b->radius, true,
                        b_to_a, max_separation, out);
    case both(ShapeKind::Sphere, ShapeKind::Capsule):
      return ballOnCore(SegmentCore{capsule_b->half_height}, capsule_b->radius_top, sphere_a->radius, false,
                        b_to_a, max_separation, out);
    case both(ShapeKind::Capsule, ShapeKind::Capsule):
      return capsuleOnCapsule(*capsule_a, *capsule_b, b_to_a, max_separation, out);
    case both(ShapeKind::Box, ShapeKind::Capsule):
      return collideCapsuleBox(*capsule_b, *box_a, true, b_to_a, max_separation, out);
    case both(ShapeKind::Capsule, ShapeKind::Box):
      return collideCapsuleBox(*capsule_a, *box_b, false, b_to_a, max_separation, out);
    default:
      return RoundAnswer::Unsuited;
  }
}

RoundAnswer collidePoint(const ConvexView& a, const ConvexView& b, const Transform& b_to_a,
                         float max_separation, Manifold& out) {
  const bool b_is_point = b.kind == ConvexKind::Point;
  if (!b_is_point && a.kind != ConvexKind::Point) return RoundAnswer::Unsuited;
  // A ball at its own origin needs no rotation.
  const bool centred = b_is_point && b.points[0] == Vec3{};
  const Placement pose = centred ? Placement{} : placement(b_to_a);
  PointDistance found;
  DVec3 point;  // In the frame of A.
  if (b_is_point) {
    point = centred ? DVec3(b_to_a.translation) : pose.point(DVec3(b.points[0]));
    if (!pointDistance(a, point, found)) return RoundAnswer::Unsuited;
  } else {
    point = DVec3(a.points[0]);
    if (!pointDistance(b, pose.inversePoint(point), found)) return RoundAnswer::Unsuited;
  }
  const double separation = found.distance - a.radius - b.radius;
  if (!(separation <= max_separation)) return RoundAnswer::Apart;
  // From A to B. The middle between the surfaces is at this distance from the point.
  const DVec3 normal = b_is_point ? found.normal : -pose.direction(found.normal);
  const double to_middle = b_is_point ? -b.radius - 0.5 * separation : a.radius + 0.5 * separation;
  out.normal = Vec3(normal);
  out.point_count = 1;
  out.points[0] = {Vec3(point + normal * to_middle), static_cast<float>(separation), 0};
  return RoundAnswer::Contact;
}

bool segmentAxis(const ConvexView& a, const ConvexView& b, const Placement& b_to_a, ContactAxis& axis) {
  if (a.kind != ConvexKind::Segment || b.kind != ConvexKind::Segment) return false;
  const DVec3 p(a.points[0]), q = b_to_a.point(DVec3(b.points[0]));
  const DVec3 d = DVec3(a.points[1]) - p, e = b_to_a.direction(DVec3(b.points[1]) - DVec3(b.points[0])),
              r = p - q;
  const double dd = lengthSquared(d), ee = lengthSquared(e), de = dot(d, e), dr = dot(d, r), er = dot(e, r);
  if (!(dd > 0) || !(ee > 0)) return false;
  // Nearly parallel: any point of the common section is as good; the middle of A's is taken.
  const double determinant = dd * ee - de * de;
  double s = determinant > 1e-12 * dd * ee ? clamp01((de * er - dr * ee) / determinant) : 0.5;
  const double t = clamp01((de * s + er) / ee);
  s = clamp01((de * t - dr) / dd);
  axis.point_a = p + d * s;
  axis.point_b = q + e * t;
  const DVec3 between = axis.point_b - axis.point_a;
  axis.separation = length(between);
  if (!(axis.separation > 1e-9 * std::sqrt(dd))) return false;
  axis.normal = between * (1 / axis.separation);
  return true;
}

}  // namespace carom::collide

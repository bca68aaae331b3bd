// Round shapes are treated in the half plane (ρ, y) through the point and their axis, with ρ >= 0 the
// distance from the axis. There the surface is a curve:
//
//   cylinder, frustum: the segments (0, h) − (r_t, h) − (r_b, −h) − (0, −h);
//   capsule: arcs about (0, ±h) and the segment that touches both. Its normal (cos α, sin α) has
//   sin α = (r_b − r_t)/(2h), it touches at (0, ±h) + r (cos α, sin α), and the arcs end there: the upper one
//   has the directions with y >= sin α, the lower one those with y <= sin α.
//
// If a point on the axis is nearest to a point with ρ > 0, a whole circle of such points is equally near. The
// mean of the vectors to them has the axial component only.
//
// From inside a convex polyhedron the nearest point of the surface is on the face whose plane is nearest;
// from outside GJK finds it.

#include "collide/queries/nearest_surface.hpp"

#include <algorithm>
#include <cmath>

#include "collide/convex/gjk.hpp"
#include "collide/mesh/mesh_inside.hpp"
#include "collide/mesh/mesh_topology.hpp"

namespace carom::collide {
namespace {

/// A point, or a vector, in the half plane of a round shape.
struct Flat {
  double rho = 0, y = 0;

  friend Flat operator+(const Flat& a, const Flat& b) { return {a.rho + b.rho, a.y + b.y}; }
  friend Flat operator-(const Flat& a, const Flat& b) { return {a.rho - b.rho, a.y - b.y}; }
  friend Flat operator*(const Flat& a, double s) { return {a.rho * s, a.y * s}; }
};
double dot(const Flat& a, const Flat& b) {
  return a.rho * b.rho + a.y * b.y;
}

Flat flattened(const DVec3& p) {
  return {std::sqrt(p.x * p.x + p.z * p.z), p.y};
}

/// The nearest of the points passed to take().
struct Nearest {
  Flat from;
  Flat to;
  double squared = 1e300;

  void take(const Flat& place) {
    const Flat d = place - from;
    if (dot(d, d) < squared) squared = dot(d, d), to = d;
  }
  void takeSegment(const Flat& a, const Flat& b) {
    const Flat along = b - a;
    const double size = dot(along, along);
    const double t = size > 0 ? std::clamp(dot(from - a, along) / size, 0.0, 1.0) : 0;
    take(a + along * t);
  }
};

NearestSurface turnedBack(const Nearest& nearest, const DVec3& p) {
  NearestSurface out;
  out.distance = std::sqrt(nearest.squared);
  const double rho = nearest.from.rho;
  out.to_surface = rho > 0 ? DVec3{p.x / rho * nearest.to.rho, nearest.to.y, p.z / rho * nearest.to.rho}
                           : DVec3{0, nearest.to.y, 0};
  return out;
}

NearestSurface nearestOf(const Sphere& sphere, const DVec3& p) {
  const double away = length(p), radius = sphere.radius;
  NearestSurface out;
  out.distance = std::abs(away - radius);
  if (away > 0) out.to_surface = p * ((radius - away) / away);
  return out;
}

NearestSurface nearestOf(const Box& box, const DVec3& p) {
  const DVec3 half(box.half_extents);
  DVec3 gap, outside;
  for (std::size_t i = 0; i < 3; ++i) {
    gap[i] = half[i] - std::abs(p[i]);
    if (gap[i] < 0) outside[i] = p[i] < 0 ? -gap[i] : gap[i];
  }
  NearestSurface out;
  const double least = std::min({gap.x, gap.y, gap.z});
  if (least < 0) {
    out.to_surface = outside;
    out.distance = length(outside);
    return out;
  }
  out.distance = least;
  double faces = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    if (gap[i] != least) continue;
    faces += p[i] == 0 ? 2 : 1;  // In the middle both faces, whose ways cancel.
    if (p[i] != 0) out.to_surface[i] = p[i] < 0 ? -least : least;
  }
  out.to_surface = out.to_surface * (1 / faces);
  return out;
}

/// The straight side of a capsule in the half plane.
struct Taper {
  Flat normal, top, bottom;
};
Taper taperOf(const Capsule& capsule) {
  const double h = capsule.half_height, top = capsule.radius_top, bottom = capsule.radius_bottom;
  const double axial = std::clamp((bottom - top) / (2 * h), -1.0, 1.0);
  Taper out;
  out.normal = {std::sqrt(1 - axial * axial), axial};
  out.top = Flat{0, h} + out.normal * top;
  out.bottom = Flat{0, -h} + out.normal * bottom;
  return out;
}

NearestSurface nearestOf(const Capsule& capsule, const DVec3& p) {
  const Taper taper = taperOf(capsule);
  Nearest nearest{flattened(p), {}};
  nearest.takeSegment(taper.top, taper.bottom);
  for (const bool top : {true, false}) {
    const Flat center{0, top ? capsule.half_height : -static_cast<double>(capsule.half_height)};
    const double radius = top ? capsule.radius_top : capsule.radius_bottom;
    const Flat out = nearest.from - center;
    const double size = std::sqrt(dot(out, out));
    const Flat direction = size > 0 ? out * (1 / size) : Flat{0, top ? 1.0 : -1.0};
    if (top ? direction.y >= taper.normal.y : direction.y <= taper.normal.y)
      nearest.take(center + direction * radius);
  }
  return turnedBack(nearest, p);
}

NearestSurface nearestOf(const Cylinder& cylinder, const DVec3& p) {
  const double h = cylinder.half_height;
  const Flat top{cylinder.radius_top, h}, bottom{cylinder.radius_bottom, -h};
  Nearest nearest{flattened(p), {}};
  nearest.takeSegment({0, h}, top);
  nearest.takeSegment(top, bottom);
  nearest.takeSegment(bottom, {0, -h});
  return turnedBack(nearest, p);
}

NearestSurface nearestOf(const Plane&, const DVec3& p) {
  return {std::abs(p.y), {0, -p.y, 0}};
}

NearestSurface nearestOf(const std::shared_ptr<const ConvexHull>& hull, const DVec3& p) {
  double depth = 1e300;
  DVec3 normal;
  for (const ConvexHull::Face& face : hull->faces) {
    const DVec3 n(face.normal);
    const double below = face.offset - dot(n, p);
    if (below < depth) depth = below, normal = n;
  }
  if (depth >= 0 && !hull->flat) return {depth, normal * depth};
  ConvexView view;
  view.kind = ConvexKind::Hull;
  view.hull = hull.get();
  // GJK takes points in single precision; the rounding is added to the other side's frame.
  const Vec3 rounded(p);
  Placement point_to_hull;
  point_to_hull.translation = p - DVec3(rounded);
  const GjkResult found = gjkDistance(view, pointView(rounded), point_to_hull);
  if (found.overlapping) return {};
  return {found.distance, found.normal * -found.distance};
}

NearestSurface nearestOf(const std::shared_ptr<const TriangleMesh>& mesh, const DVec3& p) {
  const NearestTriangle found = nearestTriangle(*mesh, p, 1e30);
  if (found.triangle < 0) return {};
  return {found.distance, found.point - p};
}

bool isIn(const Sphere& sphere, const DVec3& p) {
  const double radius = sphere.radius;
  return lengthSquared(p) <= radius * radius;
}

bool isIn(const Box& box, const DVec3& p) {
  const DVec3 half(box.half_extents);
  return std::abs(p.x) <= half.x && std::abs(p.y) <= half.y && std::abs(p.z) <= half.z;
}

bool isIn(const Capsule& capsule, const DVec3& p) {
  const Flat at = flattened(p);
  for (const bool top : {true, false}) {
    const double radius = top ? capsule.radius_top : capsule.radius_bottom;
    const Flat out = at - Flat{0, top ? capsule.half_height : -static_cast<double>(capsule.half_height)};
    if (dot(out, out) <= radius * radius) return true;
  }
  // Between the two ends, up to the side, whose ends are perpendicular above their centres.
  const Taper taper = taperOf(capsule);
  const Flat along = taper.bottom - taper.top;
  const double t = dot(at - taper.top, along);
  return t >= 0 && t <= dot(along, along) && dot(at - taper.top, taper.normal) <= 0;
}

bool isIn(const Cylinder& cylinder, const DVec3& p) {
  const double h = cylinder.half_height, top = cylinder.radius_top, bottom = cylinder.radius_bottom;
  if (std::abs(p.y) > h) return false;
  return flattened(p).rho <= bottom + (top - bottom) * ((p.y + h) / (2 * h));
}

bool isIn(const Plane& plane, const DVec3& p) {
  return !plane.double_sided && p.y <= 0;
}

bool isIn(const std::shared_ptr<const ConvexHull>& hull, const DVec3& p) {
  if (hull->flat) return false;
  return std::all_of(hull->faces.begin(), hull->faces.end(),
                     [&](const ConvexHull::Face& face) { return dot(DVec3(face.normal), p) <= face.offset; });
}

bool isIn(const std::shared_ptr<const TriangleMesh>& mesh, const DVec3& p) {
  return isInside(*mesh, p);
}

}  // namespace

bool contains(const Shape& shape, const DVec3& point) {
  return std::visit([&](const auto& kind) { return isIn(kind, point); }, shape);
}

NearestSurface nearestSurface(const Shape& shape, const DVec3& point) {
  return std::visit([&](const auto& kind) { return nearestOf(kind, point); }, shape);
}

}  // namespace carom::collide

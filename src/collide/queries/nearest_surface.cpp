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

NearestSurface nearestOf(const Capsule& capsule, const DVec3& p) {
  return nearestSurface(capsule, p);
}

NearestSurface nearestOf(const Cylinder& cylinder, const DVec3& p) {
  return nearestSurface(cylinder, p);
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
  return contains(capsule, p);
}

bool isIn(const Cylinder& cylinder, const DVec3& p) {
  return contains(cylinder, p);
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

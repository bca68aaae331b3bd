// Closest points of any two shapes: GJK on the cores of convex shapes; the balls are subtracted along the
// normal.
#include "collide/convex/gjk.hpp"
#include "collide/mesh/mesh.hpp"
#include "collide/mesh_contacts/mesh_contacts.hpp"
#include "collide/pairs/plane_contacts.hpp"
#include "collide/query.hpp"

namespace carom::collide {

namespace {

const TriangleMesh* meshOf(const Shape& shape) {
  const auto* mesh = std::get_if<std::shared_ptr<const TriangleMesh>>(&shape);
  return mesh ? mesh->get() : nullptr;
}

Distance turnedRound(const Distance& d, const Transform& b_to_a) {
  Distance result = d;
  result.point_a = transformPoint(b_to_a, d.point_b);
  result.point_b = transformPoint(b_to_a, d.point_a);
  result.normal = -rotate(b_to_a.rotation, d.normal);
  return result;
}

Distance distanceConvex(const ConvexView& a, const ConvexView& b, const Transform& b_to_a,
                        float max_distance) {
  Distance result;
  const double radii = static_cast<double>(a.radius) + b.radius;
  GjkSettings settings;
  settings.max_distance = radii + max_distance;
  const GjkResult gjk = gjkDistance(a, b, placement(b_to_a), settings);
  if (gjk.overlapping || gjk.distance <= radii) return result;
  if (gjk.distance > settings.max_distance) {
    result.distance = max_distance;
    return result;
  }
  result.distance = static_cast<float>(gjk.distance - radii);
  result.point_a = Vec3(gjk.point_a + gjk.normal * static_cast<double>(a.radius));
  result.point_b = Vec3(gjk.point_b - gjk.normal * static_cast<double>(b.radius));
  result.normal = Vec3(gjk.normal);
  return result;
}

}  // namespace

Distance distance(const Shape& a, const Shape& b, const Transform& b_to_a, float max_distance) {
  const TriangleMesh* mesh_a = meshOf(a);
  const TriangleMesh* mesh_b = meshOf(b);
  if (isMesh(a) || isMesh(b)) {
    if (mesh_a && mesh_b) return distanceMeshMesh(*mesh_a, *mesh_b, b_to_a, max_distance);
    if (mesh_a && isPlane(b)) {
      return turnedRound(distancePlaneMesh(std::get<Plane>(b), *mesh_a, inverse(b_to_a), max_distance),
                         b_to_a);
    }
    if (mesh_a && isConvexBounded(b)) return distanceMeshConvex(*mesh_a, convexView(b), b_to_a, max_distance);
    if (mesh_b && isPlane(a)) return distancePlaneMesh(std::get<Plane>(a), *mesh_b, b_to_a, max_distance);
    if (mesh_b && isConvexBounded(a)) {
      return turnedRound(distanceMeshConvex(*mesh_b, convexView(a), inverse(b_to_a), max_distance), b_to_a);
    }
    Distance nothing;
    nothing.distance = max_distance;
    return nothing;
  }
  if (isPlane(a) && isPlane(b)) return {};
  if (isPlane(a)) return distancePlaneConvex(std::get<Plane>(a), convexView(b), b_to_a, max_distance);
  if (isPlane(b)) {
    return turnedRound(distancePlaneConvex(std::get<Plane>(b), convexView(a), inverse(b_to_a), max_distance),
                       b_to_a);
  }
  return distanceConvex(convexView(a), convexView(b), b_to_a, max_distance);
}

float separationAlong(const Shape& a, const Shape& b, const Transform& b_to_a, const Vec3& direction) {
  const ConvexView view_a = convexView(a), view_b = convexView(b);
  const DVec3 d(direction);
  const DVec3 in_b(inverseRotate(b_to_a.rotation, direction));
  const double end_a = dot(supportPoint(view_a, d).point, d);
  const double start_b = dot(supportPoint(view_b, -in_b).point, in_b) + dot(DVec3(b_to_a.translation), d);
  return static_cast<float>(start_b - end_a - static_cast<double>(view_a.radius) -
                            static_cast<double>(view_b.radius));
}

}  // namespace carom::collide

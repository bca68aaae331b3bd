// Contacts of a triangle with a convex shape along the triangle's own normal: the part of the shape's facing
// feature over the triangle.
//
// Only points over the triangle count, and points below its plane only if the shape reaches through the
// triangle itself and not past its border: the line from the shape's centre to its lowest point crosses the
// plane within the triangle, or the two overlap (GJK).
#include "collide/convex/gjk.hpp"
#include "collide/convex/penetration.hpp"
#include "collide/mesh_contacts/convex_on_mesh.hpp"

namespace carom::collide {

namespace {

/// Level with a face: a cosine nearer to one than this.
constexpr double kLevelCosine = 0.5 * ConvexOnMesh::kAngularSlack * ConvexOnMesh::kAngularSlack;

}  // namespace

const SupportFeature& ConvexOnMesh::facingFeature(const DVec3& n, const MeshSupports::Lowest* lowest) {
  if (feature_normal == n) return feature;
  // A segment has the same feature in every direction.
  const bool placed = view.kind == ConvexKind::Segment && !(feature_normal == DVec3{});
  feature_normal = n;
  if (placed) return feature;
  const DVec3 direction = pose.inverseDirection(-n);
  if (view.kind == ConvexKind::Box) {
    const DVec3 a = absolute(direction);
    const std::size_t axis = a.x >= a.y && a.x >= a.z ? 0 : (a.y >= a.z ? 1 : 2);
    const int face = static_cast<int>(2 * axis) + (direction[axis] < 0 ? 1 : 0);
    if (known_face == face) return feature;
    known_face = face;
  }
  if (view.kind == ConvexKind::Hull) {
    const bool known = lowest != nullptr && lowest->normal == n;
    const std::uint32_t vertex = known ? lowest->support.feature : supportPoint(view, direction).feature;
    if (!supportingFaceAt(view, direction, vertex, feature, known_face)) return feature;
    known_face = feature.id;
  } else {
    supportingFace(view, direction, feature);
  }
  place(feature, pose);
  return feature;
}

void ConvexOnMesh::addContact(const DVec3& n, const DVec3& on_core, const DVec3& on_mesh, std::uint32_t name,
                              bool primary, const MeshContactSource& source) {
  const double separation = dot(on_core - on_mesh, n) - radius;
  if (!(separation <= max_separation)) return;
  clusters.add({n, on_mesh, (on_core - n * radius + on_mesh) * 0.5, separation, name, primary}, source);
}

int ConvexOnMesh::addFace(std::uint32_t index, const MeshTriangle& triangle, const DVec3& n,
                          FacePoints which) {
  const MeshSupports::Lowest& lowest = supports.lowest(index);
  const SupportFeature& facing = facingFeature(n, &lowest);
  if (!which.supporting && isFarAbove(triangle, n, facing)) return 0;
  OverTriangle over;
  clipOverTriangle(triangle, facing, slack, over);
  const double support_height = dot(lowest.point - triangle.corner[0], n);
  const MeshContactSource source{static_cast<std::int32_t>(index), false, support_height - radius};
  double lowest_here = 1e300;
  int added = 0;
  for (int i = 0; i < over.count; ++i) {
    const OverTriangle::Point& p = over.points[i];
    const double height = dot(p.point() - triangle.corner[0], n);
    if (height < which.least_height) {
      if (which.as_said) continue;
      which.as_said = true;
      if (!reachesThrough(triangle, n, p.point())) continue;
      which.least_height = -1e30;
    }
    if (height < lowest_here) lowest_here = height;
    const std::uint32_t name = p.primary ? kCornerTag | p.id : featureName(1, index, p.id);
    addContact(n, p.point(), p.point() - n * height, name, p.primary, source);
    ++added;
  }
  // The facing feature need not contain the farthest point (a hull's best aligned face, a rounded end).
  if (which.supporting && lowest_here > support_height + 1e-5 * scale) {
    const std::uint32_t name = kCornerTag | 0x4000u | lowest.support.feature;
    addContact(n, lowest.point, lowest.point - n * support_height, name, true, source);
    ++added;
  }
  return added;
}

void ConvexOnMesh::addCorners(std::uint32_t index, const MeshTriangle& t, const DVec3& n) {
  const MeshSupports::Lowest& lowest = supports.lowest(index);
  const SupportFeature& facing = facingFeature(n, &lowest);
  const MeshContactSource source{static_cast<std::int32_t>(index), false, lowest.height - radius};
  for (int i = 0; i < facing.count; ++i) {
    const DVec3 p = facing.corners[i].point();
    const double height = dot(p - t.corner[0], n);
    if (height < radius || height > radius + max_separation || !isOverTriangle(t, p, slack)) continue;
    addContact(n, p, p - n * height, kCornerTag | facing.corners[i].id, true, source);
  }
}

ConvexOnMesh::Axis ConvexOnMesh::axisOf(const MeshTriangle& t, const DVec3& n) const {
  Axis axis;
  const ConvexView flat = triangleView(Vec3(t.corner[0]), Vec3(t.corner[1]), Vec3(t.corner[2]));
  GjkSettings settings;
  settings.max_distance = max_separation + radius;
  settings.initial_direction = n;
  const GjkResult gjk = gjkDistance(flat, view, pose, settings);
  if (!gjk.overlapping) {
    axis.near = gjk.distance <= settings.max_distance;
    axis.overlapping = gjk.distance < radius;
    axis.direction = gjk.normal;
    axis.on_mesh = gjk.point_a, axis.on_core = gjk.point_b;
    return axis;
  }
  const Penetration penetration = penetrationDepth(flat, view, pose, gjk);
  axis.near = axis.overlapping = true;
  axis.direction = penetration.normal;
  axis.on_mesh = penetration.point_a, axis.on_core = penetration.point_b;
  return axis;
}

bool ConvexOnMesh::reachesThrough(const MeshTriangle& t, const DVec3& n, const DVec3& p) const {
  const double above = dot(middle - t.corner[0], n), below = -dot(p - t.corner[0], n);
  if (!(below > 0)) return true;
  if (!(above > 0)) return axisOf(t, n).overlapping;
  const DVec3 crossing = middle + (p - middle) * (above / (above + below));
  if (isOverTriangle(t, crossing, slack)) return true;
  return axisOf(t, n).overlapping;
}

bool ConvexOnMesh::isFarAbove(const MeshTriangle& t, const DVec3& n, const SupportFeature& facing) const {
  if (facing.kind != SupportFeature::Kind::Polygon) return false;
  const double slope = -dot(facing.normal, n);
  if (!(slope > 0.05)) return false;
  const DVec3 on_plane = facing.corners[0].point();
  for (int i = 0; i < 3; ++i) {
    const double height = -dot(facing.normal, on_plane - t.corner[i]);
    if (height <= (max_separation + radius) * slope) return false;
  }
  return true;
}

bool ConvexOnMesh::facesLowest(std::uint32_t index) {
  const MeshSupports::Lowest& lowest = supports.lowest(index);
  const SupportFeature& facing = facingFeature(lowest.normal, &lowest);
  for (int i = 0; i < facing.count; ++i) {
    if (facing.corners[i].id == lowest.support.feature) return true;
  }
  return false;
}

void ConvexOnMesh::addTriangleToBall(std::uint32_t index, const MeshTriangle& t, const DVec3& n) {
  const TriangleClosest closest = closestOnTriangle(t, middle);
  const DVec3 offset = middle - closest.point;
  const double reach = radius + max_separation;
  const double distance_squared = lengthSquared(offset);
  if (distance_squared > reach * reach) return;
  const double distance = std::sqrt(distance_squared);
  const DVec3 d = distance > 1e-12 * scale ? offset * (1 / distance) : n;
  // Level with the face, within rounding: the face has the contact.
  const bool is_face = closest.feature.kind == TriangleFeature::Kind::Face || dot(d, n) > 1 - kLevelCosine;
  if (is_face) {
    addContact(n, middle, closest.point, kCornerTag, true, {static_cast<std::int32_t>(index), true});
  } else if (ownsDirection(mesh, index, closest.feature, d, kAngularSlack)) {
    const TriangleMesh::Triangle& triangle = mesh.triangles[index];
    const int i = closest.feature.index;
    const std::uint32_t name = closest.feature.kind == TriangleFeature::Kind::Corner
                                   ? featureName(2, triangle.vertex[i], 0)
                                   : edgeName(index, i);
    addContact(d, middle, closest.point, name, false, {-1, true});
  }
}

}  // namespace carom::collide

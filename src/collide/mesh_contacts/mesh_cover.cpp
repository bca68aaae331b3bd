// Covering: which clusters of contacts make others unnecessary.
//
// Triangles know nothing of the solid behind them, so a triangle can report a depth that another contact
// already resolves. For example, the side wall of a step under a box that stands on the step reports how far
// the box reaches over the wall. The other shape is convex. A supporting contact is one beyond which the
// shape does not reach: once the shape has moved out over the plane of this contact, it touches nothing at or
// below the plane. So a cluster is dropped if its triangles, as far as they are in the shape's box, lie at or
// below the contact plane of another, supporting cluster. If two clusters cover each other, the shallower one
// stays: it is the shortest way out.
//
// The box of a rotated shape, and that of a large floor most of all, contains much that the shape does not.
// If a cluster is far deeper than another, an exact test is made: if the shape, moved out as the other
// cluster requires, overlaps none of the cluster's triangles and is out of its edges, the cluster is dropped.
// A leg of a table stands on a floor with its foot; its walls need not be pushed out over the far edge of the
// floor.
//
// Another mesh is not convex. There the argument is used only near the contact points, where the surfaces are
// closest, and the points on the other mesh must not be deeper below the plane than the contact that covers
// them.
#include "collide/convex/gjk.hpp"
#include "collide/mesh_contacts/mesh_clusters.hpp"
#include "collide/mesh_contacts/mesh_contact_settings.hpp"

namespace carom::collide {

namespace {

/// Highest point along a direction of the part of a triangle inside a box; -1e300 if they do not meet.
double clippedSupport(const TriangleMesh& mesh, std::uint32_t index, const Aabb& box,
                      const DVec3& direction) {
  DVec3 buffers[2][12];
  DVec3* in = buffers[0];
  DVec3* out = buffers[1];
  int count = 3;
  for (int i = 0; i < 3; ++i) in[i] = DVec3(mesh.faces[index].corner[i]);
  for (std::size_t side = 0; side < 6 && count > 0; ++side) {
    const std::size_t axis = side / 2;
    const double sign = side % 2 == 0 ? 1 : -1;
    const double offset =
        side % 2 == 0 ? static_cast<double>(box.upper[axis]) : -static_cast<double>(box.lower[axis]);
    int kept = 0;
    for (int i = 0; i < count; ++i) {
      const DVec3 &from = in[i], &to = in[i + 1 == count ? 0 : i + 1];
      const double d0 = sign * from[axis] - offset, d1 = sign * to[axis] - offset;
      if (d0 <= 0) out[kept++] = from;
      if ((d0 < 0 && d1 > 0) || (d0 > 0 && d1 < 0)) out[kept++] = from + (to - from) * (d0 / (d0 - d1));
    }
    DVec3* swap = in;
    in = out, out = swap;
    count = kept;
  }
  double highest = -1e300;
  for (int i = 0; i < count; ++i) {
    const double along = dot(in[i], direction);
    if (along > highest) highest = along;
  }
  return highest;
}

/// Whether the part of a triangle inside a box reaches above a level along a direction.
bool reachesAbove(const TriangleMesh& mesh, std::uint32_t index, const Aabb& box, const DVec3& direction,
                  double level) {
  bool above = false;
  for (const Vec3& corner : mesh.faces[index].corner) {
    if (!(dot(DVec3(corner), direction) > level)) continue;
    if (overlap({corner, corner}, box)) return true;
    above = true;
  }
  return above && clippedSupport(mesh, index, box, direction) > level;
}

}  // namespace

/// Extreme point along a direction of a cluster's contacts: the points on the mesh (side -0.5) or on the
/// other shape (+0.5).
double ContactClusters::pointsSupport(const Cluster& cluster, double side, const DVec3& direction) {
  double highest = -1e300;
  for (int i = 0; i < cluster.count; ++i) {
    const Point& p = cluster.points[i];
    const DVec3 at = DVec3{p.x, p.y, p.z} + cluster.normal * (side * static_cast<double>(p.separation));
    const double along = dot(at, direction);
    if (along > highest) highest = along;
  }
  return highest;
}

bool ContactClusters::covers(const Cluster& cover, const Cluster& covered, const ClusterRules& rules) const {
  if (!cover.supporting || !covered.all_kept) return false;
  // The normals of a cluster's contacts differ slightly.
  const double depth = covered.separation < 0 ? -covered.separation : 0;
  const double tolerance = rules.tolerance + 0.02 * depth;
  const DVec3& up = cover.plane_normal;
  const double plane = dot(up, cover.plane_point), level = plane + tolerance;
  if (rules.reach > 0) {
    const double lowest = -pointsSupport(covered, 0.5, -up);
    if (lowest < plane + cover.lowest - tolerance) return false;
  }
  if (pointsSupport(covered, -0.5, up) > level) return false;
  const Aabb box = rules.reach > 0 ? expanded(covered.on_mesh, static_cast<float>(rules.reach)) : rules.box;
  for (int i = covered.last_triangle; i >= 0; i = kept_[i].before) {
    if (reachesAbove(*rules.mesh, kept_[i].triangle, box, up, level)) return false;
  }
  return true;
}

/// Whether a convex shape, moved out as the covering cluster requires, is out of the covered edges and
/// corners and overlaps none of the covered triangles.
bool ContactClusters::clears(const Cluster& cover, const Cluster& covered, const ClusterRules& rules) const {
  if (rules.convex == nullptr || !cover.supporting || !covered.all_kept) return false;
  if (cover.separation > rules.tolerance) return false;
  const double depth = cover.lowest < 0 ? -cover.lowest : 0;
  if (covered.last_triangle < 0 ||
      !(covered.separation < -MeshContactSettings::kFarDeeper * depth - rules.shallow))
    return false;
  const double way = depth + rules.tolerance;
  if (covered.at_border + way * dot(covered.normal, cover.plane_normal) < 0) return false;
  Placement moved = *rules.pose;
  moved.translation += cover.plane_normal * way;
  GjkSettings settings;
  settings.max_distance = rules.convex->radius;
  settings.initial_direction = cover.plane_normal;
  for (int i = covered.last_triangle; i >= 0; i = kept_[i].before) {
    const TriangleMesh::Face& face = rules.mesh->faces[kept_[i].triangle];
    const GjkResult gjk = gjkDistance(triangleView(face.corner[0], face.corner[1], face.corner[2]),
                                      *rules.convex, moved, settings);
    if (gjk.overlapping || gjk.distance < rules.convex->radius) return false;
  }
  return true;
}

/// Deepest first, so that of clusters that cover each other the shallowest stays.
void ContactClusters::dropCovered(const int* order, const ClusterRules& rules) {
  for (int k = 0; k < count_; ++k) {
    Cluster& cluster = clusters_[order[k]];
    // Faces that do not touch yet may touch when the shape rotates.
    if (cluster.last_triangle >= 0 && cluster.separation >= 0) continue;
    for (int j = 0; j < count_ && !cluster.dropped; ++j) {
      const Cluster& other = clusters_[j];
      if (&other == &cluster || other.dropped) continue;
      // If the shape reaches below its plane, the covering cluster has to push it out itself.
      if (other.lowest < 0 && other.separation > 0.5 * other.lowest) continue;
      // What does not touch yet is hidden only by what will touch no later.
      if (cluster.separation >= 0 && other.separation > cluster.separation + rules.tolerance) continue;
      if (clears(other, cluster, rules)) cluster.dropped = true;
      if (cluster.dropped || !covers(other, cluster, rules)) continue;
      // A deeper one covers only if both are shallow (a border that touches nothing but its own floor),
      // because large depths are uncertain themselves.
      cluster.dropped = other.lowest >= cluster.separation ||
                        (other.lowest > -rules.shallow && !covers(cluster, other, rules));
    }
  }
}

}  // namespace carom::collide

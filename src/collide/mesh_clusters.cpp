// Clustering of triangle contacts.
//
// Contacts whose normals differ by less than kSameNormal share a manifold with the normal of the deepest. Up
// to kMaxPoints points are gathered; when more come the extreme ones in eight directions stay, so that
// thousands of triangles cost linear time.
//
// Triangles know nothing of the solid behind them, so a triangle can report a depth that another contact
// already answers for: the side wall of a step under a box that stands on the step reports how far the box
// reaches over the wall. The other shape is convex: once it is moved out over the plane of a supporting
// contact, that is one beyond which the shape does not reach, it touches nothing at or below this plane. So a
// cluster is dropped when its triangles, as far as they are in the shape's box, lie at or below the contact
// plane of another, supporting cluster. When two clusters cover one another the shallower stays: the shortest
// way out.
//
// Another mesh is not convex, so the argument is used near the contact points only, where surfaces come
// closest, and the points on the other mesh must not be deeper under the plane than the contact that answers
// for them.
#include "collide/mesh_clusters.hpp"

#include "collide/contact_clipping.hpp"

namespace carom::collide {

namespace {

constexpr double kSameNormal = 0.99905;  ///< Cosine of 2.5 degrees.
/// With all clusters in use, contacts join one up to this far off: cosine of 20 degrees.
constexpr double kSimilarNormal = 0.94;
/// A manifold of body corners is taken for the whole when it spans this share of the area.
constexpr double kPrimaryShare = 0.85;

/// Highest point of a triangle along a direction, of the part of it inside a box; -1e300 when they do not
/// meet.
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

/// Extent of a manifold's points: area if they have one, else length.
struct Span {
  double area = 0, length_squared = 0;
};
Span spanOf(const Manifold& manifold) {
  Span span;
  DVec3 p[4];
  for (int i = 0; i < manifold.point_count; ++i) p[i] = DVec3(manifold.points[i].position);
  for (int i = 0; i < manifold.point_count; ++i) {
    for (int j = i + 1; j < manifold.point_count; ++j) {
      const double d = lengthSquared(p[j] - p[i]);
      if (d > span.length_squared) span.length_squared = d;
      for (int k = j + 1; k < manifold.point_count; ++k) {
        const double area = length(cross(p[j] - p[i], p[k] - p[i]));
        // Largest triangle for three points; for four the quadrilateral is at most twice it: good enough to
        // compare.
        if (area > span.area) span.area = area;
      }
    }
  }
  return span;
}

std::uint32_t mixed(std::uint32_t a, std::uint32_t b) {
  std::uint32_t h = a * 0x9E3779B1u ^ (b + 0x7F4A7C15u) * 0x85EBCA77u;
  h ^= h >> 15;
  return h * 0xC2B2AE3Du;
}

}  // namespace

int ContactClusters::find(const DVec3& normal, double separation) {
  if (last_ >= 0 && dot(clusters_[last_].key, normal) > kSameNormal) return last_;
  int best = -1;
  double best_along = -2;
  for (int i = 0; i < count_; ++i) {
    const double along = dot(clusters_[i].key, normal);
    if (along > best_along) best_along = along, best = i;
  }
  if (best_along > kSameNormal) return last_ = best;
  if (count_ < kMaxClusters) {
    Cluster& fresh = clusters_[count_];
    fresh.key = fresh.normal = normal;
    fresh.separation = 1e300;
    fresh.on_mesh = {};
    fresh.triangle_count = 0;
    fresh.supporting = fresh.dropped = false;
    fresh.count = 0;
    return last_ = count_++;
  }
  if (best_along > kSimilarNormal) return last_ = best;
  int shallowest = 0;
  for (int i = 1; i < count_; ++i) {
    if (clusters_[i].separation > clusters_[shallowest].separation) shallowest = i;
  }
  if (!(separation < clusters_[shallowest].separation)) return -1;
  Cluster& reused = clusters_[shallowest];
  reused.key = reused.normal = normal;
  reused.separation = 1e300;
  reused.on_mesh = {};
  reused.triangle_count = 0;
  reused.supporting = reused.dropped = false;
  reused.count = 0;
  return last_ = shallowest;
}

void ContactClusters::add(const MeshContact& contact, const MeshContactSource& source) {
  if (!(contact.separation > -1e30 && contact.separation < 1e30)) return;  // NaN and the like.
  const int index = find(contact.normal, contact.separation);
  if (index < 0) return;
  Cluster& cluster = clusters_[index];
  if (contact.separation < cluster.separation) {
    cluster.separation = contact.separation;
    cluster.normal = contact.normal;
  }
  const double below = source.supporting ? contact.separation : source.lowest;
  // Of several the deepest: planes of different normals cannot be put together.
  if (below > MeshContactSource::kUnknown && (!cluster.supporting || below < cluster.lowest)) {
    cluster.supporting = true;
    cluster.lowest = below;
    cluster.plane_normal = contact.normal;
    cluster.plane_point = contact.on_mesh;
  }
  cluster.on_mesh.include(Vec3(contact.on_mesh));
  if (source.triangle >= 0) {
    const std::uint32_t triangle = static_cast<std::uint32_t>(source.triangle);
    const int kept = cluster.triangle_count < kMaxTriangles ? cluster.triangle_count : kMaxTriangles;
    bool known = false;
    for (int i = kept - 1; i >= 0 && !known; --i) known = cluster.triangles[i] == triangle;
    if (!known && kept < kMaxTriangles) cluster.triangles[kept] = triangle;
    if (!known) cluster.triangle_count = kept + 1;
  }
  addPoint(cluster, contact);
}

void ContactClusters::addPoint(Cluster& cluster, const MeshContact& contact) {
  const Vec3 p(contact.position);
  const float separation = static_cast<float>(contact.separation);
  for (int i = 0; i < cluster.count; ++i) {
    Point& other = cluster.points[i];
    if (other.feature != contact.feature) {
      const Vec3 d = p - Vec3{other.x, other.y, other.z};
      if (!(lengthSquared(d) <= merge_squared_)) continue;
      // The body's own corner gives the name.
      if (contact.primary && !other.primary) other.feature = contact.feature, other.primary = true;
      if (separation < other.separation)
        other.x = p.x, other.y = p.y, other.z = p.z, other.separation = separation;
      return;
    }
    if (separation < other.separation) other = {p.x, p.y, p.z, separation, contact.feature, contact.primary};
    return;
  }
  if (cluster.count == kMaxPoints) thin(cluster);
  cluster.points[cluster.count++] = {p.x, p.y, p.z, separation, contact.feature, contact.primary};
}

void ContactClusters::thin(Cluster& cluster) {
  const DVec3 u = perpendicular(cluster.key), v = cross(cluster.key, u);
  constexpr double kHalf = 0.70710678118654752;
  const DVec3 directions[4] = {u, v, (u + v) * kHalf, (u - v) * kHalf};
  bool keep[kMaxPoints] = {};
  int deepest = 0;
  for (int i = 1; i < cluster.count; ++i) {
    if (cluster.points[i].separation < cluster.points[deepest].separation) deepest = i;
  }
  keep[deepest] = true;
  for (const DVec3& direction : directions) {
    int low = 0, high = 0;
    double lowest = 1e300, highest = -1e300;
    for (int i = 0; i < cluster.count; ++i) {
      const Point& p = cluster.points[i];
      const double along = dot(direction, DVec3{p.x, p.y, p.z});
      if (along < lowest) lowest = along, low = i;
      if (along > highest) highest = along, high = i;
    }
    keep[low] = keep[high] = true;
  }
  // Corners of the body stay while there is room for others.
  int primaries = 0;
  for (int i = 0; i < cluster.count; ++i) {
    if (cluster.points[i].primary && !keep[i] && primaries < kMaxPoints / 2) keep[i] = true, ++primaries;
  }
  int kept = 0;
  for (int i = 0; i < cluster.count; ++i) {
    if (keep[i]) cluster.points[kept++] = cluster.points[i];
  }
  cluster.count = kept;
}

/// Extreme point of a cluster's contacts along a direction: those on the mesh (side -0.5) or on the other
/// shape (+0.5).
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

bool ContactClusters::covers(const Cluster& cover, const Cluster& covered, const ClusterRules& rules) {
  if (!cover.supporting || covered.triangle_count > kMaxTriangles) return false;
  // Contacts of a cluster differ in their normals a little.
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
  for (int i = 0; i < covered.triangle_count; ++i) {
    if (clippedSupport(*rules.mesh, covered.triangles[i], box, up) > level) return false;
  }
  return true;
}

/// Deepest first: what is left at the end is the shallowest of those that cover one another.
void ContactClusters::dropCovered(const int* order, const ClusterRules& rules) {
  for (int k = 0; k < count_; ++k) {
    Cluster& cluster = clusters_[order[k]];
    // Faces not reached yet may be when the shape turns.
    if (cluster.triangle_count > 0 && cluster.separation >= 0) continue;
    for (int j = 0; j < count_ && !cluster.dropped; ++j) {
      const Cluster& other = clusters_[j];
      if (&other == &cluster || other.dropped || !covers(other, cluster, rules)) continue;
      // It must push itself if there is something to push out of its plane.
      if (other.lowest < 0 && other.separation > 0.5 * other.lowest) continue;
      // A deeper one answers only where both are shallow (a border that touches nothing but its own floor):
      // great depths are themselves in doubt.
      cluster.dropped = other.lowest >= cluster.separation ||
                        (other.lowest > -rules.shallow && !covers(cluster, other, rules));
    }
  }
}

bool ContactClusters::reduce(const Cluster& cluster, Manifold& manifold) {
  ContactReducer all;
  int primaries = 0;
  for (int i = 0; i < cluster.count; ++i) {
    const Point& p = cluster.points[i];
    all.add({p.x, p.y, p.z}, p.separation, p.feature);
    primaries += p.primary ? 1 : 0;
  }
  if (!all.reduce(cluster.normal, manifold)) return false;
  if (primaries == 0 || primaries == cluster.count) return true;
  // Corners of the body alone, when they say the same: they move smoothly while it slides, the others jump.
  ContactReducer corners;
  for (int i = 0; i < cluster.count; ++i) {
    const Point& p = cluster.points[i];
    if (p.primary) corners.add({p.x, p.y, p.z}, p.separation, p.feature);
  }
  Manifold of_corners;
  if (!corners.reduce(cluster.normal, of_corners)) return true;
  const Span whole = spanOf(manifold), part = spanOf(of_corners);
  const double size = std::sqrt(whole.length_squared);
  const bool has_area = whole.area > 1e-3 * whole.length_squared;
  const bool same_span = has_area
                             ? part.area >= kPrimaryShare * whole.area
                             : part.length_squared >= kPrimaryShare * kPrimaryShare * whole.length_squared;
  if (same_span && corners.smallestSeparation() <= all.smallestSeparation() + 1e-4 * size)
    manifold = of_corners;
  return true;
}

void ContactClusters::finish(const ClusterRules& rules, std::vector<Manifold>& manifolds) {
  int order[kMaxClusters];
  for (int i = 0; i < count_; ++i) {
    int j = i;
    for (; j > 0 && clusters_[order[j - 1]].separation > clusters_[i].separation; --j)
      order[j] = order[j - 1];
    order[j] = i;
  }
  if (rules.mesh != nullptr && count_ > 1) dropCovered(order, rules);
  int taken = 0;
  for (int k = 0; k < count_; ++k) {
    Cluster& cluster = clusters_[order[k]];
    if (!cluster.dropped && ++taken > kMaxManifolds) cluster.dropped = true;
  }
  const std::size_t first = manifolds.size();
  for (int i = 0; i < count_; ++i) {
    Manifold manifold;
    if (clusters_[i].dropped || !reduce(clusters_[i], manifold)) continue;
    manifolds.push_back(manifold);
  }
  // Features are to be unique in the pair.
  for (std::size_t m = first + 1; m < manifolds.size(); ++m) {
    for (int i = 0; i < manifolds[m].point_count; ++i) {
      std::uint32_t& feature = manifolds[m].points[i].feature;
      for (std::size_t o = first; o < m; ++o) {
        for (int j = 0; j < manifolds[o].point_count; ++j) {
          if (manifolds[o].points[j].feature == feature)
            feature = mixed(feature, static_cast<std::uint32_t>(m - first));
        }
      }
    }
  }
}

}  // namespace carom::collide

// Clustering of triangle contacts.
//
// Contacts whose normals differ by less than MeshContactSettings::kSameNormal share a manifold with the
// normal of the deepest one. Up to kMaxPoints points are kept; if there are more, the extreme ones in eight
// directions stay, so that thousands of triangles cost linear time. mesh_cover.cpp resolves contradictions
// between clusters.
#include "collide/mesh_contacts/mesh_clusters.hpp"

#include <algorithm>
#include <cmath>

#include "collide/manifold/contact_clipping.hpp"
#include "collide/mesh_contacts/mesh_contact_settings.hpp"

namespace carom::collide {

namespace {

/// Extent of a manifold's points: area if they have one, else length. And the greatest gap of one, m.
struct Span {
  double area = 0, length_squared = 0, gap = 0;
};
Span spanOf(const Manifold& manifold) {
  Span span;
  DVec3 p[4];
  for (int i = 0; i < manifold.point_count; ++i) {
    p[i] = DVec3(manifold.points[i].position);
    span.gap = std::max(span.gap, static_cast<double>(manifold.points[i].separation));
  }
  for (int i = 0; i < manifold.point_count; ++i) {
    for (int j = i + 1; j < manifold.point_count; ++j) {
      const double d = lengthSquared(p[j] - p[i]);
      if (d > span.length_squared) span.length_squared = d;
      for (int k = j + 1; k < manifold.point_count; ++k) {
        const double area = length(cross(p[j] - p[i], p[k] - p[i]));
        // The largest triangle of three points; of four, their quadrilateral has at most twice its area,
        // which is accurate enough for comparison.
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

void ContactClusters::start(Cluster& cluster, const DVec3& normal) {
  cluster.key = cluster.normal = normal;
  cluster.separation = cluster.at_border = 1e300;
  cluster.on_mesh = {};
  cluster.last_triangle = -1;
  cluster.all_kept = true;
  cluster.supporting = cluster.exact = cluster.dropped = false;
  cluster.count = 0;
}

int ContactClusters::find(const DVec3& normal, double separation) {
  if (last_ >= 0 && dot(clusters_[last_].key, normal) > MeshContactSettings::kSameNormal) return last_;
  int best = -1;
  double best_along = -2;
  for (int i = 0; i < count_; ++i) {
    const double along = dot(clusters_[i].key, normal);
    if (along > best_along) best_along = along, best = i;
  }
  if (best_along > MeshContactSettings::kSameNormal) return last_ = best;
  if (count_ < kMaxClusters) {
    start(clusters_[count_], normal);
    return last_ = count_++;
  }
  if (best_along > MeshContactSettings::kSimilarNormal) return last_ = best;
  int shallowest = 0;
  for (int i = 1; i < count_; ++i) {
    if (clusters_[i].separation > clusters_[shallowest].separation) shallowest = i;
  }
  if (!(separation < clusters_[shallowest].separation)) return -1;
  start(clusters_[shallowest], normal);
  return last_ = shallowest;
}

void ContactClusters::add(const MeshContact& contact, const MeshContactSource& source) {
  if (!(contact.separation > -1e30 && contact.separation < 1e30)) return;  // False for NaN too.
  const int index = find(contact.normal, contact.separation);
  if (index < 0) return;
  Cluster& cluster = clusters_[index];
  if (contact.separation < cluster.separation) {
    cluster.separation = contact.separation;
    cluster.normal = contact.normal;
  }
  const double below = source.supporting ? contact.separation : source.lowest;
  // The deepest of several: planes of different normals cannot be combined. A contact beyond which the shape
  // does not reach is preferred to a face below which it may reach far.
  const bool better =
      cluster.supporting && source.supporting != cluster.exact ? source.supporting : below < cluster.lowest;
  if (below > MeshContactSource::kUnknown && (!cluster.supporting || better)) {
    cluster.supporting = true;
    cluster.exact = source.supporting;
    cluster.lowest = below;
    cluster.plane_normal = contact.normal;
    cluster.plane_point = contact.on_mesh;
  }
  cluster.on_mesh.include(Vec3(contact.on_mesh));
  if (source.triangle >= 0) {
    keepTriangle(cluster, static_cast<std::uint32_t>(source.triangle));
  } else {
    cluster.at_border = std::min(cluster.at_border, contact.separation);
  }
  addPoint(cluster, contact);
}

/// Records a triangle. Contacts of one triangle follow each other closely, so it is sought among the last few
/// only.
void ContactClusters::keepTriangle(Cluster& cluster, std::uint32_t triangle) {
  constexpr int kLast = 16;
  int entry = cluster.last_triangle;
  for (int i = 0; i < kLast && entry >= 0; ++i, entry = kept_[entry].before) {
    if (kept_[entry].triangle == triangle) return;
  }
  if (kept_count_ == kMaxKept) {
    cluster.all_kept = false;
    return;
  }
  kept_[kept_count_] = {triangle, cluster.last_triangle};
  cluster.last_triangle = kept_count_++;
}

void ContactClusters::addPoint(Cluster& cluster, const MeshContact& contact) {
  const Vec3 p(contact.position);
  const float separation = static_cast<float>(contact.separation);
  for (int i = 0; i < cluster.count; ++i) {
    Point& other = cluster.points[i];
    if (other.feature != contact.feature) {
      const Vec3 d = p - Vec3{other.x, other.y, other.z};
      if (!(lengthSquared(d) <= merge_squared_)) continue;
      // The body's own corner determines the feature.
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
  // Corners of the body are kept while there is room.
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
  // Only corners of the body if they describe the contact as well, and what they rest on too: they move
  // smoothly while it slides, other points jump.
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
  const bool same_span = has_area ? part.area >= MeshContactSettings::kPrimaryShare * whole.area
                                  : part.length_squared >= MeshContactSettings::kPrimaryShare *
                                                               MeshContactSettings::kPrimaryShare *
                                                               whole.length_squared;
  if (same_span && corners.smallestSeparation() <= all.smallestSeparation() + 1e-4 * size &&
      part.gap <= whole.gap + 1e-4 * size)
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
  // Features have to be unique within the pair.
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

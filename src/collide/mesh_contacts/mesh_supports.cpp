// An edge between faces with normals n and n' is nearest to a convex shape B along a direction d between the
// two (its Voronoi region is the wedge of n and n'). Let o be the point on the edge, and q = o + s·d, s > 0,
// the point on B. B's lowest point p over the face of n is no higher along n than q, and no lower along d. If
// p were on the face's own side of the edge, o + a·t + c·n with the inward direction t and a > 0, then d·t <=
// 0 and p·d >= q·d require c·(n·d) >= s, while p·n <= q·n requires c <= s·(n·d). Both hold only for d = n. So
// an edge can be nearest only if the lowest points over both its faces are beyond it. The same argument, with
// two edges of a face in place of t, shows that the corner between them can be nearest only if the lowest
// point is not in their sector; and only if that holds for all faces around it. On a fine surface that bends
// little, the lowest points over all faces are nearly the same point, and some face around each corner has it
// in its sector: only corners next to it are left. (With several lowest points the tolerance of the Voronoi
// regions, the sine τ, matters: where d·e <= τ|e| takes the place of d·e <= 0 and the edges of B at p rise
// with the slope σ over the face, q is lower than p only if σ is below about 2 τ.)
//
// This excludes most borders, and the search for their nearest points. If the shapes overlap (s < 0), the
// argument holds up to offsets of the order of the depth, which are allowed for.
#include "collide/mesh_contacts/mesh_supports.hpp"

#include "collide/mesh_contacts/mesh_contact_settings.hpp"

namespace carom::collide {

const MeshSupports::Lowest& MeshSupports::find(std::uint32_t triangle) {
  table_.triangle_[triangle % kTable] = triangle;
  Lowest& entry = table_.entry_[triangle % kTable];
  const TriangleMesh::Face& face = mesh_.faces[triangle];
  for (int i = 0; i < 3; ++i) entry.corner[i] = DVec3(face.corner[i]);
  const DVec3 front(face.normal);
  entry.behind = isBackCounting(sides_, dot(side_ - entry.corner[0], front));
  entry.normal = entry.behind ? -front : front;
  entry.support = supportPoint(view_, pose_.inverseDirection(-entry.normal));
  entry.point = pose_.point(entry.support.point);
  entry.height = dot(entry.point - entry.corner[0], entry.normal);
  for (int i = 0; i < 3; ++i) {
    const DVec3 along = entry.corner[i == 2 ? 0 : i + 1] - entry.corner[i];
    entry.inside[i] = dot(cross(front, along), entry.point - entry.corner[i]);
    entry.edge_squared[i] = lengthSquared(along);
  }
  return entry;
}

/// Whether the lowest point over the triangle beyond an edge is on this side of the edge.
bool MeshSupports::outsideNeighbour(std::uint32_t triangle, int edge, bool behind) {
  const std::int32_t neighbour = mesh_.neighbours[3 * triangle + static_cast<std::uint32_t>(edge)];
  if (neighbour < 0) return true;
  const Lowest& other = lowest(static_cast<std::uint32_t>(neighbour));
  if (other.behind != behind) return true;
  const std::uint32_t* ends = mesh_.triangles[triangle].vertex;
  const std::uint32_t from = ends[edge], to = ends[edge == 2 ? 0 : edge + 1];
  const std::uint32_t* others = mesh_.triangles[static_cast<std::uint32_t>(neighbour)].vertex;
  for (int i = 0; i < 3; ++i) {
    // The corner opposite to the edge comes before it.
    if (others[i] != from && others[i] != to) return !other.isInside(i == 2 ? 0 : i + 1, tolerance(other));
  }
  return true;
}

/// Whether other points of the core are as low over a face as its lowest point, or it is not known: an edge
/// from there is level with the face.
bool MeshSupports::isLevel(const Lowest& lowest) const {
  constexpr double kLevel = MeshContactSettings::kLevelOverFan;
  const DVec3 up = pose_.inverseDirection(lowest.normal);
  if (view_.kind == ConvexKind::Box) {
    const DVec3 a = absolute(up);
    return a.x < kLevel || a.y < kLevel || a.z < kLevel;
  }
  if (view_.kind == ConvexKind::Segment) {
    const DVec3 line = DVec3(view_.points[1]) - DVec3(view_.points[0]);
    const double rise = dot(line, up);
    return rise * rise <= kLevel * kLevel * lengthSquared(line);
  }
  if (view_.kind != ConvexKind::Hull || view_.hull->vertex_edges.size() != view_.hull->vertices.size())
    return true;
  const ConvexHull& hull = *view_.hull;
  const std::uint16_t start = hull.vertex_edges[lowest.support.feature];
  std::uint16_t edge = start;
  std::size_t guard = hull.edges.size();
  do {
    const std::uint16_t twin = edge ^ 1;
    const DVec3 line = DVec3(hull.vertices[hull.edges[twin].origin]) - lowest.support.point;
    const double rise = dot(line, up);
    if (!(rise > 0) || rise * rise <= kLevel * kLevel * lengthSquared(line)) return true;
    edge = hull.edges[twin].next;
  } while (edge != start && guard-- > 0);
  return false;
}

/// Whether the lowest point over no other face of the fan around a corner is in that face's sector.
bool MeshSupports::outsideFan(std::uint32_t triangle, int corner, bool behind) {
  const std::uint32_t vertex = mesh_.triangles[triangle].vertex[corner];
  Table::Fan& known = table_.fan_[vertex % kFans];
  if (known.vertex == vertex && known.behind == behind) return known.outside;
  bool outside = true;
  walkFan(mesh_, triangle, corner, [&](std::uint32_t current, int own, std::uint32_t) {
    if (current == triangle) return true;
    const Lowest& other = lowest(current);
    if (other.behind != behind) return true;
    const double allowed = tolerance(other);
    outside =
        !other.isInside(own, allowed) || !other.isInside(own == 0 ? 2 : own - 1, allowed) || isLevel(other);
    return outside;
  });
  known = {vertex, behind, outside};
  return outside;
}

MeshSupports::Border MeshSupports::mayTouch(std::uint32_t triangle, unsigned corners) {
  const TriangleMesh::Triangle& shape = mesh_.triangles[triangle];
  const Lowest& own = lowest(triangle);
  const bool behind = own.behind;
  bool outside[3];
  for (int i = 0; i < 3; ++i) outside[i] = !own.isInside(i, tolerance(own));
  Border border;
  for (int i = 0; i < 3; ++i) {
    if ((corners >> i & 1) != 0 && shape.cornerActive(i, behind) &&
        (outside[i] || outside[i == 0 ? 2 : i - 1]) && outsideFan(triangle, i, behind))
      border.corners |= 1u << i;
    const MeshEdge kind = shape.edge(i);
    if (kind != MeshEdge::Open && kind != (behind ? MeshEdge::Concave : MeshEdge::Convex)) continue;
    if (outside[i] && outsideNeighbour(triangle, i, behind)) border.edges |= 1u << i;
  }
  return border;
}

}  // namespace carom::collide

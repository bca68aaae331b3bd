// An edge between faces with normals n and n' is nearest to a convex shape B along a direction d between the
// two (its Voronoi region is the wedge of n and n'). Let o be the point of the edge and q = o + s·d, s > 0,
// that of B. B's lowest point p over the face of n is no higher along n than q, and no lower along d. If p
// were on the face's own side of the edge, o + a·t + c·n with the inward direction t and a > 0, then d·t <= 0
// and p·d >= q·d make c·(n·d) >= s, while p·n <= q·n makes c <= s·(n·d): impossible but for d = n. So an edge
// can only be nearest where the lowest points over both its faces are beyond it. The same steps, with two
// edges of a face in place of t, show that the corner between them can only be nearest where the lowest point
// is not in their sector.
//
// Most borders are ruled out so, and the search for the nearest points with them. Where shapes overlap (s <
// 0) the argument holds up to offsets of the order of the depth, which are allowed for.
#include "collide/mesh_supports.hpp"

namespace carom::collide {

const MeshSupports::Lowest& MeshSupports::find(std::uint32_t triangle) {
  Lowest& entry = table_[triangle % kTable];
  const TriangleMesh::Face& face = mesh_.faces[triangle];
  entry.triangle = triangle;
  for (int i = 0; i < 3; ++i) entry.corner[i] = DVec3(face.corner[i]);
  entry.normal = DVec3(face.normal);
  entry.behind = mesh_.double_sided && !fronts_only_ && dot(side_ - entry.corner[0], entry.normal) < 0;
  if (entry.behind) entry.normal = -entry.normal;
  entry.support = supportPoint(view_, pose_.inverseDirection(-entry.normal));
  entry.point = pose_.point(entry.support.point);
  entry.height = dot(entry.point - entry.corner[0], entry.normal);
  return entry;
}

/// Whether the lowest point is on the triangle's side of an edge, by more than the tolerance.
bool MeshSupports::isInside(const Lowest& lowest, int edge, double tolerance) {
  const DVec3& from = lowest.corner[edge];
  const DVec3 along = lowest.corner[edge == 2 ? 0 : edge + 1] - from;
  const double inside = dot(cross(lowest.normal, along), lowest.point - from) * (lowest.behind ? -1 : 1);
  return inside > 0 && inside * inside > tolerance * tolerance * lengthSquared(along);
}

bool MeshSupports::edgeMayTouch(std::uint32_t triangle, int edge) {
  const Lowest& own = lowest(triangle);
  const MeshEdge kind = mesh_.triangles[triangle].edge(edge);
  if (kind != MeshEdge::Open && kind != (own.behind ? MeshEdge::Concave : MeshEdge::Convex)) return false;
  if (isInside(own, edge, tolerance(own))) return false;
  const std::int32_t neighbour = mesh_.neighbours[3 * triangle + static_cast<std::uint32_t>(edge)];
  if (neighbour < 0) return true;
  const bool behind = own.behind;
  const Lowest& other = lowest(static_cast<std::uint32_t>(neighbour));
  if (other.behind != behind) return true;
  const std::uint32_t* ends = mesh_.triangles[triangle].vertex;
  const std::uint32_t from = ends[edge], to = ends[edge == 2 ? 0 : edge + 1];
  const std::uint32_t* others = mesh_.triangles[static_cast<std::uint32_t>(neighbour)].vertex;
  for (int i = 0; i < 3; ++i) {
    // The corner opposite to the edge comes before it.
    if (others[i] != from && others[i] != to) return !isInside(other, i == 2 ? 0 : i + 1, tolerance(other));
  }
  return true;
}

bool MeshSupports::cornerMayTouch(std::uint32_t triangle, int corner) {
  const Lowest& own = lowest(triangle);
  if (!mesh_.triangles[triangle].cornerActive(corner, own.behind)) return false;
  const double allowed = tolerance(own);
  return !isInside(own, corner, allowed) || !isInside(own, corner == 0 ? 2 : corner - 1, allowed);
}

}  // namespace carom::collide

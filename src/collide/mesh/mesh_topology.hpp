// Triangles of a mesh in double, closest points on them, and the Voronoi regions of a mesh's features.
#pragma once

#include <cstdint>

#include "collide/mesh/mesh.hpp"
#include "collide/mesh/mesh_settings.hpp"

namespace carom::collide {

/// One triangle of a mesh, frame of the mesh.
struct MeshTriangle {
  DVec3 corner[3];
  DVec3 normal;  ///< Unit, front.
};
inline MeshTriangle meshTriangle(const TriangleMesh& mesh, std::uint32_t index) {
  const TriangleMesh::Face& face = mesh.faces[index];
  return {{DVec3(face.corner[0]), DVec3(face.corner[1]), DVec3(face.corner[2])}, DVec3(face.normal)};
}
inline Aabb triangleBounds(const TriangleMesh& mesh, std::uint32_t index) {
  const TriangleMesh::Face& face = mesh.faces[index];
  return {minimum(minimum(face.corner[0], face.corner[1]), face.corner[2]),
          maximum(maximum(face.corner[0], face.corner[1]), face.corner[2])};
}

/// A feature of a triangle: its face, edge i (corner i to i + 1) or corner i.
struct TriangleFeature {
  enum class Kind : std::uint8_t { Face, Edge, Corner };
  Kind kind = Kind::Face;
  int index = 0;
  friend bool operator==(const TriangleFeature&, const TriangleFeature&) = default;
};

/// Closest point of a triangle to a point.
struct TriangleClosest {
  DVec3 point;
  TriangleFeature feature;
};
TriangleClosest closestOnTriangle(const MeshTriangle& triangle, const DVec3& p);
/// Lower bound of the squared distance from a point to anything in a box.
inline double squaredDistanceToBox(const Aabb& box, const DVec3& p) {
  const DVec3 lower(box.lower), upper(box.upper);
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double out = p[i] < lower[i] ? lower[i] - p[i] : (p[i] > upper[i] ? p[i] - upper[i] : 0);
    sum += out * out;
  }
  return sum;
}

/// The feature of a triangle that is farthest along a unit direction, including parts within `tolerance`
/// (sine).
TriangleFeature supportingFeature(const MeshTriangle& triangle, const DVec3& direction, double tolerance);

/// Whether the unit `direction` is in the feature's Voronoi region: a point that moves away from the mesh's
/// feature along it has this feature as its closest one. For an edge, it does not point into the neighbour's
/// half plane; for a corner, not along any edge of its fan. Flat edges and fans have no such directions.
/// `tolerance` is a sine.
bool ownsDirection(const TriangleMesh& mesh, std::uint32_t triangle, TriangleFeature feature,
                   const DVec3& direction, double tolerance);

/// Calls visit(triangle, corner, spoke) for the triangles of the fan around a corner: first this one, then
/// across its edge to the next corner and so on, and if the fan is open, across the other edge. `spoke` is
/// the far end of the edge across which the fan continues. Stops when visit returns false.
template <class Visit>
void walkFan(const TriangleMesh& mesh, std::uint32_t triangle, int corner, Visit&& visit) {
  const TriangleMesh::Triangle& first = mesh.triangles[triangle];
  const std::uint32_t vertex = first.vertex[corner];
  const std::uint32_t ends[2] = {first.vertex[(corner + 1) % 3], first.vertex[(corner + 2) % 3]};
  if (!visit(triangle, corner, ends[0])) return;
  for (int turn = 0; turn < 2; ++turn) {
    std::uint32_t current = triangle, crossed = ends[turn];
    int edge = turn == 0 ? corner : (corner + 2) % 3;
    for (int step = 0; step < MeshSettings::kMaxFan; ++step) {
      const std::int32_t neighbour = mesh.neighbours[3 * current + static_cast<std::uint32_t>(edge)];
      if (neighbour < 0) break;
      current = static_cast<std::uint32_t>(neighbour);
      if (current == triangle) return;
      const TriangleMesh::Triangle& t = mesh.triangles[current];
      const int c =
          t.vertex[0] == vertex ? 0 : (t.vertex[1] == vertex ? 1 : (t.vertex[2] == vertex ? 2 : -1));
      if (c < 0) break;
      const bool came_over_next = t.vertex[(c + 1) % 3] == crossed;
      crossed = came_over_next ? t.vertex[(c + 2) % 3] : t.vertex[(c + 1) % 3];
      edge = came_over_next ? (c + 2) % 3 : c;
      if (!visit(current, c, crossed)) return;
    }
  }
}

/// The triangle of the mesh nearest to a point.
struct NearestTriangle {
  std::int32_t triangle = -1;  ///< -1: none within the limit.
  double distance = 1e30;
  DVec3 point;
  TriangleFeature feature;
  /// The point is on the triangle's back side. At edges and corners the triangle whose plane is most
  /// perpendicular to the direction to the point decides.
  bool behind = false;
};
NearestTriangle nearestTriangle(const TriangleMesh& mesh, const DVec3& p, double max_distance);
/// For loops over some triangles: takes the triangle if it is nearer.
void considerNearest(const TriangleMesh& mesh, std::uint32_t triangle, const DVec3& p,
                     NearestTriangle& nearest);

}  // namespace carom::collide

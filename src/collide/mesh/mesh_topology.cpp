// Closest points on triangles by Voronoi regions (C. Ericson, "Real-Time Collision Detection", 2005, section
// 5.1.5), and the Voronoi regions of edges and vertices of a whole surface. A direction d leaves an edge if
// d·t <= 0 for the in-plane inward directions t of both its faces, and a vertex if d·e <= 0 for all edges e
// that start there, since each face of the fan is spanned by two of them. This holds on both sides of a sheet
// and for any winding.
//
// The sign of the distance to a closed mesh is that of the nearest triangle. If several are equally near (at
// an edge or vertex), the one with the largest |cosine| decides, which gives the same sign as pseudo-normals
// do on edges (J. A. Baerentzen, H. Aanaes, "Signed distance computation using the angle weighted
// pseudonormal", 2005).
#include "collide/mesh/mesh_topology.hpp"

#include "collide/mesh/mesh_bvh.hpp"

namespace carom::collide {

namespace {

// Corners are read from the faces, which are in the cache already, not from the vertices.

bool along(const Vec3& from, const Vec3& to, const DVec3& direction, double tolerance) {
  const DVec3 edge = DVec3(to) - DVec3(from);
  const double advance = dot(edge, direction);
  return advance > 0 && advance * advance > tolerance * tolerance * lengthSquared(edge);
}

bool ownsAtCorner(const TriangleMesh& mesh, std::uint32_t triangle, int corner, const DVec3& direction,
                  double tolerance) {
  const Vec3* corners = mesh.faces[triangle].corner;
  const Vec3& at = corners[corner];
  if (along(at, corners[(corner + 1) % 3], direction, tolerance) ||
      along(at, corners[(corner + 2) % 3], direction, tolerance))
    return false;
  bool owns = true;
  walkFan(mesh, triangle, corner, [&](std::uint32_t current, int own, std::uint32_t spoke) {
    const int next = (own + 1) % 3;
    const int end = mesh.triangles[current].vertex[next] == spoke ? next : (own + 2) % 3;
    owns = current == triangle || !along(at, mesh.faces[current].corner[end], direction, tolerance);
    return owns;
  });
  return owns;
}

bool ownsAtEdge(const TriangleMesh& mesh, std::uint32_t triangle, int edge, const DVec3& direction,
                double tolerance) {
  const TriangleMesh::Triangle& t = mesh.triangles[triangle];
  const std::int32_t neighbour = mesh.neighbours[3 * triangle + static_cast<std::uint32_t>(edge)];
  if (neighbour < 0) return true;
  if (t.edge(edge) == MeshEdge::Flat) return false;
  const std::uint32_t from = t.vertex[edge], to = t.vertex[(edge + 1) % 3];
  const auto other = static_cast<std::size_t>(neighbour);
  int far = 0;
  for (int i = 0; i < 3; ++i) {
    const std::uint32_t v = mesh.triangles[other].vertex[i];
    if (v != from && v != to) far = i;
  }
  const Vec3* corners = mesh.faces[triangle].corner;
  const DVec3 a(corners[edge]), line = DVec3(corners[(edge + 1) % 3]) - a;
  const double line_squared = lengthSquared(line);
  DVec3 inward = DVec3(mesh.faces[other].corner[far]) - a;
  inward -= line * (line_squared > 0 ? dot(inward, line) / line_squared : 0);
  const double advance = dot(inward, direction);
  return advance <= 0 || advance * advance <= tolerance * tolerance * lengthSquared(inward);
}

}  // namespace

TriangleClosest closestOnTriangle(const MeshTriangle& triangle, const DVec3& p) {
  using Kind = TriangleFeature::Kind;
  const DVec3 &a = triangle.corner[0], &b = triangle.corner[1], &c = triangle.corner[2];
  const DVec3 ab = b - a, ac = c - a, ap = p - a;
  const double d1 = dot(ab, ap), d2 = dot(ac, ap);
  if (d1 <= 0 && d2 <= 0) return {a, {Kind::Corner, 0}};
  const DVec3 bp = p - b;
  const double d3 = dot(ab, bp), d4 = dot(ac, bp);
  if (d3 >= 0 && d4 <= d3) return {b, {Kind::Corner, 1}};
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return {a + ab * (d1 / (d1 - d3)), {Kind::Edge, 0}};
  const DVec3 cp = p - c;
  const double d5 = dot(ab, cp), d6 = dot(ac, cp);
  if (d6 >= 0 && d5 <= d6) return {c, {Kind::Corner, 2}};
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return {a + ac * (d2 / (d2 - d6)), {Kind::Edge, 2}};
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    return {b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6))), {Kind::Edge, 1}};
  }
  const double scale = 1 / (va + vb + vc);
  return {a + ab * (vb * scale) + ac * (vc * scale), {Kind::Face, 0}};
}

TriangleFeature supportingFeature(const MeshTriangle& triangle, const DVec3& direction, double tolerance) {
  using Kind = TriangleFeature::Kind;
  int best = 0;
  double best_along = dot(triangle.corner[0], direction);
  for (int i = 1; i < 3; ++i) {
    const double along = dot(triangle.corner[i], direction);
    if (along > best_along) best = i, best_along = along;
  }
  bool level[3] = {true, true, true};
  int count = 1;
  for (int i = 0; i < 3; ++i) {
    if (i == best) continue;
    const DVec3 edge = triangle.corner[best] - triangle.corner[i];
    const double drop = dot(edge, direction);
    level[i] = drop <= 0 || drop * drop <= tolerance * tolerance * lengthSquared(edge);
    count += level[i] ? 1 : 0;
  }
  if (count == 3) return {Kind::Face, 0};
  if (count == 1) return {Kind::Corner, best};
  for (int i = 0; i < 3; ++i) {
    if (level[i] && level[(i + 1) % 3]) return {Kind::Edge, i};
  }
  return {Kind::Corner, best};
}

bool ownsDirection(const TriangleMesh& mesh, std::uint32_t triangle, TriangleFeature feature,
                   const DVec3& direction, double tolerance) {
  if (feature.kind == TriangleFeature::Kind::Face) return true;
  if (feature.kind == TriangleFeature::Kind::Edge) {
    return ownsAtEdge(mesh, triangle, feature.index, direction, tolerance);
  }
  if (!mesh.triangles[triangle].cornerActive(feature.index)) return false;
  return ownsAtCorner(mesh, triangle, feature.index, direction, tolerance);
}

void considerNearest(const TriangleMesh& mesh, std::uint32_t triangle, const DVec3& p,
                     NearestTriangle& nearest) {
  const MeshTriangle t = meshTriangle(mesh, triangle);
  const TriangleClosest closest = closestOnTriangle(t, p);
  const DVec3 offset = p - closest.point;
  const double distance = length(offset);
  // Equally near, up to rounding of the closest point.
  const double slack = 1e-9 * (distance + nearest.distance);
  if (distance > nearest.distance + slack) return;
  const double height = dot(offset, t.normal);
  if (nearest.triangle >= 0 && distance >= nearest.distance - slack) {
    const MeshTriangle other = meshTriangle(mesh, static_cast<std::uint32_t>(nearest.triangle));
    const double other_height = dot(p - nearest.point, other.normal);
    if (absolute(DVec3{height, 0, 0}).x <= absolute(DVec3{other_height, 0, 0}).x) return;
  }
  nearest.triangle = static_cast<std::int32_t>(triangle);
  nearest.distance = distance;
  nearest.point = closest.point;
  nearest.feature = closest.feature;
  nearest.behind = height < 0;
}

NearestTriangle nearestTriangle(const TriangleMesh& mesh, const DVec3& p, double max_distance) {
  NearestTriangle nearest;
  nearest.distance = max_distance;
  const auto limitOf = [&]() { return nearest.distance * nearest.distance * (1 + 1e-8) + 1e-300; };
  visitNearest(
      mesh, limitOf(), [&](const Aabb& box) { return squaredDistanceToBox(box, p); },
      [&](std::uint32_t first, std::uint32_t count) {
        for (std::uint32_t i = first; i < first + count; ++i) considerNearest(mesh, i, p, nearest);
        return limitOf();
      });
  return nearest;
}

}  // namespace carom::collide

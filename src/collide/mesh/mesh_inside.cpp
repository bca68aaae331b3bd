// Inside or outside of a closed mesh. For a mesh in one piece the side of the nearest triangle decides
// (mesh_topology.cpp).
//
// Several pieces may be nested, each with any orientation, and the nearest triangle says nothing about the
// others. Then a ray along x counts how often the surface is left and entered; a point is outside if the sum
// is zero. Projected along the ray, a triangle contains the point if an odd number of its edges pass it on
// one side. Both triangles of an edge compute that from the same two ends in the same order, so the ray
// misses no edge and hits none twice.
#include "collide/mesh/mesh_inside.hpp"

#include "collide/mesh/mesh_bvh.hpp"
#include "collide/mesh/mesh_topology.hpp"

namespace carom::collide {

namespace {

/// Whether the edge passes the point on the side of larger z, seen along x.
bool passes(const Vec3& a, const Vec3& b, const DVec3& p) {
  if ((static_cast<double>(a.y) > p.y) == (static_cast<double>(b.y) > p.y)) return false;
  const DVec3 low(a.y < b.y ? a : b), high(a.y < b.y ? b : a);
  return low.z + (high.z - low.z) * ((p.y - low.y) / (high.y - low.y)) > p.z;
}

/// +1 if a ray along x leaves through the triangle, -1 if it enters, 0 if it misses it.
int crossingOf(const TriangleMesh::Face& face, const DVec3& p) {
  const Vec3* c = face.corner;
  if ((passes(c[0], c[1], p) != passes(c[1], c[2], p)) == passes(c[2], c[0], p)) return 0;
  const DVec3 a(c[0]), normal = cross(DVec3(c[1]) - a, DVec3(c[2]) - a);
  // The plane is ahead of the point: the point's height over it and the normal's x have opposite signs.
  const double height = dot(p - a, normal);
  if (normal.x > 0) return height < 0 ? 1 : 0;
  return normal.x < 0 && height > 0 ? -1 : 0;
}

}  // namespace

bool isInside(const TriangleMesh& mesh, const DVec3& point) {
  if (!mesh.closed || !(squaredDistanceToBox(mesh.nodes[0].aabb, point) <= 0)) return false;
  if (mesh.pieces.size() == 1) return nearestTriangle(mesh, point, 1e30).behind;
  Aabb ray{Vec3(point), Vec3(point)};
  ray.upper.x = mesh.nodes[0].aabb.upper.x;
  int winding = 0;
  visitLeaves(mesh, expanded(ray, 1e-6f * length(mesh.nodes[0].aabb.extents())),
              [&](std::uint32_t first, std::uint32_t count) {
                for (std::uint32_t i = first; i < first + count; ++i)
                  winding += crossingOf(mesh.faces[i], point);
              });
  return winding != 0;
}

}  // namespace carom::collide

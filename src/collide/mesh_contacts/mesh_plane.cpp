// Contacts of a plane with a triangle mesh, their distance and their overlap.
//
// Only vertices can be nearest to a plane. The tree is searched for those within the margin; a node is
// skipped if the lowest corner of its box is above it. One-sided planes are half spaces, so any depth counts.
// Two-sided planes keep the mesh on the side of its centre.
#include "collide/hull/hull.hpp"
#include "collide/mesh/mesh_bvh.hpp"
#include "collide/mesh_contacts/mesh_scratch.hpp"

namespace carom::collide {

namespace {

/// Heights over the plane y = 0 of A, as a function in B's frame.
struct Height {
  DVec3 up;  ///< Frame of B.
  double offset = 0;

  Height(const Placement& b_to_a, double side)
      : up(b_to_a.inverseDirection({0, side, 0})), offset(side * b_to_a.translation.y) {}
  double at(const Vec3& p) const { return dot(up, DVec3(p)) + offset; }
  double lowest(const Aabb& box) const {
    const Vec3 corner{up.x > 0 ? box.lower.x : box.upper.x, up.y > 0 ? box.lower.y : box.upper.y,
                      up.z > 0 ? box.lower.z : box.upper.z};
    return at(corner);
  }
};

/// Calls visit(vertex) for the vertices at most `limit()` high, each once.
template <class Limit, class Visit>
void visitLow(const TriangleMesh& mesh, const Height& height, Limit&& limit, Visit&& visit) {
  std::uint32_t stack[kMaxMeshDepth + 2];
  int depth = 0;
  if (!mesh.nodes.empty()) stack[depth++] = 0;
  while (depth > 0) {
    const TriangleMesh::BvhNode& node = mesh.nodes[stack[--depth]];
    if (!(height.lowest(node.aabb) <= limit())) continue;
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      const TriangleMesh::Triangle& t = mesh.triangles[i];
      for (int c = 0; c < 3; ++c) {
        if (t.cornerOwned(c)) visit(t.vertex[c]);
      }
    }
    if (node.count > 0) continue;
    const bool left_first =
        height.lowest(mesh.nodes[node.first].aabb) <= height.lowest(mesh.nodes[node.first + 1].aabb);
    stack[depth++] = left_first ? node.first + 1 : node.first;
    stack[depth++] = left_first ? node.first : node.first + 1;
  }
}

struct Lowest {
  double height = 1e300;
  Vec3 vertex;
};
Lowest lowestVertex(const TriangleMesh& mesh, const Height& height) {
  Lowest lowest;
  visitLow(
      mesh, height, [&] { return lowest.height; },
      [&](std::uint32_t v) {
        const double h = height.at(mesh.vertices[v]);
        if (h < lowest.height) lowest = {h, mesh.vertices[v]};
      });
  return lowest;
}

DVec3 middleOf(const TriangleMesh& mesh) {
  return mesh.hull ? DVec3(mesh.hull->centroid) : DVec3(mesh.nodes[0].aabb.center());
}

double sideOf(const Plane& plane, const TriangleMesh& mesh, const Placement& pose) {
  return plane.double_sided && pose.point(middleOf(mesh)).y < 0 ? -1 : 1;
}

}  // namespace

void collidePlaneMesh(const Plane& a, const TriangleMesh& b, const Transform& b_to_a,
                      const CollideSettings& settings, PairCache&, MeshScratch& scratch,
                      std::vector<Manifold>& manifolds) {
  if (b.nodes.empty()) return;
  const Placement pose = placement(b_to_a);
  const double side = sideOf(a, b, pose);
  const Height height(pose, side);
  const DVec3 normal{0, side, 0};
  const MeshContactSource source{-1, true};
  scratch.clusters.begin(0);
  visitLow(
      b, height, [&] { return static_cast<double>(settings.max_separation); },
      [&](std::uint32_t v) {
        const double h = height.at(b.vertices[v]);
        if (!(h <= settings.max_separation)) return;
        const DVec3 p = pose.point(DVec3(b.vertices[v]));
        const DVec3 on_plane{p.x, 0, p.z};
        scratch.clusters.add({normal, on_plane, (p + on_plane) * 0.5, h, v, true}, source);
      });
  scratch.clusters.finish({}, manifolds);
}

bool overlapsPlaneMesh(const Plane& a, const TriangleMesh& b, const Transform& b_to_a) {
  const Placement pose = placement(b_to_a);
  if (!(lowestVertex(b, Height(pose, 1)).height <= 0)) return false;
  return !a.double_sided || lowestVertex(b, Height(pose, -1)).height <= 0;
}

Distance distancePlaneMesh(const Plane& a, const TriangleMesh& b, const Transform& b_to_a,
                           float max_distance) {
  Distance result;
  result.distance = max_distance;
  if (b.nodes.empty()) return result;
  const Placement pose = placement(b_to_a);
  const double side = sideOf(a, b, pose);
  const Lowest lowest = lowestVertex(b, Height(pose, side));
  if (lowest.height > max_distance) return result;
  const DVec3 p = pose.point(DVec3(lowest.vertex));
  result.point_a = Vec3(DVec3{p.x, 0, p.z});
  result.point_b = Vec3(p);
  result.distance = lowest.height > 0 ? static_cast<float>(lowest.height) : 0;
  if (lowest.height > 0) result.normal = {0, static_cast<float>(side), 0};
  return result;
}

}  // namespace carom::collide

#include "collide/mesh_contacts/mesh_near_leaf.hpp"

namespace carom::collide {

void completeFacing(const TriangleMesh& mesh, FacingTriangle& facing) {
  const DVec3* c = facing.triangle.corner;
  facing.doubled_area = length(cross(c[1] - c[0], c[2] - c[0]));
  facing.box = {};
  facing.edges = facing.edges_flipped = facing.corners = facing.corners_flipped = 0;
  const TriangleMesh::Triangle& triangle = mesh.triangles[facing.index];
  for (int i = 0; i < 3; ++i) {
    facing.box.include(Vec3(c[i]));
    facing.along[i] = c[i == 2 ? 0 : i + 1] - c[i];
    const unsigned bit = 1u << i;
    if (triangle.cornerOwned(i)) {
      if (triangle.cornerActive(i, false)) facing.corners |= bit;
      if (triangle.cornerActive(i, true)) facing.corners_flipped |= bit;
    }
    const std::int32_t neighbour = mesh.neighbours[3 * facing.index + static_cast<std::uint32_t>(i)];
    if (neighbour >= 0 && facing.index >= static_cast<std::uint32_t>(neighbour)) continue;
    const MeshEdge kind = triangle.edge(i);
    if (kind == MeshEdge::Open || kind == MeshEdge::Convex) facing.edges |= bit;
    if (kind == MeshEdge::Open || kind == MeshEdge::Concave) facing.edges_flipped |= bit;
  }
}

}  // namespace carom::collide

// The direction from an edge or corner of a mesh in which a convex shape is nearest, or separates soonest.
#pragma once

#include "collide/mesh/mesh_topology.hpp"
#include "collide/mesh_contacts/mesh_supports.hpp"

namespace carom::collide {

/// Frame of the mesh; the core's ball is not counted.
struct BorderAxis {
  enum class Answer : std::uint8_t {
    No,  ///< The shape is nearest to something else.
    Yes,
    Past,     ///< The same, but the shape reaches below the edge, and the edge ends before its lowest point.
    Unclear,  ///< Several points of the shape are equally near, or its core is of an unsupported kind.
  };
  Answer answer = Answer::No;
  DVec3 direction;  ///< Unit, from the mesh to the shape.
  DVec3 on_mesh, on_core;
  double separation =
      0;  ///< Of the core along the direction, m; negative: it reaches below the edge or corner.
};

/// For the edge from `from` to `to` and the directions between the normals of `first` and `last`, whose
/// lowest points are both beyond the edge (MeshSupports).
BorderAxis edgeAxis(const ConvexView& view, const Placement& pose, const MeshSupports::Lowest& first,
                    const MeshSupports::Lowest& last, const DVec3& from, const DVec3& to);
/// A corner of a mesh: that of a triangle, by its index in it.
struct MeshCorner {
  const TriangleMesh& mesh;
  std::uint32_t triangle;
  int corner;
  double tolerance;  ///< Of ownsDirection().

  DVec3 point() const { return DVec3(mesh.faces[triangle].corner[corner]); }
  bool owns(const DVec3& direction) const {
    return ownsDirection(mesh, triangle, {TriangleFeature::Kind::Corner, corner}, direction, tolerance);
  }
};
/// For a corner; No also if it is farther away than `limit` metres. Of the ways out of the shape (through its
/// faces, caps or side) it is the shortest that the corner owns; if there is none, the shortest.
BorderAxis cornerAxis(const ConvexView& view, const Placement& pose, const MeshCorner& corner, double limit);

}  // namespace carom::collide

// The direction from an edge or corner of a mesh in which a convex shape is nearest, or separates soonest.
#pragma once

#include "collide/mesh_contacts/mesh_supports.hpp"

namespace carom::collide {

/// Frame of the mesh; the core's ball is not counted.
struct BorderAxis {
  enum class Answer : std::uint8_t {
    No,  ///< The shape is nearest to something else.
    Yes,
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
/// For a corner at `vertex`; No also if it is farther away than `limit` metres.
BorderAxis cornerAxis(const ConvexView& view, const Placement& pose, const DVec3& vertex, double limit);

}  // namespace carom::collide

// Whether a point is inside a closed mesh.
#pragma once

#include "collide/mesh/mesh.hpp"

namespace carom::collide {

/// False for meshes that are not closed. The mesh is a surface nevertheless: the result only tells on which
/// side of it a point is.
bool isInside(const TriangleMesh& mesh, const DVec3& point);

}  // namespace carom::collide

// Whether a point is inside of a closed mesh.
#pragma once

#include "collide/mesh/mesh.hpp"

namespace carom::collide {

/// False for meshes that are not closed. A mesh is a surface all the same: this tells on which side of it
/// something is.
bool isInside(const TriangleMesh& mesh, const DVec3& point);

}  // namespace carom::collide

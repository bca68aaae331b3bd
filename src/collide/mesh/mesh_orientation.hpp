// Connected pieces of a mesh and which way they face.
#pragma once

#include "collide/mesh/mesh.hpp"

namespace carom::collide {

/// Fills mesh.pieces; returns the piece of each vertex, as an index into them.
std::vector<std::uint32_t> findPieces(TriangleMesh& mesh);

struct Orientation {
  bool has_volume = false;  ///< The enclosed volume is more than rounding.
  bool turned = false;      ///< Some triangles were turned round.
};
/// Turns a surface without boundary so that it faces outwards. Neighbours follow, normals must be made
/// afterwards.
Orientation orientOutwards(TriangleMesh& mesh, const std::vector<std::uint32_t>& piece_of_vertex);

}  // namespace carom::collide

// Connected pieces of a mesh and their orientation.
#pragma once

#include "collide/mesh/mesh.hpp"

namespace carom::collide {

/// Sets mesh.pieces; returns the piece of each vertex, as an index into them.
std::vector<std::uint32_t> findPieces(TriangleMesh& mesh);

struct Orientation {
  bool has_volume = false;  ///< The enclosed volume exceeds rounding.
  bool turned = false;      ///< Some triangles were reversed.
};
/// Reverses pieces of a surface without boundary so that it faces outwards. Neighbours are updated; normals
/// have to be computed afterwards.
Orientation orientOutwards(TriangleMesh& mesh, const std::vector<std::uint32_t>& piece_of_vertex);

}  // namespace carom::collide

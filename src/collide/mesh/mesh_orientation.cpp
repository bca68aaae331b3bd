// Pieces by union-find over shared vertices; the signed volume of each by the divergence theorem, the sum of
// v0·(v1×v2)/6.
//
// If the sum of the volumes is negative, the surface is inside-out as a whole. Otherwise a piece of negative
// volume may be a cavity of another piece. It is treated as one if its box lies inside the box of a piece of
// positive volume, and is reversed otherwise.
#include "collide/mesh/mesh_orientation.hpp"

#include <utility>

#include "collide/mesh/mesh_settings.hpp"

namespace carom::collide {

namespace {

struct Piece {
  double six_volume = 0;
  double scale = 0;  ///< Largest volume that the size of the surface permits.
  Aabb box;
  bool turn = false;
};

std::vector<Piece> measure(const TriangleMesh& mesh, const std::vector<std::uint32_t>& piece_of_vertex) {
  std::vector<Piece> pieces(mesh.pieces.size());
  for (const TriangleMesh::Triangle& t : mesh.triangles) {
    Piece& piece = pieces[piece_of_vertex[t.vertex[0]]];
    const std::uint32_t origin = mesh.pieces[piece_of_vertex[t.vertex[0]]];
    DVec3 p[3];
    for (int i = 0; i < 3; ++i) {
      p[i] = DVec3(mesh.vertices[t.vertex[i]]) - DVec3(mesh.vertices[origin]);
      piece.box.include(mesh.vertices[t.vertex[i]]);
    }
    const double six = dot(p[0], cross(p[1], p[2]));
    piece.six_volume += six;
    piece.scale += six < 0 ? -six : six;
  }
  return pieces;
}

}  // namespace

std::vector<std::uint32_t> findPieces(TriangleMesh& mesh) {
  std::vector<std::uint32_t> parent(mesh.vertices.size());
  for (std::size_t i = 0; i < parent.size(); ++i) parent[i] = static_cast<std::uint32_t>(i);
  const auto rootOf = [&parent](std::uint32_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (const TriangleMesh::Triangle& t : mesh.triangles) {
    for (int i = 1; i < 3; ++i) {
      const std::uint32_t p = rootOf(t.vertex[0]), q = rootOf(t.vertex[i]);
      if (p < q) parent[q] = p;
      if (q < p) parent[p] = q;
    }
  }
  // A root is the lowest vertex of its piece, so it comes before the others.
  std::vector<std::uint32_t> piece(mesh.vertices.size());
  mesh.pieces.clear();
  for (std::size_t i = 0; i < parent.size(); ++i) {
    const std::uint32_t root = rootOf(static_cast<std::uint32_t>(i));
    if (root == i) {
      piece[i] = static_cast<std::uint32_t>(mesh.pieces.size());
      mesh.pieces.push_back(root);
    } else {
      piece[i] = piece[root];
    }
  }
  return piece;
}

Orientation orientOutwards(TriangleMesh& mesh, const std::vector<std::uint32_t>& piece_of_vertex) {
  std::vector<Piece> pieces = measure(mesh, piece_of_vertex);
  double total = 0, scale = 0;
  std::size_t negative = 0;
  for (const Piece& piece : pieces) total += piece.six_volume, scale += piece.scale;
  Orientation result;
  result.has_volume = total > 1e-6 * scale || total < -1e-6 * scale;
  if (!result.has_volume) return result;
  const double sign = total < 0 ? -1 : 1;
  for (Piece& piece : pieces) {
    piece.six_volume *= sign;
    piece.turn = sign < 0;
    negative += piece.six_volume < 0 ? 1 : 0;
  }
  if (negative > 0 && negative * pieces.size() <= MeshSettings::kMaxComparisons) {
    for (Piece& piece : pieces) {
      if (!(piece.six_volume < 0)) continue;
      bool cavity = false;
      for (const Piece& other : pieces) {
        cavity = cavity || (other.six_volume > 0 && contains(other.box, piece.box));
      }
      if (!cavity) piece.turn = !piece.turn;
    }
  }
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    TriangleMesh::Triangle& t = mesh.triangles[i];
    if (!pieces[piece_of_vertex[t.vertex[0]]].turn) continue;
    result.turned = true;
    // Keeps the middle edge and exchanges the other two.
    std::swap(t.vertex[1], t.vertex[2]);
    std::swap(mesh.neighbours[3 * i], mesh.neighbours[3 * i + 2]);
  }
  return result;
}

}  // namespace carom::collide

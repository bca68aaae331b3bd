// Triangles of two meshes that are near each other, by leaf, and a fast test of one triangle against the four
// of a leaf: most pairs whose boxes meet are still far apart.
//
// Two triangles are apart if all corners of one are above the other's plane, or beyond the plane that stands
// on one of its edges. There are eight such planes per pair; four pairs are tested at a time in float.
// Rounding only lets more pairs through.
#pragma once

#include <cstdint>

#include "collide/lanes.hpp"
#include "collide/mesh/mesh_bvh.hpp"
#include "collide/mesh/mesh_topology.hpp"

namespace carom::collide {

static_assert(kMaxLeafTriangles == 4, "one lane for each triangle of a leaf");

/// The triangles of a leaf, one per lane; unused lanes repeat the first.
struct LeafLanes {
  Lanes corner[3][3];  ///< [corner][coordinate]
  Lanes plane[4][3];   ///< Unit normals: down through the face, and inwards from each edge.
  Lanes offset[4];

  /// Coordinates are relative to `origin`. `above`: the normal of the side that counts; zero if that is not
  /// known.
  void set(int lane, const MeshTriangle& triangle, const DVec3& above, const DVec3& origin) {
    const Vec3 own[3] = {Vec3(triangle.corner[0] - origin), Vec3(triangle.corner[1] - origin),
                         Vec3(triangle.corner[2] - origin)};
    const Vec3 normal(triangle.normal);
    for (int i = 0; i < 4; ++i) {
      const Vec3& on = own[i == 0 ? 0 : i - 1];
      const Vec3 n = i == 0 ? Vec3(-above) : normalized(cross(normal, own[i % 3] - on));
      plane[i][0][lane] = n.x, plane[i][1][lane] = n.y, plane[i][2][lane] = n.z;
      offset[i][lane] = dot(n, on);
    }
    for (int i = 0; i < 3; ++i)
      corner[i][0][lane] = own[i].x, corner[i][1][lane] = own[i].y, corner[i][2][lane] = own[i].z;
  }
};

/// A triangle near the other mesh, frame of A.
struct FacingTriangle {
  std::uint32_t index = 0;
  MeshTriangle triangle;
  DVec3 normal;  ///< Of the side that counts.
  bool flipped = false;
  double doubled_area = 0;
  Aabb box;
  DVec3 along[3];  ///< Of the edges.
  unsigned edges =
      0;  ///< Bit i: this triangle is the one that handles edge i, and the edge may be the nearest feature.
  unsigned edges_flipped = 0;                 ///< The same for its other side.
  unsigned corners = 0, corners_flipped = 0;  ///< The same for corners.

  double height(const DVec3& p) const { return dot(p - triangle.corner[0], normal); }
};
/// Sets what follows from the triangle's index and corners.
void completeFacing(const TriangleMesh& mesh, FacingTriangle& facing);

/// The triangles of one leaf.
struct NearLeaf {
  static constexpr std::uint32_t kNone = 0xffffffffu;
  std::uint32_t first = kNone;
  LeafLanes lanes;
  FacingTriangle facing[kMaxLeafTriangles];
};

/// Bit j: triangle `lane` of `a` may be within `margin` metres of triangle j of `b`.
inline unsigned nearInLeaf(const LeafLanes& a, int lane, const LeafLanes& b, float margin) {
  const Lanes zero = {0, 0, 0, 0};
  const Lanes limit = zero + margin;
  LaneMask apart = {0, 0, 0, 0};
  const auto heightOf = [](const Lanes* n, const Lanes& offset, const Lanes* p) {
    return n[0] * p[0] + n[1] * p[1] + n[2] * p[2] - offset;
  };
  Lanes own[3][3];
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) own[i][k] = zero + a.corner[i][k][lane];
  for (int i = 0; i < 4; ++i) {
    const Lanes n[3] = {zero + a.plane[i][0][lane], zero + a.plane[i][1][lane], zero + a.plane[i][2][lane]};
    const Lanes offset = zero + a.offset[i][lane];
    for (int turn = 0; turn < 2; ++turn) {
      const Lanes* plane = turn == 0 ? n : b.plane[i];
      const Lanes& from = turn == 0 ? offset : b.offset[i];
      const auto& corners = turn == 0 ? b.corner : own;
      const Lanes h0 = heightOf(plane, from, corners[0]), h1 = heightOf(plane, from, corners[1]),
                  h2 = heightOf(plane, from, corners[2]);
      apart |= (h0 < -limit) & (h1 < -limit) & (h2 < -limit);
    }
  }
  return bitsOf(~apart);
}

}  // namespace carom::collide

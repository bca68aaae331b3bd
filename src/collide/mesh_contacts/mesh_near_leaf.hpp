// Triangles of two meshes that are near each other: for each leaf the numbers that select pairs of features
// (mesh_feature_pairs.cpp), one triangle per lane, in float; and each triangle in double once it is needed.
#pragma once

#include <cstdint>
#include <vector>

#include "base/even_room.hpp"
#include "collide/convex/convex_view.hpp"
#include "collide/lanes.hpp"
#include "collide/mesh/mesh_bvh.hpp"
#include "collide/mesh/mesh_topology.hpp"

namespace carom::collide {

static_assert(kMaxLeafTriangles == 4, "one lane for each triangle of a leaf");

/// A triangle near the other mesh, frame of A.
struct FacingTriangle {
  std::uint32_t index = 0;
  MeshTriangle triangle;
  DVec3 normal;  ///< Of the side that counts.
  bool flipped = false;
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

/// Which side of a triangle counts.
enum class NearSide : std::uint8_t { Front, Back, Either /* depends on the other triangle */ };

/// Four corners of triangles that may be nearest features.
struct LeafCorners {
  LaneVec3 at;
  LaneVec3 first, last;  ///< Directions of the two edges of the triangle that start there, unit.
};
/// Four edges of triangles that may be nearest features.
struct LeafEdges {
  LaneVec3 along;        ///< Unit.
  LaneVec3 first, last;  ///< Normals of both faces, unit, on the side on which the edge protrudes.
  LaneVec3 middle;       ///< Between these normals, unit.
  Lanes cosine, sine;    ///< Of half the angle between them.
  LaneMask open;         ///< The directions are not known: there is one face, or its winding is another.
};

/// The triangles of one leaf: frame of A, from the origin of B. Unused lanes repeat the first triangle.
struct NearLeaf {
  static constexpr int kMaxFeatures = 3 * static_cast<int>(kMaxLeafTriangles);

  LaneVec3 corner[3];
  LaneVec3 normal;  ///< Of the side that counts; the front if that is not known.
  Lanes height;     ///< Of the plane along the normal.
  LaneVec3 along[3];
  Lanes length[3];
  LaneVec3 inward[3];     ///< Perpendicular to the edge in the plane, unit.
  Lanes inset[3];         ///< Of the edge along `inward`.
  LaneVec3 beyond[3];     ///< The same of the neighbour across the edge; zero if it is not known.
  LaneVec3 lower, upper;  ///< Bounds of each triangle.
  Vec3 middle, half;      ///< Bounds of the leaf.
  float extent = 0;       ///< Largest coordinate, m.
  bool either_side = false;

  int corner_count = 0, edge_count = 0;
  std::uint8_t corner_of[kMaxFeatures];  ///< 4 × triangle + corner.
  std::uint8_t edge_of[kMaxFeatures];    ///< 4 × triangle + edge.
  LeafCorners corners[kMaxFeatures / 4];
  LeafEdges edges[kMaxFeatures / 4];

  Aabb box;  ///< Of the leaf in the other mesh's frame.
};

/// A mesh and how its triangles come to the frame of a NearLeaf.
struct LeafFrame {
  const TriangleMesh& mesh;
  Vec3 cx{1, 0, 0}, cy{0, 1, 0}, cz{0, 0, 1};  ///< Columns of the rotation.
  bool turned = false;
  Vec3 origin;  ///< Subtracted first.
};
/// `sides` has an entry for each triangle of the leaf.
void makeNearLeaf(const LeafFrame& frame, const TriangleMesh::BvhNode& node, const NearSide* sides,
                  NearLeaf& leaf);

/// The leaves and triangles of both meshes that were needed last.
class NearLeaves {
 public:
  static constexpr std::uint32_t kKept = 128;

  void clear();
  /// The leaf that starts with a triangle; `known` tells whether it is filled.
  NearLeaf& leaf(bool of_a, std::uint32_t first, bool& known);
  FacingTriangle& triangle(bool of_a, std::uint32_t first, std::uint32_t lane, bool& known);
  friend void evenRoom(NearLeaves& a, NearLeaves& b) {
    carom::evenRoom(a.firsts_, b.firsts_);
    carom::evenRoom(a.ready_, b.ready_);
    carom::evenRoom(a.leaves_, b.leaves_);
    carom::evenRoom(a.triangles_, b.triangles_);
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffu;
  static std::uint32_t placeOf(bool of_a, std::uint32_t first) {
    return 2 * ((first >> 1) % kKept) + (of_a ? 0 : 1);
  }
  std::vector<std::uint32_t> firsts_;
  std::vector<std::uint8_t> ready_;  ///< Bit i: triangle i is filled.
  std::vector<NearLeaf> leaves_;
  std::vector<FacingTriangle> triangles_;
};

}  // namespace carom::collide

// Two triangle meshes near each other. mesh_mesh.cpp has the derivation.
#pragma once

#include "collide/mesh_contacts/mesh_face_clip.hpp"
#include "collide/mesh_contacts/mesh_feature_pairs.hpp"
#include "collide/mesh_contacts/mesh_pairs.hpp"
#include "collide/mesh_contacts/mesh_scratch.hpp"

namespace carom::collide {

struct MeshOnMesh {
  using Facing = FacingTriangle;

  const TriangleMesh& a;
  const TriangleMesh& b;
  Placement pose;
  ContactClusters& clusters;
  double max_separation;
  double slack = 0;
  double scale = 0;  ///< Size of the smaller mesh, m.
  double deep = 0;   ///< Contacts deeper than this have to be proven, m.
  /// Distance behind a face of A, or of B, up to which a point counts as sunk in through it, m.
  double depth_limit_a = 0, depth_limit_b = 0;
  DVec3 side_a, side_b;  ///< Centres of the meshes, frame of A; see leads_a.
  /// B is inside the closed surface of A, or A inside that of B. `back_`: then the backs of a mesh in one
  /// piece count.
  bool inside_a = false, inside_b = false, back_a = false, back_b = false;
  /// leads: a sheet as large as the other mesh faces the other's centre. follows: the triangles of a smaller
  /// sheet face the triangle of the other mesh that they meet, because the centre does not tell on which side
  /// a small shape is.
  bool leads_a = false, leads_b = false, follows_a = false, follows_b = false;
  double margin = 0;
  double depth_seen = 0;  ///< Largest depth of crossing triangles so far.
  int pairs = 0;
  bool push_crossing = false;
  NearLeaves& leaves;
  MovedBoxes& boxes;

  MeshOnMesh(const TriangleMesh& mesh_a, const TriangleMesh& mesh_b, const Placement& b_to_a,
             double separation, MeshScratch& scratch);
  double lowerLimit() const { return depth_limit_a < depth_limit_b ? depth_limit_a : depth_limit_b; }
  double upperLimit() const { return depth_limit_a < depth_limit_b ? depth_limit_b : depth_limit_a; }

  void setFacingA(std::uint32_t index, Facing& facing) const;
  void setFacingB(std::uint32_t index, Facing& facing) const;
  const Facing& facingOf(bool of_a, const TriangleMesh::BvhNode& node, std::uint32_t lane);
  NearSide sideOf(bool of_a, const TriangleMesh::BvhNode& node, std::uint32_t lane);
  const NearLeaf& leafOf(bool of_a, const TriangleMesh::BvhNode& node, const BoxMover& to_b);

  void add(const DVec3& n, const DVec3& on_a, const DVec3& on_b, std::uint32_t name, bool primary,
           MeshContactSource source);

  /// Whether a point is, for the closed ones of both meshes, on the side on which nothing of the other may
  /// be.
  bool isInBoth(const DVec3& p) const;

  std::uint32_t cornerName(const Facing& f, int corner, bool of_a) const;

  /// Whether the corner of `other` that is lowest over `base` is over it, or beyond edges at which the
  /// surface continues level or rises. Beyond an edge at which it falls away, the nearest points are there
  /// and have another normal.
  static bool lowestIsAnswered(const Facing& base, const Facing& other, const TriangleMesh& base_mesh);

  /// Clips the smaller triangle against the prism over the larger one.
  void faceOnFace(const Facing& fa, const Facing& fb, double facing);

  /// Tests the corners that this triangle handles against the face of `base`.
  void cornersOnFace(const Facing& base, const Facing& other, bool base_is_a, unsigned corners);
  /// A corner that does not touch yet and is nearest to an edge or corner of `base`.
  void cornerBesideFace(const Facing& base, const Facing& other, int corner, bool base_is_a);

  /// Whether a direction is in the wedge of normals of an edge: away from this face and from the neighbour.
  static bool inWedge(const TriangleMesh& mesh, const Facing& f, int edge, const DVec3& direction,
                      const DVec3& direction_in_mesh);

  void edgeOnEdge(const Facing& fa, int ea, const Facing& fb, int eb);

  /// Whether an edge of `other` passes through `base`.
  bool crosses(const Facing& base, const Facing& other) const;
  bool crosses(const Facing& base, const Facing& other, const double* height) const;

  /// Updates depth_seen by the depth of two crossing triangles: their shortest separation, by separating
  /// axes.
  void noteDepth(const Facing& fa, const Facing& fb);

  void pushCrossing(const Facing& base, const Facing& other, bool base_is_a);

  /// Adds the contacts of the pairs of features.
  void addPair(const Facing& fa, const Facing& fb, FeaturePairs::Bits features);
  void addFacingPair(const Facing& fa, const Facing& fb, double facing, FeaturePairs::Bits features);

  /// Determines on which side of each other the meshes are, from the cache of the last step.
  void chooseSides(PairCache& cache);
  void setRoles();

  void walk(double with_margin);
  FeatureLimits limitsOf(const NearLeaf& leaf_a, const NearLeaf& leaf_b) const;
  void visitLeaves(const TriangleMesh::BvhNode& at_a, const TriangleMesh::BvhNode& at_b, const Aabb& box_b,
                   const BoxMover& to_b);
};

}  // namespace carom::collide

// Two triangle meshes near one another; mesh_mesh.cpp has the derivation.
#pragma once

#include <vector>

#include "collide/mesh_contacts/mesh_face_clip.hpp"
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
  double deep = 0;   ///< Contacts deeper than this have to be proved, m.
  /// How far behind a face of A, or of B, something still counts as sunk in through it.
  double depth_limit_a = 0, depth_limit_b = 0;
  DVec3 side_a, side_b;  ///< Middles of the meshes, frame of A; see leads_a.
  /// B is inside of the closed surface of A, or A of that of B: the backs of one that is in one piece count.
  bool inside_a = false, inside_b = false, back_a = false, back_b = false;
  /// A sheet as large as the other mesh faces the other's middle. The triangles of a smaller one face
  /// whatever triangle of the other they meet: its middle says nothing about the side on which a small thing
  /// is.
  bool leads_a = false, leads_b = false, follows_a = false, follows_b = false;
  double margin = 0;
  double depth_seen = 0;  ///< Of triangles that cross.
  int pairs = 0;
  bool push_crossing = false;
  /// Leaves of A and of B by turns, as they come up in a walk.
  static constexpr std::uint32_t kKeptLeaves = 128;
  std::vector<NearLeaf>& leaves;

  MeshOnMesh(const TriangleMesh& mesh_a, const TriangleMesh& mesh_b, const Placement& b_to_a,
             double separation, MeshScratch& scratch);
  double lowerLimit() const { return depth_limit_a < depth_limit_b ? depth_limit_a : depth_limit_b; }
  double upperLimit() const { return depth_limit_a < depth_limit_b ? depth_limit_b : depth_limit_a; }

  Facing facingA(std::uint32_t index) const;
  Facing facingB(std::uint32_t index) const;
  const NearLeaf& leafOf(bool of_a, const TriangleMesh::BvhNode& node);

  void add(const DVec3& n, const DVec3& on_a, const DVec3& on_b, std::uint32_t name, bool primary,
           MeshContactSource source);

  /// Whether a point is on the side of the closed ones of both meshes where nothing of the other may be.
  bool isInBoth(const DVec3& p) const;

  std::uint32_t cornerName(const Facing& f, int corner, bool of_a) const;

  /// Whether the corner of `other` lowest over `base` is over it, or beyond edges at which the surface goes
  /// on level or rises. Beyond an edge at which it falls away, the nearest points are there and have another
  /// normal.
  static bool lowestIsAnswered(const Facing& base, const Facing& other, const TriangleMesh& base_mesh);

  /// Lays the smaller triangle on the larger.
  void faceOnFace(const Facing& fa, const Facing& fb, double facing);

  /// The corners of `other` that this triangle speaks for, against the face of `base`.
  void cornersOnFace(const Facing& base, const Facing& other, bool base_is_a);
  /// A corner not yet touching, nearest to an edge or corner of `base`.
  void cornerBesideFace(const Facing& base, const Facing& other, int corner, bool base_is_a);

  /// The wedge of normals of an edge: away from this face and from the neighbour.
  static bool inWedge(const TriangleMesh& mesh, const Facing& f, int edge, const DVec3& direction,
                      const DVec3& direction_in_mesh);

  void edgeOnEdge(const Facing& fa, int ea, const Facing& fb, int eb);

  /// Whether an edge of `other` goes through `base`.
  bool crosses(const Facing& base, const Facing& other) const;
  bool crosses(const Facing& base, const Facing& other, const double* height) const;

  /// Notes how deep two triangles that cross are in one another: the shortest way apart, by separating axes.
  void noteDepth(const Facing& fa, const Facing& fb);

  void pushCrossing(const Facing& base, const Facing& other, bool base_is_a);

  void addPair(const Facing& fa, const Facing& fb);
  void addFacingPair(const Facing& fa, const Facing& fb, double facing);

  /// Finds out on which side of each other the two are, by what the cache remembers of the last step.
  void chooseSides(PairCache& cache);
  void setRoles();

  void walk(double with_margin);
};

}  // namespace carom::collide

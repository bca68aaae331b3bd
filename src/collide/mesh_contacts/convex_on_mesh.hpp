// A convex shape B and the triangles near it. mesh_convex.cpp has the derivation.
#pragma once

#include <vector>

#include "collide/manifold/contact_clipping.hpp"
#include "collide/mesh_contacts/mesh_border.hpp"
#include "collide/mesh_contacts/mesh_face_clip.hpp"
#include "collide/mesh_contacts/mesh_scratch.hpp"
#include "collide/mesh_contacts/mesh_supports.hpp"

namespace carom::collide {

class MeshSieve;

struct ConvexOnMesh {
  /// Sine below which a direction counts as inside a Voronoi region, and the corners of a triangle as level.
  static constexpr double kAngularSlack = 1e-4;
  /// Bit in the feature numbers of B's own corners.
  static constexpr std::uint32_t kCornerTag = 0x80000000u;

  const TriangleMesh& mesh;
  const ConvexView& view;
  Placement pose;
  ContactClusters& clusters;
  DVec3 middle;
  double radius;
  double max_separation;
  double scale = 1;    ///< Size of the shape, m.
  double slack = 0;    ///< Length up to which rounding can explain differences, m.
  Aabb bounds;         ///< Of the shape.
  Aabb box;            ///< The same, including the margin.
  double shallow = 0;  ///< Depth up to which the contact of a triangle is accepted as it is, m.
  CountingSides sides = CountingSides::Front;
  DVec3 before;               ///< B's centre when it was last on its side of the mesh.
  bool changed_side = false;  ///< The plane of some triangle lies between that point and the centre now.
  DVec3 side;  ///< Reference point for the sides of triangles: B's centre, or where it was before it passed
               ///< through the surface.
  MeshSupports supports;
  DVec3 feature_normal;  ///< The normal that `feature` faces; zero: none yet.
  int known_face = -1;   ///< Of a box or hull: the index of that face.
  SupportFeature feature;

  ConvexOnMesh(const TriangleMesh& on, const ConvexView& b, const Transform& b_to_a, double margin,
               MeshScratch& scratch)
      : mesh(on),
        view(b),
        pose(placement(b_to_a)),
        clusters(scratch.clusters),
        radius(b.radius),
        max_separation(margin),
        supports(mesh, view, pose, scratch.supports) {
    middle = pose.point(collide::middle(view));
    bounds = viewBounds(view, pose);
    scale = length(DVec3(bounds.upper) - DVec3(bounds.lower)) * 0.5;
    box = expanded(bounds, static_cast<float>(margin));
    shallow = 0.25 * margin < 0.01 * scale ? 0.25 * margin : 0.01 * scale;
    side = middle;
    slack = 1e-6 * scale + 1e-7 * length(maximum(absolute(DVec3(box.lower)), absolute(DVec3(box.upper))));
  }

  static std::uint32_t featureName(std::uint32_t kind, std::uint32_t element, std::uint32_t detail) {
    std::uint32_t h = (kind * 0x632BE5ABu) ^ (element * 0x9E3779B1u) ^ (detail * 0x85EBCA77u);
    h ^= h >> 15;
    return (h * 0xC2B2AE3Du) & ~kCornerTag;
  }

  /// What MeshSieve has found out about a triangle.
  struct TriangleNear {
    unsigned corners = 7;    ///< Bit i: corner i may be within reach.
    bool none_over = false;  ///< No part of B's core is over the triangle.
  };

  /// B's feature that faces the direction -n. `lowest`: that of a triangle with this normal, whose support
  /// point is known.
  const SupportFeature& facingFeature(const DVec3& n, const MeshSupports::Lowest* lowest = nullptr);

  void addContact(const DVec3& n, const DVec3& on_core, const DVec3& on_mesh, std::uint32_t name,
                  bool primary, const MeshContactSource& source);

  /// Selects the points of addFace().
  struct FacePoints {
    /// Least height of a point of the core over the triangle, m. Lower points are added only if B is found to
    /// reach through the triangle.
    double least_height = -1e30;
    bool supporting = false;  ///< The farthest point of B is over the triangle.
    bool as_said = false;     ///< It is known that B does not reach through the triangle.
  };
  /// Adds the points of B's facing feature over the triangle, with the triangle's normal.
  int addFace(std::uint32_t index, const MeshTriangle& triangle, const DVec3& n, FacePoints which);

  /// Adds the corners of B's facing feature over the triangle, with the triangle's normal.
  void addCorners(std::uint32_t index, const MeshTriangle& t, const DVec3& n);

  /// Closest or deepest points of a triangle and B.
  struct Axis {
    bool near = false;
    bool overlapping = false;  ///< Of the shapes.
    DVec3 direction;
    DVec3 on_mesh, on_core;
  };
  Axis axisOf(const MeshTriangle& t, const DVec3& n) const;

  /// Whether B reaches through the triangle itself and not past its border: `p` is below the plane, B's
  /// centre above it.
  bool reachesThrough(const MeshTriangle& t, const DVec3& n, const DVec3& p) const;

  /// A number of the edge that is the same from both of its triangles.
  std::uint32_t edgeName(std::uint32_t index, int edge) const;

  /// Whether a flat feature is too far above the triangle along n (the direction to B): its plane is, at all
  /// corners.
  bool isFarAbove(const MeshTriangle& t, const DVec3& n, const SupportFeature& facing) const;

  /// Adds the contact of an edge or corner of the triangle to which B is nearest.
  void addBorder(std::uint32_t index, TriangleFeature part, const MeshTriangle& t, const DVec3& n,
                 const Axis& axis);
  void addNearest(std::uint32_t index, TriangleFeature part, const Axis& axis);
  /// Adds the points over an edge that rises slightly from the corner to which B is nearest (the rim of a
  /// sheet that stands on it). They complete the manifold as if the edge were level.
  void addRisingEdge(std::uint32_t index, int edge, const MeshTriangle& t, const Axis& axis);
  /// The triangle faces B: adds the part of it below B's facing feature, along the contact's direction.
  void addTilted(std::uint32_t index, TriangleFeature part, const MeshTriangle& t, const DVec3& n,
                 const Axis& axis);
  /// Adds the points over the edge alone.
  void addEdge(std::uint32_t index, TriangleFeature part, const MeshTriangle& t, const Axis& axis);

  /// Result of testing the border of a triangle, edge by edge and corner by corner.
  struct Border {
    bool clear = true;  ///< False: a search for the nearest points is needed.
    int count = 0;
    TriangleFeature part[6];
    Axis axis[6];
    bool past[6];  ///< BorderAxis::Answer::Past.
  };
  /// What is lowest over the triangle beyond an edge, if there is one whose same side counts; otherwise null.
  const MeshSupports::Lowest* acrossEdge(std::uint32_t index, int edge);
  void include(Border& border, TriangleFeature part, const BorderAxis& found) const;
  void examineBorder(std::uint32_t index, const MeshTriangle& t, unsigned corners, Border& border);

  /// Drops parts of the border over which B would have to go much farther than off the face. If none is left,
  /// the border is not clear.
  void dropFarDeeper(std::uint32_t index, Border& border);
  bool endsInValley(std::uint32_t index, int edge, const MeshTriangle& t, const Axis& axis) const;
  /// Handles a triangle that B's lowest point is not over.
  void beside(std::uint32_t index, const MeshTriangle& t, const DVec3& n, TriangleNear near);
  /// Whether the direction leads B to the side that counts. The centre of a large shape, a floor, does not
  /// tell on which side of a small sheet it is: if the way over the sheet's border is far shorter, it is
  /// taken.
  bool isOutwards(std::uint32_t index, const Axis& axis, const DVec3& n);
  void searchBeside(std::uint32_t index, const MeshTriangle& t, const DVec3& n);
  /// Whether the facing feature contains the lowest point. A hull's best aligned face need not.
  bool facesLowest(std::uint32_t index);

  bool isBelowFaces(const MeshTriangle& t, const MeshSupports::Lowest& lowest, MeshSieve& sieve) const;
  /// Returns false if the side that counts faces away from B.
  bool addTriangle(std::uint32_t index, TriangleNear near, MeshSieve& sieve);

  void addTriangleToBall(std::uint32_t index, const MeshTriangle& t, const DVec3& n);

  /// Visits the leaves that may have triangles that the sieve lets through.
  template <class Visit>
  void visitNear(const MeshSieve& sieve, Visit&& visit, PairCache::Trail& trail) const;

  /// Whether all triangles are known to be farther away than max_separation.
  bool isApart(PairCache& cache);

  void addAll(std::vector<std::uint32_t>& behind, PairCache& cache);

  /// Determines on which side B is. Returns whether it is inside a mesh that divides space.
  bool chooseSide(const PairCache& cache);

  /// Height of `side` over the triangle's plane, m.
  double heightOf(std::uint32_t index) const;
  /// Of the triangles near B that face `side`, the one nearest to the centre.
  NearestTriangle nearestVisible() const;

  /// Adds a contact that moves B out through the surface point nearest to its centre, to the side to which
  /// `facing` points.
  void addWayOut(const NearestTriangle& nearest, const DVec3& facing);

  /// If the centre is on the wrong side and nearest to one of these triangles, moves B out to the right one.
  void pushOut(const std::vector<std::uint32_t>& behind);

  /// Whether the centre has passed through the surface since it was last on its side.
  bool wentThrough() const;
  /// Adds a contact that moves B back to where it came from.
  void pushBack();
};

}  // namespace carom::collide

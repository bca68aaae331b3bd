// A convex shape B over the triangles near it; mesh_convex.cpp has the derivation.
#pragma once

#include <vector>

#include "collide/manifold/contact_clipping.hpp"
#include "collide/mesh_contacts/mesh_border.hpp"
#include "collide/mesh_contacts/mesh_face_clip.hpp"
#include "collide/mesh_contacts/mesh_scratch.hpp"
#include "collide/mesh_contacts/mesh_supports.hpp"

namespace carom::collide {

struct ConvexOnMesh {
  /// Sine below which a direction counts as being in a Voronoi region, or a triangle's corners as level.
  static constexpr double kAngularSlack = 1e-4;
  /// Bit of the names of B's own corners.
  static constexpr std::uint32_t kCornerTag = 0x80000000u;

  const TriangleMesh& mesh;
  const ConvexView& view;
  Placement pose;
  ContactClusters& clusters;
  DVec3 middle;
  double radius;
  double max_separation;
  double scale = 1;    ///< Size of the shape, m.
  double slack = 0;    ///< Length that rounding can account for, m.
  Aabb bounds;         ///< Of the shape.
  Aabb box;            ///< The margin included.
  double shallow = 0;  ///< Depth up to which a triangle's word is taken, m.
  CountingSides sides = CountingSides::Front;
  DVec3 before;               ///< B's middle when it last was on its side.
  bool changed_side = false;  ///< Some triangle's plane lies between the two.
  DVec3 side;  ///< Triangles are asked by this point: B's middle, or where it was before it went through.
  MeshSupports supports;
  bool handled = false;  ///< B is of a kind that edgeAxis and cornerAxis know.
  DVec3 feature_normal;  ///< That `feature` faces; zero: none yet.
  int known_face = -1;   ///< Of a box or hull: which face it is.
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
    handled =
        view.kind == ConvexKind::Box || view.kind == ConvexKind::Hull || view.kind == ConvexKind::Segment;
    slack = 1e-6 * scale + 1e-7 * length(maximum(absolute(DVec3(box.lower)), absolute(DVec3(box.upper))));
  }

  static std::uint32_t featureName(std::uint32_t kind, std::uint32_t element, std::uint32_t detail) {
    std::uint32_t h = (kind * 0x632BE5ABu) ^ (element * 0x9E3779B1u) ^ (detail * 0x85EBCA77u);
    h ^= h >> 15;
    return (h * 0xC2B2AE3Du) & ~kCornerTag;
  }

  /// What is known of a triangle from the start.
  struct TriangleNear {
    unsigned corners = 7;    ///< Bit i: corner i can be within reach.
    bool none_over = false;  ///< No part of B's core is over it.
  };

  /// `lowest` may be that of a triangle with this normal: its support point is known.
  const SupportFeature& facingFeature(const DVec3& n, const MeshSupports::Lowest* lowest = nullptr);

  void addContact(const DVec3& n, const DVec3& on_core, const DVec3& on_mesh, std::uint32_t name,
                  bool primary, const MeshContactSource& source);

  /// Which of them to take.
  struct FacePoints {
    /// Of the core over the triangle, m. Lower points are taken where B is seen to reach through the
    /// triangle.
    double least_height = -1e30;
    bool supporting = false;  ///< The farthest point of B is over the triangle.
    bool as_said = false;     ///< Whether B reaches through the triangle is known: it does not.
  };
  /// Points of B's facing feature over the triangle, with its normal.
  int addFace(std::uint32_t index, const MeshTriangle& triangle, const DVec3& n, FacePoints which);

  /// Corners of B's facing feature above the triangle, with its normal.
  void addCorners(std::uint32_t index, const MeshTriangle& t, const DVec3& n);

  /// Closest or deepest points of a triangle and B, true also when the cores overlap.
  struct Axis {
    bool near = false;
    bool overlapping = false;  ///< Of the shapes.
    DVec3 direction;
    DVec3 on_mesh, on_core;
  };
  Axis axisOf(const MeshTriangle& t, const DVec3& n) const;

  /// Whether B reaches through the triangle itself, not past its border: `p` is below the plane, the middle
  /// above.
  bool reachesThrough(const MeshTriangle& t, const DVec3& n, const DVec3& p) const;

  /// The same from both sides of the edge.
  std::uint32_t edgeName(std::uint32_t index, int edge) const;

  /// Whether all of a flat feature is too far above the triangle along n (the direction to B): its plane over
  /// the corners is.
  bool isFarAbove(const MeshTriangle& t, const DVec3& n, const SupportFeature& facing) const;

  /// A border of the triangle is what B is nearest to along d.
  void addBorder(std::uint32_t index, TriangleFeature part, const MeshTriangle& t, const DVec3& n,
                 const Axis& axis);
  void addNearest(std::uint32_t index, TriangleFeature part, const Axis& axis);
  /// An edge that rises a little from the corner that B is nearest to, the rim of a sheet that stands on it:
  /// what is over it completes the manifold, as it would were the edge level.
  void addRisingEdge(std::uint32_t index, int edge, const MeshTriangle& t, const Axis& axis);
  /// The triangle faces B: all of it that is under B's facing feature, along d.
  void addTilted(std::uint32_t index, TriangleFeature part, const MeshTriangle& t, const DVec3& n,
                 const Axis& axis);
  /// The edge alone.
  void addEdge(std::uint32_t index, TriangleFeature part, const MeshTriangle& t, const Axis& axis);

  /// What the border of a triangle has to say, found edge by edge and corner by corner.
  struct Border {
    bool clear = true;  ///< Otherwise the nearest points must be searched for.
    int count = 0;
    TriangleFeature part[6];
    Axis axis[6];
  };
  void include(Border& border, TriangleFeature part, const BorderAxis& found) const;
  void examineBorder(std::uint32_t index, const MeshTriangle& t, unsigned corners, Border& border);

  /// B's lowest point is not over the triangle.
  void beside(std::uint32_t index, const MeshTriangle& t, const DVec3& n, TriangleNear near);
  /// Whether B is to leave the triangle on the side that counts. The middle of something large, a floor, does
  /// not tell on which side of a small sheet it is: where the way over the border is far shorter, it is
  /// taken.
  bool isOutwards(std::uint32_t index, const Axis& axis, const DVec3& n);
  void searchBeside(std::uint32_t index, const MeshTriangle& t, const DVec3& n);
  /// Whether the facing feature has the lowest point: a hull's best aligned face need not.
  bool facesLowest(std::uint32_t index);

  /// Returns false when the side that counts is turned away.
  bool addTriangle(std::uint32_t index, TriangleNear near);

  void addTriangleToBall(std::uint32_t index, const MeshTriangle& t, const DVec3& n);

  void addAll(std::vector<std::uint32_t>& behind, PairCache& cache);

  /// Finds out on which side B is; returns whether it is inside of a mesh that divides space.
  bool chooseSide(const PairCache& cache);

  /// Of `side` over the triangle's plane, m.
  double heightOf(std::uint32_t index) const;
  /// The triangle nearest to the middle among those near B that can push to `side`.
  NearestTriangle nearestVisible() const;

  /// Out through the point of the surface nearest to the middle, to the side to which `facing` points.
  void addWayOut(const NearestTriangle& nearest, const DVec3& facing);

  /// The middle may be on the wrong side, nearest to one of these: out on the right one.
  void pushOut(const std::vector<std::uint32_t>& behind);

  /// Whether the middle went through the surface since it was last on its side.
  bool wentThrough() const;
  /// Back to where it came from.
  void pushBack();
};

}  // namespace carom::collide

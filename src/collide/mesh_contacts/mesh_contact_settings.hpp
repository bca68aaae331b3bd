// Constants of contacts with meshes.
#pragma once

#include <cstddef>

namespace carom::collide {

struct MeshContactSettings {
  /// Least cosine (25 degrees) between the opposite normals of two faces that are clipped against each other,
  /// and between a triangle's normal and the direction of a contact of its border for which the whole
  /// triangle counts.
  static constexpr double kFacing = 0.906;
  /// Up to this cosine (2.5 degrees) faces are clipped whatever is beyond their border.
  static constexpr double kParallelFaces = 0.999;
  /// From this cosine on, a face does not reach below the other's plane.
  static constexpr double kLevelFaces = 0.9998;
  /// Sine by which a direction may leave the normal cone of a vertex or edge: small tilts still belong to the
  /// manifold.
  static constexpr double kConeSlack = 0.02;
  /// The same for the direction of the nearest points.
  static constexpr double kNearestConeSlack = 1e-4;
  /// Sine below which edges are parallel and do not cross.
  static constexpr double kParallelEdges = 1e-4;
  /// Least cosine (2.5 degrees) between the normals of contacts that share a manifold.
  static constexpr double kSameNormal = 0.99905;
  /// The same (20 degrees) when all clusters are in use.
  static constexpr double kSimilarNormal = 0.94;
  /// A manifold of body corners only is used if it spans this fraction of the area.
  static constexpr double kPrimaryShare = 0.85;
  /// A cluster this many times deeper than another is tested exactly for covering.
  static constexpr double kFarDeeper = 3;
  /// The way over a sheet's border is taken if it is shorter than this fraction of the way through the sheet.
  static constexpr double kShorterOverBorder = 0.25;
  /// Tangent of the angle between the direction of an edge and one that the corner at its end would own.
  static constexpr double kBesideEdge = 0.02;
  /// Steps of the search along an edge.
  static constexpr int kMaxEdgeSteps = 24;
  /// Squared distance, as a fraction of that from the core's middle, up to which the point at which a search
  /// on a curve ended and the corner that faces the edge are one.
  static constexpr double kSameOnCurve = 1e-6;
  /// Slope of a core's feature against the edge below which all of it is equally near.
  static constexpr double kLevelFeature = 1e-4;
  /// Sine of the slope below which a core's edge is level with a face around a corner: thrice
  /// ConvexOnMesh::kAngularSlack (mesh_supports.cpp).
  static constexpr double kLevelOverFan = 3e-4;
  /// Traversals of two meshes with increasing margins.
  static constexpr int kMaxRounds = 6;
  /// Largest number of triangle pairs of two meshes that are tested.
  static constexpr int kMaxTrianglePairs = 1 << 18;
  /// Meshes count as nearly convex if the depth of their hulls is at most this many times the depth of the
  /// point between them.
  static constexpr double kConvexShare = 3;
  /// Depth from which a contact of two meshes has to be proven, as a fraction of the smaller mesh's size.
  static constexpr double kDeepShare = 0.02;
  /// Corners of a mesh that are tested to find on which side of another mesh it is.
  static constexpr std::size_t kSideSamples = 16;
  /// Times that a hit at an edge is followed further, with half the distance as the target.
  static constexpr int kSweepFollowUps = 5;
  /// Sine by which the direction of a hit may leave the Voronoi region of an edge or corner.
  static constexpr double kSweepAngularSlack = 1e-3;
  /// Relative error of the sieve's products and sums in float, with a margin.
  static constexpr float kSieveRounding = 2e-6f;
  /// The core is clearly beside the prism over a triangle if it is seen from the triangle's border at more
  /// than this angle, rad: twice ConvexOnMesh::kAngularSlack.
  static constexpr double kClearlyBeside = 2e-4;
};

}  // namespace carom::collide

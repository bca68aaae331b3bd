// The polytope inside a Minkowski difference that grows towards the boundary point nearest to the origin.
#pragma once

#include <cstdint>

#include "carom/base/vector.hpp"

namespace carom::collide {

/// A support point of the difference A - B, and the features of both cores that it comes from. Not
/// initialised.
struct PolytopeVertex {
  double x, y, z;
  std::uint32_t feature_a, feature_b;
  DVec3 point() const { return {x, y, z}; }
};

/// Triangulated convex polytope that contains the origin, of fixed capacity. Not initialised.
class ExpandingPolytope {
 public:
  static constexpr int kMaxVertices = 128;
  struct Face {
    int vertex[3];
    double nx, ny, nz;
    DVec3 normal() const { return {nx, ny, nz}; }  ///< Unit, outward.
  };

  explicit ExpandingPolytope(const PolytopeVertex* tetrahedron);
  /// Index of the face whose plane is nearest to the origin; -1 if no face has a normal.
  int nearest() const;
  double distance(int face) const { return distances_[face]; }
  const Face& face(int face) const { return faces_[face]; }
  const PolytopeVertex& vertex(int index) const { return vertices_[index]; }
  /// Removes the faces that the vertex is more than `tolerance` above, and closes the hole with a fan.
  /// Returns false if the vertex is inside, or if the capacity is exceeded (the polytope must not be used
  /// then).
  bool push(const PolytopeVertex& vertex, double tolerance);

 private:
  static constexpr int kMaxFaces = 2 * kMaxVertices;
  static constexpr int kMaxEdges = 160;
  static constexpr double kNoDirection = 1e300;

  void addFace(int i, int j, int k);

  int vertex_count_ = 0;
  int face_count_ = 0;
  PolytopeVertex vertices_[kMaxVertices];
  Face faces_[kMaxFaces];
  double distances_[kMaxFaces];
};

}  // namespace carom::collide

// The part of a convex shape's facing feature that lies over a triangle.
#pragma once

#include "collide/convex/convex_view.hpp"
#include "collide/mesh/mesh_topology.hpp"

namespace carom::collide {

/// Points of a feature inside the prism over a triangle along its normal.
struct OverTriangle {
  static constexpr int kMaxPoints = 64;
  /// Without constructors, so that the array is not cleared on every call.
  struct Point {
    double x, y, z;
    std::uint32_t id;  ///< If `primary`, the feature's corner; else a number for the crossing.
    bool primary;
    DVec3 point() const { return {x, y, z}; }
  };
  int count = 0;
  Point points[kMaxPoints];

  void add(const DVec3& point, std::uint32_t id, bool primary) {
    if (count < kMaxPoints) points[count++] = {point.x, point.y, point.z, id, primary};
  }
};

/// Whether a point is over the triangle, including up to `slack` metres beyond its border.
bool isOverTriangle(const MeshTriangle& triangle, const DVec3& p, double slack);
/// Whether three points are all beyond one side of the prism: then nothing between them is over the triangle.
bool isBesideTriangle(const MeshTriangle& triangle, const DVec3* points, double slack);
/// Clips a feature (in the frame of the triangle) against the prism.
void clipOverTriangle(const MeshTriangle& triangle, const SupportFeature& feature, double slack,
                      OverTriangle& out);

}  // namespace carom::collide

// Distance between convex cores: Gilbert, Johnson and Keerthi's algorithm.
#pragma once

#include "collide/convex/convex_view.hpp"

namespace carom::collide {

/// Corner of the final simplex: the support points of both cores, and their weight in the closest points.
struct SimplexVertex {
  DVec3 difference;  ///< point_a - point_b.
  DVec3 point_a;     ///< Frame of A.
  DVec3 point_b;     ///< Frame of A.
  std::uint32_t feature_a = 0;
  std::uint32_t feature_b = 0;
  double weight = 0;  ///< Barycentric; the weights of the first `count` vertices add up to 1.
};

/// The support point of the difference A - B along a direction.
inline SimplexVertex supportOfDifference(const ConvexView& a, const ConvexView& b, const Placement& b_to_a,
                                         const DVec3& along) {
  const SupportPoint on_a = supportPoint(a, along);
  const SupportPoint on_b = supportPoint(b, b_to_a.inverseDirection(-along));
  SimplexVertex vertex;
  vertex.point_a = on_a.point;
  vertex.point_b = b_to_a.point(on_b.point);
  vertex.difference = vertex.point_a - vertex.point_b;
  vertex.feature_a = on_a.feature, vertex.feature_b = on_b.feature;
  return vertex;
}

/// Closest points of two cores (without their balls), frame of A.
struct GjkResult {
  bool overlapping = false;  ///< Cores touch or overlap: no normal; the points are meaningless.
  double distance = 0;       ///< m
  DVec3 point_a;             ///< On A's core.
  DVec3 point_b;             ///< On B's core.
  DVec3 normal;              ///< Unit, from A to B; zero when overlapping.
  int count = 0;             ///< Vertices in the simplex: 1 to 4.
  SimplexVertex simplex[4];
};

/// Features of up to three simplex vertices.
struct GjkSeed {
  int count = 0;
  std::uint32_t feature_a[3] = {0, 0, 0};
  std::uint32_t feature_b[3] = {0, 0, 0};
};

struct GjkSettings {
  /// Stop when the distance is known to exceed this, m. The result then has a larger distance and approximate
  /// points.
  double max_distance = 1e30;
  /// Direction of the first search, from A to B, any length; zero: that of the centres. A good guess saves
  /// iterations.
  DVec3 initial_direction;
  /// Corners of the simplex with which an earlier search of the same cores (not curved) ended. If the cores
  /// have hardly rotated, the search ends at once. Features that the cores do not have are ignored.
  GjkSeed seed;
};

/// Closest points, to about 1e-10 of the distance for polyhedra and the same relative bound for curved cores.
GjkResult gjkDistance(const ConvexView& a, const ConvexView& b, const Placement& b_to_a,
                      const GjkSettings& settings = {});

}  // namespace carom::collide

// Depth of the overlap of two convex cores, and the direction of the shortest separation.
#pragma once

#include "collide/convex/gjk.hpp"

namespace carom::collide {

/// Shortest translation that separates two cores, frame of A.
struct Penetration {
  double depth = 0;  ///< m, >= 0: moving B by depth · normal makes the cores touch.
  DVec3 normal;      ///< Unit, from A to B.
  bool has_points = false;
  DVec3 point_a;  ///< Deepest point of A's core in B.
  DVec3 point_b;  ///< Deepest point of B's core in A: about point_a - depth · normal.
  GjkSeed face;   ///< Corners of the nearest face of the difference, for the next search; of curved cores the
                  ///< features only.
};

/// For two cores that gjkDistance found overlapping; `gjk` is its result. Flat and coincident cores give
/// depth 0 and a perpendicular direction.
Penetration penetrationDepth(const ConvexView& a, const ConvexView& b, const Placement& b_to_a,
                             const GjkResult& gjk);

/// The steps of penetrationDepth one by one, for callers that know when a result is sufficient. First, depth
/// and normal: exact for polyhedra, within about 1e-4 of the size (in depth) for curved cores.
Penetration penetrationAxis(const ConvexView& a, const ConvexView& b, const Placement& b_to_a,
                            const GjkResult& gjk);
/// Refines depth and normal; for curved cores.
void refinePenetration(const ConvexView& a, const ConvexView& b, const Placement& b_to_a,
                       Penetration& penetration);
/// Finds the deepest points for the given depth and normal.
void deepestPoints(const ConvexView& a, const ConvexView& b, const Placement& b_to_a,
                   Penetration& penetration);

/// Width of the overlap along the unit `direction` (from A to B): the distance that B has to move along it to
/// be apart. Negative if the direction separates the cores.
double overlapAlong(const ConvexView& a, const ConvexView& b, const Placement& b_to_a,
                    const DVec3& direction);

}  // namespace carom::collide

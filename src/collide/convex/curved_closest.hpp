// The last step of a distance query on curved cores: from an approximate solution to the exact one.
#pragma once

#include "collide/convex/gjk.hpp"
#include "collide/convex/penetration.hpp"

namespace carom::collide {

/// Computes the closest points of the features that support a GJK simplex. If they are proven to be the
/// closest points of the cores, sets distance, normal and points of `result` and returns true; otherwise
/// leaves `result` unchanged.
bool closestOnCurves(const ConvexView& a, const ConvexView& b, const Placement& b_to_a, const DVec3& v,
                     GjkResult& result);

/// The same for overlapping cores: from the features of a face of the polytope and the initial guess
/// penetration.normal to exact depth, normal and points. If that is not a direction of separation, or one
/// deeper than `limit`, returns false and changes nothing.
bool deepestOnCurves(const ConvexView& a, const ConvexView& b, const Placement& b_to_a,
                     const GjkSeed& features, double limit, Penetration& penetration);

}  // namespace carom::collide

// The end of a distance search on curved cores: from a rough answer to the exact one.
#pragma once

#include "collide/convex/gjk.hpp"
#include "collide/convex/penetration.hpp"

namespace carom::collide {

/// Takes the features that a GJK simplex rests on and solves for their closest points. True, with distance,
/// normal and points of `result` filled, when these are proven to be the closest points of the cores; else
/// `result` is as it was.
bool closestOnCurves(const ConvexView& a, const ConvexView& b, const Placement& b_to_a, const DVec3& v,
                     GjkResult& result);

/// The same for overlapping cores: from the features of a face of the polytope, and penetration.normal as a
/// guess, to exact depth, normal and points. False, leaving all as it was, where that is no way out or one
/// deeper than `limit`.
bool deepestOnCurves(const ConvexView& a, const ConvexView& b, const Placement& b_to_a,
                     const GjkSeed& features, double limit, Penetration& penetration);

}  // namespace carom::collide

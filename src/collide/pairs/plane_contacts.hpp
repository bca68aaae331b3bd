// Contacts, distance and overlap of an infinite plane with a convex shape.
#pragma once

#include "collide/convex/convex_view.hpp"
#include "collide/query.hpp"

namespace carom::collide {

/// Contacts of plane A (y = 0 in its own frame) with B; the normal points from the plane to the side on which
/// B is kept.
bool collidePlaneConvex(const Plane& a, const ConvexView& b, const Transform& b_to_a,
                        const CollideSettings& settings, Manifold& out);
bool overlapsPlaneConvex(const Plane& a, const ConvexView& b, const Transform& b_to_a);
Distance distancePlaneConvex(const Plane& a, const ConvexView& b, const Transform& b_to_a,
                             float max_distance);

/// The position of a convex shape relative to the plane y = 0.
struct PlaneReach {
  double lowest = 0;  ///< Height of its lowest point, m.
  double highest = 0;
  DVec3 lowest_point;  ///< On the shape, in the plane's frame.
  DVec3 highest_point;
};
PlaneReach planeReach(const ConvexView& view, const Placement& to_plane);

}  // namespace carom::collide

// Capsules against boxes.
#pragma once

#include "collide/convex/convex_view.hpp"
#include "collide/manifold/contact_clipping.hpp"
#include "collide/round/round_contacts.hpp"

namespace carom::collide {

enum class SegmentBoxAnswer : std::uint8_t {
  Apart,    ///< Further than max_separation.
  Contact,  ///< The manifold is filled.
  Axis      ///< Along an edge: the axis is filled, the manifold has to be made from the facing features.
};
/// The same for a straight capsule with each frame's origin in the middle; Unsuited along an edge.
RoundAnswer collideCapsuleBox(const Capsule& capsule, const Box& box, bool box_is_a, const Transform& b_to_a,
                              float max_separation, Manifold& out);
/// One of the cores is a segment, the other a box; `axis` comes with radii, limit and scale.
SegmentBoxAnswer collideSegmentBox(const ConvexView& a, const ConvexView& b, const Placement& b_to_a,
                                   ContactAxis& axis, Manifold& out);

}  // namespace carom::collide

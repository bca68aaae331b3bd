// Capsules against boxes.
#pragma once

#include "collide/convex/convex_view.hpp"
#include "collide/manifold/contact_clipping.hpp"
#include "collide/round/round_contacts.hpp"

namespace carom::collide {

enum class SegmentBoxAnswer : std::uint8_t {
  Apart,    ///< Further than max_separation.
  Contact,  ///< The manifold is filled.
  Axis      ///< Along an edge: the axis is set, and the manifold has to be made from the facing features.
};
/// The same for a straight capsule, with each frame's origin at the centre. Unsuited along an edge.
RoundAnswer collideCapsuleBox(const Capsule& capsule, const Box& box, bool box_is_a, const Transform& b_to_a,
                              float max_separation, Manifold& out);
/// One of the cores is a segment, the other a box. The caller sets radii, limit and scale of `axis`.
SegmentBoxAnswer collideSegmentBox(const ConvexView& a, const ConvexView& b, const Placement& b_to_a,
                                   ContactAxis& axis, Manifold& out);

}  // namespace carom::collide

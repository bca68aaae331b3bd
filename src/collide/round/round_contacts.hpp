// Closed forms for spheres against everything except hulls, and for capsules against capsules.
#pragma once

#include "collide/convex/convex_view.hpp"
#include "collide/manifold/contact_clipping.hpp"

namespace carom::collide {

/// The position of a point relative to a core.
struct PointDistance {
  double distance = 0;  ///< m; negative inside: the shortest way out.
  DVec3 normal;         ///< Unit, from the core to the point (inside: the shortest way out).
};
/// Frame of the core. Returns false for kinds without a closed form (hulls and triangles).
bool pointDistance(const ConvexView& core, const DVec3& point, PointDistance& out);

enum class RoundAnswer : std::uint8_t { Unsuited, Apart, Contact };
/// The complete contact of spheres and capsules with each other and with boxes, selected by both kinds at
/// once. Unsuited for other pairs, tapered capsules, and segments that cross each other or are nearly
/// parallel to each other or to an edge.
RoundAnswer collideRound(const Shape& a, const Shape& b, const Transform& b_to_a, float max_separation,
                         Manifold& out);
/// The complete contact if one of the cores is a point and the other has a closed form.
RoundAnswer collidePoint(const ConvexView& a, const ConvexView& b, const Transform& b_to_a,
                         float max_separation, Manifold& out);
/// Sets normal, points and separation of the cores if both are segments. Returns false if they are not, or
/// cross.
bool segmentAxis(const ConvexView& a, const ConvexView& b, const Placement& b_to_a, ContactAxis& axis);

}  // namespace carom::collide

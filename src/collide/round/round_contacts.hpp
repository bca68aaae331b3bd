// Closed forms for spheres against everything but hulls, and for capsules against capsules.
#pragma once

#include "collide/convex/convex_view.hpp"
#include "collide/manifold/contact_clipping.hpp"

namespace carom::collide {

/// How a point lies to a core.
struct PointDistance {
  double distance = 0;  ///< m; negative inside: the shortest way out.
  DVec3 normal;         ///< Unit, out of the core towards the point (inside: the way out).
};
/// False for kinds without a closed form (hulls and triangles). Frame of the core.
bool pointDistance(const ConvexView& core, const DVec3& point, PointDistance& out);

enum class RoundAnswer : std::uint8_t { Unsuited, Apart, Contact };
/// The whole contact of spheres and capsules with each other and with boxes, where one choice by both kinds
/// leads to it; Unsuited for other pairs, tapered capsules, and segments that cross or are nearly parallel to
/// one another or to an edge.
RoundAnswer collideRound(const Shape& a, const Shape& b, const Transform& b_to_a, float max_separation,
                         Manifold& out);
/// The whole contact when one of the cores is a point and the other has a closed form.
RoundAnswer collidePoint(const ConvexView& a, const ConvexView& b, const Transform& b_to_a,
                         float max_separation, Manifold& out);
/// Fills normal, points and separation of the cores when both are segments; false also where they cross.
bool segmentAxis(const ConvexView& a, const ConvexView& b, const Placement& b_to_a, ContactAxis& axis);

}  // namespace carom::collide

// Dropping a wheel onto a shape: how far it falls, in closed form.
//
// In the wheel's frame (x along the axle, y up, z forward, origin at the centre of the raised wheel) a wheel
// of radius r and width w with its centre at height H touches from above a point (x, y, z) with |x| <= w/2
// and |z| <= r if
//
//   H = y + √(r² − z²).
//
// So it comes to rest at the greatest H of all points below it. Over a flat polygon, cut off at |x| = w/2 and
// |z| = r, H is concave and linear in x, so its maximum is on the border. Along an edge p + s d, H is
// greatest at z = r m / √(1 + m²) with m = d_y / d_z, or at an end. Over a ball of radius R about (0, y, z)
// it is y + √((R + r)² − z²). For a ball beside the wheel the circle counts that the wheel's side cuts out of
// it.
//
// Triangles that are steeper than kLeastCarryingSlope stand beside the wheel and never carry it; otherwise
// the foot of a wall would replace the ground. So z ends at r √(1 − slope²), and of steep triangles only the
// outer edges that are close to horizontal count.
//
// If many points are equally high, the wheel stands on all of them. The result is the middle between the two
// that are farthest apart along the axle.
#pragma once

#include "collide/shapes/shape.hpp"

namespace carom::solve {

struct WheelDrop {
  float radius = 0.25f;    ///< m
  float width = 0.125f;    ///< m
  float distance = 0.25f;  ///< Distance by which it is lowered at most, m.
  float lowered = 0;  ///< Present distance of the wheel below the raised wheel, m. Points above its axle do
                      ///< not carry it.
  Vec3 margin;        ///< Distance by which it may move, m.
};

struct WheelLanding {
  bool hit = false;
  float distance = 0;    ///< Distance at which it stands, m; negative: it would stand above the raised wheel.
  Vec3 point;            ///< In the wheel's frame before it is lowered, m.
  Vec3 normal;           ///< From the ground to the wheel, unit, in the wheel's frame.
  bool bottoms = false;  ///< The raised wheel may come to touch what carries it.
  bool beside = false;   ///< Something may be beside the wheel at its present place.
};

/// Whether dropWheel() supports a kind of shape: all but capsules and cylinders.
bool canDropWheelOn(const collide::Shape& shape);
/// `shape_to_wheel`: pose of the shape in the wheel's frame.
WheelLanding dropWheel(const collide::Shape& shape, const Transform& shape_to_wheel, const WheelDrop& drop);

}  // namespace carom::solve

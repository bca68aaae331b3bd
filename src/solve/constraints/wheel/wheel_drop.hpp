// A wheel let down onto a shape: how far it gets, in closed form.
//
// In the wheel's frame (x along the axle, y up, z forward, origin at the centre of the raised wheel) a wheel
// of radius r and width w whose centre is at height H touches a point (x, y, z) with |x| <= w/2, |z| <= r
// from above when
//
//   H = y + √(r² − z²).
//
// So it comes to rest at the greatest H over all the points below it. Over a flat polygon H is concave, so
// the greatest is on the border of the polygon cut off at |x| = w/2 and |z| = r: y = a x + b z + c has no
// greatest value in x inside it. Along an edge p + s d, H is greatest where z = r m / √(1 + m²) with m = d_y
// / d_z, or at an end. Over a ball of radius R about (0, y, z) it is y + √((R + r)² − z²); of one beside the
// wheel counts the circle that the wheel's side cuts out of it.
//
// What is steeper than kLeastCarryingSlope says stands beside the wheel and never carries it, or the foot of
// a wall would take the place of the ground: z goes to r √(1 − slope²) only, and of steep triangles no more
// than their level outer edges count.
//
// Where many points are as high, the wheel stands on all of them: the middle between those farthest apart
// along the axle is given.
#pragma once

#include "collide/shapes/shape.hpp"

namespace carom::solve {

/// Cosine of a normal and the way up: what can carry a wheel.
inline constexpr float kLeastCarryingSlope = 0.2f;

struct WheelDrop {
  float radius = 0.25f;  ///< m
  float width = 0.125f;  ///< m
  float way = 0.25f;     ///< m, how far it is let down.
  float lowered =
      0;  ///< m, how far below the raised wheel it is now: what is higher than its axle does not carry it.
  Vec3 margin;  ///< m, by which it may move.
};

struct WheelLanding {
  bool hit = false;
  float way = 0;         ///< m until it stands; negative: something would hold it up so much higher.
  Vec3 point;            ///< In the wheel's frame before it is let down, m.
  Vec3 normal;           ///< From the ground to the wheel, unit, in the wheel's frame.
  bool bottoms = false;  ///< It may come to touch what carries it when raised.
  bool beside = false;   ///< Something may stand beside the wheel as it is now.
};

/// Whether dropWheel knows the kind of shape: all but capsules and cylinders.
bool canDropWheelOn(const collide::Shape& shape);
/// `shape_to_wheel`: the shape's pose in the wheel's frame.
WheelLanding dropWheel(const collide::Shape& shape, const Transform& shape_to_wheel, const WheelDrop& drop);

}  // namespace carom::solve

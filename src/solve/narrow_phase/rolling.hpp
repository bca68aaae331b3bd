// How the points of a kept manifold follow shapes that roll.
//
// A kept point x halfway between two surfaces, with the normal n and the separation s, moves by half of what
// B has moved there, D x − x (narrow_phase.cpp, "Reuse"). Where a shape rolls, D x = x: the point would stay
// behind while the body goes on, and the force at it would drive the body ever faster, up to the speed at
// which contacts are found anew in each step.
//
// The surfaces of balls, capsules, cylinders and cones are turned about an axis, or a point. Where such a
// surface is touched by a flat one, the line along n meets the axis in the core of the point, which spin
// about the axis leaves where it is. With e the direction of the axis (0 for a ball), o a point on it, and n⊥
// = n − (e · n) e, the core is beyond the surface of B, which is at p = x + (s/2) n, by
//
//   r = (o − p) · n⊥ / n⊥²,
//
// and for A by the same with −n. So a point follows the cores b = x + (r_B + s/2) n and a = x − (r_A + s/2)
// n. With m = D b − b, its part m' beside n, and t = R n − n for the rotation R of D,
//
//   B turned, A flat     x' = x + m' + n (s' − s)/2,                      n' = n
//   A turned, B flat     x' = x + (r_A + s/2) t + n (s' − s)/2,           n' = n + t
//   two balls            x' = x + (r_A + s/2) u + n (s' − s)/2,           n' = n + u,  u = m'/(r_A + r_B + s)
//
// with s' = s + n · (D x − x) in all cases, since what is added lies beside n. A surface counts as flat where
// more than two points touch (the end of a cylinder), or where the core is not in the shape's bounding ball
// (a rim that is nearly level). Other pairs of two turned surfaces keep the rule of "Reuse": theirs needs the
// curvatures in both directions (D. J. Montana, "The kinematics of contact and grasp", 1988).
#pragma once

#include "solve/state/body.hpp"
#include "solve/state/contact.hpp"

namespace carom::solve {

/// The axis about which the surface of a shape is turned, in the frame of shape A.
struct TurnedSurface {
  bool exists = false;
  Vec3 origin;     ///< A point on it, m.
  Vec3 direction;  ///< Unit; zero: a ball.
  float most = 0;  ///< Bound of r, m.
};
struct RollingPair {
  TurnedSurface a, b;
};

/// None where the rule of narrow_phase.cpp holds.
RollingPair rollingPair(const Contact& contact, const Collider& a, const Collider& b);

}  // namespace carom::solve

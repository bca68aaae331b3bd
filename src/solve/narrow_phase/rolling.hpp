// How the points of a kept manifold follow shapes that roll.
//
// A kept point x halfway between two surfaces, with the normal n and the separation s, moves by half of what
// B has moved there, D x − x (narrow_phase.cpp, "Reuse"). Where a shape rolls, D x = x: the point would stay
// behind while the body goes on, and the force at it would drive the body ever faster, up to the speed at
// which contacts are found anew in each step.
//
// Contact of curved surfaces (D. J. Montana, "The kinematics of contact and grasp", 1988). Beside n, let ξ be
// places, K_A and K_B the curvatures of both surfaces (2×2, ≥ 0 where convex), v the motion of B's surface
// and t = R n − n that of its normal, for the rotation R of D. At ξ the normal of A has become n + K_A ξ, and
// that of B n + t − K_B (ξ − v). The surfaces are nearest where both are the same normal n + ν, and the
// point of B is beyond that of A by s ν. So the point of A moves by the ξ of
//
//   (K_A + K_B + s K_B K_A) ξ = t + K_B v,    ν = K_A ξ,
//   x' = x + ξ + s ν / 2 + n (s' − s)/2,      n' = n + ν,
//
// with s' = s + n · (D x − x), since what is added lies beside n. Where they overlap, s K_B K_A counts as 0:
// edges in each other have no nearest points. Along a line of contact, as under a cylinder on a plane or on
// one that is nearly parallel, nothing determines ξ: the line ends where a surface ends. There a point
// follows the surface that is curved, or half of v if both are.
//
// Curvatures. The surfaces of balls, capsules, cylinders and cones are turned about an axis, or a point. The
// line along n meets the axis beyond the surface by the radius r of curvature about the axis. With e the
// direction of the axis (0 for a ball), o a point on it, p the point of the surface, m its outward normal (n
// for A, −n for B), and m⊥ = m − (e · m) e,
//
//   r = (p − o) · m⊥ / m⊥².
//
// Along the meridian the side is straight, a cap has the same r, and a rim is
// as sharp as kRimSharpness says. A surface counts as flat where more than two points touch (the end of a
// cylinder), or where r is larger than the shape (a rim that is nearly level).
#pragma once

#include "solve/constraints/contact/contact_block.hpp"
#include "solve/simd/wide.hpp"
#include "solve/simulation_state.hpp"

namespace carom::solve {

/// The axis about which the surface of a shape is turned, in the frame of shape A.
struct TurnedSurface {
  bool exists = false;
  bool rims = false;  ///< Its sides end in rims, not in caps.
  Vec3 origin;        ///< A point on it, m.
  Vec3 direction;     ///< Unit; zero: a ball.
  float slope = 0;    ///< Of the side: the part of its outward normal along the axis.
  float most = 0;     ///< Bound of r, m.
};
struct RollingPair {
  TurnedSurface a, b;

  bool exists() const { return a.exists || b.exists; }
};

RollingPair rollingPair(const Contact& contact, const Collider& a, const Collider& b);

/// A vector in all lanes.
inline Vec3W<4> inLanes(const Vec3& v) {
  return {splat<4>(v.x), splat<4>(v.y), splat<4>(v.z)};
}

/// Points of a manifold midway between the surfaces, and its normal.
struct MovedPoints {
  Vec3W<4> middle;
  Vec3 normal;
};
/// The `count` points of a manifold, at most two, after a motion `since` of B, all in the frame of A.
/// `shift`: D x − x.
MovedPoints rolled(const RollingPair& rolling, const Transform& since, const Vec3& normal, const Vec3W<4>& x,
                   FloatW<4> separation, const Vec3W<4>& shift, std::int32_t count);

/// What is round rolls over what is flat: the contact stays below its centre.
ContactStays staysOn(const SimulationState& state, const Contact& contact, const ContactManifold& manifold);

}  // namespace carom::solve

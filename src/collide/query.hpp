// Queries other than contact manifolds, about one shape or a pair: rays, sweeps, closest points.
#pragma once

#include "collide/shapes/shape.hpp"

namespace carom::collide {

/// origin + t·direction, 0 <= t <= max_t. The direction need not be unit.
struct Ray {
  Vec3 origin;
  Vec3 direction;
  float max_t = 1;
};
struct RayHit {
  bool hit = false;
  float t =
      0;  ///< Of the first surface point met. 0 with a zero normal when the origin is inside a convex shape.
  Vec3 normal;  ///< Unit, outward, of the surface there (towards the origin for sheets and open meshes).
  std::int32_t triangle = -1;  ///< Of a mesh, else -1.
};
/// The ray is in the shape's frame.
RayHit castRay(const Shape& shape, const Ray& ray);

/// Closest points of two shapes in the frame of A.
struct Distance {
  float distance = 0;  ///< 0 when they overlap.
  Vec3 point_a;        ///< On A's surface (undefined when overlapping).
  Vec3 point_b;        ///< On B's surface.
  Vec3 normal;         ///< Unit, from A to B; zero when overlapping.
};
/// Exact for convex pairs; meshes by their triangles. Beyond `max_distance` it stops early and returns
/// max_distance.
Distance distance(const Shape& a, const Shape& b, const Transform& b_to_a, float max_distance = 1e30f);

/// How far B lies beyond A along a unit direction in the frame of A, m; negative: how deep. The shapes are
/// convex. They are no nearer, and no deeper, than that. Where one is a plane, the direction is its normal.
float separationAlong(const Shape& a, const Shape& b, const Transform& b_to_a, const Vec3& direction);

/// Motion of B relative to A during a time interval of 0..1, in the frame of A: B's pose at time t is
/// { center(t) - rotate(q(t), local_center), q(t) } with center(t) = start_center + t·translation and q(t) =
/// exp(t·rotation)·start_rotation.
struct Sweep {
  Vec3 start_center;  ///< m, of the moving shape's reference point (its body's centre of mass).
  Quat start_rotation;
  Vec3 translation;   ///< m over the whole interval.
  Vec3 rotation;      ///< rad over the whole interval, axis × angle.
  Vec3 local_center;  ///< The reference point in B's frame.
};
struct SweepHit {
  bool hit = false;
  float t = 1;  ///< First time at which the distance falls to `target_distance`; shapes closer than that at t
                ///< = 0 hit at t = 0 only if they approach, and are reported with `initially_touching`.
  bool initially_touching = false;
  Vec3 point;   ///< Frame of A.
  Vec3 normal;  ///< Unit, from A to B.
};
/// Time of impact by conservative advancement. It never passes through anything, including thin sheets,
/// meshes and planes as A, and rotating shapes. `b` may be of any kind; a mesh is swept as its hull.
SweepHit sweep(const Shape& a, const Shape& b, const Sweep& motion, float target_distance);

}  // namespace carom::collide

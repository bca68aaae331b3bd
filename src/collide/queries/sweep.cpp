// Time of impact by conservative advancement.
//
// At time t let d be the distance of the shapes and n their closest-point normal. While B moves, its extent
// along n reduces the gap by at most -n·translation (the moving centre) plus |n × rotation|·R (R: distance of
// the farthest point of B from its centre of rotation, which is fixed in B). So nothing can touch before t +
// d/rate; if the rate is not positive, the plane between the shapes separates them for good (B. Mirtich,
// "Impulse-based dynamic simulation", 1996, section 2.3; G. van den Bergen, "Continuous collision detection
// of general convex objects under translation", 2005). Steps are never too long, so nothing is passed
// through. After a bounded number of steps the resulting time is, if anything, early.
#include "base/rotation_vector.hpp"
#include "collide/convex/gjk.hpp"
#include "collide/convex/penetration.hpp"
#include "collide/convex/sweep_motion.hpp"
#include "collide/mesh/mesh.hpp"
#include "collide/mesh_contacts/mesh_contacts.hpp"
#include "collide/pairs/plane_contacts.hpp"
#include "collide/queries/query_settings.hpp"
#include "collide/query.hpp"

namespace carom::collide {

namespace {

/// The gap between the shapes at one time.
struct Gap {
  double distance = 0;  ///< m; negative when they overlap.
  DVec3 normal;         ///< Unit, from A to B.
  DVec3 point_a, point_b;
};

Gap gapOf(const ConvexView& a, const ConvexView& b, const Placement& pose, const DVec3& guess) {
  GjkSettings settings;
  settings.initial_direction = guess;
  const GjkResult gjk = gjkDistance(a, b, pose, settings);
  const double radius_a = a.radius, radius_b = b.radius;
  Gap gap;
  if (gjk.overlapping) {
    const Penetration penetration = penetrationDepth(a, b, pose, gjk);
    gap = {-penetration.depth, penetration.normal, penetration.point_a, penetration.point_b};
  } else {
    gap = {gjk.distance, gjk.normal, gjk.point_a, gjk.point_b};
  }
  gap.distance -= radius_a + radius_b;
  gap.point_a += gap.normal * radius_a;
  gap.point_b -= gap.normal * radius_b;
  return gap;
}

/// A plane at rest against a moving convex shape; `side`: the side on which the shape is kept.
Gap gapOfPlane(const ConvexView& b, const Placement& pose, double side) {
  const PlaneReach reach = planeReach(b, pose);
  const DVec3 p = side > 0 ? reach.lowest_point : reach.highest_point;
  return {side * p.y, {0, side, 0}, {p.x, 0, p.z}, p};
}

/// A convex shape at rest against a moving plane.
Gap gapOfMovingPlane(const ConvexView& a, const Placement& pose, double side) {
  Gap gap = gapOfPlane(a, inverse(pose), side);
  gap.point_a = pose.point(gap.point_b);
  gap.point_b = gap.point_a - pose.direction(gap.normal) * gap.distance;
  gap.normal = -pose.direction(gap.normal);
  return gap;
}

/// Largest distance of a shape's points from `from`, in its own frame.
double reachFrom(const ConvexView& view, const DVec3& from) {
  if (view.kind == ConvexKind::Hull) {
    double farthest = 0;
    for (const Vec3& v : view.hull->vertices) {
      const double d = lengthSquared(DVec3(v) - from);
      if (d > farthest) farthest = d;
    }
    return std::sqrt(farthest) + view.radius;
  }
  return coreExtent(view) + length(from) + view.radius;
}

/// Bound of the speed at which the gap closes, per unit of time.
struct Closing {
  DVec3 translation, rotation;
  double reach;         ///< Distance of the rotating points from the centre of rotation, m.
  bool turning_normal;  ///< The normal rotates with the motion (a moving plane).

  double rate(const DVec3& normal) const {
    const double turning = length(cross(normal, rotation)) * reach;
    if (turning_normal && lengthSquared(rotation) > 0) return length(translation) + turning;
    return -dot(normal, translation) + turning;
  }
};

void setHit(const Gap& gap, double t, SweepHit& hit) {
  hit.hit = true;
  hit.t = static_cast<float>(t);
  hit.point = Vec3((gap.point_a + gap.point_b) * 0.5);
  hit.normal = Vec3(gap.normal);
}

template <class GapAt>
SweepHit advance(const SweepMotion& motion, const Closing& closing, double target, double size, double latest,
                 GapAt gap_at) {
  SweepHit hit;
  double t = 0;
  DVec3 guess;
  double goal = target;
  const double tolerance = 1e-3 * target + 1e-6 * size;
  for (int step = 0; step < QuerySettings::kMaxSweepSteps; ++step) {
    const Gap gap = gap_at(motion.at(t), guess);
    guess = gap.normal;
    if (gap.distance <= goal + tolerance) {
      const DVec3 arm = gap.point_b - motion.centerAt(0);
      const double approach = -dot(motion.translation + cross(motion.rotation, arm), gap.normal);
      if (t > 0 || approach > 0) {
        setHit(gap, t, hit);
        hit.initially_touching = t == 0;
        return hit;
      }
      // Near but not closing here. Another part may still come nearer; deep overlap is left to contacts.
      if (!(gap.distance > 2 * tolerance) || lengthSquared(motion.rotation) == 0) return hit;
      goal = 0.5 * gap.distance - tolerance;
    }
    const double rate = closing.rate(gap.normal);
    if (!(rate > 0)) return hit;
    const double dt = (gap.distance - goal) / rate;
    t += dt > 1e-7 ? dt : 1e-7;
    if (t >= latest) return hit;
    // A long grazing motion: an early time is safe.
    if (step + 1 == QuerySettings::kMaxSweepSteps) setHit(gap, t, hit);
  }
  return hit;
}

/// The convex shape that stands for B while it moves. Returns false for planes and empty meshes.
bool movingView(const Shape& shape, ConvexView& view) {
  if (isConvexBounded(shape)) return view = convexView(shape), true;
  const auto* mesh = std::get_if<std::shared_ptr<const TriangleMesh>>(&shape);
  if (!mesh || !*mesh || !(*mesh)->hull || (*mesh)->hull->vertices.empty()) return false;
  view = {};
  view.kind = ConvexKind::Hull;
  view.hull = (*mesh)->hull.get();
  return true;
}

SweepHit sweepMovingPlane(const ConvexView& a, const Plane& b, const Sweep& sweep, double target) {
  const SweepMotion motion(sweep);
  const Placement start = motion.at(0);
  const double side = b.double_sided && start.inversePoint(middle(a)).y < 0 ? -1 : 1;
  // Points of A as seen from the plane's centre of rotation, over the whole motion.
  const double reach = length(motion.centerAt(0)) + length(motion.translation) + coreExtent(a) + a.radius;
  const Closing closing{motion.translation, motion.rotation, reach, true};
  return advance(motion, closing, target, coreExtent(a) + a.radius, 1,
                 [&](const Placement& pose, const DVec3&) { return gapOfMovingPlane(a, pose, side); });
}

}  // namespace

SweepHit sweep(const Shape& a, const Shape& b, const Sweep& sweep, float target_distance) {
  ConvexView view_a, view_b;
  if (isPlane(b)) {
    return movingView(a, view_a) ? sweepMovingPlane(view_a, std::get<Plane>(b), sweep, target_distance)
                                 : SweepHit{};
  }
  if (!movingView(b, view_b)) return {};
  if (const auto* mesh = std::get_if<std::shared_ptr<const TriangleMesh>>(&a)) {
    return *mesh ? sweepMeshConvex(**mesh, view_b, sweep, target_distance) : SweepHit{};
  }
  const SweepMotion motion(sweep);
  const double size = coreExtent(view_b) + view_b.radius;
  const Closing closing{motion.translation, motion.rotation, reachFrom(view_b, DVec3(sweep.local_center)),
                        false};
  if (const auto* plane = std::get_if<Plane>(&a)) {
    const double side = plane->double_sided && motion.at(0).point(middle(view_b)).y < 0 ? -1 : 1;
    return advance(motion, closing, target_distance, size, 1,
                   [&](const Placement& pose, const DVec3&) { return gapOfPlane(view_b, pose, side); });
  }
  return sweepConvex(convexView(a), view_b, sweep, target_distance);
}

SweepHit sweepConvex(const ConvexView& a, const ConvexView& b, const Sweep& sweep, double target_distance,
                     double latest) {
  const SweepMotion motion(sweep);
  const Closing closing{motion.translation, motion.rotation, reachFrom(b, DVec3(sweep.local_center)), false};
  const double size_a = coreExtent(a) + a.radius, size_b = coreExtent(b) + b.radius;
  return advance(motion, closing, target_distance, size_a < size_b ? size_a : size_b, latest,
                 [&](const Placement& pose, const DVec3& guess) { return gapOf(a, b, pose, guess); });
}

}  // namespace carom::collide

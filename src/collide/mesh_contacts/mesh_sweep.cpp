// Sweep of a convex shape against a mesh at rest.
//
// Each triangle is a shape of its own for conservative advancement (sweep.cpp): a two-sided surface that
// nothing passes. The tree is searched by the time at which the path of B's bounding sphere enters a node's
// box, so that only triangles near the first hit are tested.
//
// A ball that slides over a floor comes near the edge of the next triangle, from the side, before it is over
// it. That is no hit: the direction belongs to the neighbour (ownsDirection), to which the ball is as near
// all the time. Such hits are followed further, with half the distance as the target, several times. If the
// direction is the neighbour's even then, so is the contact.
#include "collide/convex/gjk.hpp"
#include "collide/convex/sweep_motion.hpp"
#include "collide/mesh/mesh_bvh.hpp"
#include "collide/mesh/mesh_topology.hpp"
#include "collide/mesh_contacts/mesh_contact_settings.hpp"
#include "collide/mesh_contacts/mesh_contacts.hpp"
#include "collide/mesh_contacts/mesh_scratch.hpp"
#include "collide/mesh_contacts/slab_clip.hpp"

namespace carom::collide {

namespace {

/// Bounds of B about its moving reference point, for any rotation.
struct MovingBounds {
  DVec3 start, translation;
  DVec3 reach;  ///< Along each axis, including the target distance.

  /// Time at which the box about the moving point first meets a box at rest; 1e300 if it does not.
  double entry(const Aabb& box) const {
    double enter = 0, leave = 1;
    if (!clipToSlabs(DVec3(box.lower) - reach - start, DVec3(box.upper) + reach - start, translation, enter,
                     leave))
      return 1e300;
    return enter <= leave ? enter : 1e300;
  }
};

MovingBounds movingBounds(const ConvexView& b, const SweepMotion& motion, double target) {
  MovingBounds bounds{motion.start_center, motion.translation, {}};
  const Aabb box = viewBounds(b, motion.at(0));
  const DVec3 reach = maximum(absolute(DVec3(box.lower) - motion.start_center),
                              absolute(DVec3(box.upper) - motion.start_center));
  const double radius = length(reach);
  bounds.reach = lengthSquared(motion.rotation) > 0 ? DVec3{radius, radius, radius} : reach;
  const double extra = target + 1e-4 * radius + 1e-3 * target;
  bounds.reach += {extra, extra, extra};
  return bounds;
}

/// Bounds of B about its own middle. The middle may be far from the reference point, as that of a branch is
/// from its tree's, and then these bounds are far smaller than MovingBounds. While the reference point moves
/// evenly and B turns by the angle ω in all, the middle at the distance r from it moves along a curve p(t)
/// with |p''| <= ω² r, which is within ω² r/8 of the even motion from p(0) to p(1).
struct MiddleBounds {
  DVec3 start, way;        ///< The even motion of the middle.
  double radius, changed;  ///< Of B about its middle; the movement of its points beyond the even motion, m.
  double extra;            ///< The target distance and what rounding can explain, m.
  DVec3 reach;             ///< Along each axis at any time, including `changed` and `extra`.
  Aabb whole;              ///< Of the whole motion.

  MiddleBounds(const ConvexView& b, const SweepMotion& motion, double target) {
    const LocalBox own = localBox(b);
    const Placement pose = motion.at(0);
    start = pose.point(own.centre);
    way = motion.at(1).point(own.centre) - start;
    radius = length(own.half) + b.radius;
    const double turn = length(motion.rotation);
    const double bow = turn * turn * length(start - motion.start_center) / 8;
    const double turned = (turn < 2 ? turn : 2) * radius;
    changed = bow + turned;
    extra = 1.01 * target + 1e-4 * radius + 1e-6 * (length(start) + length(way));
    const Aabb box = viewBounds(b, pose);
    reach = maximum(absolute(DVec3(box.lower) - start), absolute(DVec3(box.upper) - start));
    reach = minimum(reach + DVec3{turned, turned, turned}, DVec3{radius, radius, radius});
    reach += DVec3{1, 1, 1} * (bow + extra);
    whole = {Vec3(minimum(start, start + way) - reach), Vec3(maximum(start, start + way) + reach)};
  }
  /// Whether B can meet a box before a time.
  bool meetBefore(const Aabb& box, double limit) const {
    double enter = 0, leave = 1;
    return overlap(box, whole) &&
           clipToSlabs(DVec3(box.lower) - reach - start, DVec3(box.upper) + reach - start, way, enter,
                       leave) &&
           enter <= leave && enter < limit;
  }
};

/// What B can touch in the whole motion: a box in B's own frame at the start, and the distance that its
/// points move. Most triangles in the path of the bounding box are out of reach of B itself.
struct Reach {
  const ConvexView& view;
  Placement start;
  DVec3 centre, half;
  DVec3 way, middle_point;
  double room;  ///< Of any point of B beyond the even motion, with the target distance and the ball, m.

  Reach(const ConvexView& b, const SweepMotion& motion, const MiddleBounds& bounds)
      : view(b), start(motion.at(0)), way(bounds.way), middle_point(start.point(middle(b))) {
    const LocalBox box = localBox(b);
    const DVec3 own_way = start.inverseDirection(way);
    room = bounds.changed + bounds.extra + b.radius;
    centre = box.centre + own_way * 0.5;
    half = box.half + absolute(own_way) * 0.5 + DVec3{room, room, room};
  }
  bool meets(const MeshTriangle& t) const {
    DVec3 lower, upper;
    for (int i = 0; i < 3; ++i) {
      const DVec3 p = start.inversePoint(t.corner[i]) - centre;
      lower = i == 0 ? p : minimum(lower, p);
      upper = i == 0 ? p : maximum(upper, p);
    }
    if (lower.x > half.x || lower.y > half.y || lower.z > half.z) return false;
    if (upper.x < -half.x || upper.y < -half.y || upper.z < -half.z) return false;
    // B stays on one side of the triangle's plane.
    const double middle_height = dot(middle_point - t.corner[0], t.normal);
    const DVec3 towards = middle_height > 0 ? -t.normal : t.normal;
    const double along = dot(way, towards);
    const DVec3 nearest = start.point(supportPoint(view, start.inverseDirection(towards)).point);
    return dot(nearest - t.corner[0], towards) + (along > 0 ? along : 0) > -room;
  }
};

/// The motion from `t` on, as a motion over 0..1.
Sweep rest(const SweepMotion& motion, double t) {
  Sweep sweep;
  sweep.start_center = Vec3(motion.centerAt(t));
  sweep.start_rotation = Quat(quaternionFromRotationVector(motion.rotation * t) * motion.start_rotation);
  sweep.translation = Vec3(motion.translation * (1 - t));
  sweep.rotation = Vec3(motion.rotation * (1 - t));
  sweep.local_center = Vec3(motion.local_center);
  return sweep;
}

/// Whether B's core overlaps the triangle at the start already; `hit` then reports it if B moves on into the
/// triangle. The triangle's own normal is sufficient, because such a hit moves nothing.
bool startsIn(const MeshTriangle& t, const ConvexView& b, const SweepMotion& motion, const Placement& start,
              SweepHit& hit) {
  const ConvexView view = triangleView(Vec3(t.corner[0]), Vec3(t.corner[1]), Vec3(t.corner[2]));
  GjkSettings settings;
  settings.max_distance = 0;
  settings.initial_direction = t.normal;
  if (!gjkDistance(view, b, start, settings).overlapping) return false;
  const DVec3 n = dot(start.point(middle(b)) - t.corner[0], t.normal) < 0 ? -t.normal : t.normal;
  const DVec3 at = (t.corner[0] + t.corner[1] + t.corner[2]) * (1.0 / 3);
  const DVec3 velocity = motion.translation + cross(motion.rotation, at - motion.centerAt(0));
  if (dot(velocity, n) >= 0) return true;
  hit.hit = hit.initially_touching = true;
  hit.t = 0;
  hit.point = Vec3(at);
  hit.normal = Vec3(n);
  return true;
}

/// Whether B misses the mesh's hull, and so the mesh.
bool missesHull(const TriangleMesh& a, const ConvexView& b, const Sweep& motion, const Placement& start,
                double target) {
  if (a.hull == nullptr || a.hull->vertices.empty() || a.triangles.size() < 8) return false;
  const ConvexView hull = convexView(Shape(a.hull));
  const GjkResult gjk = gjkDistance(hull, b, start);
  if (gjk.overlapping || gjk.distance <= b.radius + target) return false;
  return !sweepConvex(hull, b, motion, target).hit;
}

/// Hits from the time `latest` on need not be found.
SweepHit sweepTriangle(const TriangleMesh& mesh, std::uint32_t index, const ConvexView& b, const Sweep& whole,
                       const SweepMotion& motion, double target, double latest) {
  const MeshTriangle t = meshTriangle(mesh, index);
  const ConvexView view = triangleView(Vec3(t.corner[0]), Vec3(t.corner[1]), Vec3(t.corner[2]));
  Sweep sweep = whole;
  double start = 0;
  for (int round = 0; round < MeshContactSettings::kSweepFollowUps; ++round) {
    SweepHit hit = sweepConvex(view, b, sweep, target, round == 0 ? latest : 1);
    if (!hit.hit) return {};
    const double at = start + (1 - start) * hit.t;
    hit.t = static_cast<float>(at);
    hit.initially_touching = hit.initially_touching && start == 0;
    const DVec3 normal(hit.normal);
    const TriangleFeature part = supportingFeature(t, normal, MeshContactSettings::kSweepAngularSlack);
    if (!(lengthSquared(normal) > 0.5) ||
        ownsDirection(mesh, index, part, normal, MeshContactSettings::kSweepAngularSlack))
      return hit;
    const GjkResult gjk = gjkDistance(view, b, motion.at(at));
    const double gap = gjk.overlapping ? 0 : gjk.distance - b.radius;
    if (!(gap > 0)) return {};
    target = 0.5 * (gap < target ? gap : target);
    start = at;
    if (!(start < 1)) return {};
    sweep = rest(motion, start);
  }
  return {};
}

}  // namespace

SweepHit sweepMeshConvex(const TriangleMesh& a, const ConvexView& b, const Sweep& motion,
                         float target_distance) {
  SweepHit best;
  const SweepMotion path(motion);
  const MovingBounds bounds = movingBounds(b, path, target_distance);
  if (!(lengthSquared(bounds.reach) < 1e30)) return best;
  const MiddleBounds near(b, path, target_distance);
  const Reach reach(b, path, near);
  if (missesHull(a, b, motion, reach.start, target_distance)) return best;
  const auto limitOf = [&] { return best.hit ? static_cast<double>(best.t) : 1.0 + 1e-9; };
  visitNearest(
      a, limitOf(),
      [&](const Aabb& box) { return near.meetBefore(box, limitOf()) ? bounds.entry(box) : 1e300; },
      [&](std::uint32_t first, std::uint32_t count) {
        for (std::uint32_t i = first; i < first + count; ++i) {
          if (!near.meetBefore(triangleBounds(a, i), limitOf())) continue;
          if (!(bounds.entry(triangleBounds(a, i)) < limitOf()) || !reach.meets(meshTriangle(a, i))) continue;
          SweepHit hit;
          if (!startsIn(meshTriangle(a, i), b, path, reach.start, hit))
            hit = sweepTriangle(a, i, b, motion, path, target_distance,
                                best.hit ? static_cast<double>(best.t) : 1);
          if (hit.hit && (!best.hit || hit.t < best.t)) best = hit;
        }
        return limitOf();
      });
  return best;
}

}  // namespace carom::collide

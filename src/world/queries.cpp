// Questions to a World: each looks up colliders whose bounds matter, then asks the exact shapes in their own
// frames. What is cast far is asked only about the part of its way that is near the collider: the shapes'
// routines are in single precision.

#include <algorithm>
#include <cmath>

#include "base/compact_sort.hpp"
#include "collide/collide.hpp"
#include "collide/query.hpp"
#include "world/limits.hpp"
#include "world/world_implementation.hpp"

namespace carom {
namespace {

using world::CompiledCollider;

/// Data of the world that every query needs.
struct Searched {
  const world::CompiledScene& compiled;
  const QueryFilter& filter;

  const CompiledCollider& collider(std::int32_t i) const { return compiled.colliders[i]; }
  const collide::Shape& shape(std::int32_t i) const { return *compiled.simulation->collider(i).shape; }
  DTransform pose(std::int32_t i) const { return compiled.simulation->shapePose(i); }
  bool sees(std::int32_t i) const {
    const CompiledCollider& c = collider(i);
    if (c.trigger >= 0 && !filter.include_triggers) return false;
    if (filter.ignore_motion_node >= 0) {
      if (c.motion_node == filter.ignore_motion_node) return false;
      if (filter.ignore_joined && compiled.rules->areJoined(filter.ignore_motion_node, i)) return false;
    }
    return compiled.rules->accepts(i, filter.filter);
  }
};

/// Pose of one frame in another's axes, float.
Transform relative(const DTransform& from, const DTransform& what) {
  const DTransform r = inverse(from) * what;
  return {Vec3(r.translation), normalized(Quat(r.rotation))};
}

/// Shapes nearer than this touch, and a cast no longer than this stays where it is, m.
constexpr float kTouching = 1e-4f;
/// Nothing lies farther away, m.
constexpr double kFarthest = 1e15;

struct Part {
  double begin, end;
};

/// The part of a way of some length on which a ball of radius r can touch a collider; from its `start` in the
/// direction of a unit vector, both in the collider's frame.
Part partNear(const solve::Collider& collider, const DVec3& start, const DVec3& direction, double r,
              double length) {
  const double room = r + 2 * kTouching + 1e-6 * absolute(start.y);
  double first = 0, last = length;
  if (!collide::isPlane(*collider.shape)) {
    const DVec3 to_middle = DVec3(collider.middle) - start;
    const double reach = static_cast<double>(collider.bounding_radius) * (1 + 1e-6) + room;
    const double nearest = dot(to_middle, direction);
    first = nearest - reach, last = nearest + reach;
  } else if (direction.y != 0) {
    const double upper = (room - start.y) / direction.y, lower = (-room - start.y) / direction.y;
    first = std::min(upper, lower), last = std::max(upper, lower);
  }
  const double begin = std::clamp(first, 0.0, length);
  return {begin, std::clamp(last, begin, length)};
}

RayCastHit rayHitOf(const Searched& in, std::int32_t index, const DVec3& origin, const DVec3& direction,
                    double max_distance) {
  const DTransform pose = in.pose(index);
  const DVec3 start = inverseTransformPoint(pose, origin), along = inverseRotate(pose.rotation, direction);
  const Part part = partNear(in.compiled.simulation->collider(index), start, along, 0, max_distance);
  collide::Ray ray;
  ray.origin = Vec3(start + along * part.begin);
  ray.direction = Vec3(along * (part.end - part.begin));
  const collide::RayHit hit = collide::castRay(in.shape(index), ray);
  RayCastHit out;
  if (!hit.hit) return out;
  out.hit = true;
  out.distance = part.begin + static_cast<double>(hit.t) * (part.end - part.begin);
  out.point = origin + direction * out.distance;
  out.normal = rotate(pose.rotation, DVec3(hit.normal));
  out.collider = in.collider(index).node;
  out.motion = in.collider(index).motion_node;
  return out;
}

bool nearer(const RayCastHit& a, const RayCastHit& b) {
  return a.distance != b.distance ? a.distance < b.distance : a.collider < b.collider;
}

bool metFirst(const ShapeCastHit& a, const ShapeCastHit& b) {
  return a.fraction != b.fraction ? a.fraction < b.fraction : a.collider < b.collider;
}

struct CastShape {
  const collide::Shape& shape;
  const DTransform& from;
  const DVec3& translation;
  DVec3 middle;       ///< Of the shape's bounds, in its frame.
  double radius = 0;  ///< About it, m; infinite for planes.
  collide::CollideScratch& scratch;
};

ShapeCastHit shapeHitOf(const Searched& in, std::int32_t index, const CastShape& cast) {
  const DTransform pose = in.pose(index);
  const Transform rel = relative(pose, cast.from);
  const DVec3 start = inverseTransformPoint(pose, cast.from.translation);
  const DVec3 way = inverseRotate(pose.rotation, cast.translation);
  const double distance = length(way);
  const DVec3 along = normalized(way);
  Part part{0, distance};
  if (std::isfinite(cast.radius)) {
    const DVec3 middle = inverseTransformPoint(pose, transformPoint(cast.from, cast.middle));
    part = partNear(in.compiled.simulation->collider(index), middle, along, cast.radius, distance);
  }
  collide::Sweep sweep;
  sweep.start_center = Vec3(start + along * part.begin);
  sweep.start_rotation = rel.rotation;
  sweep.translation = Vec3(along * (part.end - part.begin));
  collide::SweepHit hit = collide::sweep(in.shape(index), cast.shape, sweep, kTouching);
  const bool in_place = lengthSquared(cast.translation) <= static_cast<double>(kTouching) * kTouching;
  if (hit.initially_touching || (!hit.hit && in_place)) {
    const collide::Touch touch =
        collide::deepestTouch(in.shape(index), cast.shape, rel, kTouching, cast.scratch);
    if (touch.touching) {
      hit.hit = hit.initially_touching = true;
      hit.t = 0, hit.point = touch.point, hit.normal = touch.normal;
    }
  }
  ShapeCastHit out;
  if (!hit.hit) return out;
  out.hit = true;
  const double to_hit = part.begin + static_cast<double>(hit.t) * (part.end - part.begin);
  out.fraction = distance > 0 ? to_hit / distance : 0;
  out.initially_overlapping = hit.initially_touching;
  out.point = transformPoint(pose, DVec3(hit.point));
  out.normal = rotate(pose.rotation, DVec3(hit.normal));
  out.collider = in.collider(index).node;
  out.motion = in.collider(index).motion_node;
  return out;
}

Aabb clippedBounds(const collide::Shape& shape, const DTransform& pose) {
  return collide::bounds(shape, Transform{Vec3(pose.translation), normalized(Quat(pose.rotation))});
}

bool isRay(const DVec3& origin, const DVec3& direction, double max_distance) {
  return world::isWithin(origin, world::kMaxCoordinate) && world::isFinite(direction) && max_distance >= 0;
}

}  // namespace

RayCastHit World::castRay(const DVec3& origin, const DVec3& direction, double max_distance,
                          const QueryFilter& filter) const {
  return implementation_->castRay(origin, direction, max_distance, filter);
}

RayCastHit World::Implementation::castRay(const DVec3& origin, const DVec3& direction, double max_distance,
                                          const QueryFilter& filter) const {
  const Searched in{compiled, filter};
  const DVec3 unit = normalized(direction);
  RayCastHit best;
  if (!isRay(origin, direction, max_distance)) return best;
  max_distance = std::min(max_distance, kFarthest);
  in.compiled.simulation->querySegment(
      Vec3(origin), Vec3(unit * max_distance), Vec3{}, [&](std::int32_t i, float max_t) {
        if (!in.sees(i)) return max_t;
        const RayCastHit hit = rayHitOf(in, i, origin, unit, max_distance);
        if (hit.hit && (!best.hit || nearer(hit, best))) best = hit;
        // A little beyond the best, so that ties are decided by the node and not by the order of the tree.
        return best.hit ? std::min(1.0f, static_cast<float>(best.distance / max_distance) * 1.0001f + 1e-6f)
                        : max_t;
      });
  return best;
}

std::vector<RayCastHit> World::castRayAll(const DVec3& origin, const DVec3& direction, double max_distance,
                                          const QueryFilter& filter) const {
  const Searched in{implementation_->compiled, filter};
  const DVec3 unit = normalized(direction);
  std::vector<RayCastHit> hits;
  if (!isRay(origin, direction, max_distance)) return hits;
  max_distance = std::min(max_distance, kFarthest);
  in.compiled.simulation->querySegment(Vec3(origin), Vec3(unit * max_distance), Vec3{},
                                       [&](std::int32_t i, float max_t) {
                                         if (!in.sees(i)) return max_t;
                                         const RayCastHit hit = rayHitOf(in, i, origin, unit, max_distance);
                                         if (hit.hit) hits.push_back(hit);
                                         return max_t;
                                       });
  compactSort(hits.begin(), hits.end(), nearer);
  return hits;
}

ShapeCastHit World::castShape(const Shape& shape, const DTransform& start, const DVec3& translation,
                              const QueryFilter& filter) const {
  const Searched in{implementation_->compiled, filter};
  const world::CompiledShape moving =
      world::compileShape(shape, implementation_->query_geometry, DVec3{1, 1, 1});
  ShapeCastHit best;
  if (!moving.shape || !world::isPose(start) || !world::isWithin(translation, world::kMaxCoordinate))
    return best;
  const DTransform from = start * DTransform{DVec3(moving.offset.translation), DQuat(moving.offset.rotation)};
  Aabb swept = clippedBounds(*moving.shape, from);
  swept.include(clippedBounds(*moving.shape, {from.translation + translation, from.rotation}));
  const auto scratch = collide::makeCollideScratch();
  const Aabb own = collide::bounds(*moving.shape, Transform{});
  const CastShape cast{*moving.shape,
                       from,
                       translation,
                       0.5 * (DVec3(own.lower) + DVec3(own.upper)),
                       0.5 * length(DVec3(own.upper) - DVec3(own.lower)),
                       *scratch};
  in.compiled.simulation->queryBounds(expanded(swept, kTouching), [&](std::int32_t i) {
    if (!in.sees(i)) return true;
    const ShapeCastHit hit = shapeHitOf(in, i, cast);
    if (hit.hit && (!best.hit || metFirst(hit, best))) best = hit;
    return true;
  });
  return best;
}

std::vector<OverlapHit> World::overlapShape(const Shape& shape, const DTransform& transform,
                                            const QueryFilter& filter) const {
  const Searched in{implementation_->compiled, filter};
  const world::CompiledShape probe =
      world::compileShape(shape, implementation_->query_geometry, DVec3{1, 1, 1});
  std::vector<OverlapHit> hits;
  if (!probe.shape || !world::isPose(transform)) return hits;
  const DTransform placed =
      transform * DTransform{DVec3(probe.offset.translation), DQuat(probe.offset.rotation)};
  in.compiled.simulation->queryBounds(clippedBounds(*probe.shape, placed), [&](std::int32_t i) {
    if (!in.sees(i)) return true;
    const collide::Volume volume = in.collider(i).trigger >= 0 ? collide::Volume::A : collide::Volume::B;
    if (collide::overlaps(in.shape(i), *probe.shape, relative(in.pose(i), placed), volume)) {
      hits.push_back({in.collider(i).node, in.collider(i).motion_node});
    }
    return true;
  });
  compactSort(hits.begin(), hits.end(),
              [](const OverlapHit& a, const OverlapHit& b) { return a.collider < b.collider; });
  return hits;
}

ClosestPointHit World::closestPoint(const DVec3& point, double max_distance,
                                    const QueryFilter& filter) const {
  const Searched in{implementation_->compiled, filter};
  const collide::Shape probe = collide::Sphere{0};
  ClosestPointHit best;
  if (!world::isWithin(point, world::kMaxCoordinate) || !(max_distance >= 0)) return best;
  const auto reach = static_cast<float>(std::min(max_distance, kFarthest));
  Aabb box;
  box.include(Vec3(point));
  in.compiled.simulation->queryBounds(expanded(box, reach), [&](std::int32_t i) {
    if (!in.sees(i)) return true;
    const DTransform pose = in.pose(i);
    const collide::Distance found = collide::distance(in.shape(i), probe, relative(pose, {point, {}}), reach);
    const double distance = static_cast<double>(found.distance);
    if (found.distance >= reach) return true;
    if (best.hit &&
        (distance > best.distance || (distance == best.distance && in.collider(i).node > best.collider))) {
      return true;
    }
    best.hit = true;
    best.distance = distance;
    best.point = distance > 0 ? transformPoint(pose, DVec3(found.point_a)) : point;
    best.normal = distance > 0 ? rotate(pose.rotation, DVec3(found.normal)) : DVec3{};
    best.collider = in.collider(i).node;
    best.motion = in.collider(i).motion_node;
    return true;
  });
  return best;
}

}  // namespace carom

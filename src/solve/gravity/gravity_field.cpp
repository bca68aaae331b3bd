#include "solve/gravity/gravity_field.hpp"

#include <algorithm>
#include <utility>

#include "base/byte_stream.hpp"
#include "base/rotation_vector.hpp"
#include "collide/queries/nearest_surface.hpp"
#include "solve/gravity/gravity_settings.hpp"

namespace carom::solve {
namespace {

/// Pose of a body after a time at its present velocity.
DTransform poseAfter(const Body& body, double time) {
  const DQuat rotation(body.rotation);
  if (body.awake_index < 0) return {body.center, rotation};
  const DVec3 turn = DVec3(body.angular_velocity) * time;
  return {body.center + DVec3(body.linear_velocity) * time,
          normalized(lengthSquared(turn) > 0 ? quaternionFromRotationVector(turn) * rotation : rotation)};
}

DTransform toDouble(const Transform& t) {
  return {DVec3(t.translation), DQuat(t.rotation)};
}

bool isIn(const DVec3& p, const DVec3& lower, const DVec3& upper, double margin) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (p[i] < lower[i] - margin || p[i] > upper[i] + margin) return false;
  }
  return true;
}

}  // namespace

void GravityField::add(GravitySource source) {
  Placed placed;
  for (GravityRegion& region : source.regions)
    placed.regions.push_back({std::move(region), {}, -1, {}, {}, {}, {}});
  source.regions.clear();
  placed.source = std::move(source);
  order_.push_back(placed_.count());
  placed_.push_back(std::move(placed));
}

void GravityField::changeFrame(std::int32_t body, const DTransform& change) {
  for (Placed& placed : placed_) {
    if (placed.source.body == body) placed.source.frame = change * placed.source.frame;
  }
}

void GravityField::setFrame(std::int32_t source, const DTransform& frame) {
  placed_[source].source.frame = frame;
}

void GravityField::place(const IndexedVector<Body>& bodies, const IndexedVector<Collider>& colliders,
                         double time) {
  for (Placed& placed : placed_) {
    const std::int32_t body = placed.source.body;
    placed.pose = body < 0 ? placed.source.frame : poseAfter(bodies[body], time) * placed.source.frame;
    for (Region& region : placed.regions) {
      const Collider& collider = colliders[region.definition.collider];
      region.shape = collider.shape;
      region.body = collider.body;
      region.pose = poseAfter(bodies[collider.body], time) * toDouble(collider.local);
    }
  }
}

void GravityField::setForce(std::int32_t source, const GravitySource& force) {
  GravitySource& own = placed_[source].source;
  own.strength = force.strength;
  own.unit_distance = force.unit_distance;
  own.direction = force.direction;
  own.radius = force.radius;
  own.replace = force.replace;
  own.stop = force.stop;
  own.points = force.points;
  changed_ = true;
}

void GravityField::setShape(std::int32_t source, std::shared_ptr<const collide::Shape> shape,
                            const DTransform& pose) {
  placed_[source].source.shape = std::move(shape);
  placed_[source].source.shape_pose = pose;
  changed_ = true;
}

void GravityField::setOrder(std::vector<std::int32_t> order) {
  order_ = std::move(order);
  changed_ = true;
}

bool GravityField::beginStep(const IndexedVector<Body>& bodies, const IndexedVector<Collider>& colliders,
                             double time_step) {
  place(bodies, colliders, 0);
  bool moved = std::exchange(changed_, false);
  for (Placed& placed : placed_) {
    moved = moved || !(placed.pose == placed.seen);
    placed.seen = placed.pose;
    for (Region& region : placed.regions) {
      moved = moved || !(region.pose == region.seen);
      region.seen = region.pose;
      // Bounds relative to the shape's origin, so that float is precise enough far from the global origin.
      const Aabb box = collide::bounds(*region.shape, Transform{{}, normalized(Quat(region.pose.rotation))});
      const Collider& collider = colliders[region.definition.collider];
      const Body& body = bodies[collider.body];
      double distance = 0;
      if (body.awake_index >= 0) {
        const double reach =
            static_cast<double>(collider.origin_radius) + length(DVec3(collider.local.translation));
        distance =
            (length(DVec3(body.linear_velocity)) + length(DVec3(body.angular_velocity)) * reach) * time_step;
      }
      const double margin = distance + GravitySettings::kRounding *
                                           length(DVec3(maximum(absolute(box.lower), absolute(box.upper))));
      region.lower = region.pose.translation + DVec3(box.lower) - DVec3{margin, margin, margin};
      region.upper = region.pose.translation + DVec3(box.upper) + DVec3{margin, margin, margin};
    }
  }
  return moved;
}

void GravityField::moveTo(const IndexedVector<Body>& bodies, const IndexedVector<Collider>& colliders,
                          double time) {
  place(bodies, colliders, time);
}

bool GravityField::mayReach(const DVec3& place, double distance) const {
  for (const Placed& placed : placed_) {
    for (const Region& region : placed.regions) {
      if (isIn(place, region.lower, region.upper, distance)) return true;
    }
  }
  return false;
}

bool GravityField::isInside(const Placed& placed, const DVec3& place, std::int32_t body) const {
  for (const Region& region : placed.regions) {
    const IndexedVector<std::uint8_t>& blind = region.definition.blind;
    if (region.body == body || (!blind.empty() && blind[body] != 0)) continue;
    if (!isIn(place, region.lower, region.upper, 0)) continue;
    if (collide::contains(*region.shape, inverseTransformPoint(region.pose, place))) return true;
  }
  return false;
}

DVec3 GravityField::at(const DVec3& place, std::int32_t body, const DVec3& world, double substep) const {
  DVec3 sum;
  for (const std::int32_t source : order_) {
    const Placed& placed = placed_[source];
    if (!isInside(placed, place, body)) continue;
    const DVec3 own =
        rotate(placed.pose.rotation,
               accelerationAt(placed.source, inverseTransformPoint(placed.pose, place), substep));
    sum = placed.source.replace ? own : sum + own;
    if (placed.source.stop) return sum;
  }
  return sum + world;
}

void GravityField::save(ByteWriter& out) const {
  for (const Placed& placed : placed_) {
    out(placed.source.frame, placed.seen);
    for (const Region& region : placed.regions) out(region.seen);
  }
}

bool GravityField::restore(ByteReader& in) {
  IndexedVector<Placed> read = placed_;
  for (Placed& placed : read) {
    in(placed.source.frame, placed.seen);
    for (Region& region : placed.regions) in(region.seen);
  }
  if (in.ok()) placed_ = std::move(read);
  return in.ok();
}

}  // namespace carom::solve

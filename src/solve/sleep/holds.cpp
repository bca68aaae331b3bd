#include "solve/sleep/holds.hpp"

#include <algorithm>
#include <cmath>

#include "solve/sleep/sleep_settings.hpp"

namespace carom::solve {

bool spanPlane(const Vec3* points, std::size_t count, float least) {
  std::size_t far = 0;
  float longest = 0;
  for (std::size_t i = 1; i < count; ++i) {
    const float along = lengthSquared(points[i] - points[0]);
    if (along > longest) longest = along, far = i;
  }
  if (!(longest > least * least)) return false;
  const Vec3 axis = (points[far] - points[0]) * (1 / std::sqrt(longest));
  for (std::size_t i = 1; i < count; ++i) {
    if (lengthSquared(cross(axis, points[i] - points[0])) > least * least) return true;
  }
  return false;
}

namespace {

/// Sum of the normal impulses of a manifold, N·s per substep.
float loadOf(const ContactManifold& manifold) {
  float load = 0;
  for (std::int32_t i = 0; i < manifold.point_count; ++i) load += manifold.points[i].normal_impulse;
  return load;
}

}  // namespace

bool holds(const ContactManifold& manifold, float static_friction) {
  const float most = SleepSettings::kHoldingShare * static_friction * loadOf(manifold);
  return most > 0 && lengthSquared(manifold.friction_impulse) <= most * most;
}

float sizeOf(const Body& body) {
  const float most = std::max({body.inertia.x, body.inertia.y, body.inertia.z});
  const float reach = body.extents.bounding_radius > 0 ? body.extents.bounding_radius
                      : body.inverse_mass > 0          ? std::sqrt(most * body.inverse_mass)
                                                       : 1.0f;
  return std::min(reach, 1e6f);
}

float fastestPoint(const Body& body) {
  return length(body.linear_velocity) + length(body.angular_velocity) * sizeOf(body);
}

void Holds::add(const Contact& contact, int side) {
  for (std::int32_t m = 0; m < contact.manifold_count; ++m) {
    const ContactManifold& manifold = contact.manifolds()[m];
    if (!holds(manifold, contact.static_friction)) continue;
    for (std::int32_t i = 0; i < manifold.point_count && count_ < SleepSettings::kMaxHoldingPoints; ++i) {
      const ContactPoint& point = manifold.points[i];
      if (point.normal_impulse > 0) points_[count_++] = side == 0 ? point.anchor_a : manifold.anchorB(point);
    }
  }
}

bool Holds::holdWhole(const Body& body) const {
  // One point holds a body that cannot rotate.
  if (body.inverse_inertia == Vec3{}) return count_ > 0;
  return spanPlane(points_, count_, SleepSettings::kLeastSpread * sizeOf(body));
}

}  // namespace carom::solve

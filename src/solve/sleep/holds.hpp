// Bodies that static friction holds.
#pragma once

#include <cstddef>

#include "solve/sleep/sleep_settings.hpp"
#include "solve/state/body.hpp"
#include "solve/state/contact.hpp"

namespace carom::solve {

/// The size R of a body: distance of its farthest point from its centre of mass, m. Without colliders it is
/// the largest radius of gyration.
float sizeOf(const Body& body);
/// Upper bound of the speed of a body's points, m/s.
float fastestPoint(const Body& body);

/// Points of a body at which static friction holds it, relative to its centre of mass. Two points leave a
/// rotation about the line through them; three points that are not in line leave no motion.
class Holds {
 public:
  /// Adds the holding points of a contact; `side` is the body's side of it.
  void add(const Contact& contact, int side);
  /// Whether the points leave no motion.
  bool holdWhole(const Body& body) const;
  void clear() { count_ = 0; }

 private:
  Vec3 points_[SleepSettings::kMaxHoldingPoints];
  std::size_t count_ = 0;
};

/// Whether static friction holds at the points of a manifold.
bool holds(const ContactManifold& manifold, float static_friction);
/// Whether three of the points are farther than `least` from a common line.
bool spanPlane(const Vec3* points, std::size_t count, float least);

}  // namespace carom::solve

// Which bodies static friction holds.
#pragma once

#include <cstddef>

#include "solve/state/body.hpp"
#include "solve/state/contact.hpp"

namespace carom::solve {

/// How far from its centre of mass a body's turning can be seen, m. Without colliders it is that of its mass.
float sizeOf(const Body& body);
/// Bound of the speed of a body's points, m/s.
float fastestPoint(const Body& body);

/// Points of a body at which static friction holds it, from its centre of mass. Two of them leave a turn
/// about the line through them; three that are not in line leave nothing.
class Holds {
 public:
  /// Adds those of a contact of which the body is a side.
  void add(const Contact& contact, int side);
  /// Whether they leave nothing.
  bool holdWhole(const Body& body) const;

 private:
  static constexpr std::size_t kMostPoints = 24;
  Vec3 points_[kMostPoints];
  std::size_t count_ = 0;
};

}  // namespace carom::solve

// Interpolation of values, and easing curves.
#pragma once

#include <array>

#include "carom/scene/value.hpp"

namespace carom::behavior {

/// KHR_interactivity, "math/quatSlerp": the shorter way, beyond 0..1 too.
DQuat sphericalBetween(const DQuat& a, const DQuat& b, double c);
/// Number by number, (1 - c) a + c b; with `spherical` as quaternions.
Value between(const Value& a, const Value& b, double c, bool spherical);

/// A cubic Bézier curve from (0, 0) to (1, 1) with two control points, whose x lie in 0..1: y where x is t.
struct Easing {
  std::array<double, 2> p1{0, 0}, p2{1, 1};
  double at(double t) const;
};

}  // namespace carom::behavior

#include "behavior/interpolation.hpp"

#include <cmath>

#include "base/trigonometry.hpp"

namespace carom::behavior {

namespace {

double bezier(double p1, double p2, double s) {
  const double u = 1 - s;
  return 3 * u * u * s * p1 + 3 * u * s * s * p2 + s * s * s;
}

}  // namespace

DQuat sphericalBetween(const DQuat& a, const DQuat& b, double c) {
  double d = dot(a, b);
  const double sign = d < 0 ? -1 : 1;
  d *= sign;
  double of_a = 1 - c, of_b = c;
  if (!(d > 1 - 1e-9)) {
    const double angle = arcCosine(d), whole = sine(angle);
    of_a = sine(angle * (1 - c)) / whole;
    of_b = sine(angle * c) / whole;
  }
  of_b *= sign;
  return {a.x * of_a + b.x * of_b, a.y * of_a + b.y * of_b, a.z * of_a + b.z * of_b, a.w * of_a + b.w * of_b};
}

Value between(const Value& a, const Value& b, double c, bool spherical) {
  if (spherical) return Value::of(sphericalBetween(a.quaternion(), b.quaternion(), c));
  Value out = b;
  for (std::size_t i = 0; i < valueSize(b.type); ++i)
    out.numbers[i] = (1 - c) * a.numbers[i] + c * b.numbers[i];
  return out;
}

/// x grows with the parameter, since the control points' x lie in 0..1: halving finds it.
double Easing::at(double t) const {
  if (p1[0] == p1[1] && p2[0] == p2[1]) return t;
  double low = 0, high = 1;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (bezier(p1[0], p2[0], middle) < t ? low : high) = middle;
  }
  return bezier(p1[1], p2[1], (low + high) / 2);
}

}  // namespace carom::behavior

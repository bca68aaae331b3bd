// KHR_interactivity, "Angle and Trigonometry Operations" and "Hyperbolic Operations".
#include <cmath>
#include <limits>

#include "base/hyperbolic.hpp"
#include "base/trigonometry.hpp"
#include "behavior/components.hpp"
#include "behavior/trigonometry.hpp"

namespace carom::behavior {

double arcTangentOf(double y, double x) {
  if (std::isnan(y) || std::isnan(x)) return std::nan("");
  const double size_y = std::abs(y), size_x = std::abs(x);
  double angle = 0;  // Of the point in the first quadrant.
  if (std::isinf(size_y) && std::isinf(size_x)) {
    angle = kPi / 4;
  } else if (size_y == 0 || std::isinf(size_x)) {
    angle = 0;
  } else {
    angle = std::isinf(size_y) ? kPi / 2 : arcTangent2(size_y, size_x);
  }
  if (std::signbit(x)) angle = kPi - angle;
  return std::signbit(y) ? -angle : angle;
}

double arcCosineOf(double a) {
  return std::abs(a) <= 1 ? arcCosine(a) : std::nan("");
}

namespace {

double radians(double a) {
  return a * kPi / 180;
}
double degrees(double a) {
  return a * 180 / kPi;
}
/// Zeros keep their sign.
double sineOf(double a) {
  return a == 0 ? a : sine(a);
}
double cosineOf(double a) {
  return cosine(a);
}
double tangentOf(double a) {
  const SineCosine both = sineCosine(a);
  return a == 0 ? a : both.sine / both.cosine;
}
double arcSineOf(double a) {
  if (a == 0) return a;
  return std::abs(a) <= 1 ? arcSine(a) : std::nan("");
}
double arcTangentOfOne(double a) {
  return std::isinf(a) ? (a < 0 ? -kPi / 2 : kPi / 2) : (a == 0 || std::isnan(a) ? a : arcTangent(a));
}

constexpr Operation kOperations[] = {
    ofEach<radians>("math/rad"),
    ofEach<degrees>("math/deg"),
    ofEach<sineOf>("math/sin"),
    ofEach<cosineOf>("math/cos"),
    ofEach<tangentOf>("math/tan"),
    ofEach<arcSineOf>("math/asin"),
    ofEach<arcCosineOf>("math/acos"),
    ofEach<arcTangentOfOne>("math/atan"),
    {.name = "math/atan2", .signatures = {{{"NN>N", eachOfTwo<arcTangentOf>}}}},
    ofEach<hyperbolicSine>("math/sinh"),
    ofEach<hyperbolicCosine>("math/cosh"),
    ofEach<hyperbolicTangent>("math/tanh"),
    ofEach<inverseHyperbolicSine>("math/asinh"),
    ofEach<inverseHyperbolicCosine>("math/acosh"),
    ofEach<inverseHyperbolicTangent>("math/atanh"),
};

}  // namespace

std::span<const Operation> trigonometryOperations() {
  return kOperations;
}

}  // namespace carom::behavior

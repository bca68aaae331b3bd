// Angles are reduced to within π/4 of a multiple of π/2 by subtracting that multiple in three parts (W. J.
// Cody and W. Waite, "Software Manual for the Elementary Functions", 1980), where the Taylor series converge
// in nine terms. The arc tangent is reduced by atan x = π/2 - atan 1/x and atan x = π/6 + atan((√3 x - 1)/(√3
// + x)) to |x| <= 2 - √3.
#include "base/trigonometry.hpp"

#include <cmath>

namespace carom {

namespace {

// π/2 in parts of 33 bits, so that the products with a quarter count below 2^20 are exact.
constexpr double kHalfPiHigh = 0x1.921fb544p+0;
constexpr double kHalfPiMiddle = 0x1.0b4611a6p-34;
constexpr double kHalfPiLow = 0x1.3198a2e037073p-69;
constexpr double kTwoOverPi = 0.63661977236758134308;

/// |x| <= π/4 and a little.
double sineSeries(double x) {
  const double z = x * x;
  return x *
         (1 -
          z / 6 *
              (1 -
               z / 20 *
                   (1 -
                    z / 42 * (1 - z / 72 * (1 - z / 110 * (1 - z / 156 * (1 - z / 210 * (1 - z / 272))))))));
}
double cosineSeries(double x) {
  const double z = x * x;
  return 1 -
         z / 2 *
             (1 -
              z / 12 *
                  (1 -
                   z / 30 *
                       (1 -
                        z / 56 *
                            (1 - z / 90 * (1 - z / 132 * (1 - z / 182 * (1 - z / 240 * (1 - z / 306))))))));
}

}  // namespace

SineCosine sineCosine(double angle) {
  const double nan = angle - angle;
  if (!(nan == 0)) return {nan, nan};
  // Whole turns of huge angles first: what is left of their digits is all they have.
  while (angle > 1e6 || angle < -1e6) {
    double turn = 2 * kPi;
    const double size = angle < 0 ? -angle : angle;
    while (turn < 0.25 * size) turn *= 2;
    angle += angle < 0 ? turn : -turn;
  }
  const double quarters = angle * kTwoOverPi;
  const auto count = static_cast<long long>(quarters + (quarters < 0 ? -0.5 : 0.5));
  const double k = static_cast<double>(count);
  const double x = ((angle - k * kHalfPiHigh) - k * kHalfPiMiddle) - k * kHalfPiLow;
  const double s = sineSeries(x), c = cosineSeries(x);
  switch (count & 3) {
    case 0:
      return {s, c};
    case 1:
      return {c, -s};
    case 2:
      return {-s, -c};
    default:
      return {-c, s};
  }
}

double sine(double angle) {
  return sineCosine(angle).sine;
}
double cosine(double angle) {
  return sineCosine(angle).cosine;
}

double arcTangent(double x) {
  if (x < 0) return -arcTangent(-x);
  if (!(x <= 1)) return x > 1 ? 0.5 * kPi - arcTangent(1 / x) : x;
  constexpr double kRoot3 = 1.73205080756887729353;
  double base = 0;
  if (x > 0.26794919243112270647) {
    base = kPi / 6;
    x = (kRoot3 * x - 1) / (kRoot3 + x);
  }
  const double z = x * x;
  double sum = 0;
  for (int k = 27; k >= 1; k -= 2) sum = 1.0 / k - z * sum;
  return base + x * sum;
}

double arcTangent2(double y, double x) {
  if (x == 0 && y == 0) return 0;
  const double ax = x < 0 ? -x : x, ay = y < 0 ? -y : y;
  double angle = ay <= ax ? arcTangent(ay / ax) : 0.5 * kPi - arcTangent(ax / ay);
  if (x < 0) angle = kPi - angle;
  return y < 0 ? -angle : angle;
}

double arcCosine(double x) {
  if (x >= 1) return 0;
  if (x <= -1) return kPi;
  return arcTangent2(std::sqrt((1 - x) * (1 + x)), x);
}

double arcSine(double x) {
  if (x >= 1) return 0.5 * kPi;
  if (x <= -1) return -0.5 * kPi;
  return arcTangent2(x, std::sqrt((1 - x) * (1 + x)));
}

}  // namespace carom

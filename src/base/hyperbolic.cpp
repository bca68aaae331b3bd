// In terms of 1 - e^-x and ln (1 + x), which lose no digits near zero.
#include "base/hyperbolic.hpp"

#include <cmath>
#include <limits>

#include "base/exponential.hpp"
#include "base/logarithm.hpp"
#include "base/power.hpp"

namespace carom {
namespace {

constexpr double kLn2 = 0x1.62e42fefa39efp-1;
constexpr double kLarge = 1e8;  ///< Its square and one more are the same number.

double withSign(double size, double of) {
  return std::signbit(of) ? -size : size;
}

/// e^x/2 without an overflow of e^x.
double halfExponential(double x) {
  return x < 700 ? exponential(x) / 2 : wideExponential(x - kLn2);
}

}  // namespace

double hyperbolicSine(double x) {
  const double size = std::abs(x);
  if (!(size > 0) || std::isinf(size)) return x;
  if (size > 20) return withSign(halfExponential(size), x);
  return withSign(exponential(size) * oneMinusExponential(2 * size) / 2, x);
}

double hyperbolicCosine(double x) {
  const double size = std::abs(x);
  if (std::isnan(size) || std::isinf(size)) return size;
  if (size > 20) return halfExponential(size);
  const double grown = exponential(size);
  return (grown + 1 / grown) / 2;
}

double hyperbolicTangent(double x) {
  const double size = std::abs(x);
  if (!(size > 0)) return x;
  if (size > 20) return withSign(1, x);
  const double lost = oneMinusExponential(2 * size);
  return withSign(lost / (2 - lost), x);
}

double inverseHyperbolicSine(double x) {
  const double size = std::abs(x);
  if (!(size > 0) || std::isinf(size)) return x;
  if (size > kLarge) return withSign(logarithm(size) + kLn2, x);
  return withSign(logarithmOfOnePlus(size + size * size / (1 + std::sqrt(1 + size * size))), x);
}

double inverseHyperbolicCosine(double x) {
  if (!(x >= 1)) return std::numeric_limits<double>::quiet_NaN();
  if (x > kLarge) return logarithm(x) + kLn2;
  const double above = x - 1;
  return logarithmOfOnePlus(above + std::sqrt(2 * above + above * above));
}

double inverseHyperbolicTangent(double x) {
  const double size = std::abs(x);
  if (!(size > 0)) return x;
  if (size > 1) return std::numeric_limits<double>::quiet_NaN();
  if (size == 1) return withSign(std::numeric_limits<double>::infinity(), x);
  return withSign(logarithmOfOnePlus(2 * size / (1 - size)) / 2, x);
}

}  // namespace carom

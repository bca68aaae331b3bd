// a^b = e^(b ln a), with the logarithm and the product in two parts each, since an error of the exponent is a
// relative error of the power. Small whole exponents are multiplied out.
#include "base/power.hpp"

#include <cmath>
#include <limits>

#include "base/exponential.hpp"
#include "base/logarithm.hpp"

namespace carom {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// e^(high + low) for any high and small low.
double exponentialOf(double high, double low) {
  if (std::isnan(high)) return high;
  if (high > 710) return kInfinite;
  if (high < -746) return 0;
  // Beyond ±700 in two factors, of which neither overflows.
  const double shift = high > 700 ? 64 : (high < -700 ? -64 : 0);
  const double value = exponential(high - shift) * (1 + low);
  return shift == 0 ? value : value * exponential(shift);
}

bool isWhole(double x) {
  return std::floor(x) == x;
}

bool isOdd(double x) {
  return isWhole(x) && std::abs(x) < 9007199254740992.0 && std::fmod(x, 2) != 0;
}

double wholePower(double a, int exponent) {
  double result = 1;
  for (unsigned n = static_cast<unsigned>(exponent < 0 ? -exponent : exponent); n > 0; n >>= 1, a *= a) {
    if (n & 1) result *= a;
  }
  return exponent < 0 ? 1 / result : result;
}

double powerOfPositive(double a, double b) {
  const SplitNumber ln = splitLogarithm(a);
  constexpr double kSplit = 134217729;  // 2^27 + 1, T. J. Dekker 1971
  const double product = b * ln.high;
  if (!(std::abs(product) < 800)) return product > 0 ? kInfinite : 0;
  const double pb = kSplit * b, pl = kSplit * ln.high;
  const double bh = std::isfinite(pb) ? pb - (pb - b) : b, lh = pl - (pl - ln.high);
  const double bl = b - bh, ll = ln.high - lh;
  const double rest = ((bh * lh - product) + bh * ll + bl * lh) + bl * ll;
  return exponentialOf(product, (std::isfinite(rest) ? rest : 0) + b * ln.low);
}

}  // namespace

double wideExponential(double x) {
  return exponentialOf(x, 0);
}

double power(double a, double b) {
  if (b == 0) return 1;
  if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<double>::quiet_NaN();
  const bool negative = std::signbit(a) && isOdd(b);
  const double size = std::abs(a);
  if (std::isinf(b)) {
    if (size == 1) return std::numeric_limits<double>::quiet_NaN();
    return (size > 1) == (b > 0) ? kInfinite : 0;
  }
  double result = 0;
  if (size == 0 || std::isinf(size)) {
    result = (size == 0) == (b > 0) ? 0 : kInfinite;
  } else if (a < 0 && !isWhole(b)) {
    return std::numeric_limits<double>::quiet_NaN();
  } else if (isWhole(b) && std::abs(b) <= 8) {
    result = wholePower(size, static_cast<int>(b));
  } else {
    result = powerOfPositive(size, b);
  }
  return negative ? -result : result;
}

double cubeRoot(double x) {
  if (x == 0 || std::isnan(x) || std::isinf(x)) return x;
  const double size = std::abs(x);
  double root = exponential(logarithm(size) / 3);
  // Two steps of Newton's method, from a start that is right to 14 digits.
  for (int i = 0; i < 2; ++i) root -= (root - size / (root * root)) / 3;
  return x < 0 ? -root : root;
}

}  // namespace carom

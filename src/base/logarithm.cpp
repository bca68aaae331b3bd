// x = 2^k m with m in [√½, √2): ln x = k ln 2 + 2 artanh s, s = (m - 1)/(m + 1), |s| < 0.172, where the
// series of artanh converges to double precision in twelve terms. ln 2 is added in two parts (W. J. Cody and
// W. Waite, "Software Manual for the Elementary Functions", 1980); products are split as T. J. Dekker does
// ("A floating-point technique for extending the available precision", 1971).
#include "base/logarithm.hpp"

#include <cmath>
#include <limits>

namespace carom {
namespace {

constexpr double kLn2High = 0x1.62e42fee00000p-1;
constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
constexpr double kOneOverLn2 = 0x1.71547652b82fep+0;
constexpr double kOneOverLn10 = 0x1.bcb7b1526e50ep-2;
constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// (artanh s - s) / s³ with q = s².
double tail(double q) {
  double sum = 0;
  for (int i = 25; i >= 3; i -= 2) sum = 1.0 / i + q * sum;
  return sum;
}

SplitNumber sumOf(double a, double b) {
  const double sum = a + b, part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}

SplitNumber productOf(double a, double b) {
  constexpr double kSplit = 134217729;  // 2^27 + 1
  const double pa = kSplit * a, pb = kSplit * b;
  const double ah = pa - (pa - a), bh = pb - (pb - b), al = a - ah, bl = b - bh;
  const double product = a * b;
  return {product, ((ah * bh - product) + ah * bl + al * bh) + al * bl};
}

}  // namespace

SplitNumber splitLogarithm(double x) {
  int k = 0;
  double m = std::frexp(x, &k);
  if (m < 0.70710678118654752) m *= 2, --k;
  const double above = m - 1;  // Exact.
  const SplitNumber below = sumOf(m, 1);
  const double s = above / below.high;
  const SplitNumber back = productOf(s, below.high);
  const double s_low = (((above - back.high) - back.low) - s * below.low) / below.high;
  const double q = s * s;
  const auto n = static_cast<double>(k);
  const SplitNumber first = sumOf(n * kLn2High, 2 * s);
  const SplitNumber second = sumOf(2 * s * q * tail(q), 2 * s_low + n * kLn2Low);
  const SplitNumber high = sumOf(first.high, second.high);
  return sumOf(high.high, high.low + first.low + second.low);
}

double logarithm(double x) {
  if (std::isnan(x) || x < 0) return std::numeric_limits<double>::quiet_NaN();
  if (x == 0) return -kInfinite;
  if (x == kInfinite) return x;
  const SplitNumber split = splitLogarithm(x);
  return split.high + split.low;
}

double logarithmOfOnePlus(double x) {
  const double sum = 1 + x;
  if (sum == 1) return x;
  if (!(sum > 0) || sum == kInfinite) return logarithm(sum);
  // W. Kahan: the error of the sum cancels.
  return logarithm(sum) * (x / (sum - 1));
}

double logarithm2(double x) {
  if (!(x > 0) || x == kInfinite) return logarithm(x);
  int exponent = 0;
  if (std::frexp(x, &exponent) == 0.5) return exponent - 1;
  const SplitNumber split = splitLogarithm(x);
  return split.high * kOneOverLn2 + split.low * kOneOverLn2;
}

double logarithm10(double x) {
  if (!(x > 0) || x == kInfinite) return logarithm(x);
  const SplitNumber split = splitLogarithm(x);
  const double value = split.high * kOneOverLn10 + split.low * kOneOverLn10;
  const double whole = std::floor(value + 0.5);
  if (whole < 0 || whole > 22) return value;
  double power = 1;
  for (int i = 0; i < static_cast<int>(whole); ++i) power *= 10;
  return power == x ? whole : value;
}

}  // namespace carom

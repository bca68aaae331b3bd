// x = k ln 2 + r with |r| <= ln 2 / 2, where the Taylor series converges to double precision in 14 terms; ln
// 2 is subtracted in two parts (W. J. Cody and W. Waite, "Software Manual for the Elementary Functions",
// 1980).
#include "base/exponential.hpp"

#include <cstdint>

#include "base/bit_cast.hpp"

namespace carom {
namespace {

constexpr double kLn2High = 0x1.62e42fee00000p-1;
constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
constexpr double kOneOverLn2 = 0x1.71547652b82fep+0;

/// (e^x - 1)/x
double series(double x) {
  double sum = 1;
  for (int i = 15; i > 1; --i) sum = 1 + x / i * sum;
  return sum;
}

}  // namespace

double exponential(double x) {
  if (x < -700) return 0;
  if (x > 700) x = 700;
  const auto k = static_cast<std::int64_t>(x * kOneOverLn2 + (x < 0 ? -0.5 : 0.5));
  const auto n = static_cast<double>(k);
  const double r = (x - n * kLn2High) - n * kLn2Low;
  return (1 + r * series(r)) * bitCast<double>(static_cast<std::uint64_t>(k + 1023) << 52);
}

double oneMinusExponential(double x) {
  if (x < 0.25 && x > -0.25) return x * series(-x);
  return 1 - exponential(-x);
}

}  // namespace carom

// Logarithms, powers and hyperbolic functions against long double ones of the C library.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/hyperbolic.hpp"
#include "base/logarithm.hpp"
#include "base/power.hpp"

namespace carom {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// The largest error over a range, in units in the last place.
template <class Function, class Exact>
double worst(Function function, Exact exact, double from, double to) {
  double most = 0;
  constexpr int kSamples = 20000;
  for (int i = 0; i <= kSamples; ++i) {
    const double x = from + (to - from) * i / kSamples;
    const long double wanted = exact(static_cast<long double>(x));
    const auto nearest = static_cast<double>(wanted);
    const double unit = std::abs(std::nextafter(nearest, kInfinite) - nearest);
    if (!(unit > 1e-300)) continue;
    most = std::max(most, std::abs(static_cast<double>(function(x) - wanted)) / unit);
  }
  return most;
}

using Long = long double;

struct Accuracy {
  const char* name;
  double (*function)(double);
  Long (*exact)(Long);
  double from, to;
  double units;  ///< In the last place.
};

constexpr Accuracy kAccuracies[] = {
    {"log", logarithm, std::log, 1e-3, 10, 1},
    {"log1p", logarithmOfOnePlus, std::log1p, -0.5, 0.5, 3},
    {"log2", logarithm2, std::log2, 0.1, 1000, 2},
    {"log10", logarithm10, std::log10, 0.1, 1000, 2},
    {"cbrt", cubeRoot, std::cbrt, -1000, 1000, 2},
    {"exp", wideExponential, std::exp, -700, 709, 3},
    {"sinh", hyperbolicSine, std::sinh, -3, 3, 5},
    {"cosh", hyperbolicCosine, std::cosh, -30, 30, 5},
    {"tanh", hyperbolicTangent, std::tanh, -3, 3, 5},
    {"asinh", inverseHyperbolicSine, std::asinh, -3, 3, 4},
    {"acosh", inverseHyperbolicCosine, std::acosh, 1, 3, 4},
    {"atanh", inverseHyperbolicTangent, std::atanh, -0.99, 0.99, 4},
};

TEST(ElementaryFunctions, AreRightToAFewUnits) {
  for (const Accuracy& a : kAccuracies)
    EXPECT_LT(worst(a.function, a.exact, a.from, a.to), a.units) << a.name;
  EXPECT_LT(worst([](double x) { return power(x, 37.3); },
                  [](Long x) { return std::pow(x, static_cast<Long>(37.3)); }, 0.01, 10),
            4);
  EXPECT_LT(
      worst([](double x) { return power(2.5, x); }, [](Long x) { return std::pow(2.5L, x); }, -700, 700), 4);
}

TEST(ElementaryFunctions, HaveTheirSpecialValues) {
  const double nan = std::nan("");
  EXPECT_EQ(logarithm(0), -kInfinite);
  EXPECT_EQ(logarithm(-0.0), -kInfinite);
  EXPECT_EQ(logarithm(kInfinite), kInfinite);
  EXPECT_TRUE(std::isnan(logarithm(-1)));
  EXPECT_TRUE(std::isnan(logarithm(nan)));
  EXPECT_EQ(logarithm(1), 0);
  for (int i = -1070; i <= 1023; ++i) EXPECT_EQ(logarithm2(std::ldexp(1, i)), i);
  for (int i = 0; i <= 22; ++i) EXPECT_EQ(logarithm10(std::pow(10.0, i)), i);
  EXPECT_EQ(wideExponential(-kInfinite), 0);
  EXPECT_EQ(wideExponential(kInfinite), kInfinite);
  EXPECT_EQ(wideExponential(0), 1);
  EXPECT_TRUE(std::isnan(wideExponential(nan)));
  EXPECT_EQ(cubeRoot(-kInfinite), -kInfinite);
  EXPECT_TRUE(std::signbit(cubeRoot(-0.0)));
  EXPECT_EQ(hyperbolicCosine(-kInfinite), kInfinite);
  EXPECT_EQ(hyperbolicSine(800), kInfinite);
  EXPECT_EQ(hyperbolicTangent(kInfinite), 1);
  EXPECT_TRUE(std::isnan(inverseHyperbolicCosine(0.5)));
  EXPECT_EQ(inverseHyperbolicTangent(-1), -kInfinite);
}

TEST(ElementaryFunctions, PowersHaveTheSpecialValuesOfECMAScript) {
  const double nan = std::nan("");
  EXPECT_EQ(power(nan, 0), 1);
  EXPECT_TRUE(std::isnan(power(1, kInfinite)));
  EXPECT_TRUE(std::isnan(power(-1, -kInfinite)));
  EXPECT_TRUE(std::isnan(power(1, nan)));
  EXPECT_TRUE(std::isnan(power(-2, 0.5)));
  EXPECT_EQ(power(-2, 3), -8);
  EXPECT_EQ(power(-2, -2), 0.25);
  EXPECT_EQ(power(0, -1), kInfinite);
  EXPECT_EQ(power(-0.0, -3), -kInfinite);
  EXPECT_EQ(power(-0.0, -2), kInfinite);
  EXPECT_TRUE(std::signbit(power(-0.0, 3)));
  EXPECT_EQ(power(0.5, kInfinite), 0);
  EXPECT_EQ(power(2, -kInfinite), 0);
  EXPECT_EQ(power(-kInfinite, 3), -kInfinite);
  EXPECT_EQ(power(-kInfinite, -2), 0);
  EXPECT_EQ(power(10, 400), kInfinite);
  EXPECT_EQ(power(10, -400), 0);
}

}  // namespace
}  // namespace carom

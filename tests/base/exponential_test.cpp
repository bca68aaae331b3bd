// The exponential against the C library's, and its exact points.
#include "base/exponential.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace carom {
namespace {

TEST(Exponential, AgreesWithTheLibraryToAFewUnits) {
  double worst = 0;
  for (int i = -7000; i <= 7000; ++i) {
    const double x = i * 0.0999, exact = std::exp(x);
    worst = std::max(worst, std::abs(exponential(x) / exact - 1));
  }
  EXPECT_LT(worst, 4 * 2.3e-16);
}

TEST(Exponential, HasItsEnds) {
  EXPECT_EQ(exponential(0), 1);
  EXPECT_EQ(exponential(-1000), 0);
  EXPECT_EQ(exponential(-1e308), 0);
  EXPECT_NEAR(exponential(1000) / std::exp(700), 1, 1e-13);
  EXPECT_TRUE(std::isfinite(exponential(1e308)));
}

TEST(Exponential, OneMinusItIsExactForSmallArguments) {
  for (double x = 1e-18; x < 600; x *= 1.37) {
    for (const double signed_x : {x, -x}) {
      const double exact = -std::expm1(-signed_x);
      EXPECT_NEAR(oneMinusExponential(signed_x) / exact, 1, 2e-15) << signed_x;
    }
  }
  EXPECT_EQ(oneMinusExponential(0), 0);
}

TEST(Exponential, GrowsWithItsArgument) {
  double before = 0;
  for (int i = -20000; i <= 20000; ++i) {
    const double now = exponential(i * 1e-3);
    EXPECT_GT(now, before) << i;
    before = now;
  }
}

}  // namespace
}  // namespace carom

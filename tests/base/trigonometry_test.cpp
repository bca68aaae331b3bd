#include "base/trigonometry.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace carom {
namespace {

// Two units in the last place of values up to 1 (and of π for angles), against the C library.
constexpr double kClose = 5e-16;

TEST(Trigonometry, SineAndCosineOfManyAngles) {
  for (int i = -20000; i <= 20000; ++i) {
    const double angle = i * 0.00137;
    EXPECT_NEAR(sine(angle), std::sin(angle), kClose) << angle;
    EXPECT_NEAR(cosine(angle), std::cos(angle), kClose) << angle;
  }
}

TEST(Trigonometry, LargeAnglesKeepTheirDigits) {
  for (const double angle : {1e3, -12345.678, 99999.5, 314159.26535, -271828.18}) {
    EXPECT_NEAR(sine(angle), std::sin(angle), kClose) << angle;
    EXPECT_NEAR(cosine(angle), std::cos(angle), kClose) << angle;
  }
  // Beyond that only the size is promised.
  for (const double angle : {1e9, -1e15, 1e300, std::numeric_limits<double>::max()}) {
    EXPECT_NEAR(sine(angle) * sine(angle) + cosine(angle) * cosine(angle), 1, 1e-14) << angle;
  }
}

TEST(Trigonometry, SmallAnglesAreThemselves) {
  EXPECT_EQ(sine(0), 0);
  EXPECT_EQ(sine(1e-20), 1e-20);
  EXPECT_EQ(cosine(1e-20), 1);
}

TEST(Trigonometry, InfiniteAnglesGiveNaN) {
  EXPECT_TRUE(std::isnan(sine(std::numeric_limits<double>::infinity())));
  EXPECT_TRUE(std::isnan(cosine(std::numeric_limits<double>::quiet_NaN())));
}

TEST(Trigonometry, ArcTangentInEveryQuadrant) {
  for (int i = -50; i <= 50; ++i) {
    for (int j = -50; j <= 50; ++j) {
      if (i == 0 && j == 0) continue;
      const double y = i * 0.37, x = j * 0.73;
      EXPECT_NEAR(arcTangent2(y, x), std::atan2(i == 0 ? 0.0 : y, j == 0 ? 0.0 : x), 1e-15) << y << ' ' << x;
    }
  }
  EXPECT_EQ(arcTangent2(0, 0), 0);
  EXPECT_EQ(arcTangent2(1e-300, 1e300), 0);
  EXPECT_NEAR(arcTangent2(1e300, 1e-300), kPi / 2, 1e-15);
  for (int i = -2000; i <= 2000; ++i) EXPECT_NEAR(arcTangent(i * 0.01), std::atan(i * 0.01), kClose);
}

TEST(Trigonometry, ArcSineAndArcCosine) {
  for (int i = -1000; i <= 1000; ++i) {
    const double x = i * 0.001;
    EXPECT_NEAR(arcCosine(x), std::acos(x), 1e-15) << x;
    EXPECT_NEAR(arcSine(x), std::asin(x), 1e-15) << x;
  }
  EXPECT_EQ(arcCosine(1.5), 0);
  EXPECT_EQ(arcCosine(-1.5), kPi);
  EXPECT_EQ(arcSine(2), kPi / 2);
}

}  // namespace
}  // namespace carom

// Logarithms with the same bits on every platform, to about two units in the last place.
#pragma once

namespace carom {

/// ln x; NaN below 0, -infinity at 0.
double logarithm(double x);
/// ln (1 + x), also for small x to that accuracy.
double logarithmOfOnePlus(double x);
/// Exact for powers of two.
double logarithm2(double x);
/// Exact for powers of ten up to 10^22.
double logarithm10(double x);

/// A number as the sum of two: the second is what the first could not hold.
struct SplitNumber {
  double high = 0, low = 0;
};
/// ln x for finite x > 0 to about 20 digits.
SplitNumber splitLogarithm(double x);

}  // namespace carom

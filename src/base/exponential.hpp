// The exponential function with the same bits on every platform.
#pragma once

namespace carom {

/// e^x to about two units in the last place; 0 below -700, e^700 above 700.
double exponential(double x);
/// 1 - e^-x, also for small x to that accuracy.
double oneMinusExponential(double x);

}  // namespace carom

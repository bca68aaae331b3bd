// Powers and roots with the same bits on every platform, to about two units in the last place.
#pragma once

namespace carom {

/// e^x over the whole range of double; 0 and infinity beyond it.
double wideExponential(double x);
/// a^b as in ECMAScript: IEEE 754's pow, but NaN for ±1 to an infinite power and 1 to the power NaN.
double power(double a, double b);
/// Of negative numbers too.
double cubeRoot(double x);

}  // namespace carom

// Sine, cosine and their inverses with the same bits on every platform: additions, multiplications, divisions
// and square roots only, which IEEE 754 defines exactly. Accurate to about two units in the last place.
#pragma once

namespace carom {

/// Angle in radians; exact range reduction up to about 1e5 turns, gradually less beyond. NaN for infinite
/// angles.
double sine(double angle);
double cosine(double angle);
/// Both at the cost of little more than one.
struct SineCosine {
  double sine = 0, cosine = 1;
};
SineCosine sineCosine(double angle);

/// Angle of the point (x, y) from the X axis, in (-π, π]; 0 for (0, 0). The sign of a zero is not looked at.
double arcTangent2(double y, double x);
double arcTangent(double x);
/// In [0, π]; arguments beyond ±1 are taken as ±1.
double arcCosine(double x);
/// In [-π/2, π/2]; arguments beyond ±1 are taken as ±1.
double arcSine(double x);

inline constexpr double kPi = 3.14159265358979323846;

}  // namespace carom

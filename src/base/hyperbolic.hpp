// Hyperbolic functions and their inverses with the same bits on every platform, to a few units in the last
// place. Zeros keep their sign.
#pragma once

namespace carom {

double hyperbolicSine(double x);
double hyperbolicCosine(double x);
double hyperbolicTangent(double x);
double inverseHyperbolicSine(double x);
/// NaN below 1.
double inverseHyperbolicCosine(double x);
/// NaN beyond ±1.
double inverseHyperbolicTangent(double x);

}  // namespace carom

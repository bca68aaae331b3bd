// Angles with the special cases that KHR_interactivity asks for.
#pragma once

namespace carom::behavior {

/// IEEE 754's atan2, with all its zeros and infinities.
double arcTangentOf(double y, double x);
/// NaN beyond ±1.
double arcCosineOf(double a);

}  // namespace carom::behavior

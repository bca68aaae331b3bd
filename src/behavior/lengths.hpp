// Lengths without overflow.
#pragma once

#include <cstddef>

namespace carom::behavior {

/// IEEE 754's hypot of any number of numbers: infinite where any is, else NaN where any is.
double lengthOf(const double* numbers, std::size_t count);

}  // namespace carom::behavior

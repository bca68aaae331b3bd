// Axis scales with round tick values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace carom::output {

/// Maps values to picture coordinates.
struct Axis {
  double lower = 0, upper = 1;  ///< Values at the ends.
  double begin = 0, end = 1;    ///< Picture coordinates of the ends.
  std::vector<double> ticks;
  int decimals = 0;  ///< Of tick labels.

  double at(double value) const { return begin + (value - lower) / (upper - lower) * (end - begin); }
};

/// An axis over [lower, upper] with about `count` ticks at multiples of 1, 2 or 5 times a power of ten.
/// `rounded` widens the range to the ticks around it.
Axis makeAxis(double lower, double upper, double begin, double end, int count, bool rounded);

/// A tick's value with the axis' decimals; large and small ones with an exponent.
std::string tickLabel(const Axis& axis, double value);

/// Indices of the points of a curve that are needed to draw it to within `tolerance` picture units, at most
/// about `limit` of them: extremes of equal slices of the curve first, then what Douglas and Peucker's method
/// keeps of these.
std::vector<std::uint32_t> drawnPoints(const std::vector<double>& x, const std::vector<double>& y,
                                       double tolerance, std::size_t limit);

}  // namespace carom::output

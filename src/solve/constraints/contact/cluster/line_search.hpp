// How far a convex function falls along a line.
#pragma once

#include <cmath>

#include "solve/constraints/contact/cluster/cluster_settings.hpp"

namespace carom::solve {

struct LineSlope {
  double value = 0, derivative = 0;
};

/// The t <= 1 up to which a function falls whose slope is slope_at(t), `before` at 0: Newton's steps for the
/// root, or halves of the bracket where these leave it.
template <class SlopeAt>
double searchLine(double before, SlopeAt&& slope_at) {
  double low = 0, high = 1, t = 1;
  for (int i = 0; i < ClusterSettings::kSearches; ++i) {
    const LineSlope slope = slope_at(t);
    if (std::abs(slope.value) <= ClusterSettings::kFlat * std::abs(before) || (i == 0 && slope.value < 0))
      break;
    (slope.value < 0 ? low : high) = t;
    const double root = t - slope.value / slope.derivative;
    t = root > low && root < high ? root : 0.5 * (low + high);
  }
  return t;
}

}  // namespace carom::solve

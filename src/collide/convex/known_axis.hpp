// The separating axis of the last step, tried first.
#pragma once

#include "collide/convex/gjk.hpp"

namespace carom::collide {

enum class KnownAxis : std::uint8_t {
  Unknown,      ///< A search is needed.
  Apart,        ///< The cores are farther apart than `farthest`.
  Separated,    ///< Cores apart: normal and closest points are exact.
  Overlapping,  ///< Cores overlap: no direction is shorter by more than the margin.
};

struct AxisQuestion {
  double farthest = 0;      ///< Largest distance of the cores that matters, m.
  double margin = 0;        ///< Another direction may be shorter by this, m,
  double depth_margin = 0;  ///< plus this share of the depth.
};

struct AxisAnswer {
  DVec3 corners[3];                            ///< Of the difference: points in it. Only if overlapping.
  DVec3 normal;                                ///< Unit, from A to B.
  double separation = 0;                       ///< Of the cores along it, m; negative: overlap.
  bool has_points = false;                     ///< Always true if separated.
  DVec3 point_a, point_b;                      ///< Closest or deepest points.
  std::uint32_t support_a = 0, support_b = 0;  ///< Supporting vertices along the normal.
};

/// Whether the side of the Minkowski difference with which a search ended still is the part of its boundary
/// nearest to the origin. For cores without curves.
KnownAxis axisFromSeed(const ConvexView& a, const ConvexView& b, const Placement& b_to_a, const GjkSeed& seed,
                       const AxisQuestion& question, AxisAnswer& answer);

/// Deepest points from the nearest side of the Minkowski difference. Returns false if the origin is not above
/// it.
bool pointsOverSeed(const ConvexView& a, const ConvexView& b, const Placement& b_to_a, const GjkSeed& seed,
                    AxisAnswer& answer);

}  // namespace carom::collide

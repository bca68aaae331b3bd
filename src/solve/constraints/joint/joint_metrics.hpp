// Values of joint metrics and how they change with the motion of the bodies.
#pragma once

#include "carom/base/vector.hpp"
#include "solve/constraints/joint/joint.hpp"

namespace carom::solve {

/// The pose of a joint's second frame in its first.
struct FramePair {
  DVec3 offset;    ///< From the first origin to the second, global axes, m.
  DMat3 axes;      ///< Of the first frame, global.
  DQuat rotation;  ///< Of the second frame in the first, unit.
};

/// A number that a joint looks at, and the direction in which it grows: a translation of the second frame
/// along it, or a rotation about it, global axes.
struct MetricRow {
  double value = 0;
  DVec3 direction;
};

inline bool isAngular(JointMetric metric) {
  return metric >= JointMetric::Twist;
}
/// Rows that it takes to hold a metric at zero.
int zeroRows(JointMetric metric);
/// Value and direction of a metric. `turn`: an angle that twists are counted from, within half a turn.
MetricRow metricRow(JointMetric metric, int axis, const FramePair& pair, double turn);
/// One of the rows, all of which are zero where the metric is.
MetricRow zeroRow(JointMetric metric, int axis, int row, const FramePair& pair, double turn);
/// The same for springs about zero: together their forces are along the metric's direction and in proportion
/// to the metric, however great it is.
MetricRow softZeroRow(JointMetric metric, int axis, int row, const FramePair& pair, double turn);

}  // namespace carom::solve

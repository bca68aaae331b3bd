#include "solve/constraints/joint/joint_metrics.hpp"

#include "solve/constraints/joint/lane_metrics.hpp"

namespace carom::solve {
namespace {

LanePair<1> laneOf(const FramePair& pair) {
  const auto vector = [](const DVec3& v) { return DVec3W<1>{all<1>(v.x), all<1>(v.y), all<1>(v.z)}; };
  const DQuat& q = pair.rotation;
  return {vector(pair.offset),
          {vector(pair.axes.cx), vector(pair.axes.cy), vector(pair.axes.cz)},
          {all<1>(q.x), all<1>(q.y), all<1>(q.z), all<1>(q.w)}};
}

MetricRow rowOf(const LaneMetric<1>& metric) {
  const DVec3W<1>& d = metric.direction;
  return {metric.value[0], {d.x[0], d.y[0], d.z[0]}};
}

}  // namespace

int zeroRows(JointMetric metric) {
  switch (metric) {
    case JointMetric::AlongAxis:
    case JointMetric::Twist:
      return 1;
    case JointMetric::FromLine:
    case JointMetric::Swing:
      return 2;
    default:
      return 3;
  }
}

MetricRow metricRow(JointMetric metric, int axis, const FramePair& pair, double turn) {
  return rowOf(LaneMetrics<1>::metricRow(metric, axis, laneOf(pair), all<1>(turn)));
}

MetricRow zeroRow(JointMetric metric, int axis, int row, const FramePair& pair, double turn) {
  if (zeroRows(metric) == 1) return metricRow(metric, axis, pair, turn);
  return rowOf(LaneMetrics<1>::zeroRow(metric, axis, row, laneOf(pair)));
}

MetricRow softZeroRow(JointMetric metric, int axis, int row, const FramePair& pair, double turn) {
  if (zeroRows(metric) == 1) return metricRow(metric, axis, pair, turn);
  return rowOf(LaneMetrics<1>::softZeroRow(metric, axis, row, laneOf(pair)));
}

}  // namespace carom::solve

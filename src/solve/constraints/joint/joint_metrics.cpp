// Metrics of document 003's appendix and their gradients.
//
// With the frames' origins t, the axes e_k of the first, d = t_b − t_a and the bodies' velocities:
//
// Linear. A quantity n · d whose direction n turns with the first body changes by n · (ḋ − ω_a × d), and so
// do the distance from a point or a line with n along the distance itself, because the change of n is
// perpendicular to it. With ḋ = v_b + ω_b × r_b − v_a − ω_a × r_a:
//
//   d/dt = n · (v_b − v_a) + (r_b × n) · ω_b − ((r_a + d) × n) · ω_a.
//
// Angular. With the rotation q = (v, w) of the second frame in the first and the relative angular velocity Ω
// in the axes of the first, q̇ = Ω q / 2: ẇ = −Ω·v/2, v̇ = (w Ω + Ω × v)/2.
//
//   Twist about k:   θ = 2 atan2(v_k, w), so θ̇ = 2 (w v̇_k − v_k ẇ)/(w² + v_k²) = g · Ω with
//                    g = (w² e_k + w v × e_k + v_k v)/(w² + v_k²); e_k itself as long as there is no swing.
//   Swing of k:      cos φ = e_k · e'_k, so φ̇ = (e_k × e'_k)/sin φ · Ω.
//   Whole rotation:  φ = 2 atan2(|v|, w), so φ̇ = v/|v| · Ω.
//
// A metric that is held at zero has no direction there. Its rows are then those of vectors that vanish with
// it: components of d, or for swing and whole rotation of 2v, which is the rotation vector to second order,
// has its exact gradient d(2 v_i) = (w e_i + v × e_i) · Ω everywhere, and only a rotation by half a turn
// where the rows do not tell all directions apart.
//
// A spring about zero has to pull with the angle φ itself, and 2 |v| is 2 sin(φ/2). It has the components of
// the rotation vector, n φ, with the unit axes as directions: their torques −k φ n_i e_i add up to −k φ n,
// the gradient of φ being n.

#include "solve/constraints/joint/joint_metrics.hpp"

#include <algorithm>
#include <cmath>

#include "base/rotation_vector.hpp"
#include "base/trigonometry.hpp"
#include "solve/constraints/joint/joint_settings.hpp"

namespace carom::solve {
namespace {

const DVec3& axisOf(const DMat3& m, int k) {
  return k == 0 ? m.cx : (k == 1 ? m.cy : m.cz);
}

DVec3 unit(int k) {
  DVec3 e;
  e[k] = 1;
  return e;
}

/// The angle nearest to `near` that differs from `angle` by whole turns.
double unwrapped(double angle, double near) {
  const double turns = (near - angle) / (2 * kPi);
  if (!(std::abs(turns) < 1e9)) return angle;
  const auto whole = static_cast<double>(static_cast<std::int64_t>(turns + (turns < 0 ? -0.5 : 0.5)));
  return angle + whole * 2 * kPi;
}

/// The length of a vector as the value; its direction, or that of the spare axis when it has none.
MetricRow lengthRow(const DVec3& v, const DVec3& spare) {
  const double size = length(v);
  return {size, size > JointSettings::kNoDirection ? v * (1 / size) : spare};
}

MetricRow twistRow(int k, const FramePair& pair, double turn) {
  const DVec3 v = pair.rotation.vector(), e = unit(k);
  const double w = pair.rotation.w, along = dot(v, e);
  const double scale = 1 / std::max(JointSettings::kMostTilted, w * w + along * along);
  const DVec3 gradient = (e * (w * w) + cross(v, e) * w + v * along) * scale;
  return {unwrapped(2 * arcTangent2(along, w), turn), pair.axes * gradient};
}

/// Axis times angle of the shortest rotation from the first frame's axis k to the second's, in the axes of
/// the first.
DVec3 swingVector(int k, const FramePair& pair) {
  const DVec3 e = unit(k);
  const DVec3 other = rotate(pair.rotation, e);
  const DVec3 across = cross(e, other);
  const double sine = length(across), angle = arcTangent2(sine, dot(e, other));
  if (sine > JointSettings::kNoDirection) return across * (angle / sine);
  return angle > 1 ? unit((k + 1) % 3) * angle : across;
}

DVec3 vectorOf(JointMetric metric, int k, const FramePair& pair) {
  switch (metric) {
    case JointMetric::FromLine: {
      const DVec3& e = axisOf(pair.axes, k);
      return pair.offset - e * dot(e, pair.offset);
    }
    case JointMetric::FromPoint:
      return pair.offset;
    case JointMetric::Swing:
      return pair.axes * swingVector(k, pair);
    default:
      return pair.axes * rotationVector(pair.rotation);
  }
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
  if (metric == JointMetric::Twist) return twistRow(axis, pair, turn);
  if (metric == JointMetric::AlongAxis) {
    const DVec3& e = axisOf(pair.axes, axis);
    return {dot(e, pair.offset), e};
  }
  return lengthRow(vectorOf(metric, axis, pair), axisOf(pair.axes, (axis + 1) % 3));
}

MetricRow zeroRow(JointMetric metric, int axis, int row, const FramePair& pair, double turn) {
  const int rows = zeroRows(metric);
  if (rows == 1) return metricRow(metric, axis, pair, turn);
  const int k = rows == 2 ? (axis + 1 + row) % 3 : row;
  if (isAngular(metric)) {
    const DVec3 v = pair.rotation.vector(), e = unit(k);
    return {2 * dot(v, e), pair.axes * (e * pair.rotation.w + cross(v, e))};
  }
  const DVec3& e = axisOf(pair.axes, k);
  return {dot(e, pair.offset), e};
}

MetricRow softZeroRow(JointMetric metric, int axis, int row, const FramePair& pair, double turn) {
  if (zeroRows(metric) == 1 || !isAngular(metric)) return zeroRow(metric, axis, row, pair, turn);
  const int k = metric == JointMetric::Swing ? (axis + 1 + row) % 3 : row;
  const DVec3 turned = metric == JointMetric::Swing ? swingVector(axis, pair) : rotationVector(pair.rotation);
  return {dot(turned, unit(k)), axisOf(pair.axes, k)};
}

}  // namespace carom::solve

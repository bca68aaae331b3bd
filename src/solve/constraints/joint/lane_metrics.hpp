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
//
// Several joints at a time; all lanes look at the same metric.
#pragma once

#include "solve/constraints/joint/joint.hpp"
#include "solve/constraints/joint/joint_settings.hpp"
#include "solve/simd/lane_functions.hpp"

namespace carom::solve {
namespace {

/// The pose of a joint's second frame in its first, see FramePair.
template <int W>
struct LanePair {
  DVec3W<W> offset;
  DMat3W<W> axes;
  DQuatW<W> rotation;
};

/// See MetricRow.
template <int W>
struct LaneMetric {
  DoubleW<W> value;
  DVec3W<W> direction;
};

template <int W>
struct LaneMetrics {
  using Double = DoubleW<W>;
  using Vec = DVec3W<W>;
  using Pair = LanePair<W>;

  static const Vec& axisOf(const DMat3W<W>& m, int k) { return k == 0 ? m.cx : (k == 1 ? m.cy : m.cz); }
  static Double component(const Vec& v, int k) { return k == 0 ? v.x : (k == 1 ? v.y : v.z); }
  static Vec unit(int k) { return {all<W>(k == 0 ? 1 : 0), all<W>(k == 1 ? 1 : 0), all<W>(k == 2 ? 1 : 0)}; }

  /// The angle nearest to `near` that differs from `angle` by whole turns.
  static Double unwrapped(Double angle, Double near) {
    const Double turns = (near - angle) * (1 / (2 * kPi));
    const MaskW<W> few = (turns < 1e9) & (turns > -1e9);
    return few ? angle + nearest(few ? turns : all<W>(0)) * (2 * kPi) : angle;
  }

  static LaneMetric<W> twistRow(int k, const Pair& pair, Double turn) {
    const Vec v = vectorOf(pair.rotation), e = unit(k);
    const Double w = pair.rotation.w, along = component(v, k);
    const Double scale = 1 / greater(all<W>(JointSettings::kMostTilted), w * w + along * along);
    const Vec gradient = (e * (w * w) + cross(v, e) * w + v * along) * scale;
    return {unwrapped(2 * arcTangentOf(along, w), turn), pair.axes * gradient};
  }

  static Vec swingVector(int k, const Pair& pair) {
    const Vec e = unit(k);
    const Vec other = rotate(pair.rotation, e);
    const Vec across = cross(e, other);
    const Double sine = length(across), angle = arcTangentOf(sine, component(other, k));
    const MaskW<W> has_direction = sine > JointSettings::kNoDirection;
    const Vec turned = across * (angle / (has_direction ? sine : all<W>(1)));
    const Vec spare = select<W>(angle > 1, unit((k + 1) % 3) * angle, across);
    return select<W>(has_direction, turned, spare);
  }

  static Vec vectorOfMetric(JointMetric metric, int k, const Pair& pair) {
    switch (metric) {
      case JointMetric::FromLine: {
        const Vec& e = axisOf(pair.axes, k);
        return pair.offset - e * dot(e, pair.offset);
      }
      case JointMetric::FromPoint:
        return pair.offset;
      case JointMetric::Swing:
        return pair.axes * swingVector(k, pair);
      default:
        return pair.axes * rotationVectorOf<W>(pair.rotation);
    }
  }

  static LaneMetric<W> metricRow(JointMetric metric, int axis, const Pair& pair, Double turn) {
    if (metric == JointMetric::Twist) return twistRow(axis, pair, turn);
    if (metric == JointMetric::AlongAxis) {
      const Vec& e = axisOf(pair.axes, axis);
      return {dot(e, pair.offset), e};
    }
    const Vec v = vectorOfMetric(metric, axis, pair);
    const Double size = length(v);
    const MaskW<W> has_direction = size > JointSettings::kNoDirection;
    return {size, select<W>(has_direction, v * (1 / (has_direction ? size : all<W>(1))),
                            axisOf(pair.axes, (axis + 1) % 3))};
  }

  static LaneMetric<W> zeroRow(JointMetric metric, int axis, int row, const Pair& pair) {
    const int k =
        metric == JointMetric::FromLine || metric == JointMetric::Swing ? (axis + 1 + row) % 3 : row;
    if (metric >= JointMetric::Twist) {
      const Vec v = vectorOf(pair.rotation), e = unit(k);
      return {2 * component(v, k), pair.axes * (e * pair.rotation.w + cross(v, e))};
    }
    const Vec& e = axisOf(pair.axes, k);
    return {dot(e, pair.offset), e};
  }

  static LaneMetric<W> softZeroRow(JointMetric metric, int axis, int row, const Pair& pair) {
    if (metric < JointMetric::Twist) return zeroRow(metric, axis, row, pair);
    const int k = metric == JointMetric::Swing ? (axis + 1 + row) % 3 : row;
    const Vec turned =
        metric == JointMetric::Swing ? swingVector(axis, pair) : rotationVectorOf<W>(pair.rotation);
    return {component(turned, k), axisOf(pair.axes, k)};
  }
};

}  // namespace
}  // namespace carom::solve

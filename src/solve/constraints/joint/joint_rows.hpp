// The rows of a block of joint groups: Jacobians, targets and springs, from the poses of the bodies.
#pragma once

#include "solve/constraints/joint/joint_system.hpp"
#include "solve/constraints/joint/lane_metrics.hpp"
#include "solve/constraints/joint/spring_response.hpp"
#include "solve/integration/integrate.hpp"

namespace carom::solve {
namespace {

template <int W>
inline LanePair<W> pairOf(const JointBlock<W>& k, std::int32_t joint, bool ahead, DVec3W<W> (&arms)[2]) {
  const JointShape& shape = k.shapes[joint];
  const LaneJoint<W>& j = k.joints[joint];
  const LaneBody<W>&a = k.bodies[shape.a], &b = k.bodies[shape.b];
  const int frame = ahead ? 2 : 0;
  const DVec3W<W>& center_a = ahead ? a.ahead_center : a.center;
  const DVec3W<W>& center_b = ahead ? b.ahead_center : b.center;
  const DQuatW<W>& rotation_a = ahead ? a.ahead_rotation : a.rotation;
  const DQuatW<W>& rotation_b = ahead ? b.ahead_rotation : b.rotation;
  const DVec3W<W> origin_a = center_a + rotate(rotation_a, j.translation[frame]);
  arms[1] = rotate(rotation_b, j.translation[frame + 1]);
  const DVec3W<W> origin_b = center_b + arms[1];
  arms[0] = origin_b - center_a;
  const DQuatW<W> axes = rotation_a * j.rotation[frame];
  return {origin_b - origin_a, matrixOf(axes), conjugate(axes) * (rotation_b * j.rotation[frame + 1])};
}

template <int W>
inline LaneMetric<W> metricOf(const JointBlock<W>& k, const JointRowShape& row, const LanePair<W>& pair) {
  using Metrics = LaneMetrics<W>;
  const DoubleW<W> turn = k.joints[row.joint].turn[row.axis];
  if (row.rows == 1) return Metrics::metricRow(row.metric, row.axis, pair, turn);
  return row.soft ? Metrics::softZeroRow(row.metric, row.axis, row.component, pair)
                  : Metrics::zeroRow(row.metric, row.axis, row.component, pair);
}

/// Of the given lanes, for a metric of the pose now or ahead with these arms.
template <int W>
inline void setJacobian(JointBlock<W>& k, std::int32_t row, const DVec3W<W>& direction,
                        const DVec3W<W> (&arms)[2], MaskW<W> lanes) {
  const JointRowShape& shape = k.row_shapes[row];
  const JointShape& joint = k.shapes[shape.joint];
  const LaneBody<W>&a = k.bodies[joint.a], &b = k.bodies[joint.b];
  LaneRow<W>& r = k.rows[row];
  const DVec3W<W> none{all<W>(0), all<W>(0), all<W>(0)};
  const bool angular = shape.isAngular();
  k.assembled = nullptr;
  DVec3W<W> turn_a = angular ? direction : cross(arms[0], direction);
  DVec3W<W> turn_b = angular ? direction : cross(arms[1], direction);
  // The equations have the axes of the start of the substep, whatever the pose that the metric is looked at
  // in.
  turn_a = inverseTurn(a.axes, turn_a);
  turn_b = inverseTurn(b.axes, turn_b);
  r.linear = select<W>(lanes, angular ? none : direction, r.linear);
  r.angular_a = select<W>(lanes, turn_a, r.angular_a);
  r.angular_b = select<W>(lanes, turn_b, r.angular_b);
}

/// J_r M⁻¹ J_sᵀ of rows of one joint.
template <int W>
inline DoubleW<W> couplingOf(const JointBlock<W>& k, const JointShape& shape, const LaneRow<W>& r,
                             const LaneRow<W>& s) {
  const LaneBody<W>&a = k.bodies[shape.a], &b = k.bodies[shape.b];
  return dot(r.linear, s.linear) * (a.inverse_mass + b.inverse_mass) +
         dot(r.angular_a, a.inverse_inertia * s.angular_a) +
         dot(r.angular_b, b.inverse_inertia * s.angular_b);
}

/// Effective masses.
template <int W>
inline void setResponses(JointBlock<W>& k, const JointShape& shape, LaneRow<W>& r) {
  const LaneBody<W>&body_a = k.bodies[shape.a], &body_b = k.bodies[shape.b];
  const DoubleW<W> squared = dot(r.linear, r.linear);
  const DoubleW<W> a = body_a.inverse_mass * squared + dot(r.angular_a, body_a.inverse_inertia * r.angular_a);
  const DoubleW<W> b = body_b.inverse_mass * squared + dot(r.angular_b, body_b.inverse_inertia * r.angular_b);
  r.mass_inverse = a + b;
  // A share of A_ii itself, which a light body makes great, would let heavy ones slip that it holds, itself
  // or by others.
  const DoubleW<W> heavier = ((a > 0) & (b > 0)) ? 2 * lower(a, b) : r.mass_inverse;
  const DoubleW<W> group =
      greater(2 * squared * k.heaviest_inverse_mass, JointSettings::kLeastOfGroup * heavier);
  const bool together = k.topology->direct;
  r.give = greater(((squared > 0) & (together ? yes<W>() : no<W>())) ? lower(heavier, group) : heavier,
                   JointSettings::kLeastGive * r.mass_inverse);
}

/// What the row wants by itself; springs' impulses are prepared later, from the
/// velocities.
template <int W>
inline void chooseTarget(JointBlock<W>& k, std::int32_t row, DoubleW<W> impulse) {
  const JointRowShape& shape = k.row_shapes[row];
  const LaneRowDefinition<W>& e = k.definitions[row];
  LaneRow<W>& r = k.rows[row];
  const DoubleW<W> zero = all<W>(0);
  // A row that nothing can change is no equation.
  const MaskW<W> movable = r.mass_inverse > 1e-30;
  DoubleW<W> target = shape.rows > 1 ? zero : e.max, most = all<W>(kUnbounded), side = r.side;
  MaskW<W> active = movable;
  if (shape.role == JointElement::Role::Range) {
    most = movable ? most : zero;
    const DoubleW<W> above = r.value - e.max, below = e.min - r.value;
    const MaskW<W> upper = above >= below;
    side = upper ? all<W>(1) : all<W>(-1);
    target = upper ? e.max : e.min;
    active = shape.soft ? (greater(above, below) > 0) & movable : impulse * side < 0;
  }
  if (shape.role == JointElement::Role::Drive) most = e.max_force * k.h;
  r.target = target;
  r.most = most;
  r.side = side;
  r.active = active;
  r.bounded = no<W>();
  r.impulse = active ? impulse : zero;
}

/// A drive that needed all of its force in the last substep starts with it, until less is seen to be enough.
template <int W>
inline void startBounded(JointBlock<W>& k, std::int32_t row) {
  if (k.row_shapes[row].role != JointElement::Role::Drive) return;
  LaneRow<W>& r = k.rows[row];
  const MaskW<W> binds = r.active & (magnitude(r.last) >= r.most);
  r.active &= ~binds;
  r.bounded |= binds;
  r.impulse = binds ? r.last : r.impulse;
}

template <int W>
inline DSymmetric3W<W> inverseOf(const DSymmetric3W<W>& m) {
  const DoubleW<W> xx = m.yy * m.zz - m.yz * m.yz, xy = m.xz * m.yz - m.xy * m.zz,
                   xz = m.xy * m.yz - m.xz * m.yy;
  const DoubleW<W> scale = 1 / (m.xx * xx + m.xy * xy + m.xz * xz);
  return {xx * scale,
          xy * scale,
          xz * scale,
          (m.xx * m.zz - m.xz * m.xz) * scale,
          (m.xy * m.xz - m.xx * m.yz) * scale,
          (m.xx * m.yy - m.xy * m.xy) * scale};
}

/// h² G of a body that is pulled at an arm, in the axes of that; a turn about the arm changes nothing.
template <int W>
inline DSymmetric3W<W> stiffnessOf(const DVec3W<W>& arm, DoubleW<W> pull) {
  const DoubleW<W> squared = dot(arm, arm), zero = all<W>(0);
  const DoubleW<W> along = squared > 0 ? pull / (squared > 0 ? squared : all<W>(1)) : zero;
  const DoubleW<W> on = squared > 0 ? pull : zero;
  return {on - along * arm.x * arm.x, -along * arm.x * arm.y, -along * arm.x * arm.z,
          on - along * arm.y * arm.y, -along * arm.y * arm.z, on - along * arm.z * arm.z};
}

template <int W>
inline DSymmetric3W<W> scaled(const DSymmetric3W<W>& m, DoubleW<W> f) {
  return {m.xx * f, m.xy * f, m.xz * f, m.yy * f, m.yz * f, m.zz * f};
}

template <int W>
inline DSymmetric3W<W> sum(const DSymmetric3W<W>& a, const DSymmetric3W<W>& b) {
  return {a.xx + b.xx, a.xy + b.xy, a.xz + b.xz, a.yy + b.yy, a.yz + b.yz, a.zz + b.zz};
}

template <int W>
inline void setInertia(LaneBody<W>& b) {
  const DVec3W<W>&m = b.inertia, &p = b.inverse_principal;
  const DoubleW<W> zero = all<W>(0);
  const auto moment = [](DoubleW<W> inertia, DoubleW<W> inverse) {
    return inverse > 0 ? inertia : all<W>(JointSettings::kImmovable);
  };
  b.inertia_full = {moment(m.x, p.x), zero, zero, moment(m.y, p.y), zero, moment(m.z, p.z)};
  b.inverse_inertia = {p.x, zero, zero, p.y, zero, p.z};
}

/// On the second body of a joint, N·s.
template <int W>
inline DVec3W<W> linearImpulseOf(const JointBlock<W>& k, std::int32_t joint,
                                 DoubleW<W> LaneRow<W>::*impulse) {
  DVec3W<W> sum{all<W>(0), all<W>(0), all<W>(0)};
  for (std::int32_t i = k.shapes[joint].first_row; i < k.shapes[joint].row_end; ++i) {
    if (!k.row_shapes[i].isAngular()) sum = sum + k.rows[i].linear * (k.rows[i].*impulse);
  }
  return sum;
}

template <int W>
void takeTension(JointBlock<W>& k, DoubleW<W> LaneRow<W>::*impulse) {
  for (std::int32_t n = 0; n < k.joint_count; ++n) k.joints[n].tension = linearImpulseOf(k, n, impulse);
}

/// How an impulse of a joint pulls one of its bodies outwards, h r · f, kg·m²; 0 where it pushes.
template <int W>
inline DoubleW<W> pullOf(const JointBlock<W>& k, std::int32_t joint, int side, const DVec3W<W>& impulse) {
  const DoubleW<W> outwards = dot(k.joints[joint].arms[side], impulse) * (side == 0 ? -k.h : k.h);
  return greater(all<W>(0), outwards);
}

/// The pull beyond which a body answers with the stiffness of it, kg·m²; what does not turn never does.
template <int W>
inline DoubleW<W> leastPull(const LaneBody<W>& b) {
  const DVec3W<W>& i = b.inertia;
  const DoubleW<W> middle = i.x + i.y + i.z - greater(greater(i.x, i.y), i.z) - lower(lower(i.x, i.y), i.z);
  const MaskW<W> turns = (b.inverse_mass > 0) & (i.x > 0) & (i.y > 0) & (i.z > 0);
  return turns ? JointSettings::kTensionRatio * middle : all<W>(JointSettings::kImmovable);
}

/// Inertia of bodies that are pulled apart by the tension of their joints.
template <int W>
CAROM_SELDOM void stiffenTensionedBodies(JointBlock<W>& k) {
  const DoubleW<W> zero = all<W>(0), one = all<W>(1);
  for (std::int32_t i = 0; i < k.body_count; ++i) {
    k.bodies[i].pull = zero;
    k.bodies[i].stiffness = {zero, zero, zero, zero, zero, zero};
  }
  for (std::int32_t n = 0; n < k.joint_count; ++n) {
    LaneJoint<W>& j = k.joints[n];
    for (int side = 0; side < 2; ++side) {
      LaneBody<W>& b = k.bodies[side == 0 ? k.shapes[n].a : k.shapes[n].b];
      const DoubleW<W> pull = pullOf(k, n, side, j.tension);
      j.stiffness[side] = stiffnessOf<W>(inverseTurn(b.axes, j.arms[side]), pull);
      b.stiffness = sum(b.stiffness, j.stiffness[side]);
      b.pull += pull;
    }
  }
  for (std::int32_t n = 0; n < k.body_count; ++n) {
    if (k.movable[n] == 0) continue;
    LaneBody<W>& b = k.bodies[n];
    const DoubleW<W> least = leastPull(b);
    if (anyLane(b.tensioned)) setInertia(b);
    b.renewed = b.tensioned;
    b.tensioned = b.pull > least;
    b.renewed |= b.tensioned;
    if (!anyLane(b.tensioned)) continue;
    b.tension_share = b.tensioned ? one - least / b.pull : zero;
    const DSymmetric3W<W> stiff = sum(b.inertia_full, scaled(b.stiffness, b.tension_share));
    const DSymmetric3W<W> inverse = inverseOf<W>(stiff);
    b.inertia_full = select<W>(b.tensioned, stiff, b.inertia_full);
    b.inverse_inertia = select<W>(b.tensioned, inverse, b.inverse_inertia);
  }
}

/// Rows answer with another inertia.
template <int W>
CAROM_SELDOM void respondAnew(JointBlock<W>& k) {
  for (std::int32_t i = 0; i < k.row_count; ++i) setResponses(k, k.shapes[k.row_shapes[i].joint], k.rows[i]);
  k.assembled = nullptr;
}

/// Angular velocity in the middle of a substep without torque, to second order: I ω̇ = I ω × ω.
template <int W>
inline DVec3W<W> meanSpin(const LaneBody<W>& b, double h) {
  const DVec3W<W> torque = cross(scaled(b.inertia, b.spin), b.spin);
  const DVec3W<W> mean = b.spin + scaled(b.inverse_principal, torque) * all<W>(0.5 * h);
  return select<W>(b.gyroscopic, mean, b.spin);
}

/// How a body turns in the substep, exactly, in the given lanes. Returns the lanes in which it nutates so far
/// that rounds have to be mixed.
template <int W>
CAROM_SELDOM MaskW<W> turnExactly(const LaneBody<W>& b, double h, MaskW<W> lanes, DQuatW<W>& turn) {
  const DVec3W<W>&inverse = b.inverse_principal, momentum = scaled(b.inertia, b.spin);
  for (int lane = 0; lane < W; ++lane) {
    if (lanes[lane] == 0) continue;
    const DQuat q = freeTurn({inverse.x[lane], inverse.y[lane], inverse.z[lane]},
                             {momentum.x[lane], momentum.y[lane], momentum.z[lane]}, h)
                        .turn;
    setLane(turn, lane, q.x, q.y, q.z, q.w);
  }
  const DoubleW<W> least = lower(lower(inverse.x, inverse.y), inverse.z),
                   most = greater(greater(inverse.x, inverse.y), inverse.z);
  const DoubleW<W> nutation = length(momentum) * (inverse.x + inverse.y + inverse.z - least - most) * h;
  return lanes & (nutation > JointSettings::kNutation);
}

/// Where the velocities take the bodies in the substep.
template <int W>
void predict(JointBlock<W>& k) {
  constexpr double kFast = JointSettings::kFastTurn;
  k.spinning = no<W>();
  for (std::int32_t i = 0; i < k.body_count; ++i) {
    LaneBody<W>& b = k.bodies[i];
    b.ahead_center = b.center + b.linear * all<W>(k.h);
    DQuatW<W> turn = quaternionOf<W>(meanSpin(b, k.h) * all<W>(k.h));
    const MaskW<W> fast = b.gyroscopic & (dot(b.spin, b.spin) * (k.h * k.h) > kFast * kFast);
    if (anyLane(fast)) k.spinning |= turnExactly(b, k.h, fast, turn);
    b.ahead_rotation = b.rotation * turn;
  }
}

/// All rows for the poses at hand, with the impulses of `warm` or as they are.
template <int W>
void buildRows(JointBlock<W>& k, bool starting) {
  for (std::int32_t n = 0; n < k.joint_count; ++n) {
    LaneJoint<W>& j = k.joints[n];
    const LanePair<W> pair = pairOf(k, n, false, j.arms);
    // Axes without rows are counted once per step: they may get some later.
    for (int axis = 0; starting && axis < 3; ++axis)
      j.turn[axis] = LaneMetrics<W>::twistRow(axis, pair, j.turn[axis]).value;
    for (std::int32_t i = k.shapes[n].first_row; i < k.shapes[n].row_end; ++i) {
      const JointRowShape& shape = k.row_shapes[i];
      const LaneMetric<W> metric = metricOf(k, shape, pair);
      if (!starting && shape.metric == JointMetric::Twist) j.turn[shape.axis] = metric.value;
      k.rows[i].value = metric.value;
      k.rows[i].rate = all<W>(0);
      setJacobian<W>(k, i, metric.direction, j.arms, yes<W>());
    }
  }
  if (starting) takeTension(k, &LaneRow<W>::last);
  stiffenTensionedBodies(k);
  for (std::int32_t i = 0; i < k.row_count; ++i) {
    LaneRow<W>& r = k.rows[i];
    setResponses(k, k.shapes[k.row_shapes[i].joint], r);
    chooseTarget<W>(k, i, starting ? r.warm : r.impulse);
    if (starting) startBounded<W>(k, i);
  }
  if (!anyLane(k.frames_move)) return;
  for (std::int32_t i = 0; i < k.body_count; ++i) {
    k.bodies[i].ahead_center = k.bodies[i].center;
    k.bodies[i].ahead_rotation = k.bodies[i].rotation;
  }
  for (std::int32_t n = 0; n < k.joint_count; ++n) {
    DVec3W<W> arms[2];
    const LanePair<W> pair = pairOf(k, n, true, arms);
    for (std::int32_t i = k.shapes[n].first_row; i < k.shapes[n].row_end; ++i) {
      LaneRow<W>& r = k.rows[i];
      r.rate = k.frames_move ? (metricOf(k, k.row_shapes[i], pair).value - r.value) * (1 / k.h) : all<W>(0);
    }
  }
}

/// The hard rows of a joint, factorized: what they leave of the mass that another row moves.
template <int W>
struct HeldRows {
  int count = 0;
  std::int32_t row[JointSettings::kMostFixed];
  DoubleW<W> l[JointSettings::kMostFixed][JointSettings::kMostFixed];
};

template <int W>
CAROM_SELDOM void factorizeHeld(const JointBlock<W>& k, std::int32_t joint, HeldRows<W>& held) {
  const JointShape& shape = k.shapes[joint];
  held.count = 0;
  for (std::int32_t i = shape.first_row; i < shape.row_end && held.count < JointSettings::kMostFixed; ++i) {
    const JointRowShape& row = k.row_shapes[i];
    if (!row.isSpring() && !row.isBound()) held.row[held.count++] = i;
  }
  for (int i = 0; i < held.count; ++i) {
    const LaneRow<W>& r = k.rows[held.row[i]];
    const MaskW<W> movable = r.mass_inverse > 1e-30;
    for (int m = 0; m <= i; ++m) {
      const LaneRow<W>& s = k.rows[held.row[m]];
      DoubleW<W> left = couplingOf(k, shape, r, s);
      if (i == m) left *= 1 + JointSettings::kSoftness;
      for (int n = 0; n < m; ++n) left -= held.l[i][n] * held.l[m][n];
      const MaskW<W> both = movable & (s.mass_inverse > 1e-30);
      if (i == m) {
        held.l[i][m] = both ? rootOf(greater(left, all<W>(1e-300))) : all<W>(1);
      } else {
        held.l[i][m] = both ? left / held.l[m][m] : all<W>(0);
      }
    }
  }
}

/// The mass that the row moves when the joint's hard rows hold: 1 / (A_rr − A_rf A_ff⁻¹ A_fr); 0 when they
/// hold it.
template <int W>
CAROM_SELDOM DoubleW<W> drivenMass(const JointBlock<W>& k, const JointShape& shape, const HeldRows<W>& held,
                                   const LaneRow<W>& driven) {
  DoubleW<W> left = driven.mass_inverse;
  DoubleW<W> x[JointSettings::kMostFixed];
  for (int i = 0; i < held.count; ++i) {
    const LaneRow<W>& r = k.rows[held.row[i]];
    DoubleW<W> sum = couplingOf(k, shape, driven, r);
    for (int n = 0; n < i; ++n) sum -= x[n] * held.l[i][n];
    x[i] = r.mass_inverse > 1e-30 ? sum / held.l[i][i] : all<W>(0);
    left -= x[i] * x[i];
  }
  const MaskW<W> free = left > JointSettings::kHeld * driven.mass_inverse;
  return free ? 1 / (free ? left : all<W>(1)) : all<W>(0);
}

/// How the spring answers, in the given lanes; r.by_value and the others.
template <int W>
CAROM_SELDOM void prepareSpring(JointBlock<W>& k, const JointShape& shape, std::int32_t row,
                                const HeldRows<W>& held, MaskW<W> lanes) {
  const LaneRowDefinition<W>& e = k.definitions[row];
  LaneRow<W>& r = k.rows[row];
  const DoubleW<W> one = all<W>(1);
  const DoubleW<W> mass = drivenMass(k, shape, held, r);
  r.moves = (lanes & (mass > 0)) | (~lanes & r.moves);
  const DoubleW<W> some_mass = mass > 0 ? mass : one;
  const DoubleW<W> factor = e.acceleration_mode ? some_mass : one;
  const DoubleW<W> stiffness = e.stiffness * factor, damping = e.damping * factor;
  const bool one_sided = k.row_shapes[row].role == JointElement::Role::Range;
  const SpringResponse<W> response =
      springResponse<W>(stiffness, damping, some_mass, k.h,
                        one_sided ? JointSettings::kPhaseOfBounds : JointSettings::kPhaseOfSprings);
  // More than rounding leaves of the other numbers of the equations is as good as rigid.
  const DoubleW<W> sum = response.added + response.drag, most = JointSettings::kMostWeight / r.mass_inverse;
  const DoubleW<W> total = lower(sum, most), kept = sum > most ? most / sum : one;
  r.by_value = lanes ? kept * (-k.h * stiffness) : r.by_value;
  r.by_speed = lanes ? kept * (response.added - response.drag) : r.by_speed;
  r.by_target = lanes ? kept * (2 * response.drag) : r.by_target;
  // Without either it is a plain force.
  const MaskW<W> gives = total * r.mass_inverse > 1e-9;
  const DoubleW<W> compliance = gives ? 1 / (gives ? total : one) : 1e9 * r.mass_inverse;
  r.compliance = lanes ? compliance : r.compliance;
}

/// Springs and drives of a joint anew, where its bodies are no longer as they were when that was done last:
/// the mass that a spring moves changes with their pose.
template <int W>
CAROM_SELDOM void renewSprings(JointBlock<W>& k, std::int32_t joint) {
  const JointShape& shape = k.shapes[joint];
  LaneJoint<W>& j = k.joints[joint];
  const LaneBody<W>&a = k.bodies[shape.a], &b = k.bodies[shape.b];
  const MaskW<W> lanes = ~(j.gone <= JointSettings::kSpringsTurn) | j.moves;
  const DVec3W<W> turning_a = a.axes * a.spin, turning_b = b.axes * b.spin;
  const DVec3W<W> passing = b.linear + cross(turning_b, j.arms[1]) - a.linear - cross(turning_a, j.arms[0]);
  const DoubleW<W> arms = length(j.arms[0]) + length(j.arms[1]);
  // Tension makes bodies slower to turn for as long as it lasts.
  j.gone = lanes ? ((a.tensioned | b.tensioned) ? all<W>(kUnbounded) : all<W>(0)) : j.gone;
  j.gone += k.h * (length(turning_b - turning_a) + length(passing) / (arms > 0 ? arms : all<W>(1)));
  if (!anyLane(lanes)) return;
  HeldRows<W> held;
  factorizeHeld(k, joint, held);
  for (std::int32_t i = shape.first_row; i < shape.row_end; ++i) {
    if (k.row_shapes[i].isSpring()) prepareSpring(k, shape, i, held, lanes);
  }
}

/// Of all springs and drives that act, from the velocities before the substep.
template <int W>
void prepareSprings(JointBlock<W>& k) {
  for (std::int32_t n = 0; n < k.joint_count; ++n) {
    const JointShape& shape = k.shapes[n];
    bool renewed = false;
    for (std::int32_t i = shape.first_row; i < shape.row_end; ++i) {
      if (!k.row_shapes[i].isSpring()) continue;
      if (!renewed) renewSprings(k, n);
      renewed = true;
      LaneRow<W>& r = k.rows[i];
      const MaskW<W> acts = (r.active | r.bounded) & r.moves;
      r.impulse = r.moves ? r.impulse : all<W>(0);
      r.active &= r.moves;
      r.bounded &= r.moves;
      if (!anyLane(acts)) continue;
      const DoubleW<W> offset = r.by_value * (r.value - r.target) + r.by_speed * speedOf(k, i) +
                                r.by_target * k.definitions[i].velocity_target;
      r.offset = acts ? offset : r.offset;
    }
  }
}

}  // namespace
}  // namespace carom::solve

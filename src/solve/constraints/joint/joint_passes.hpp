// The passes of a substep over a block of joint groups; joint_solver.hpp has the derivation.
#pragma once

#include <utility>

#include "solve/constraints/joint/joint_mixing.hpp"
#include "solve/constraints/joint/joint_rows.hpp"

namespace carom::solve {
namespace {

/// Velocities and impulses as they are, to come back to.
template <int W>
void remember(JointBlock<W>& k) {
  for (std::int32_t i = 0; i < k.body_count; ++i) {
    k.bodies[i].remembered_linear = k.bodies[i].linear;
    k.bodies[i].remembered_spin = k.bodies[i].spin;
  }
  for (std::int32_t i = 0; i < k.row_count; ++i) k.rows[i].remembered = k.rows[i].impulse;
  rememberContacts(k);
}
template <int W>
void restoreImpulses(JointBlock<W>& k, const JointSystem& system, MaskW<W> lanes) {
  eachRow(k, system,
          [&](std::int32_t i) { k.rows[i].impulse = lanes ? k.rows[i].remembered : k.rows[i].impulse; });
}
template <int W>
void goBack(JointBlock<W>& k, const JointSystem& system, MaskW<W> lanes) {
  for (const std::int32_t i : system.nodes) {
    LaneBody<W>& b = k.bodies[i];
    b.linear = select<W>(lanes, b.remembered_linear, b.linear);
    b.spin = select<W>(lanes, b.remembered_spin, b.spin);
  }
  restoreImpulses(k, system, lanes);
  goBackContacts(k, lanes);
}

/// Of the bodies that can be pushed, kg; of infinite mass none.
template <int W>
DoubleW<W> massOf(const JointBlock<W>& k, const JointSystem& system) {
  DoubleW<W> mass = all<W>(0);
  for (const std::int32_t i : system.nodes) {
    const LaneBody<W>& b = k.bodies[i];
    mass += b.inverse_mass > 0 ? b.mass : all<W>(0);
  }
  return mass;
}

/// How far hard rows give way, as a share of A_ii.
template <int W>
void soften(JointBlock<W>& k, const JointSystem& system, double share, MaskW<W> lanes) {
  eachRow(k, system, [&](std::int32_t i) {
    LaneRow<W>& r = k.rows[i];
    if (!k.row_shapes[i].isSpring()) r.compliance = lanes ? share * r.give : r.compliance;
  });
}

/// By how much a hard row is off, m or rad; of a bound only what is beyond it.
template <int W>
inline DoubleW<W> offOf(const JointBlock<W>& k, std::int32_t row) {
  const LaneRow<W>& r = k.rows[row];
  const DoubleW<W> off = r.value - r.target;
  return k.row_shapes[row].isBound() ? r.side * greater(all<W>(0), r.side * off) : off;
}

/// By how much that is led back in a substep. A bound, which only pushes, would fly on at the speed that
/// leads back what ends a solve.
template <int W>
inline DoubleW<W> backOf(const JointBlock<W>& k, std::int32_t row, DoubleW<W> off) {
  const JointRowShape& shape = k.row_shapes[row];
  const DoubleW<W> most = (shape.isAngular() ? all<W>(JointSettings::kMostTurnBack)
                                             : JointSettings::kMostRecovery * k.tolerance) *
                          k.h;
  const DoubleW<W> exact = shape.isBound() ? JointSettings::kExact * unitOf(k, shape) : all<W>(0);
  const DoubleW<W> led = off - lower(greater(off, -exact), exact);
  return lower(greater(JointSettings::kRecovery * led, -most), most);
}

/// How far a row may be off at the end of the substep.
template <int W>
inline DoubleW<W> leftOf(const JointBlock<W>& k, std::int32_t row, DoubleW<W> off) {
  return off - backOf(k, row, off);
}

/// Looks where the substep would end: shifts of what takes part, and bounds that have to. Returns the lanes
/// in which something has come in.
template <int W>
MaskW<W> activateAhead(JointBlock<W>& k, const JointSystem& system, int round, MaskW<W> lanes) {
  const bool direct = k.topology->direct, returns = round < JointSettings::kReturns;
  MaskW<W> changed = no<W>();
  const DoubleW<W> one = all<W>(1);
  if (direct) predict(k);
  for (std::int32_t j = system.first_joint; j < system.joint_end; ++j) {
    DVec3W<W> arms[2]{};
    LanePair<W> pair{};
    if (direct) pair = pairOf(k, j, true, arms);
    for (std::int32_t i = k.shapes[j].first_row; i < k.shapes[j].row_end; ++i) {
      const JointRowShape& shape = k.row_shapes[i];
      if (shape.isSpring()) continue;
      LaneRow<W>& r = k.rows[i];
      const LaneRowDefinition<W>& e = k.definitions[i];
      const MaskW<W> acts = lanes & (r.most > 0);
      const bool angular = shape.isAngular();
      LaneMetric<W> there{};
      DoubleW<W> speed = speedOf(k, i);
      if (direct) there = metricOf(k, shape, pair);
      const DoubleW<W> ahead = direct ? there.value : r.value + k.h * speed;
      if (shape.isBound()) {
        // What comes back faster than it would be led needs no push.
        const DoubleW<W> zero = all<W>(0);
        const MaskW<W> over = ahead > e.max + leftOf(k, i, greater(r.value - e.max, zero)),
                       under = ahead < e.min + leftOf(k, i, lower(r.value - e.min, zero));
        const MaskW<W> enters = acts & ~r.active & (over | under) & (returns ? yes<W>() : ~r.bounded);
        if (anyLane(enters)) {
          r.side = enters ? (over ? one : -one) : r.side;
          r.target = enters ? (over ? e.max : e.min) : r.target;
          r.active |= enters;
          changed |= enters;
          if (direct) {
            // Across the middle of a ring, say, it is met from the other side.
            const LaneBody<W>& b = k.bodies[k.shapes[j].b];
            const DVec3W<W> here = angular ? b.axes * r.angular_b : r.linear;
            const MaskW<W> other = enters & (dot(there.direction, here) < JointSettings::kOtherSide);
            if (anyLane(other)) {
              const LaneRow<W> before = r;
              setJacobian<W>(k, i, there.direction, arms, other);
              setResponses(k, k.shapes[j], r);
              r.mass_inverse = other ? r.mass_inverse : before.mass_inverse;
              r.give = other ? r.give : before.give;
              speed = speedOf(k, i);
            }
          }
        }
      }
      // What is off now may be off by less at the end.
      const DoubleW<W> left = leftOf(k, i, offOf(k, i));
      const DoubleW<W> shift = (ahead - r.target - left) * (1 / k.h) - speed;
      r.shift = acts ? shift : r.shift;
    }
  }
  return changed;
}

/// Bounds that are touched and approached.
template <int W>
CAROM_SELDOM MaskW<W> activateTouching(JointBlock<W>& k, const JointSystem& system, MaskW<W> lanes) {
  MaskW<W> changed = no<W>();
  eachRow(k, system, [&](std::int32_t i) {
    if (!k.row_shapes[i].isBound()) return;
    LaneRow<W>& r = k.rows[i];
    const DoubleW<W> unit = unitOf(k, k.row_shapes[i]);
    const MaskW<W> enters = lanes & ~r.active & (r.most > 0) &
                            (r.side * (r.value - r.target) >= -JointSettings::kTouching * unit) &
                            (r.side * speedOf(k, i) > JointSettings::kStill * unit);
    r.active |= enters;
    changed |= enters;
  });
  return changed;
}

/// What would have to exert more than it can exerts that much, whatever the speed; with `again`, it takes
/// part again when less is enough. Returns the lanes in which something changed.
template <int W>
MaskW<W> boundSprings(JointBlock<W>& k, const JointSystem& system, bool again, MaskW<W> lanes) {
  MaskW<W> changed = no<W>();
  eachRow(k, system, [&](std::int32_t i) {
    if (!k.row_shapes[i].isSpring()) return;
    LaneRow<W>& r = k.rows[i];
    const MaskW<W> looked_at = lanes & (again ? r.active | r.bounded : r.active);
    if (!anyLane(looked_at)) return;
    const DoubleW<W> free = r.offset - speedOf(k, i) / r.compliance;
    const DoubleW<W> wanted = r.active ? r.impulse : free;
    const DoubleW<W> allowed = lower(greater(wanted, -r.most), r.most);
    const MaskW<W> differs = looked_at & (allowed != (r.active ? wanted : r.impulse));
    if (!anyLane(differs)) return;
    const MaskW<W> binds = differs & r.active, frees = differs & ~r.active;
    changed |= differs;
    r.bounded = (r.bounded | binds) & ~frees;
    r.active = (r.active | frees) & ~binds;
    const DoubleW<W> change = binds ? allowed - r.impulse : all<W>(0);
    applyImpulse(k, i, change);
    r.impulse = binds ? allowed : r.impulse;
  });
  return changed;
}

/// Takes out what would have to pull. The rest has to be solved again then.
template <int W>
MaskW<W> releaseRows(JointBlock<W>& k, const JointSystem& system, MaskW<W> lanes) {
  MaskW<W> changed = no<W>();
  const DoubleW<W> zero = all<W>(0);
  eachRow(k, system, [&](std::int32_t i) {
    if (!k.row_shapes[i].isBound()) return;
    LaneRow<W>& r = k.rows[i];
    const MaskW<W> leaves = lanes & r.active & (r.side * r.impulse > 0);
    if (!anyLane(leaves)) return;
    applyImpulse(k, i, leaves ? -r.impulse : zero);
    r.impulse = leaves ? zero : r.impulse;
    r.active &= ~leaves;
    r.bounded |= leaves;
    changed |= leaves;
  });
  return changed;
}

/// How far the greatest residual was off before (solveSystem()), and the lanes in which springs have come to
/// their greatest force or left it, or bounds were released.
template <int W>
struct Solved {
  DoubleW<W> off;
  MaskW<W> changed;
};

/// Solves, with springs and drives within their greatest forces. Only then do the velocities say where the
/// substep leads: a stiff drive that has been bounded leaves the joints open until they are solved again.
template <int W>
Solved<W> solveBounded(JointBlock<W>& k, const JointSystem& system, JointPass pass, MaskW<W> lanes,
                       MaskW<W> settled = no<W>()) {
  Solved<W> out{solveSystem(k, system, pass, lanes, settled), no<W>()};
  MaskW<W> open = lanes;
  for (int round = 0; anyLane(open); ++round) {
    open = boundSprings(k, system, round < JointSettings::kBoundRounds, open);
    out.changed |= open;
    if (!anyLane(open)) break;
    prepareSystem(k, system);
    solveSystem(k, system, pass, open);
  }
  return out;
}

/// The same, with bounds that only push.
template <int W>
Solved<W> solveOneSided(JointBlock<W>& k, const JointSystem& system, JointPass pass, MaskW<W> lanes,
                        MaskW<W> settled = no<W>()) {
  Solved<W> out = solveBounded(k, system, pass, lanes, settled);
  MaskW<W> open = lanes;
  for (;;) {
    open = releaseRows(k, system, open);
    if (!anyLane(open)) return out;
    prepareSystem(k, system);
    out.changed |= open | solveBounded(k, system, pass, open).changed;
  }
}

/// Lanes in which the rounds have left the region where a pose ahead can be trusted: a body turns by more
/// than kMostTurn against where it was going, and a turn looks like none.
template <int W>
MaskW<W> runawayLanes(const JointBlock<W>& k, const JointSystem& system) {
  MaskW<W> out = no<W>();
  for (const std::int32_t i : system.nodes) {
    const DVec3W<W>&spin = k.bodies[i].spin, change = spin - k.bodies[i].remembered_spin;
    // What starts with a load that is no longer there may be as wrong as that.
    const DoubleW<W> turned = lower(dot(change, change), dot(spin, spin)) * (k.h * k.h);
    out |= ~(turned <= JointSettings::kMostTurn * JointSettings::kMostTurn);
  }
  return out;
}

/// Jacobians where the velocities lead.
template <int W>
CAROM_SELDOM void linearizeAhead(JointBlock<W>& k, const JointSystem& system, MaskW<W> lanes) {
  for (std::int32_t j = system.first_joint; j < system.joint_end; ++j) {
    DVec3W<W> arms[2];
    const LanePair<W> pair = pairOf(k, j, true, arms);
    for (std::int32_t i = k.shapes[j].first_row; i < k.shapes[j].row_end; ++i) {
      LaneRow<W>& r = k.rows[i];
      const LaneRow<W> before = r;
      const DoubleW<W> wanted = r.shift + speedOf(k, i);
      setJacobian<W>(k, i, metricOf(k, k.row_shapes[i], pair).direction, arms, lanes);
      setResponses(k, k.shapes[j], r);
      r.mass_inverse = lanes ? r.mass_inverse : before.mass_inverse;
      r.give = lanes ? r.give : before.give;
      r.shift = lanes ? wanted - speedOf(k, i) : r.shift;
    }
  }
}

/// The velocities that minimise the function along the Jacobians at hand, in the given lanes, with hard rows
/// of that softness.
template <int W>
void minimize(JointBlock<W>& k, const JointSystem& system, JointPass pass, double softness, MaskW<W> lanes) {
  soften(k, system, softness, lanes);
  eachRow(k, system, [&](std::int32_t i) { k.rows[i].shift = lanes ? all<W>(0) : k.rows[i].shift; });
  MaskW<W> open = lanes;
  activateTouching(k, system, open);
  for (int round = 0; round < JointSettings::kRounds && anyLane(open); ++round) {
    prepareSystem(k, system);
    solveOneSided(k, system, pass, open);
    open = activateTouching(k, system, open);
  }
}

/// How what cannot be pushed moves, where joints hold on to it: the first of it as a rigid motion, and how
/// much faster or slower others are.
template <int W>
struct Movers {
  bool any = false;
  DVec3W<W> linear{}, turning{};  ///< At the group's origin, m/s; rad/s.
  DoubleW<W> squared{};           ///< Of the greatest speed of another one against that motion, m²/s².

  DVec3W<W> speedAt(const DVec3W<W>& place) const { return linear + cross(turning, place); }
};

template <int W>
CAROM_SELDOM Movers<W> moversOf(const JointBlock<W>& k, const JointSystem& system) {
  Movers<W> out;
  for (std::int32_t j = system.first_joint; j < system.joint_end; ++j) {
    for (int side = 0; side < 2; ++side) {
      const std::int32_t body = side == 0 ? k.shapes[j].a : k.shapes[j].b;
      if (k.movable[body] != 0) continue;
      const LaneBody<W>& b = k.bodies[body];
      const DVec3W<W> turning = b.axes * b.spin;
      if (!out.any) {
        out.any = true;
        out.linear = b.linear - cross(turning, b.center), out.turning = turning;
      }
      const DVec3W<W>& arm = k.joints[j].arms[side];
      const DVec3W<W> against = b.linear + cross(turning, arm) - out.speedAt(b.center + arm);
      out.squared = greater(out.squared, dot(against, against));
    }
  }
  eachContacts(k, yes<W>(), [&](int lane, GroupContacts& contacts) {
    const double speed = contacts.fastestOutside();
    out.squared[lane] = std::max(out.squared[lane], speed * speed);
  });
  return out;
}

/// Twice a kinetic energy of the group, J; motion(body) gives what counts of linear velocity and spin.
template <int W, class Motion>
DoubleW<W> twiceEnergy(const JointBlock<W>& k, const JointSystem& system, Motion&& motion) {
  DoubleW<W> energy = all<W>(0);
  for (const std::int32_t i : system.nodes) {
    const LaneBody<W>& b = k.bodies[i];
    const auto [linear, spin] = motion(b);
    energy += b.inverse_mass > 0 ? dot(linear, linear) * b.mass : all<W>(0);
    energy += dot(spin, scaled(b.inertia, spin));
  }
  return energy;
}

/// Against the motion of the movers: now, or of the remembered velocities.
template <int W>
DoubleW<W> sizeAgainst(const JointBlock<W>& k, const JointSystem& system, const Movers<W>& movers,
                       bool remembered = false) {
  return twiceEnergy(k, system, [&](const LaneBody<W>& b) {
    return std::pair((remembered ? b.remembered_linear : b.linear) - movers.speedAt(b.center),
                     (remembered ? b.remembered_spin : b.spin) - inverseTurn(b.axes, movers.turning));
  });
}

/// The same, but where movers would set the others in motion a great deal faster than they move against each
/// other: there hard rows are soft.
template <int W>
CAROM_SELDOM void solveVelocities(JointBlock<W>& k, const JointSystem& system, JointPass pass,
                                  MaskW<W> lanes) {
  const Movers<W> movers = k.topology->direct ? moversOf(k, system) : Movers<W>{};
  if (!movers.any) return minimize(k, system, pass, JointSettings::kSoftness, lanes);
  remember(k);
  const DoubleW<W> before = sizeAgainst(k, system, movers);
  minimize(k, system, pass, JointSettings::kSoftness, lanes);
  const DoubleW<W> least = JointSettings::kMostRecovery * k.tolerance;
  const DoubleW<W> most =
      before + massOf(k, system) *
                   (JointSettings::kMostFaster * JointSettings::kMostFaster * movers.squared + least * least);
  // Frames that are animated move what they hold at any speed.
  const MaskW<W> wild = lanes & ~k.frames_move & ~(sizeAgainst(k, system, movers) <= most);
  if (!anyLane(wild)) return;
  goBack(k, system, wild);
  minimize(k, system, pass, JointSettings::kYielding, wild);
}

/// Leads errors back along the Jacobians at hand, as far as soft rows can.
template <int W>
CAROM_SELDOM void leadBack(JointBlock<W>& k, const JointSystem& system, MaskW<W> lanes) {
  soften(k, system, JointSettings::kYielding, lanes);
  eachRow(k, system, [&](std::int32_t i) {
    LaneRow<W>& r = k.rows[i];
    const DoubleW<W> back = backOf(k, i, offOf(k, i)) * (1 / k.h);
    r.shift = lanes ? back : r.shift;
    if (k.row_shapes[i].isBound()) r.active |= lanes & (r.most > 0) & (r.side * (r.value - r.target) > 0);
  });
  prepareSystem(k, system);
  solveOneSided(k, system, JointPass::Turned, lanes);
}

/// Where the impulses that a first solve has found pull a body apart far more than what its inertia is stiff
/// for, the lanes begin again with the stiffness of that pull. Velocities become what they would be with it,
/// (I + s h² G) ω' = I ω against the movers: so the solve can only take out energy. Sets `changed` in
/// these lanes. (Inlined, g++ 12 fails on the caller.)
template <int W>
[[gnu::noinline]] CAROM_SELDOM void tighten(JointBlock<W>& k, const JointSystem& system, MaskW<W> lanes,
                                            MaskW<W>& changed) {
  for (const std::int32_t i : system.nodes) k.bodies[i].line_weight = all<W>(0);
  for (std::int32_t n = system.first_joint; n < system.joint_end; ++n) {
    const DVec3W<W> impulse = linearImpulseOf(k, n, &LaneRow<W>::impulse);
    k.bodies[k.shapes[n].a].line_weight += pullOf(k, n, 0, impulse);
    k.bodies[k.shapes[n].b].line_weight += pullOf(k, n, 1, impulse);
  }
  MaskW<W> out = no<W>();
  for (const std::int32_t n : system.nodes) {
    const LaneBody<W>& b = k.bodies[n];
    out |= lanes & (b.line_weight > JointSettings::kTighter * greater(leastPull(b), b.pull));
  }
  if (!anyLane(out)) return;
  changed |= out;
  for (std::int32_t n = system.first_joint; n < system.joint_end; ++n) {
    const DVec3W<W> impulse = linearImpulseOf(k, n, &LaneRow<W>::impulse);
    DVec3W<W>& tension = k.joints[n].tension;
    tension = select<W>(out & (dot(impulse, impulse) > dot(tension, tension)), impulse, tension);
  }
  goBack(k, system, out);
  stiffenTensionedBodies(k);
  const Movers<W> movers = moversOf(k, system);
  for (std::int32_t n = 0; n < k.body_count; ++n) k.tensioned |= k.bodies[n].tensioned;
  for (const std::int32_t i : system.nodes) {
    LaneBody<W>& b = k.bodies[i];
    const DVec3W<W> frame = inverseTurn(b.axes, movers.turning);
    const DVec3W<W> slower = frame + b.inverse_inertia * scaled(b.inertia, b.spin - frame);
    b.spin = select<W>(out & b.tensioned, slower, b.spin);
    b.remembered_linear = select<W>(out, b.linear, b.remembered_linear);
    b.remembered_spin = select<W>(out, b.spin, b.remembered_spin);
  }
  respondAnew(k);
}

/// The greatest that a hard row will be off at the end of the substep, as activateAhead() has seen it,
/// against what is asked for, m (for a tolerance of 1) or rad.
template <int W>
DoubleW<W> worstAhead(JointBlock<W>& k, const JointSystem& system) {
  DoubleW<W> worst = all<W>(0);
  eachRow(k, system, [&](std::int32_t i) {
    const LaneRow<W>& r = k.rows[i];
    if (k.row_shapes[i].isSpring()) return;
    const DoubleW<W> off = magnitude(r.shift + speedOf(k, i)) * (k.h / unitOf(k, k.row_shapes[i]));
    worst = greater(worst, r.active ? off : all<W>(0));
  });
  return worst;
}

/// What turns by too much in a substep for its Jacobian: velocities alone first, then ways that close the
/// joints where that leads, along the Jacobians there. Springs and contacts have no part in these; what does
/// not converge is led back by soft rows. What this adds moves positions only, see takeBackTurned().
template <int W>
CAROM_SELDOM void pushTurned(JointBlock<W>& k, const JointSystem& system, MaskW<W> lanes) {
  goBack(k, system, lanes);
  solveVelocities(k, system, JointPass::Biased, lanes);
  MaskW<W> tighter = no<W>();
  tighten(k, system, lanes, tighter);
  if (anyLane(tighter)) solveVelocities(k, system, JointPass::Biased, tighter);
  remember(k);
  eachRow(k, system, [&](std::int32_t i) {
    LaneRow<W>& r = k.rows[i];
    r.bounded &= ~lanes;
    if (k.row_shapes[i].isSpring()) r.active &= ~lanes;
    if (k.row_shapes[i].isBound()) r.impulse = lanes ? all<W>(0) : r.impulse;
  });
  soften(k, system, JointSettings::kClosing, lanes);
  const bool any_contacts = std::exchange(k.any_contacts, false);
  MaskW<W> open = lanes;
  DoubleW<W> before = all<W>(0);
  for (int round = 0; round < JointSettings::kTurnedRounds && anyLane(open); ++round) {
    activateAhead(k, system, round, open);
    if (round == 0) before = worstAhead(k, system);
    linearizeAhead(k, system, open);
    prepareSystem(k, system);
    const Solved<W> solved = solveOneSided(k, system, JointPass::Turned, open);
    open &= solved.changed | (solved.off >= JointSettings::kGoodEnough);
  }
  k.any_contacts = any_contacts;
  k.assembled = nullptr;
  // Ways that have not closed half of what was open, whether they have converged or not, are none: a chain
  // that is torn apart would be whipped aside.
  activateAhead(k, system, JointSettings::kTurnedRounds, lanes);
  open = lanes & ~(worstAhead(k, system) <= JointSettings::kClosed * before + JointSettings::kExact);
  restoreImpulses(k, system, lanes);  // Ways are none.
  if (!anyLane(open)) return;
  goBack(k, system, open);
  leadBack(k, system, open);
}

/// Lanes in which a substep leaves velocities that are none: what has led back bounds and contacts, which do
/// not take it back themselves, or so much of other rows that contacts with other bodies would answer it.
template <int W>
MaskW<W> ledLanes(const JointBlock<W>& k) {
  if (!k.topology->direct) return yes<W>();
  MaskW<W> out = k.turned;
  for (std::int32_t i = 0; i < k.row_count; ++i) {
    const JointRowShape& shape = k.row_shapes[i];
    if (shape.isSpring()) continue;
    const double most = shape.isBound() ? JointSettings::kExact : JointSettings::kGoodEnough;
    out |= k.rows[i].active & (magnitude(offOf(k, i)) > most * unitOf(k, shape));
  }
  eachContacts(k, ~out, [&](int lane, const GroupContacts& contacts) {
    if (contacts.pushesOut(JointSettings::kExact / k.h * k.tolerance[lane])) out[lane] = -1;
  });
  return out;
}

/// Lanes in which hard rows have done more work since remember() than the bending of the path and their
/// errors explain. `converged`: the relaxation takes back what the path bends.
template <int W>
CAROM_SELDOM MaskW<W> movedByHardRows(JointBlock<W>& k, const JointSystem& system, const Movers<W>& movers,
                                      MaskW<W> converged) {
  const DoubleW<W> zero = all<W>(0), before = sizeAgainst(k, system, movers, true);
  const DoubleW<W> moving = before + massOf(k, system) * movers.squared;
  const DoubleW<W> allowed = (converged ? JointSettings::kWork * moving : zero) + k.forced;
  const MaskW<W> faster = ~(sizeAgainst(k, system, movers) <= before + allowed);
  if (!anyLane(faster)) return faster;
  // Twice the work: impulses times the speeds then and now.
  DoubleW<W> hard = zero, driven = zero;
  eachRow(k, system, [&](std::int32_t i) {
    const LaneRow<W>& r = k.rows[i];
    const JointShape& joint = k.shapes[k.row_shapes[i].joint];
    const LaneBody<W>&a = k.bodies[joint.a], &b = k.bodies[joint.b];
    const DoubleW<W> then = r.rate + dot(r.linear, b.remembered_linear - a.remembered_linear) +
                            dot(r.angular_b, b.remembered_spin) - dot(r.angular_a, a.remembered_spin);
    (k.row_shapes[i].isSpring() ? driven : hard) += (r.impulse - r.remembered) * (then + speedOf(k, i));
  });
  return faster & ~(hard <= allowed + (converged ? greater(driven, zero) : zero));
}

template <int W>
void startPass(JointBlock<W>& k, const JointSystem& system, bool relaxing, MaskW<W> lanes) {
  eachRow(k, system, [&](std::int32_t i) {
    LaneRow<W>& r = k.rows[i];
    r.kept = lanes ? (relaxing ? r.impulse : all<W>(0)) : r.kept;
    if (k.row_shapes[i].isBound()) r.bounded &= ~lanes;
  });
}

template <int W>
void solveSystemBiased(JointBlock<W>& k, const JointSystem& system) {
  const bool direct = k.topology->direct;
  startPass(k, system, false, yes<W>());
  remember(k);
  const double softness = direct ? JointSettings::kBiasedSoftness : JointSettings::kGaussSeidelSoftness;
  soften(k, system, softness, yes<W>());
  const Movers<W> movers = direct ? moversOf(k, system) : Movers<W>{};
  MaskW<W> open = k.used, changed = yes<W>(), failed = no<W>(), unseen = no<W>(), loose = no<W>();
  DoubleW<W> off = all<W>(kUnbounded), before = off;
  Mixing<W> mixing;
  for (int round = 0; round < JointSettings::kRounds && anyLane(open); ++round) {
    const MaskW<W> entered = activateAhead(k, system, round, open);
    changed |= entered;
    mixing.mix(k, system, open & k.spinning, changed, before);
    if (anyLane(changed & open)) prepareSystem(k, system);
    const MaskW<W> settled = round > 0 ? open & ~changed : no<W>();
    // What comes in, or leaves, is off by what no round has seen.
    unseen |= entered;
    k.relaxing |= entered;
    const Solved<W> solved = solveOneSided(k, system, JointPass::Biased, open, settled);
    changed = solved.changed, off = mixing.slow ? mixing.off : solved.off;
    if (!direct) {
      open &= round == 0 ? changed : no<W>();
      continue;
    }
    if (round == 0) tighten(k, system, open, changed);
    if (round > 0) {
      const MaskW<W> away = open & runawayLanes(k, system);
      failed |= away;
      const DoubleW<W> exact =
          mixing.slow ? all<W>(JointSettings::kMixedExact) : all<W>(JointSettings::kExact);
      open &= ~(away | (~changed & (off < exact)));
    }
    const MaskW<W> stuck =
        open & ~(unseen | changed | mixing.slow | (off < JointSettings::kConverging * before));
    loose |= stuck & (off < JointSettings::kGoodEnough);
    failed |= stuck;
    open &= ~stuck;
    before = off;
    unseen = changed;
    if (round > 0) k.relaxing |= open;
  }
  if (direct) {
    loose |= open & ~changed & (off < JointSettings::kGoodEnough);
    failed = ((failed | open) & ~loose) | (k.used & movedByHardRows(k, system, movers, ~loose));
  }
  if (!anyLane(failed)) return;
  pushTurned(k, system, failed);
  k.turned |= failed;
}

template <int W>
void relaxSystem(JointBlock<W>& k, const JointSystem& system, MaskW<W> lanes) {
  startPass(k, system, true, lanes);
  solveVelocities(k, system, JointPass::Relax, lanes);
}

/// The implicit part of what stiffenTensionedBodies() does: bodies turn less against the line of the pull,
/// which is the one between them, or from what does not move. Of a body that is pulled from several sides,
/// whose lines turn differently, only so much is taken as leaves the least energy of turning against their
/// mean.
template <int W>
CAROM_SELDOM void dampTensionedBodies(JointBlock<W>& k) {
  const DVec3W<W> none{all<W>(0), all<W>(0), all<W>(0)};
  for (std::int32_t i = 0; i < k.body_count; ++i) {
    k.bodies[i].line_turn = k.bodies[i].line_torque = none;
    k.bodies[i].line_weight = all<W>(0);
  }
  for (std::int32_t j = 0; j < k.joint_count; ++j) {
    const JointShape& shape = k.shapes[j];
    const LaneJoint<W>& joint = k.joints[j];
    LaneBody<W>&a = k.bodies[shape.a], &b = k.bodies[shape.b];
    if (!anyLane(a.tensioned | b.tensioned)) continue;
    const DVec3W<W> at = b.center + joint.arms[1];
    const DVec3W<W> end_a = select<W>(a.inverse_mass > 0, a.center, at);
    const DVec3W<W> end_b = select<W>(b.inverse_mass > 0, b.center, at);
    const DVec3W<W> velocity_a = a.linear + cross(a.axes * a.spin, end_a - a.center);
    const DVec3W<W> velocity_b = b.linear + cross(b.axes * b.spin, end_b - b.center);
    const DVec3W<W> line = end_b - end_a;
    const DoubleW<W> squared = dot(line, line);
    const MaskW<W> usable = squared > 1e-12;
    const DVec3W<W> turn = cross(line, velocity_b - velocity_a) * (1 / (usable ? squared : all<W>(1)));
    const auto add = [&](LaneBody<W>& x, const DSymmetric3W<W>& whole) {
      const DSymmetric3W<W> stiffness = scaled(whole, x.tension_share);
      const DoubleW<W> weight = usable ? stiffness.xx + stiffness.yy + stiffness.zz : all<W>(0);
      const DVec3W<W> own = inverseTurn(x.axes, turn);
      x.line_turn = x.line_turn + own * weight;
      x.line_weight += weight;
      x.line_torque = x.line_torque + select<W>(usable, stiffness * (x.spin - own), none);
    };
    add(a, joint.stiffness[0]);
    add(b, joint.stiffness[1]);
  }
  for (std::int32_t i = 0; i < k.body_count; ++i) {
    LaneBody<W>& b = k.bodies[i];
    const MaskW<W> lanes = b.tensioned & (b.line_weight > 0);
    if (!anyLane(lanes)) continue;
    const DVec3W<W> against = b.spin - b.line_turn * (1 / (lanes ? b.line_weight : all<W>(1)));
    const DVec3W<W> change = b.inverse_inertia * b.line_torque, momentum = scaled(b.inertia, change);
    const DoubleW<W> curve = dot(change, momentum);
    const DoubleW<W> best = dot(against, momentum) / (curve > 0 ? curve : all<W>(1));
    const DoubleW<W> share = lower(greater(best, all<W>(0)), all<W>(1));
    b.spin = select<W>(lanes, b.spin - change * share, b.spin);
  }
}

/// The impulses of the last substep are a first guess, and may be wrong by now. Of those of hard rows the
/// share s is taken that leaves the least of the function, whose slope is λᵀ J v₀ (what bodies that cannot be
/// pushed do included) and whose curvature is λᵀ J M⁻¹ Jᵀ λ: contacts, which come before the joints, answer
/// the motion that is left.
template <int W>
CAROM_SELDOM void limitWarmStart(JointBlock<W>& k) {
  const DoubleW<W> zero = all<W>(0), one = all<W>(1);
  remember(k);
  DoubleW<W> slope = zero, curve = zero;
  for (std::int32_t i = 0; i < k.row_count; ++i) {
    if (!k.row_shapes[i].isSpring()) slope += k.rows[i].impulse * speedOf(k, i);
  }
  warmStartContacts(k, slope);
  for (std::int32_t i = 0; i < k.row_count; ++i) {
    if (!k.row_shapes[i].isSpring()) applyImpulse(k, i, k.rows[i].impulse);
  }
  for (std::int32_t i = 0; i < k.body_count; ++i) {
    if (k.movable[i] == 0) continue;
    const LaneBody<W>& b = k.bodies[i];
    const DVec3W<W> change = b.linear - b.remembered_linear, turn = b.spin - b.remembered_spin;
    const DoubleW<W> mass = b.inverse_mass > 0 ? b.mass : zero;
    curve += dot(change, change) * mass + dot(turn, b.inertia_full * turn);
  }
  const MaskW<W> curved = curve > 0;
  const DoubleW<W> best = lower(greater(-slope / (curved ? curve : one), zero), one);
  const DoubleW<W> share = curved ? best : one;
  for (std::int32_t i = 0; i < k.body_count; ++i) {
    LaneBody<W>& b = k.bodies[i];
    if (k.movable[i] == 0) continue;
    b.linear = b.remembered_linear + (b.linear - b.remembered_linear) * share;
    b.spin = b.remembered_spin + (b.spin - b.remembered_spin) * share;
  }
  for (std::int32_t i = 0; i < k.row_count; ++i) {
    if (!k.row_shapes[i].isSpring()) k.rows[i].impulse *= share;
  }
  eachContacts(k, yes<W>(), [&](int lane, GroupContacts& contacts) { contacts.scale(share[lane]); });
}

template <int W>
void warmStartRows(JointBlock<W>& k) {
  // Contacts begin with all of their impulses, and so does what they rest against.
  for (std::int32_t i = 0; k.any_contacts && i < k.row_count; ++i) {
    LaneRow<W>& r = k.rows[i];
    if (!k.row_shapes[i].isSpring()) r.impulse = (k.touching & r.active) ? r.last : r.impulse;
  }
  for (std::int32_t i = 0; i < k.row_count; ++i) {
    if (k.row_shapes[i].isSpring()) applyImpulse(k, i, k.rows[i].impulse);
  }
  limitWarmStart(k);
}

template <int W>
void solveRowsBiased(JointBlock<W>& k) {
  k.turned = no<W>();
  const int passes = k.topology->direct ? 1 : JointSettings::kGaussSeidelPasses;
  for (int pass = 0; pass < passes; ++pass) {
    for (const JointSystem& system : k.topology->systems) solveSystemBiased(k, system);
  }
  dropAbsurd(k);
}

/// Numbers beyond what a double tells apart must not poison what they touch.
template <int W>
CAROM_SELDOM void dropAbsurd(JointBlock<W>& k) {
  DoubleW<W> sum = all<W>(0);
  for (std::int32_t i = 0; i < k.body_count; ++i)
    sum += dot(k.bodies[i].linear, k.bodies[i].linear) + dot(k.bodies[i].spin, k.bodies[i].spin);
  const MaskW<W> absurd = ~(sum < JointSettings::kAbsurd);
  if (!anyLane(absurd)) return;
  const DVec3W<W> none{all<W>(0), all<W>(0), all<W>(0)};
  for (std::int32_t i = 0; i < k.body_count; ++i) {
    if (k.movable[i] == 0) continue;
    k.bodies[i].linear = select<W>(absurd, none, k.bodies[i].linear);
    k.bodies[i].spin = select<W>(absurd, none, k.bodies[i].spin);
  }
  for (std::int32_t i = 0; i < k.row_count; ++i) k.rows[i].impulse = absurd ? all<W>(0) : k.rows[i].impulse;
  eachContacts(k, absurd, [](int, GroupContacts& contacts) { contacts.drop(); });
  k.turned &= ~absurd;
}

/// Which bodies joints hold in this substep.
template <int W>
CAROM_SELDOM void markPulled(JointBlock<W>& k) {
  for (std::int32_t i = 0; i < k.body_count; ++i) k.bodies[i].pulled = k.bodies[i].firmly_pulled = no<W>();
  for (std::int32_t i = 0; i < k.row_count; ++i) {
    const JointRowShape& shape = k.row_shapes[i];
    const MaskW<W> pulls = k.rows[i].impulse != 0;
    const bool soft = shape.isSpring() && shape.role == JointElement::Role::Range;
    for (const std::int32_t b : {k.shapes[shape.joint].a, k.shapes[shape.joint].b}) {
      k.bodies[b].pulled |= pulls;
      if (!soft) k.bodies[b].firmly_pulled |= pulls;
    }
  }
}

/// Of two impulses in the same direction.
template <class Double>
inline Double lesserOf(Double a, Double b) {
  const Double zero = a - a;
  return ((a > 0) & (b > 0)) ? lower(a, b) : (((a < 0) & (b < 0)) ? greater(a, b) : zero);
}

/// Takes out velocities against the joints, in the given lanes.
template <int W>
void relaxRows(JointBlock<W>& k, MaskW<W> lanes) {
  // Springs have done their work.
  for (std::int32_t i = 0; i < k.row_count; ++i) {
    if (!k.row_shapes[i].isSpring()) continue;
    k.rows[i].active &= ~lanes;
    k.rows[i].bounded &= ~lanes;
  }
  const int passes = k.topology->direct ? 1 : JointSettings::kGaussSeidelPasses;
  for (int pass = 0; pass < passes; ++pass) {
    for (const JointSystem& system : k.topology->systems) relaxSystem(k, system, lanes);
  }
  dropAbsurd(k);
}

/// Takes down what the joints did in this substep, and prepares the next one.
template <int W>
CAROM_SELDOM void finishRows(JointBlock<W>& k) {
  for (std::int32_t i = 0; i < k.row_count; ++i) {
    const JointRowShape& shape = k.row_shapes[i];
    LaneRow<W>& r = k.rows[i];
    LaneJoint<W>& j = k.joints[shape.joint];
    if (shape.isAngular()) {
      j.torque = j.torque + k.bodies[k.shapes[shape.joint].b].axes * (r.angular_b * r.impulse);
    } else {
      j.force = j.force + r.linear * r.impulse;
    }
    r.warm = lesserOf(r.last, r.impulse);
    r.last = r.impulse;
    chooseTarget<W>(k, i, r.warm);
    startBounded<W>(k, i);
  }
}

}  // namespace
}  // namespace carom::solve

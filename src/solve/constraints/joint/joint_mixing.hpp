// Rounds of groups in which something spins fast.
//
// A round finds velocities v with J v + s = 0 for the shifts s at hand, and looks what shifts G(s) the poses
// ask for to which these lead. A body that spins answers a kick ΔL across its axis with a motion that nutates
// by φ = h l/I in the substep: its pose changes by h D ΔL/I with D = (sin(φ/2)/(φ/2)) R(φ/2), R the rotation
// about its axis, while the round counts on h ΔL/I. So what is off turns by up to φ/2 from round to round and
// hardly shrinks, from about a radian on. The exact matrix is not symmetric. But the rounds are a linear map
// nearly, and their differences show it: with f = G(s) − s of this round and the changes of f and of G in the
// last two of them, the next shifts are
//
//   s' = G − γ₁ ΔG₁ − γ₂ ΔG₂,   γ such that |f − γ₁ Δf₁ − γ₂ Δf₂| is least,
//
// (D. G. Anderson, "Iterative procedures for nonlinear integral equations", 1965), in the measure of the
// energy. Two changes suffice for one axis.
#pragma once

#include "solve/constraints/joint/joint_block.hpp"
#include "solve/constraints/joint/joint_settings.hpp"

namespace carom::solve {
namespace {

template <int W>
struct Mixing {
  DoubleW<W> rounds = all<W>(0);  ///< That are known: since rows came or went, or something began to spin.
  MaskW<W> slow = no<W>();        ///< Lanes in which they converge slowly: their shifts are mixed.
  DoubleW<W> off = all<W>(kUnbounded);  ///< How far the greatest shift was, m (for a tolerance of 1) or rad a
                                        ///< substep.

  /// Takes the shifts of a round in the given lanes, and mixes them where that is slow. `fresh`: lanes whose
  /// rows have changed; `before`: how far the greatest shift was off in the last round.
  CAROM_SELDOM void mix(JointBlock<W>& k, const JointSystem& system, MaskW<W> lanes, MaskW<W> fresh,
                        DoubleW<W> before);
};

template <int W>
void Mixing<W>::mix(JointBlock<W>& k, const JointSystem& system, MaskW<W> lanes, MaskW<W> fresh,
                    DoubleW<W> before) {
  if (!anyLane(lanes)) {
    *this = {};
    return;
  }
  const DoubleW<W> zero = all<W>(0), one = all<W>(1);
  const MaskW<W> stays = lanes & ~fresh;
  rounds = stays ? rounds : zero;
  slow &= stays;
  const auto eachHard = [&](auto&& visit) {
    for (std::int32_t j = system.first_joint; j < system.joint_end; ++j) {
      for (std::int32_t i = k.shapes[j].first_row; i < k.shapes[j].row_end; ++i) {
        if (!k.row_shapes[i].isSpring()) visit(i, k.rows[i], k.mixed[i]);
      }
    }
  };
  if (!anyLane(rounds > 0)) eachHard([](std::int32_t, LaneRow<W>&, LaneMixed<W>& m) { m = LaneMixed<W>{}; });
  DoubleW<W> worst = zero, dd = zero, dp = zero, pp = zero, fd = zero, fp = zero;
  const MaskW<W> one_known = rounds >= 2, two_known = rounds >= 3;
  eachHard([&](std::int32_t i, LaneRow<W>& r, LaneMixed<W>& m) {
    const DoubleW<W> off = r.shift - m.used;
    m.previous_change = two_known ? m.change : zero;
    m.previous_image_change = two_known ? m.image_change : zero;
    m.change = one_known ? off - m.off : zero;
    m.image_change = one_known ? r.shift - m.image : zero;
    m.off = off, m.image = r.shift;
    worst = r.active ? greater(worst, magnitude(off) * k.h / unitOf(k, k.row_shapes[i])) : worst;
    const DoubleW<W> weight = r.active ? one / r.mass_inverse : zero;
    dd += weight * m.change * m.change, dp += weight * m.change * m.previous_change;
    pp += weight * m.previous_change * m.previous_change;
    fd += weight * off * m.change, fp += weight * off * m.previous_change;
  });
  slow |= (rounds >= 1) & (worst > JointSettings::kSlow * before);
  off = rounds >= 1 ? worst : all<W>(kUnbounded);
  rounds = lanes ? rounds + one : zero;
  const DoubleW<W> determinant = dd * pp - dp * dp;
  const MaskW<W> both = determinant > JointSettings::kIndependent * dd * pp, single = dd > 0;
  const DoubleW<W> some = both ? determinant : one;
  const DoubleW<W> first = both ? (fd * pp - fp * dp) / some : (single ? fd / (single ? dd : one) : zero);
  const DoubleW<W> second = both ? (fp * dd - fd * dp) / some : zero;
  eachHard([&](std::int32_t, LaneRow<W>& r, LaneMixed<W>& m) {
    const DoubleW<W> mixed = r.shift - first * m.image_change - second * m.previous_image_change;
    r.shift = (slow & r.active) ? mixed : r.shift;
    m.used = r.shift;
  });
}

}  // namespace
}  // namespace carom::solve

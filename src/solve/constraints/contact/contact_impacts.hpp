// Impacts of the contacts of a block (contact_solver.hpp). Included by contact_solver_*.cpp and
// contact_rows.cpp only; wide.hpp says why nothing here has external linkage and no function of another
// header is called.
//
// A point is armed while it is expected to strike (reboundSpeed(), anew in each substep). Points that are
// armed before they strike strike at the same time: the biased solve and the relaxation stop them together,
// and then they leave as fast as they are to. What they strike may in turn strike others that it touches, or
// comes to in the same substep, such as the second ball of a row. These are impacts of their own, one after
// the other, as they are where the gaps are wide: with one stop for all, a row of five equal balls would lose
// two thirds of its energy in an impact without loss. So what such a contact has exerted in the substep is
// taken back, if the bodies then approach each other faster than the threshold, and both can go out of the
// way (impact_systems.hpp). Whether something was on it before does not matter: balls that hang beside each
// other press by a trace. After the armed points have rebounded, points that touch and approach are armed at
// once (armFresh()), round after round.
//
// A contact strikes once in a step, unless it opens in between. A light body between a heavy one and the
// ground would be struck by both in turns, ever faster, and what strikes again and again never carries a
// load.
#pragma once

#include "solve/constraints/contact/contact_passes.hpp"
#include "solve/simd/seldom.hpp"

namespace carom::solve {
namespace {

/// e times the speed of impact of a point, or −1 if it has none.
template <int W>
CAROM_SELDOM FloatW<W> reboundSpeed(const ContactBlock<W>& block, int j, FloatW<W> separation,
                                    FloatW<W> speed) {
  const FloatW<W> zero = splat<W>(0);
  const ContactTail<W>& tail = *block.tail;
  const FloatW<W> a = tail.pull;
  const FloatW<W> squared = speed * speed - splat<W>(2) * a * separation;
  const IntW<W> falls = tail.free & (separation > zero) & ((speed < zero) | (a < zero)) & (squared > zero);
  const FloatW<W> v = falls ? -squareRoot<W>(maximum(squared, zero)) : speed;
  const IntW<W> hits =
      (v < -tail.threshold) & (block.points[j].impulse <= zero) & (block.points[j].effective_mass > zero);
  return hits ? -v * tail.restitution : splat<W>(-1);
}

template <int W>
CAROM_SELDOM IntW<W> isArmed(const ContactBlock<W>& block) {
  IntW<W> armed{};
  for (int j = 0; j < block.point_count; ++j) armed |= block.tail->rebound_speed[j] >= splat<W>(0);
  return armed;
}

template <int W>
CAROM_SELDOM IntW<W> isLoaded(const ContactBlock<W>& block) {
  IntW<W> loaded{};
  for (int j = 0; j < block.point_count; ++j) loaded |= block.points[j].impulse > splat<W>(0);
  return loaded;
}

/// The points of a block as they are now.
template <int W>
struct PointStates {
  LaneVelocities<W> v;
  LaneMotion<W> moved;
  FloatW<W> speed[ContactBlock<W>::kPoints], separation[ContactBlock<W>::kPoints];
  IntW<W> near{};  // Lanes of which a point is nearer than kPatchDistance.
};
template <int W>
CAROM_SELDOM PointStates<W> pointsOf(const ContactBlock<W>& block, const BodyArrays& bodies) {
  constexpr int kPoints = ContactBlock<W>::kPoints;
  PointStates<W> out;
  out.v = gatherVelocities<W>(block, bodies);
  out.moved = gatherMotion<W>(block, bodies);
  normalSpeeds<W, kPoints>(block, out.moved, out.v, out.speed);
  for (int j = 0; j < kPoints; ++j) {
    out.separation[j] = separationNow(block, j, out.moved);
    out.near |= (block.points[j].effective_mass > splat<W>(0)) &
                (out.separation[j] <= splat<W>(ContactSettings::kPatchDistance) * block.tolerance);
  }
  return out;
}

/// Before a substep: what is expected to strike in it, of contacts with restitution.
template <int W>
CAROM_SELDOM void beginImpacts(void* blocks, std::int32_t index, const BodyArrays& bodies) {
  ContactBlock<W>& block = static_cast<ContactBlock<W>*>(blocks)[index];
  ContactTail<W>& tail = *block.tail;
  const FloatW<W> zero = splat<W>(0);
  const PointStates<W> now = pointsOf(block, bodies);
  const IntW<W> before = isArmed(block);
  const IntW<W> open = ~now.near & ~isLoaded(block);
  tail.unloaded |= open;
  tail.ready |= open;
  tail.fresh = IntW<W>{};
  block.rebounds = false;
  for (int j = 0; j < ContactBlock<W>::kPoints; ++j) {
    const FloatW<W> rebound =
        tail.unloaded ? reboundSpeed(block, j, now.separation[j], now.speed[j]) : splat<W>(-1);
    tail.rebound_speed[j] = tail.elastic ? rebound : tail.rebound_speed[j];
    block.rebounds = block.rebounds || any<W>(tail.rebound_speed[j] > zero);
  }
  const IntW<W> begins = isArmed(block) & ~before;
  tail.absorbed = begins ? zero : tail.absorbed;
  tail.approach = begins ? zero : tail.approach;
}

template <int W>
CAROM_SELDOM std::uint32_t bitsOfLanes(const ContactBlock<W>& block, IntW<W> lanes) {
  std::uint32_t bits = 0;
  for (int lane = 0; lane < block.count; ++lane) bits |= lanes[lane] != 0 ? 1u << lane : 0;
  return bits;
}

/// Whether some lane with restitution strikes in this substep.
template <int W>
CAROM_SELDOM bool strikes(const void* blocks, std::int32_t index) {
  const ContactBlock<W>& block = static_cast<const ContactBlock<W>*>(blocks)[index];
  return any<W>(block.tail->elastic & isArmed(block) & isLoaded(block));
}

/// Bits of the lanes whose impulses are to be taken back.
template <int W>
CAROM_SELDOM std::uint32_t toTakeBack(const void* blocks, std::int32_t index, const BodyArrays& bodies) {
  const ContactBlock<W>& block = static_cast<const ContactBlock<W>*>(blocks)[index];
  constexpr int kPoints = ContactBlock<W>::kPoints;
  const IntW<W> lanes = block.tail->elastic & block.tail->ready & isLoaded(block) & ~isArmed(block);
  if (!any<W>(lanes)) return 0;
  PointStates<W> now = pointsOf(block, bodies);
  for (int j = 0; j < kPoints; ++j) coupleSpeeds<W, kPoints>(block, j, -block.points[j].impulse, now.speed);
  IntW<W> approaches{};
  for (int j = 0; j < kPoints; ++j)
    approaches |= (block.points[j].impulse > splat<W>(0)) & (now.speed[j] < -block.tail->threshold);
  return bitsOfLanes(block, lanes & approaches);
}

template <int W>
CAROM_SELDOM void takeBack(void* blocks, std::int32_t index, int lane, const BodyArrays& bodies) {
  ContactBlock<W>& block = static_cast<ContactBlock<W>*>(blocks)[index];
  constexpr int kPoints = ContactBlock<W>::kPoints;
  const LaneMotion<W> moved = gatherMotion<W>(block, bodies);
  LaneVelocities<W> v = gatherVelocities<W>(block, bodies);
  FloatW<W> less[kPoints];
  for (int j = 0; j < kPoints; ++j) less[j] = -block.points[j].impulse;
  applyNormal<W, kPoints>(block, moved, less, v);
  applyTangential(block, frictionArms(block, moved), -block.tangent_impulse[0], -block.tangent_impulse[1], v);
  applyTwist(block, -block.twist_impulse, v);
  IntW<W> lanes{};
  lanes[lane] = -1;
  scatterVelocities(block, bodies, v, lanes);
  for (int j = 0; j < kPoints; ++j) block.points[j].impulse[lane] = 0;
  block.tangent_impulse[0][lane] = block.tangent_impulse[1][lane] = block.twist_impulse[lane] = 0;
}

/// Arms points that touch and approach each other after what else has rebounded. Returns whether there are
/// some.
template <int W>
CAROM_SELDOM bool armFresh(void* blocks, std::int32_t index, const BodyArrays& bodies) {
  ContactBlock<W>& block = static_cast<ContactBlock<W>*>(blocks)[index];
  ContactTail<W>& tail = *block.tail;
  constexpr int kPoints = ContactBlock<W>::kPoints;
  const FloatW<W> zero = splat<W>(0);
  IntW<W> lanes = tail.elastic & tail.ready & (tail.unloaded | ~isLoaded(block)) & ~isArmed(block);
  if (!any<W>(lanes)) return false;
  const PointStates<W> now = pointsOf(block, bodies);
  FloatW<W> load[kPoints], after[kPoints];
  IntW<W> near[kPoints], strikes{};
  for (int j = 0; j < kPoints; ++j) {
    near[j] = (block.points[j].effective_mass > zero) & (now.speed[j] < zero) &
              (now.separation[j] <= splat<W>(ContactSettings::kPatchDistance) * block.tolerance);
    strikes |= near[j] & (now.speed[j] < -tail.threshold) &
               (now.separation[j] <= splat<W>(StateSettings::kTouchDistance) * block.tolerance);
    load[j] = zero, after[j] = now.speed[j];
  }
  lanes &= strikes;
  if (!any<W>(lanes)) return false;
  for (int j = 0; j < kPoints; ++j)
    tail.rebound_speed[j] = lanes & near[j] ? -now.speed[j] * tail.restitution : tail.rebound_speed[j];
  tail.fresh = lanes ? lanes : tail.fresh;
  // What the normal impulses that stop the points would absorb.
  for (int pass = 0; pass < ContactSettings::kRestitutionPasses; ++pass) {
    for (int j = 0; j < kPoints; ++j) {
      const FloatW<W> wanted = maximum(zero, load[j] - block.points[j].effective_mass * after[j]);
      const FloatW<W> change = near[j] ? wanted - load[j] : zero;
      load[j] += change;
      coupleSpeeds<W, kPoints>(block, j, change, after);
    }
  }
  const FloatW<W> absorbed = -splat<W>(0.5f) * twiceTheWork<W, kPoints>(load, now.speed, after);
  tail.absorbed = lanes ? absorbed : tail.absorbed;
  tail.approach = lanes ? zero : tail.approach;
  return true;
}

/// Fraction of the rebound that the energy permits. The normal impulses may return at most e² of the work
/// that those of the impact absorbed (W. J. Stronge, "Rigid body collisions with friction", 1990). With
/// friction or several points, the speeds of Newton's law may return more. An impact against gravity is
/// solved after the gravity of the whole substep, at a lower speed than at touch; `ratio` compensates for
/// that.
template <int W>
CAROM_SELDOM FloatW<W> allowedRebound(const ContactBlock<W>& block, const FloatW<W>* change,
                                      const FloatW<W>* before, const FloatW<W>* after) {
  const FloatW<W> zero = splat<W>(0), one = splat<W>(1), half = splat<W>(0.5f);
  const IntW<W> met = block.tail->approach > zero;
  const FloatW<W> faster = one + block.tail->slowed / (met ? block.tail->approach : one);
  const FloatW<W> ratio = met ? minimum(faster * faster, splat<W>(2)) : one;
  const FloatW<W> limit =
      maximum(zero, block.tail->absorbed) * block.tail->restitution * block.tail->restitution * ratio;
  // A fraction s of the impulses does the work a s + b s².
  FloatW<W> a = zero, b = zero;
  for (int j = 0; j < block.point_count; ++j) {
    a += change[j] * before[j];
    b += half * change[j] * (after[j] - before[j]);
  }
  const IntW<W> exceeds = (a + b > limit * splat<W>(1.0001f)) & (b > zero);
  const FloatW<W> root = squareRoot<W>(maximum(zero, a * a + splat<W>(4) * b * limit));
  const FloatW<W> share = (root - a) / (exceeds ? b + b : one);
  return exceeds ? maximum(zero, minimum(one, share)) : one;
}

/// v ← u + s (v − u)
template <int W>
CAROM_SELDOM void takeShare(Vec3W<W>& v, const Vec3W<W>& u, FloatW<W> s) {
  v = u + times(v - u, s);
}

/// A patch has an impact when one of its points touches and has an impulse. All points of it that are near
/// rebound then: of the four corners of a face, three can carry the whole impulse.
template <int W>
struct Impact {
  IntW<W> hit[ContactBlock<W>::kPoints], struck{}, rebounding{};
};
template <int W>
CAROM_SELDOM Impact<W> impactOf(const ContactBlock<W>& block, const LaneMotion<W>& moved) {
  const FloatW<W> zero = splat<W>(0);
  Impact<W> out;
  for (int j = 0; j < ContactBlock<W>::kPoints; ++j) {
    const FloatW<W> separation = separationNow(block, j, moved);
    const IntW<W> armed = block.tail->rebound_speed[j] >= zero;
    out.hit[j] = armed & (separation <= splat<W>(ContactSettings::kPatchDistance) * block.tolerance);
    out.struck |= armed & (separation <= splat<W>(StateSettings::kTouchDistance) * block.tolerance) &
                  ((block.points[j].impulse > zero) | block.tail->fresh);
    out.rebounding |= block.tail->rebound_speed[j] > zero;
  }
  return out;
}

template <int W>
CAROM_SELDOM void applyRestitution(void* blocks, std::int32_t index, const BodyArrays& bodies) {
  ContactBlock<W>& block = static_cast<ContactBlock<W>*>(blocks)[index];
  constexpr int kPoints = ContactBlock<W>::kPoints;
  const FloatW<W> zero = splat<W>(0);
  const LaneMotion<W> moved = gatherMotion<W>(block, bodies);
  const Impact<W> impact = impactOf(block, moved);
  const IntW<W> struck = impact.struck & ~block.tail->coupled, rebounding = impact.rebounding;
  const IntW<W>(&hit)[kPoints] = impact.hit;
  if (!any<W>(struck)) return;
  LaneVelocities<W> v = gatherVelocities<W>(block, bodies);
  const LaneVelocities<W> met = v;
  FloatW<W> before[kPoints], total[kPoints];
  normalSpeeds<W, kPoints>(block, moved, v, before);
  for (int j = 0; j < kPoints; ++j) total[j] = zero;
  // The points of a face that lands flat share the impulse and its friction. A few passes make their speeds
  // consistent.
  IntW<W> active = struck;
  for (int pass = 0; pass < ContactSettings::kRestitutionPasses; ++pass) {
    if (pass == ContactSettings::kInelasticPasses) {
      // Lanes without restitution are done, independently of the other lanes.
      scatterVelocities(block, bodies, v, active & ~rebounding);
      active &= rebounding;
      if (!any<W>(active)) break;
    }
    solveFriction(block, moved, normalLoad<W, kPoints>(block), 0, v, active);
    FloatW<W> speed[kPoints], change[kPoints];
    normalSpeeds<W, kPoints>(block, moved, v, speed);
    for (int j = 0; j < kPoints; ++j) {
      const FloatW<W> old = block.points[j].impulse;
      const FloatW<W> wanted =
          maximum(zero, old - block.points[j].effective_mass * (speed[j] - block.tail->rebound_speed[j]));
      block.points[j].impulse = hit[j] & active ? wanted : old;
      notePressure(block, j, block.points[j].impulse);
      change[j] = block.points[j].impulse - old;
      total[j] += change[j];
      coupleSpeeds<W, kPoints>(block, j, change[j], speed);
    }
    applyNormal<W, kPoints>(block, moved, change, v);
  }
  if (any<W>(active)) {
    FloatW<W> after[kPoints];
    normalSpeeds<W, kPoints>(block, moved, v, after);
    const FloatW<W> share = allowedRebound(block, total, before, after);
    takeShare(v.linear_a, met.linear_a, share);
    takeShare(v.angular_a, met.angular_a, share);
    takeShare(v.linear_b, met.linear_b, share);
    takeShare(v.angular_b, met.angular_b, share);
  }
  for (FloatW<W>& impulse : block.tangent_impulse) impulse = struck ? zero : impulse;
  block.twist_impulse = struck ? zero : block.twist_impulse;
  block.tail->unloaded &= ~struck;
  block.tail->ready &= ~struck;
  for (int j = 0; j < kPoints; ++j) {
    block.points[j].impulse = hit[j] & struck ? zero : block.points[j].impulse;
    block.tail->rebound_speed[j] = hit[j] & struck ? splat<W>(-1) : block.tail->rebound_speed[j];
  }
  scatterVelocities(block, bodies, v, active);
}

template <int W>
CAROM_SELDOM std::uint32_t struckCoupled(const void* blocks, std::int32_t index, const BodyArrays& bodies) {
  const ContactBlock<W>& block = static_cast<const ContactBlock<W>*>(blocks)[index];
  if (!any<W>(block.tail->coupled)) return 0;
  return bitsOfLanes(block, impactOf(block, gatherMotion<W>(block, bodies)).struck & block.tail->coupled);
}

template <int W>
CAROM_SELDOM ContactPush pushOf(const void* blocks, std::int32_t index, int lane) {
  const ContactBlock<W>& block = static_cast<const ContactBlock<W>*>(blocks)[index];
  ContactPush out{
      {block.normal.x[lane], block.normal.y[lane], block.normal.z[lane]}, 0, block.tail->coupled[lane] != 0};
  for (int j = 0; j < block.point_count; ++j) out.impulse += block.points[j].impulse[lane];
  return out;
}

/// From inverse_mass_a on a block is numbers of four bytes, each as often as there are lanes.
template <int W>
CAROM_SELDOM void copyLane(const void* blocks, std::int32_t index, int lane, ClusterBlock& out) {
  const ContactBlock<W>& block = static_cast<const ContactBlock<W>*>(blocks)[index];
  constexpr std::size_t kFirst = offsetof(ContactBlock<W>, inverse_mass_a),
                        kOutFirst = offsetof(ClusterBlock, inverse_mass_a);
  constexpr std::size_t kCount = (offsetof(ContactBlock<W>, twist_impulse) - kFirst) / (4 * W) + 1;
  static_assert((offsetof(ClusterBlock, twist_impulse) - kOutFirst) / (4 * kClusterLanes) + 1 == kCount);
  ClusterTail* const tail = out.tail;
  for (int copy = 0; copy < kClusterLanes; ++copy) {
    out.body_a[copy] = block.body_a[lane];
    out.body_b[copy] = block.body_b[lane];
  }
  out.point_count = block.point_count;
  out.count = 1;
  out.overloaded = false, out.impacts = block.impacts, out.rebounds = block.rebounds;
  out.limited = block.limited;
  const char* const from = reinterpret_cast<const char*>(&block) + kFirst;
  char* const to = reinterpret_cast<char*>(&out) + kOutFirst;
  for (std::size_t i = 0; i < kCount; ++i) {
    for (int copy = 0; copy < kClusterLanes; ++copy)
      __builtin_memcpy(to + 4 * (i * kClusterLanes + static_cast<std::size_t>(copy)),
                       from + 4 * (i * W + static_cast<std::size_t>(lane)), 4);
  }
  for (int j = 0; j < ClusterBlock::kPoints; ++j)
    tail->rebound_speed[j] = splat<kClusterLanes>(block.tail->rebound_speed[j][lane]);
  tail->most = splat<kClusterLanes>(block.tail->most[lane]);
  tail->restitution = splat<kClusterLanes>(block.tail->restitution[lane]);
  tail->threshold = splat<kClusterLanes>(block.tail->threshold[lane]);
  tail->pull = splat<kClusterLanes>(block.tail->pull[lane]);
  tail->fresh = IntW<kClusterLanes>{} + block.tail->fresh[lane];
}

/// What an impact exerts is no load.
template <int W>
CAROM_SELDOM void endImpact(void* blocks, std::int32_t index, int lane, std::uint32_t points, bool rebounds) {
  ContactBlock<W>& block = static_cast<ContactBlock<W>*>(blocks)[index];
  block.tangent_impulse[0][lane] = block.tangent_impulse[1][lane] = block.twist_impulse[lane] = 0;
  if (rebounds) block.tail->unloaded[lane] = block.tail->ready[lane] = 0;
  for (int j = 0; j < ContactBlock<W>::kPoints; ++j) {
    if ((points >> j & 1) == 0) continue;
    block.points[j].impulse[lane] = 0;
    if (rebounds) block.pressed[lane] |= 1 << j;
    block.tail->rebound_speed[j][lane] = -1;
  }
}

}  // namespace
}  // namespace carom::solve

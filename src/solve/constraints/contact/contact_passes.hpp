// The passes over contact blocks. Included by contact_solver_*.cpp and cluster_solver.cpp only; wide.hpp says
// why nothing here has external linkage and no function of another header is called.
#pragma once

#include <type_traits>

#include "solve/constraints/contact/contact_settings.hpp"
#include "solve/constraints/contact/contact_solver.hpp"
#include "solve/constraints/contact/lane_tangents.hpp"
#include "solve/constraints/contact/lane_velocities.hpp"
#include "solve/state/state_settings.hpp"

// Velocities stay in registers where the passes over points are inlined; in the browser's module size counts.
#ifdef __wasm__
#define CAROM_INLINE_POINTS inline
#else
#define CAROM_INLINE_POINTS [[gnu::always_inline]] inline
#endif

namespace carom::solve {
namespace {

template <int W>
[[gnu::always_inline]] inline LaneVelocities<W> gatherVelocities(const ContactBlock<W>& block,
                                                                 const BodyArrays& bodies) {
  return gatherVelocities<W>(bodies, block.body_a, block.body_b);
}

template <int W>
[[gnu::always_inline]] inline void scatterVelocities(const ContactBlock<W>& block, const BodyArrays& bodies,
                                                     const LaneVelocities<W>& v, IntW<W> lanes) {
  scatterOne<W>(bodies, block.body_a, v.linear_a, v.angular_a, lanes);
  scatterOne<W>(bodies, block.body_b, v.linear_b, v.angular_b, lanes);
}

/// Motion of the bodies since the start of the step, and the change of the arms by it.
template <int W>
struct LaneMotion {
  FloatW<W> along;            // n · (ΔpB − ΔpA) − e · ΔθB
  Vec3W<W> turn;              // ΔθB − ΔθA
  Vec3W<W> ahead_a, ahead_b;  // Change of A's and B's arms.
  Vec3W<W> lever_a, lever_b;  // The same × n; B's minus e.
  IntW<W> following;          // Whether they change further.
};

template <int W>
[[gnu::always_inline]] inline LaneMotion<W> gatherMotion(const ContactBlock<W>& block,
                                                         const BodyArrays& bodies) {
  static_assert(sizeof(SolverDelta) == 32);
  const auto* d = reinterpret_cast<const float*>(bodies.deltas);
  const Vec3W<W> rotation_a = gather3<W>(d + 4, 8, block.body_a);
  const Vec3W<W> rotation_b = gather3<W>(d + 4, 8, block.body_b);
  const Vec3W<W> shift = gather3<W>(d, 8, block.body_b) - gather3<W>(d, 8, block.body_a);
  const Vec3W<W> ahead = shift - block.extrapolation;
  const Vec3W<W> lever = cross(block.offset, block.normal);
  // Longer arms than that would multiply speeds (NarrowPhaseSettings::kFollowShare).
  const FloatW<W> squared = dot(ahead, ahead), one = splat<W>(1);
  const IntW<W> far = squared > block.follow_squared;
  const FloatW<W> part = any<W>(far) ? (far ? squareRoot<W>(block.follow_squared / squared) : one) : one;
  LaneMotion<W> m;
  m.along = dot(block.normal, shift) - dot(lever, rotation_b);
  m.turn = rotation_b - rotation_a;
  m.ahead_a = times(ahead, part * block.follow);
  m.ahead_b = times(ahead, part * (block.follow - one));
  m.following = squared < block.follow_squared;
  m.lever_a = cross(m.ahead_a, block.normal);
  m.lever_b = cross(m.ahead_b, block.normal) - lever;
  return m;
}

template <int W>
[[gnu::always_inline]] inline FloatW<W> separationNow(const ContactBlock<W>& block, int j,
                                                      const LaneMotion<W>& moved) {
  return block.points[j].separation + moved.along + dot(block.points[j].arm, moved.turn);
}

/// Natural length of a point's spring: the separation at which it carries nothing, m.
template <int W>
[[gnu::always_inline]] inline FloatW<W> softDistance(const ContactBlock<W>& block, int j,
                                                     const ContactStep& step) {
  return block.points[j].rest_impulse * block.points[j].impulse_scale * block.coupling(j, j) *
         splat<W>(1.0f / (step.mass_scale * step.bias_rate));
}

/// Speeds of the points along the normal.
template <int W, int N>
[[gnu::always_inline]] inline void normalSpeeds(const ContactBlock<W>& block, const LaneMotion<W>& moved,
                                                const LaneVelocities<W>& v, FloatW<W>* speed) {
  const FloatW<W> common = dot(block.normal, v.linear_b - v.linear_a) + dot(moved.lever_b, v.angular_b) -
                           dot(moved.lever_a, v.angular_a);
  const Vec3W<W> spin = v.angular_b - v.angular_a;
  for (int j = 0; j < N; ++j) speed[j] = common + dot(block.points[j].arm, spin);
}

/// Adds the effect of a change of one point's impulse to the speeds of all points.
template <int W, int N>
[[gnu::always_inline]] inline void coupleSpeeds(const ContactBlock<W>& block, int j, FloatW<W> change,
                                                FloatW<W>* speed) {
  for (int i = 0; i < N; ++i) {
    speed[i] += (i <= j ? block.coupling(i, j) : block.coupling(j, i)) * change;
  }
}

/// Twice the work of changes of the points' impulses, from the speeds before and after them, J.
template <int W, int N>
FloatW<W> twiceTheWork(const FloatW<W>* change, const FloatW<W>* before, const FloatW<W>* after) {
  FloatW<W> work = splat<W>(0);
  for (int j = 0; j < N; ++j) work += change[j] * (before[j] + after[j]);
  return work;
}

/// Records what the normal impulses of an impact did: the work that they absorbed, the approach that they
/// met.
template <int W, int N>
void noteImpact(ContactBlock<W>& block, const FloatW<W>* change, const FloatW<W>* before,
                const FloatW<W>* after) {
  block.tail->absorbed -= splat<W>(0.5f) * twiceTheWork<W, N>(change, before, after);
  for (int j = 0; j < N; ++j) {
    block.tail->approach =
        change[j] > splat<W>(0) ? maximum(block.tail->approach, -before[j]) : block.tail->approach;
  }
}

/// v += M⁻¹ Jᵀ λ of all points.
template <int W, int N>
[[gnu::always_inline]] inline void applyNormal(const ContactBlock<W>& block, const LaneMotion<W>& moved,
                                               const FloatW<W>* impulse, LaneVelocities<W>& v) {
  FloatW<W> total = splat<W>(0);
  Vec3W<W> moment{total, total, total};
  for (int j = 0; j < N; ++j) {
    total += impulse[j];
    moment = moment + times(block.points[j].arm, impulse[j]);
  }
  v.linear_a = v.linear_a - times(block.normal, total * block.inverse_mass_a);
  v.angular_a = v.angular_a - times(block.inverse_inertia_a, moment + times(moved.lever_a, total));
  v.linear_b = v.linear_b + times(block.normal, total * block.inverse_mass_b);
  v.angular_b = v.angular_b + times(block.inverse_inertia_b, moment + times(moved.lever_b, total));
}

/// Arms from the centres of mass to the centre of friction.
template <int W>
struct FrictionArms {
  Vec3W<W> a, b;
};
template <int W>
[[gnu::always_inline]] inline FrictionArms<W> frictionArms(const ContactBlock<W>& block,
                                                           const LaneMotion<W>& moved) {
  return {block.center + moved.ahead_a, block.center - block.offset + moved.ahead_b};
}

/// By how much the speed at the centre of friction differs with the arms of `ahead` seconds later.
template <int W>
[[gnu::always_inline]] inline Vec3W<W> slipAhead(const ContactBlock<W>& block, const LaneMotion<W>& moved,
                                                 const LaneVelocities<W>& v, float ahead) {
  const Vec3W<W> turn = v.angular_b + times(v.angular_b - v.angular_a, -block.follow);
  const FloatW<W> time = moved.following ? splat<W>(ahead) : splat<W>(0);
  return times(cross(v.linear_b - v.linear_a, turn), time);
}

template <int W>
[[gnu::always_inline]] inline void applyTangential(const ContactBlock<W>& block, const FrictionArms<W>& arms,
                                                   FloatW<W> along_0, FloatW<W> along_1,
                                                   LaneVelocities<W>& v) {
  const Tangents<W> tangents = tangentsOf<W>(block.normal);
  const Vec3W<W> impulse = times(tangents.along[0], along_0) + times(tangents.along[1], along_1);
  v.linear_a = v.linear_a - times(impulse, block.inverse_mass_a);
  v.angular_a = v.angular_a - times(block.inverse_inertia_a, cross(arms.a, impulse));
  v.linear_b = v.linear_b + times(impulse, block.inverse_mass_b);
  v.angular_b = v.angular_b + times(block.inverse_inertia_b, cross(arms.b, impulse));
}

template <int W>
[[gnu::always_inline]] inline void applyTwist(const ContactBlock<W>& block, FloatW<W> impulse,
                                              LaneVelocities<W>& v) {
  const Vec3W<W> twist = times(block.normal, impulse);
  v.angular_a = v.angular_a - times(block.inverse_inertia_a, twist);
  v.angular_b = v.angular_b + times(block.inverse_inertia_b, twist);
}

/// What the points of a patch carry, which bounds its friction.
template <int W>
struct NormalLoad {
  FloatW<W> total, moment;  // Of the impulses; about the centre of friction, over the points' distances.
};
template <int W, int N>
[[gnu::always_inline]] inline NormalLoad<W> normalLoad(const ContactBlock<W>& block) {
  NormalLoad<W> load{splat<W>(0), splat<W>(0)};
  for (int j = 0; j < N; ++j) {
    load.total += block.points[j].impulse;
    load.moment += block.points[j].impulse * block.points[j].twist_radius;
  }
  return load;
}

/// Solves friction in the given lanes, with the arms of `ahead` seconds later; the other lanes keep their
/// impulses.
template <int W>
[[gnu::always_inline]] inline void solveFriction(ContactBlock<W>& block, const LaneMotion<W>& moved,
                                                 const NormalLoad<W>& load, float ahead, LaneVelocities<W>& v,
                                                 IntW<W> lanes) {
  {
    const FloatW<W> spin = dot(block.normal, v.angular_b - v.angular_a);
    const FloatW<W> limit = block.friction * load.moment;
    const FloatW<W> old = block.twist_impulse;
    const FloatW<W> now = maximum(-limit, minimum(limit, old - block.twist_mass * spin));
    block.twist_impulse = lanes ? now : old;
    applyTwist(block, block.twist_impulse - old, v);
  }
  const FrictionArms<W> arms = frictionArms(block, moved);
  const Vec3W<W> slip = v.linear_b + cross(v.angular_b, arms.b) - v.linear_a - cross(v.angular_a, arms.a) +
                        slipAhead(block, moved, v, ahead);
  const Tangents<W> tangents = tangentsOf<W>(block.normal);
  const FloatW<W> speed_0 = dot(slip, tangents.along[0]), speed_1 = dot(slip, tangents.along[1]);
  const FloatW<W> old_0 = block.tangent_impulse[0], old_1 = block.tangent_impulse[1];
  FloatW<W> now_0 = old_0 - (block.tangent_mass_11 * speed_0 + block.tangent_mass_12 * speed_1);
  FloatW<W> now_1 = old_1 - (block.tangent_mass_12 * speed_0 + block.tangent_mass_22 * speed_1);
  const FloatW<W> limit = block.friction * load.total;
  const FloatW<W> size_squared = now_0 * now_0 + now_1 * now_1;
  const IntW<W> slides = size_squared > limit * limit;
  const FloatW<W> scale =
      slides ? limit / squareRoot<W>(maximum(size_squared, splat<W>(ContactSettings::kMinSquare)))
             : splat<W>(1);
  block.tangent_impulse[0] = lanes ? now_0 * scale : old_0;
  block.tangent_impulse[1] = lanes ? now_1 * scale : old_1;
  applyTangential(block, arms, block.tangent_impulse[0] - old_0, block.tangent_impulse[1] - old_1, v);
}

template <int W, int N>
CAROM_INLINE_POINTS void warmStartPoints(ContactBlock<W>& block, const LaneMotion<W>& moved,
                                         LaneVelocities<W>& v) {
  FloatW<W> impulse[N], before[N];
  for (int j = 0; j < N; ++j) impulse[j] = block.points[j].impulse;
  if (block.rebounds) normalSpeeds<W, N>(block, moved, v, before);
  applyNormal<W, N>(block, moved, impulse, v);
  if (block.rebounds) {
    FloatW<W> after[N];
    normalSpeeds<W, N>(block, moved, v, after);
    noteImpact<W, N>(block, impulse, before, after);
  }
}

/// Calls function(N), where N is the number of points of the fullest lane as a constant.
template <int W, class Function>
[[gnu::always_inline]] inline void withPointCount(const ContactBlock<W>& block, Function&& function) {
  switch (block.point_count) {
    case 1:
      return function(std::integral_constant<int, 1>{});
    case 2:
      return function(std::integral_constant<int, 2>{});
    case 3:
      return function(std::integral_constant<int, 3>{});
    default:
      return function(std::integral_constant<int, 4>{});
  }
}

template <int W>
void warmStartBlocks(void* blocks, std::int32_t begin, std::int32_t end, const BodyArrays& bodies) {
  for (std::int32_t i = begin; i < end; ++i) {
    ContactBlock<W>& block = static_cast<ContactBlock<W>*>(blocks)[i];
    LaneVelocities<W> v = gatherVelocities<W>(block, bodies);
    const LaneMotion<W> moved = gatherMotion<W>(block, bodies);
    withPointCount(block, [&](auto n) { warmStartPoints<W, n>(block, moved, v); });
    applyTangential(block, frictionArms(block, moved), block.tangent_impulse[0], block.tangent_impulse[1], v);
    applyTwist(block, block.twist_impulse, v);
    scatterVelocities(block, bodies, v, ~IntW<W>{});
  }
}

template <int W>
[[gnu::always_inline]] inline void notePressure(ContactBlock<W>& block, int j, FloatW<W> impulse) {
  const IntW<W> bit = IntW<W>{} + (1 << j);
  block.pressed |= (impulse > splat<W>(0)) & bit;
}

/// The law of contact_solver.hpp for the change of a point's impulse at its speed u. The coefficients that do
/// not depend on u are computed in advance, because each point waits for the speed that the last one leaves.
///
///   Δλ = max(−λ, min(λ_max − λ, b − κ λ − m u + min(κ λ₀, max(0, 2 κ λ − 2 κ m₀ u))))   in the biased solve,
///   Δλ = min(cap, max(−λ, min(λ_max − λ, b − m u)))                                      in relaxation.
template <int W>
struct PointLaw {
  FloatW<W> mass, bias, cap;             // m, b, and the most that relaxation may add.
  FloatW<W> most;                        // λ_max
  FloatW<W> soft, rest, rest_per_speed;  // κ, κ λ₀, 2 κ m₀
};

template <int W, bool Biased>
[[gnu::always_inline]] inline PointLaw<W> lawOf(const ContactBlock<W>& block, int j,
                                                const LaneMotion<W>& moved, const ContactStep& step,
                                                IntW<W> lanes) {
  const FloatW<W> zero = splat<W>(0);
  const typename ContactBlock<W>::Point& point = block.points[j];
  const FloatW<W> separation = separationNow(block, j, moved);
  const FloatW<W> soft_distance = softDistance(block, j, step);
  const IntW<W> gap = separation > soft_distance;
  const FloatW<W> closing = separation * splat<W>(1.0f / step.substep);
  PointLaw<W> law;
  law.most = block.limited ? block.tail->most : splat<W>(ContactSettings::kUnlimited);
  if constexpr (Biased) {
    const FloatW<W> push = maximum(splat<W>(step.bias_rate) * separation, -block.max_push_speed);
    law.mass = gap ? point.effective_mass : point.effective_mass * splat<W>(step.mass_scale);
    law.bias = -law.mass * (gap ? closing : push);
    law.soft = gap ? zero : point.impulse_scale;
    law.rest = law.soft * point.rest_impulse;
    law.rest_per_speed = splat<W>(ContactSettings::kRestRatio) * law.soft * point.effective_mass;
  } else {
    law.mass = lanes ? point.effective_mass : zero;
    law.most = lanes ? law.most : splat<W>(ContactSettings::kUnlimited);
    law.bias = gap ? -law.mass * closing : zero;
    // Relaxation may reduce the impulse of a separated point, but must not stop the point before it touches.
    law.cap = separation > maximum(splat<W>(StateSettings::kTouchDistance) * block.tolerance, soft_distance)
                  ? zero
                  : splat<W>(1e30f);
  }
  return law;
}

template <int W, bool Biased>
[[gnu::always_inline]] inline FloatW<W> impulseChange(const PointLaw<W>& law, FloatW<W> impulse,
                                                      FloatW<W> speed) {
  if constexpr (Biased) {
    const FloatW<W> stops = maximum(
        splat<W>(0), splat<W>(ContactSettings::kRestRatio) * law.soft * impulse - law.rest_per_speed * speed);
    const FloatW<W> change = (law.bias - law.soft * impulse - law.mass * speed) + minimum(law.rest, stops);
    return maximum(-impulse, minimum(law.most - impulse, change));
  } else {
    const FloatW<W> change = minimum(law.most - impulse, law.bias - law.mass * speed);
    return minimum(law.cap, maximum(-impulse, change));
  }
}

/// Solves one block whose fullest lane has N points. Two passes over the points of a manifold cost little and
/// are sufficient for their rotation.
template <int W, bool Biased, int N>
CAROM_INLINE_POINTS void solvePoints(ContactBlock<W>& block, const LaneMotion<W>& moved,
                                     const ContactStep& step, IntW<W> lanes, LaneVelocities<W>& v,
                                     NormalLoad<W>& load) {
  FloatW<W> speed[N], before[N], impulse[N], change[N];
  PointLaw<W> law[N];
  normalSpeeds<W, N>(block, moved, v, speed);
  for (int j = 0; j < N; ++j) {
    before[j] = speed[j];
    impulse[j] = block.points[j].impulse;
    change[j] = splat<W>(0);
    law[j] = lawOf<W, Biased>(block, j, moved, step, lanes);
  }
  IntW<W> pressed = block.pressed;
  for (int pass = 0; pass < ContactSettings::kPointPasses; ++pass) {
    for (int j = 0; j < N; ++j) {
      const FloatW<W> more = impulseChange<W, Biased>(law[j], impulse[j], speed[j]);
      impulse[j] += more;
      change[j] += more;
      pressed |= (impulse[j] > splat<W>(0)) & (IntW<W>{} + (1 << j));
      coupleSpeeds<W, N>(block, j, more, speed);
    }
  }
  block.pressed = pressed;
  for (int j = 0; j < N; ++j) block.points[j].impulse = impulse[j];
  if (block.rebounds) noteImpact<W, N>(block, change, before, speed);
  applyNormal<W, N>(block, moved, change, v);
  if constexpr (!Biased) load = normalLoad<W, N>(block);
}

template <int W, bool Biased>
[[gnu::always_inline]] inline void solveBlock(ContactBlock<W>& block, const BodyArrays& bodies,
                                              const ContactStep& step, IntW<W> lanes) {
  LaneVelocities<W> v = gatherVelocities<W>(block, bodies);
  const LaneMotion<W> moved = gatherMotion<W>(block, bodies);
  NormalLoad<W> load;
  withPointCount(block, [&](auto n) { solvePoints<W, Biased, n>(block, moved, step, lanes, v, load); });
  // The velocity that removes penetration is not physical, so friction must not brake it.
  if constexpr (!Biased) solveFriction(block, moved, load, -0.5f * step.substep, v, lanes);
  scatterVelocities(block, bodies, v, lanes);
}

template <int W>
void solveBiased(void* blocks, std::int32_t begin, std::int32_t end, const BodyArrays& bodies,
                 const ContactStep& step) {
  for (std::int32_t i = begin; i < end; ++i) {
    solveBlock<W, true>(static_cast<ContactBlock<W>*>(blocks)[i], bodies, step, ~IntW<W>{});
  }
}

/// Not inlined, so that all lanes and overloaded ones are relaxed by the same code.
template <int W>
[[gnu::noinline]] void relaxLanes(void* blocks, std::int32_t begin, std::int32_t end,
                                  const BodyArrays& bodies, const ContactStep& step, bool overloaded) {
  for (std::int32_t i = begin; i < end; ++i) {
    ContactBlock<W>& block = static_cast<ContactBlock<W>*>(blocks)[i];
    solveBlock<W, false>(block, bodies, step, overloaded ? block.tail->changing_lanes : ~IntW<W>{});
  }
}

template <int W>
void relaxBlocks(void* blocks, std::int32_t begin, std::int32_t end, const BodyArrays& bodies,
                 const ContactStep& step) {
  relaxLanes<W>(blocks, begin, end, bodies, step, false);
}

/// Returns whether the load of some lane is still changing.
template <int W>
bool relaxOverloaded(void* blocks, std::int32_t index, const BodyArrays& bodies, const ContactStep& step,
                     bool first) {
  ContactBlock<W>& block = static_cast<ContactBlock<W>*>(blocks)[index];
  IntW<W>& changing = block.tail->changing_lanes;
  if (first) changing = block.tail->overloaded_lanes;
  if (!any<W>(changing)) return false;
  constexpr int kPoints = ContactBlock<W>::kPoints;
  const FloatW<W> before = normalLoad<W, kPoints>(block).total;
  relaxLanes<W>(blocks, index, index + 1, bodies, step, true);
  const FloatW<W> now = normalLoad<W, kPoints>(block).total, change = now - before;
  changing &= maximum(change, -change) > splat<W>(ContactSettings::kConvergedLoad) * now;
  return any<W>(changing);
}

template <int W>
void storeBlocks(const void* blocks, std::int32_t begin, std::int32_t end) {
  for (std::int32_t i = begin; i < end; ++i) {
    const ContactBlock<W>& block = static_cast<const ContactBlock<W>*>(blocks)[i];
    if (i + 1 < end) {
      const ContactBlock<W>& next = static_cast<const ContactBlock<W>*>(blocks)[i + 1];
      for (int lane = 0; lane < next.count; ++lane) {
        const auto* bytes = reinterpret_cast<const char*>(next.tail->manifold[lane]);
        for (std::size_t at = 0; at < offsetof(ContactManifold, origin); at += 64)
          __builtin_prefetch(bytes + at, 1);
      }
    }
    const Tangents<W> tangents = tangentsOf<W>(block.normal);
    const Vec3W<W> friction = times(tangents.along[0], block.tangent_impulse[0]) +
                              times(tangents.along[1], block.tangent_impulse[1]);
    for (int lane = 0; lane < block.count; ++lane) {
      ContactManifold& m = *block.tail->manifold[lane];
      for (std::int32_t j = 0; j < m.point_count; ++j) {
        ContactPoint& p = m.points[j];
        p.normal_impulse = block.points[j].impulse[lane];
        p.pressed = (block.pressed[lane] >> j & 1) != 0;
        const float most = ContactSettings::kRestRatio * p.normal_impulse;
        if (p.rest_impulse > most) p.rest_impulse = most;
      }
      m.friction_impulse.x = friction.x[lane];
      m.friction_impulse.y = friction.y[lane];
      m.friction_impulse.z = friction.z[lane];
      m.twist_impulse = block.twist_impulse[lane];
    }
  }
}

}  // namespace
}  // namespace carom::solve

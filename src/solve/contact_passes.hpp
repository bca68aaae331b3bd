// The passes over contact blocks. Included by contact_solver_*.cpp only; see wide.hpp for why nothing here
// has external linkage and no function of another header is called.
#pragma once

#include "solve/contact_solver.hpp"
#include "solve/lane_velocities.hpp"

namespace carom::solve {
namespace {

constexpr int kBounceSweeps = 16;
constexpr int kStopSweeps = 2;           // The same where nothing rebounds.
constexpr float kPatchDistance = 2e-3f;  // m; the other points of a patch that is hit rebound when so near

template <int W>
LaneVelocities<W> gatherVelocities(const ContactBlock<W>& block, const BodyArrays& bodies) {
  return gatherVelocities<W>(bodies, block.body_a, block.body_b);
}

template <int W>
void scatterVelocities(const ContactBlock<W>& block, const BodyArrays& bodies, const LaneVelocities<W>& v,
                       IntW<W> lanes) {
  scatterOne<W>(bodies, block.body_a, v.linear_a, v.angular_a, lanes);
  scatterOne<W>(bodies, block.body_b, v.linear_b, v.angular_b, lanes);
}

/// Motion since the start of the step, and what it does to the arms.
template <int W>
struct LaneMotion {
  FloatW<W> along;            // n · (ΔpB − ΔpA) − e · ΔθB
  Vec3W<W> turn;              // ΔθB − ΔθA
  Vec3W<W> ahead_a, ahead_b;  // Change of A's and of B's arms.
  Vec3W<W> lever_a, lever_b;  // The same × n; B's with −e.
};

template <int W>
LaneMotion<W> gatherMotion(const ContactBlock<W>& block, const BodyArrays& bodies) {
  static_assert(sizeof(SolverDelta) == 32);
  const auto* d = reinterpret_cast<const float*>(bodies.deltas);
  const Vec3W<W> rotation_a = gather3<W>(d + 4, 8, block.body_a);
  const Vec3W<W> rotation_b = gather3<W>(d + 4, 8, block.body_b);
  const Vec3W<W> shift = gather3<W>(d, 8, block.body_b) - gather3<W>(d, 8, block.body_a);
  const Vec3W<W> ahead = shift - block.lead;
  LaneMotion<W> m;
  m.along = dot(block.normal, shift) - dot(block.lever, rotation_b);
  m.turn = rotation_b - rotation_a;
  m.ahead_a = times(ahead, block.follow_a);
  m.ahead_b = times(ahead, -block.follow_b);
  m.lever_a = cross(m.ahead_a, block.normal);
  m.lever_b = cross(m.ahead_b, block.normal) - block.lever;
  return m;
}

template <int W>
FloatW<W> separationNow(const ContactBlock<W>& block, int j, const LaneMotion<W>& moved) {
  return block.points[j].separation + moved.along + dot(block.points[j].arm, moved.turn);
}

/// Natural length of a point's spring: how far apart it carries nothing any more, m.
template <int W>
FloatW<W> softDistance(const ContactBlock<W>& block, int j, const ContactStep& step) {
  return block.points[j].rest_impulse * block.points[j].impulse_scale * block.points[j].coupling[j] *
         splat<W>(1.0f / (step.mass_scale * step.bias_rate));
}

/// Speeds of the points along the normal.
template <int W>
void normalSpeeds(const ContactBlock<W>& block, const LaneMotion<W>& moved, const LaneVelocities<W>& v,
                  FloatW<W>* speed) {
  const FloatW<W> common = dot(block.normal, v.linear_b - v.linear_a) + dot(moved.lever_b, v.angular_b) -
                           dot(moved.lever_a, v.angular_a);
  const Vec3W<W> spin = v.angular_b - v.angular_a;
  for (int j = 0; j < block.point_count; ++j) speed[j] = common + dot(block.points[j].arm, spin);
}

/// What a change of one point's impulse does to all speeds.
template <int W>
void coupleSpeeds(const ContactBlock<W>& block, int j, FloatW<W> change, FloatW<W>* speed) {
  for (int i = 0; i < block.point_count; ++i) {
    speed[i] += (i <= j ? block.points[i].coupling[j] : block.points[j].coupling[i]) * change;
  }
}

/// Twice the work that changes of the points' impulses did between two states of their speeds, J.
template <int W>
FloatW<W> twiceTheWork(const ContactBlock<W>& block, const FloatW<W>* change, const FloatW<W>* before,
                       const FloatW<W>* after) {
  FloatW<W> work = splat<W>(0);
  for (int j = 0; j < block.point_count; ++j) work += change[j] * (before[j] + after[j]);
  return work;
}

/// Keeps account of what the normal impulses of an impact absorb.
template <int W>
void noteWork(ContactBlock<W>& block, const FloatW<W>* change, const FloatW<W>* before,
              const FloatW<W>* after) {
  block.absorbed -= splat<W>(0.5f) * twiceTheWork(block, change, before, after);
  for (int j = 0; j < block.point_count; ++j) {
    block.approach = change[j] > splat<W>(0) ? maximum(block.approach, -before[j]) : block.approach;
  }
}

/// v += M⁻¹ Jᵀ λ of all points.
template <int W>
void applyNormal(const ContactBlock<W>& block, const LaneMotion<W>& moved, const FloatW<W>* impulse,
                 LaneVelocities<W>& v) {
  FloatW<W> total = splat<W>(0);
  Vec3W<W> moment{total, total, total};
  for (int j = 0; j < block.point_count; ++j) {
    total += impulse[j];
    moment = moment + times(block.points[j].arm, impulse[j]);
  }
  v.linear_a = v.linear_a - times(block.normal, total * block.inverse_mass_a);
  v.angular_a = v.angular_a - times(block.inverse_inertia_a, moment + times(moved.lever_a, total));
  v.linear_b = v.linear_b + times(block.normal, total * block.inverse_mass_b);
  v.angular_b = v.angular_b + times(block.inverse_inertia_b, moment + times(moved.lever_b, total));
}

/// From the centres of mass to the centre of friction.
template <int W>
struct FrictionArms {
  Vec3W<W> a, b;
};
template <int W>
FrictionArms<W> frictionArms(const ContactBlock<W>& block, const LaneMotion<W>& moved) {
  return {block.center + moved.ahead_a, block.center - block.offset + moved.ahead_b};
}

template <int W>
void applyTangential(const ContactBlock<W>& block, const FrictionArms<W>& arms, FloatW<W> along_0,
                     FloatW<W> along_1, LaneVelocities<W>& v) {
  const Vec3W<W> impulse = times(block.tangent[0], along_0) + times(block.tangent[1], along_1);
  v.linear_a = v.linear_a - times(impulse, block.inverse_mass_a);
  v.angular_a = v.angular_a - times(block.inverse_inertia_a, cross(arms.a, impulse));
  v.linear_b = v.linear_b + times(impulse, block.inverse_mass_b);
  v.angular_b = v.angular_b + times(block.inverse_inertia_b, cross(arms.b, impulse));
}

template <int W>
void applyTwist(const ContactBlock<W>& block, FloatW<W> impulse, LaneVelocities<W>& v) {
  const Vec3W<W> twist = times(block.normal, impulse);
  v.angular_a = v.angular_a - times(block.inverse_inertia_a, twist);
  v.angular_b = v.angular_b + times(block.inverse_inertia_b, twist);
}

/// Friction of the lanes that are named; the others keep theirs.
template <int W>
void solveFriction(ContactBlock<W>& block, const LaneMotion<W>& moved, LaneVelocities<W>& v, IntW<W> lanes) {
  const FloatW<W> zero = splat<W>(0);
  FloatW<W> total = zero, moment = zero;
  for (int j = 0; j < block.point_count; ++j) {
    total += block.points[j].impulse;
    moment += block.points[j].impulse * block.points[j].twist_radius;
  }
  {
    const FloatW<W> spin = dot(block.normal, v.angular_b - v.angular_a);
    const FloatW<W> limit = block.friction * moment;
    const FloatW<W> old = block.twist_impulse;
    const FloatW<W> now = maximum(-limit, minimum(limit, old - block.twist_mass * spin));
    block.twist_impulse = lanes ? now : old;
    applyTwist(block, block.twist_impulse - old, v);
  }
  const FrictionArms<W> arms = frictionArms(block, moved);
  const Vec3W<W> slip = v.linear_b + cross(v.angular_b, arms.b) - v.linear_a - cross(v.angular_a, arms.a);
  const FloatW<W> speed_0 = dot(slip, block.tangent[0]), speed_1 = dot(slip, block.tangent[1]);
  const FloatW<W> old_0 = block.tangent_impulse[0], old_1 = block.tangent_impulse[1];
  FloatW<W> now_0 = old_0 - (block.tangent_mass_11 * speed_0 + block.tangent_mass_12 * speed_1);
  FloatW<W> now_1 = old_1 - (block.tangent_mass_12 * speed_0 + block.tangent_mass_22 * speed_1);
  const FloatW<W> limit = block.friction * total;
  const FloatW<W> size_squared = now_0 * now_0 + now_1 * now_1;
  const IntW<W> slides = size_squared > limit * limit;
  const FloatW<W> scale =
      slides ? limit / squareRoot<W>(maximum(size_squared, splat<W>(1e-30f))) : splat<W>(1);
  block.tangent_impulse[0] = lanes ? now_0 * scale : old_0;
  block.tangent_impulse[1] = lanes ? now_1 * scale : old_1;
  applyTangential(block, arms, block.tangent_impulse[0] - old_0, block.tangent_impulse[1] - old_1, v);
}

template <int W>
void warmStartBlocks(void* blocks, std::int32_t begin, std::int32_t end, const BodyArrays& bodies) {
  for (std::int32_t i = begin; i < end; ++i) {
    ContactBlock<W>& block = static_cast<ContactBlock<W>*>(blocks)[i];
    LaneVelocities<W> v = gatherVelocities<W>(block, bodies);
    const LaneMotion<W> moved = gatherMotion<W>(block, bodies);
    FloatW<W> impulse[ContactBlock<W>::kPoints], before[ContactBlock<W>::kPoints];
    for (int j = 0; j < block.point_count; ++j) impulse[j] = block.points[j].impulse;
    if (block.rebounds) normalSpeeds(block, moved, v, before);
    applyNormal(block, moved, impulse, v);
    if (block.rebounds) {
      FloatW<W> after[ContactBlock<W>::kPoints];
      normalSpeeds(block, moved, v, after);
      noteWork(block, impulse, before, after);
    }
    applyTangential(block, frictionArms(block, moved), block.tangent_impulse[0], block.tangent_impulse[1], v);
    applyTwist(block, block.twist_impulse, v);
    scatterVelocities(block, bodies, v, ~IntW<W>{});
  }
}

template <int W>
void notePressure(ContactBlock<W>& block, int j, FloatW<W> impulse) {
  const IntW<W> bit = IntW<W>{} + (1 << j);
  block.pressed |= (impulse > splat<W>(0)) & bit;
}

/// One pass. Two sweeps over the points of a manifold cost little, and make its share of the rotation right.
template <int W, bool Push>
void solveBlock(ContactBlock<W>& block, const BodyArrays& bodies, const ContactStep& step, IntW<W> lanes) {
  constexpr int kPoints = ContactBlock<W>::kPoints;
  const FloatW<W> zero = splat<W>(0);
  LaneVelocities<W> v = gatherVelocities<W>(block, bodies);
  const LaneMotion<W> moved = gatherMotion<W>(block, bodies);
  FloatW<W> speed[kPoints], change[kPoints], bias[kPoints], mass[kPoints], soft[kPoints];
  FloatW<W> before[kPoints];
  IntW<W> apart[kPoints];
  normalSpeeds(block, moved, v, speed);
  if (block.rebounds) {
    for (int j = 0; j < block.point_count; ++j) before[j] = speed[j];
  }
  for (int j = 0; j < block.point_count; ++j) {
    const FloatW<W> separation = separationNow(block, j, moved);
    const FloatW<W> soft_distance = softDistance(block, j, step);
    const IntW<W> gap = separation > soft_distance;
    bias[j] = gap ? separation * splat<W>(1.0f / step.substep) : zero;
    mass[j] = block.points[j].effective_mass;
    change[j] = zero;
    if constexpr (Push) {
      const FloatW<W> push = maximum(splat<W>(step.bias_rate) * separation, splat<W>(-step.max_push_speed));
      bias[j] = gap ? bias[j] : push;
      mass[j] = gap ? mass[j] : mass[j] * splat<W>(step.mass_scale);
      soft[j] = gap ? zero : block.points[j].impulse_scale;
    } else {
      apart[j] = separation > maximum(splat<W>(kTouchDistance), soft_distance);
    }
  }
  for (int sweep = 0; sweep < 2; ++sweep) {
    for (int j = 0; j < block.point_count; ++j) {
      const FloatW<W> old = block.points[j].impulse;
      FloatW<W> now = old - mass[j] * (speed[j] + bias[j]);
      if constexpr (Push) {
        const FloatW<W> stops = maximum(zero, old - block.points[j].effective_mass * speed[j]);
        now -= soft[j] * (old - minimum(block.points[j].rest_impulse, splat<W>(kRestRatio) * stops));
      }
      now = maximum(zero, now);
      // Relaxing may let go of a point that has come apart, but must not stop it before it gets there.
      if constexpr (!Push) now = apart[j] ? minimum(old, now) : now;
      now = lanes ? now : old;
      block.points[j].impulse = now;
      notePressure(block, j, now);
      change[j] += now - old;
      coupleSpeeds(block, j, now - old, speed);
    }
  }
  if (block.rebounds) noteWork(block, change, before, speed);
  applyNormal(block, moved, change, v);
  // The velocity that pushes penetration out is not real: friction must not brake it.
  if constexpr (!Push) solveFriction(block, moved, v, lanes);
  scatterVelocities(block, bodies, v, lanes);
}

template <int W, bool Push>
void solveBlocks(void* blocks, std::int32_t begin, std::int32_t end, const BodyArrays& bodies,
                 const ContactStep& step) {
  for (std::int32_t i = begin; i < end; ++i) {
    solveBlock<W, Push>(static_cast<ContactBlock<W>*>(blocks)[i], bodies, step, ~IntW<W>{});
  }
}

template <int W>
void relaxOverloaded(void* blocks, std::int32_t index, const BodyArrays& bodies, const ContactStep& step) {
  ContactBlock<W>& block = static_cast<ContactBlock<W>*>(blocks)[index];
  solveBlock<W, false>(block, bodies, step, block.overloaded_lanes);
}

/// What share of the rebound the energy allows: its normal impulses give back at most e² of what those of the
/// blow have absorbed (W. J. Stronge, "Rigid body collisions with friction", 1990). With friction, or at
/// several points, speeds that are right by Newton's rule may take more. A blow against gravity is met after
/// the whole substep's gravity, slower than at touch.
template <int W>
FloatW<W> allowedRebound(const ContactBlock<W>& block, const FloatW<W>* change, const FloatW<W>* before,
                         const FloatW<W>* after) {
  const FloatW<W> zero = splat<W>(0), one = splat<W>(1), half = splat<W>(0.5f);
  const IntW<W> met = block.approach > zero;
  const FloatW<W> faster = one + block.slowed / (met ? block.approach : one);
  const FloatW<W> ratio = met ? minimum(faster * faster, splat<W>(2)) : one;
  const FloatW<W> limit = maximum(zero, block.absorbed) * block.restitution_squared * ratio;
  // Of a share s of the impulses the work is a s + b s².
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
void takeShare(Vec3W<W>& v, const Vec3W<W>& u, FloatW<W> s) {
  v = u + times(v - u, s);
}

template <int W>
void bounceBlock(void* blocks, std::int32_t index, const BodyArrays& bodies) {
  ContactBlock<W>& block = static_cast<ContactBlock<W>*>(blocks)[index];
  constexpr int kPoints = ContactBlock<W>::kPoints;
  const FloatW<W> zero = splat<W>(0);
  const LaneMotion<W> moved = gatherMotion<W>(block, bodies);
  // A patch is hit when one of its points touches and has taken an impulse. Then all of its points that are
  // near rebound: of the four corners of a face three can carry the blow.
  IntW<W> hit[kPoints];
  IntW<W> struck{}, rebounding{};
  for (int j = 0; j < block.point_count; ++j) {
    const FloatW<W> separation = separationNow(block, j, moved);
    const IntW<W> armed = block.rebound_speed[j] >= zero;
    hit[j] = armed & (separation <= splat<W>(kPatchDistance));
    struck |= armed & (separation <= splat<W>(kTouchDistance)) & (block.points[j].impulse > zero);
    rebounding |= block.rebound_speed[j] > zero;
  }
  if (!any<W>(struck)) return;
  LaneVelocities<W> v = gatherVelocities<W>(block, bodies);
  const LaneVelocities<W> met = v;
  FloatW<W> before[kPoints], total[kPoints];
  normalSpeeds(block, moved, v, before);
  for (int j = 0; j < block.point_count; ++j) total[j] = zero;
  // The points of a face that lands flat share the blow and its friction: a few sweeps make their speeds
  // agree.
  IntW<W> active = struck;
  for (int sweep = 0; sweep < kBounceSweeps; ++sweep) {
    if (sweep == kStopSweeps) {
      // Lanes that only stop are done, whatever the lanes beside them do.
      scatterVelocities(block, bodies, v, active & ~rebounding);
      active &= rebounding;
      if (!any<W>(active)) break;
    }
    solveFriction(block, moved, v, active);
    FloatW<W> speed[kPoints], change[kPoints];
    normalSpeeds(block, moved, v, speed);
    for (int j = 0; j < block.point_count; ++j) {
      const FloatW<W> old = block.points[j].impulse;
      const FloatW<W> wanted =
          maximum(zero, old - block.points[j].effective_mass * (speed[j] - block.rebound_speed[j]));
      block.points[j].impulse = hit[j] & active ? wanted : old;
      notePressure(block, j, block.points[j].impulse);
      change[j] = block.points[j].impulse - old;
      total[j] += change[j];
      coupleSpeeds(block, j, change[j], speed);
    }
    applyNormal(block, moved, change, v);
  }
  if (any<W>(active)) {
    FloatW<W> after[kPoints];
    normalSpeeds(block, moved, v, after);
    const FloatW<W> share = allowedRebound(block, total, before, after);
    takeShare(v.linear_a, met.linear_a, share);
    takeShare(v.angular_a, met.angular_a, share);
    takeShare(v.linear_b, met.linear_b, share);
    takeShare(v.angular_b, met.angular_b, share);
  }
  for (FloatW<W>& impulse : block.tangent_impulse) impulse = struck ? zero : impulse;
  block.twist_impulse = struck ? zero : block.twist_impulse;
  for (int j = 0; j < block.point_count; ++j) {
    block.points[j].impulse = hit[j] & struck ? zero : block.points[j].impulse;
    block.rebound_speed[j] = hit[j] & struck ? splat<W>(-1) : block.rebound_speed[j];
  }
  scatterVelocities(block, bodies, v, active);
}

template <int W>
void storeBlocks(const void* blocks, std::int32_t begin, std::int32_t end) {
  for (std::int32_t i = begin; i < end; ++i) {
    const ContactBlock<W>& block = static_cast<const ContactBlock<W>*>(blocks)[i];
    if (i + 1 < end) {
      const ContactBlock<W>& next = static_cast<const ContactBlock<W>*>(blocks)[i + 1];
      for (int lane = 0; lane < next.count; ++lane) {
        const auto* bytes = reinterpret_cast<const char*>(next.manifold[lane]);
        for (std::size_t at = 0; at < offsetof(ContactManifold, origin); at += 64)
          __builtin_prefetch(bytes + at, 1);
      }
    }
    const Vec3W<W> friction =
        times(block.tangent[0], block.tangent_impulse[0]) + times(block.tangent[1], block.tangent_impulse[1]);
    for (int lane = 0; lane < block.count; ++lane) {
      ContactManifold& m = *block.manifold[lane];
      for (std::int32_t j = 0; j < m.point_count; ++j) {
        ContactPoint& p = m.points[j];
        p.normal_impulse = block.points[j].impulse[lane];
        p.pressed = (block.pressed[lane] >> j & 1) != 0;
        const float most = kRestRatio * p.normal_impulse;
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

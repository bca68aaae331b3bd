// The passes over blocks of pins. Included by pin_solver_*.cpp only; wide.hpp says why nothing here has
// external linkage.
#pragma once

#include "solve/constraints/contact/lane_velocities.hpp"
#include "solve/constraints/pin/pin_settings.hpp"
#include "solve/constraints/pin/pin_solver.hpp"

namespace carom::solve {
namespace {

template <int W>
void setLane(Vec3W<W>& v, int lane, const Vec3& from) {
  v.x[lane] = from.x, v.y[lane] = from.y, v.z[lane] = from.z;
}

template <int W>
void preparePins(void* blocks, std::int32_t index, PinInput* const* pins, int count,
                 const BodyArrays& bodies) {
  PinBlock<W>& block = static_cast<PinBlock<W>*>(blocks)[index];
  __builtin_memset(static_cast<void*>(&block), 0, sizeof(block));
  block.count = count;
  for (int lane = 0; lane < count; ++lane) {
    PinInput& pin = *pins[lane];
    const SolverBody& a = bodies.bodies[pin.body_a];
    const SolverBody& b = bodies.bodies[pin.body_b];
    block.pin[lane] = &pin;
    block.body_a[lane] = pin.body_a;
    block.body_b[lane] = pin.body_b;
    block.inverse_mass_a[lane] = a.inverse_mass;
    block.inverse_mass_b[lane] = b.inverse_mass;
    setLane<W>(block.inverse_inertia_a, lane, a.inverse_inertia);
    setLane<W>(block.inverse_inertia_b, lane, b.inverse_inertia);
    setLane<W>(block.anchor_a, lane, pin.anchor_a);
    setLane<W>(block.anchor_b, lane, pin.anchor_b);
    setLane<W>(block.offset, lane, pin.offset);
    setLane<W>(block.impulse, lane, pin.impulse);
  }
}

/// Rotates v by the orientations of W bodies.
template <int W>
[[gnu::always_inline]] inline Vec3W<W> rotateBy(const BodyArrays& bodies, const std::int32_t* index,
                                                const Vec3W<W>& v) {
  static_assert(sizeof(Quat) == 4 * sizeof(float));
  const float* rotations[W];
  for (int i = 0; i < W; ++i) rotations[i] = &bodies.bodies[index[i]].rotation.x;
  const Quads<W> q = gather4<W>(rotations);
  const Vec3W<W> u{q.x, q.y, q.z};
  const Vec3W<W> t = times(cross(u, v), splat<W>(2));
  return v + times(t, q.w) + cross(u, t);
}

/// Adds the contribution of one body to K.
template <int W>
[[gnu::always_inline]] inline void addResponse(Symmetric3W<W>& k, const Symmetric3W<W>& inverse_inertia,
                                               const Vec3W<W>& r) {
  const FloatW<W> zero = splat<W>(0);
  const Vec3W<W> x = cross(times(inverse_inertia, Vec3W<W>{zero, r.z, -r.y}), r);
  const Vec3W<W> y = cross(times(inverse_inertia, Vec3W<W>{-r.z, zero, r.x}), r);
  const Vec3W<W> z = cross(times(inverse_inertia, Vec3W<W>{r.y, -r.x, zero}), r);
  k.xx += x.x, k.xy += x.y, k.xz += x.z, k.yy += y.y, k.yz += y.z, k.zz += z.z;
}

template <int W>
[[gnu::always_inline]] inline Symmetric3W<W> inverseOf(const Symmetric3W<W>& k) {
  const FloatW<W> xx = k.yy * k.zz - k.yz * k.yz, xy = k.xz * k.yz - k.xy * k.zz,
                  xz = k.xy * k.yz - k.xz * k.yy;
  const FloatW<W> determinant = k.xx * xx + k.xy * xy + k.xz * xz;
  const IntW<W> there = determinant > splat<W>(0);
  const FloatW<W> scale = there ? splat<W>(1) / (there ? determinant : splat<W>(1)) : splat<W>(0);
  return {xx * scale,
          xy * scale,
          xz * scale,
          (k.xx * k.zz - k.xz * k.xz) * scale,
          (k.xy * k.xz - k.xx * k.yz) * scale,
          (k.xx * k.yy - k.xy * k.xy) * scale};
}

template <int W>
void placePins(void* blocks, std::int32_t begin, std::int32_t end, const BodyArrays& bodies) {
  static_assert(sizeof(SolverDelta) == 32);
  const auto* d = reinterpret_cast<const float*>(bodies.deltas);
  for (std::int32_t i = begin; i < end; ++i) {
    PinBlock<W>& block = static_cast<PinBlock<W>*>(blocks)[i];
    block.arm_a = rotateBy<W>(bodies, block.body_a, block.anchor_a);
    block.arm_b = rotateBy<W>(bodies, block.body_b, block.anchor_b);
    block.error = block.offset + gather3<W>(d, 8, block.body_b) - gather3<W>(d, 8, block.body_a) +
                  block.arm_b - block.arm_a;
    const FloatW<W> zero = splat<W>(0), sum = block.inverse_mass_a + block.inverse_mass_b;
    Symmetric3W<W> k{sum, zero, zero, sum, zero, sum};
    addResponse<W>(k, block.inverse_inertia_a, block.arm_a);
    addResponse<W>(k, block.inverse_inertia_b, block.arm_b);
    block.mass = inverseOf<W>(k);
  }
}

template <int W>
[[gnu::always_inline]] inline void applyPin(const PinBlock<W>& block, const Vec3W<W>& impulse,
                                            LaneVelocities<W>& v) {
  v.linear_a = v.linear_a - times(impulse, block.inverse_mass_a);
  v.angular_a = v.angular_a - times(block.inverse_inertia_a, cross(block.arm_a, impulse));
  v.linear_b = v.linear_b + times(impulse, block.inverse_mass_b);
  v.angular_b = v.angular_b + times(block.inverse_inertia_b, cross(block.arm_b, impulse));
}

template <int W>
[[gnu::always_inline]] inline void scatterPin(const PinBlock<W>& block, const BodyArrays& bodies,
                                              const LaneVelocities<W>& v) {
  scatterOne<W>(bodies, block.body_a, v.linear_a, v.angular_a, ~IntW<W>{});
  scatterOne<W>(bodies, block.body_b, v.linear_b, v.angular_b, ~IntW<W>{});
}

template <int W>
void warmStartPins(void* blocks, std::int32_t begin, std::int32_t end, const BodyArrays& bodies) {
  for (std::int32_t i = begin; i < end; ++i) {
    const PinBlock<W>& block = static_cast<PinBlock<W>*>(blocks)[i];
    LaneVelocities<W> v = gatherVelocities<W>(bodies, block.body_a, block.body_b);
    applyPin<W>(block, block.impulse, v);
    scatterPin<W>(block, bodies, v);
  }
}

/// Mean velocity in the substep by which a rotation curves the path of an arm's end, to second order, m/s.
/// Limited to that of a rotation for which the expansion holds; otherwise the passes would not converge.
template <int W>
[[gnu::always_inline]] inline Vec3W<W> bendOf(const Vec3W<W>& angular, const Vec3W<W>& turn,
                                              const PinStep& step) {
  constexpr float kMaxTurn = PinSettings::kMaxTurn;
  const FloatW<W> least = splat<W>(1e-9f), speed = maximum(dot(angular, angular), least);
  const FloatW<W> most = splat<W>(0.5f * kMaxTurn * kMaxTurn / step.substep) / speed;
  return times(cross(angular, turn), minimum(splat<W>(0.5f * step.substep), most));
}

template <int W, bool Biased>
[[gnu::always_inline]] inline void solvePins(PinBlock<W>& block, const BodyArrays& bodies,
                                             const PinStep& step) {
  LaneVelocities<W> v = gatherVelocities<W>(bodies, block.body_a, block.body_b);
  const Vec3W<W> turn_a = cross(v.angular_a, block.arm_a), turn_b = cross(v.angular_b, block.arm_b);
  Vec3W<W> residual = v.linear_b + turn_b - v.linear_a - turn_a;
  Vec3W<W> change;
  if constexpr (Biased) {
    residual = residual + bendOf<W>(v.angular_b, turn_b, step) - bendOf<W>(v.angular_a, turn_a, step);
    const FloatW<W> size = squareRoot<W>(dot(block.error, block.error));
    const FloatW<W> rate =
        minimum(splat<W>(step.bias_rate), splat<W>(step.max_speed) / maximum(size, splat<W>(1e-9f)));
    residual = residual + times(block.error, rate);
    change = times(times(block.mass, residual), splat<W>(-step.mass_scale)) -
             times(block.impulse, splat<W>(step.impulse_scale));
  } else {
    change = times(times(block.mass, residual), splat<W>(-1));
  }
  block.impulse = block.impulse + change;
  applyPin<W>(block, change, v);
  scatterPin<W>(block, bodies, v);
}

template <int W>
void solvePinsBiased(void* blocks, std::int32_t begin, std::int32_t end, const BodyArrays& bodies,
                     const PinStep& step) {
  for (std::int32_t i = begin; i < end; ++i)
    solvePins<W, true>(static_cast<PinBlock<W>*>(blocks)[i], bodies, step);
}

template <int W>
void relaxPins(void* blocks, std::int32_t begin, std::int32_t end, const BodyArrays& bodies) {
  for (std::int32_t i = begin; i < end; ++i)
    solvePins<W, false>(static_cast<PinBlock<W>*>(blocks)[i], bodies, PinStep{});
}

template <int W>
void countPins(void* blocks, std::int32_t begin, std::int32_t end) {
  for (std::int32_t i = begin; i < end; ++i) {
    PinBlock<W>& block = static_cast<PinBlock<W>*>(blocks)[i];
    block.total = block.total + block.impulse;
  }
}

template <int W>
void storePins(const void* blocks, std::int32_t begin, std::int32_t end) {
  for (std::int32_t i = begin; i < end; ++i) {
    const PinBlock<W>& block = static_cast<const PinBlock<W>*>(blocks)[i];
    for (int lane = 0; lane < block.count; ++lane) {
      PinInput& pin = *block.pin[lane];
      pin.impulse.x = block.impulse.x[lane], pin.impulse.y = block.impulse.y[lane];
      pin.impulse.z = block.impulse.z[lane];
      pin.total.x = block.total.x[lane], pin.total.y = block.total.y[lane], pin.total.z = block.total.z[lane];
    }
  }
}

template <int W>
constexpr PinSolver makePinSolver() {
  return {W,
          sizeof(PinBlock<W>),
          &preparePins<W>,
          &placePins<W>,
          &warmStartPins<W>,
          &solvePinsBiased<W>,
          &relaxPins<W>,
          &countPins<W>,
          &storePins<W>};
}

}  // namespace
}  // namespace carom::solve

// Filling contact blocks from manifolds, once per step: effective masses, bias, friction coefficient (static
// or dynamic), rebound speeds. Included by contact_solver_*.cpp only; wide.hpp says why nothing here has
// external linkage and no function of another header is called.
#pragma once

#include "solve/constraints/contact/contact_impacts.hpp"
#include "solve/constraints/contact/contact_load.hpp"
#include "solve/constraints/contact/contact_settings.hpp"
#include "solve/constraints/contact/contact_solver.hpp"
#include "solve/constraints/contact/lane_tangents.hpp"

namespace carom::solve {
namespace {

template <int W>
FloatW<W> inverseMassAlong(const ContactBlock<W>& block, const Vec3W<W>& arm_a, const Vec3W<W>& arm_b) {
  return block.inverse_mass_a + block.inverse_mass_b + dot(arm_a, times(block.inverse_inertia_a, arm_a)) +
         dot(arm_b, times(block.inverse_inertia_b, arm_b));
}

template <int W>
FloatW<W> reciprocalOrZero(FloatW<W> x) {
  const FloatW<W> zero = splat<W>(0), one = splat<W>(1);
  return x > zero ? one / (x > zero ? x : one) : zero;
}

template <int W>
FloatW<W> toleranceOf(const SpeedTolerance& tolerance, FloatW<W> size) {
  return splat<W>(tolerance.base) + splat<W>(tolerance.per_size) * size;
}

/// Sets K and the effective masses of the points in the given lanes. The levers are added to the arms.
template <int W>
void setCouplings(ContactBlock<W>& block, const Vec3W<W>& lever_a, const Vec3W<W>& lever_b,
                  const FloatW<W>* has_point, IntW<W> lanes) {
  for (int j = 0; j < block.point_count; ++j) {
    const Vec3W<W> response_a = times(block.inverse_inertia_a, block.points[j].arm + lever_a);
    const Vec3W<W> response_b = times(block.inverse_inertia_b, block.points[j].arm + lever_b);
    for (int i = 0; i <= j; ++i) {
      const FloatW<W> k = block.inverse_mass_a + block.inverse_mass_b +
                          dot(block.points[i].arm + lever_a, response_a) +
                          dot(block.points[i].arm + lever_b, response_b);
      block.coupling(i, j) = lanes ? k : block.coupling(i, j);
    }
    const FloatW<W> mass = reciprocalOrZero<W>(block.coupling(j, j)) * has_point[j];
    block.points[j].effective_mass = lanes ? mass : block.points[j].effective_mass;
  }
}

/// Sets the effective masses of friction in the given lanes. `center_a`, `center_b`: arms of its centre.
template <int W>
void setFrictionMasses(ContactBlock<W>& block, const Vec3W<W>& center_a, const Vec3W<W>& center_b,
                       IntW<W> lanes) {
  const FloatW<W> zero = splat<W>(0), one = splat<W>(1);
  const Tangents<W> tangents = tangentsOf<W>(block.normal);
  Vec3W<W> arm_a[2], arm_b[2];
  for (int i = 0; i < 2; ++i) {
    arm_a[i] = cross(center_a, tangents.along[i]);
    arm_b[i] = cross(center_b, tangents.along[i]);
  }
  const FloatW<W> k11 = inverseMassAlong(block, arm_a[0], arm_b[0]);
  const FloatW<W> k22 = inverseMassAlong(block, arm_a[1], arm_b[1]);
  const FloatW<W> k12 = dot(arm_a[0], times(block.inverse_inertia_a, arm_a[1])) +
                        dot(arm_b[0], times(block.inverse_inertia_b, arm_b[1]));
  // The inverse of [[k11, k12], [k12, k22]]. If it is singular, each direction alone.
  const FloatW<W> det = k11 * k22 - k12 * k12;
  const IntW<W> regular = (det > splat<W>(ContactSettings::kMinDeterminant) * k11 * k22) & (det > zero);
  const FloatW<W> inverse_det = one / (regular ? det : one);
  const FloatW<W> mass_11 = regular ? k22 * inverse_det : reciprocalOrZero<W>(k11);
  // Off-diagonal terms far below the rounding of the diagonal become zero, as in rotatedDiagonal().
  const FloatW<W> least = splat<W>(ContactSettings::kNegligibleCoupling) * (k11 + k22);
  const FloatW<W> mass_12 = regular & ((k12 > least) | (k12 < -least)) ? -k12 * inverse_det : zero;
  const FloatW<W> mass_22 = regular ? k11 * inverse_det : reciprocalOrZero<W>(k22);
  block.tangent_mass_11 = lanes ? mass_11 : block.tangent_mass_11;
  block.tangent_mass_12 = lanes ? mass_12 : block.tangent_mass_12;
  block.tangent_mass_22 = lanes ? mass_22 : block.tangent_mass_22;
  const FloatW<W> twist =
      reciprocalOrZero<W>(dot(block.normal, times(block.inverse_inertia_a, block.normal)) +
                          dot(block.normal, times(block.inverse_inertia_b, block.normal)));
  block.twist_mass = lanes ? twist : block.twist_mass;
}

template <int W>
void preparePoints(ContactBlock<W>& block, const LaneState<W>& state, const ContactStep& step) {
  const FloatW<W> zero = splat<W>(0), one = splat<W>(1);
  const Vec3W<W> lever = cross(block.offset, block.normal);
  ContactTail<W>& tail = *block.tail;
  tail.restitution = state.restitution;
  tail.threshold = toleranceOf<W>(step.restitution_threshold, state.size);
  tail.pull = dot(block.normal, state.acceleration);
  tail.free = state.free;
  tail.slowed = maximum(zero, tail.pull) * splat<W>(step.substep);
  tail.elastic = state.restitution > zero;
  tail.coupled = tail.elastic & (state.jointed | state.shares_blows);
  block.elastic = any<W>(tail.elastic);
  for (int j = 0; j < block.point_count; ++j) block.points[j].arm = cross(state.anchor[j], block.normal);
  const Vec3W<W> none{zero, zero, zero};
  setCouplings(block, none, none - lever, state.has_point, ~IntW<W>{});
  for (int j = 0; j < block.point_count; ++j) {
    const Vec3W<W> arm_b = block.points[j].arm - lever;
    const FloatW<W> mass = block.points[j].effective_mass;
    // At rest the soft constraint carries λ at the depth λ (1/c) k/(ω m). A light body under a heavy one
    // would sink deeply into the ground, so there the spring becomes as stiff as the depth limit requires.
    // Only loads up to the weight of the island count: between two bodies that do not give way load and
    // stiffness would raise each other without end. The same happens where joints hold a body inside an
    // obstacle, and that load cannot be told from a weight: contacts of jointed bodies never become stiffer.
    const FloatW<W> deepest =
        splat<W>(ContactSettings::kMaxRestDepth * step.mass_scale * step.bias_rate) * state.tolerance * mass;
    const FloatW<W> excess =
        minimum(block.points[j].impulse, state.most_carried) - block.points[j].rest_impulse;
    const FloatW<W> scale = splat<W>(step.impulse_scale);
    const IntW<W> stiffer = (excess * scale > deepest) & ~state.jointed;
    block.points[j].impulse_scale = stiffer ? deepest / (stiffer ? excess : one) : scale;
    block.tail->overloaded_lanes |= stiffer;
    const FloatW<W> speed = dot(block.normal, state.linear_b - state.linear_a) + dot(arm_b, state.angular_b) -
                            dot(block.points[j].arm, state.angular_a);
    block.tail->rebound_speed[j] = reboundSpeed(block, j, block.points[j].separation, speed);
    block.impacts = block.impacts || any<W>(block.tail->rebound_speed[j] >= zero);
  }
  block.overloaded = any<W>(block.tail->overloaded_lanes);
  block.impacts = block.impacts || block.elastic;
  block.tail->unloaded = ~isLoaded(block);
  block.tail->ready = ~IntW<W>{};
}

/// Centre of pressure of the last step. If there was no pressure, it is the mean of the points.
template <int W>
void findFrictionCenter(ContactBlock<W>& block, const LaneState<W>& state) {
  const FloatW<W> zero = splat<W>(0), one = splat<W>(1);
  FloatW<W> total = zero;
  for (int j = 0; j < block.point_count; ++j) total += block.points[j].impulse;
  const IntW<W> pressed = total > zero;
  const FloatW<W> share = one / (pressed ? total : maximum(state.point_count, one));
  for (int j = 0; j < block.point_count; ++j) {
    const FloatW<W> weight = (pressed ? block.points[j].impulse : state.has_point[j]) * share;
    block.center = block.center + times(state.anchor[j], weight);
  }
  // Mean distance from the centre divided by that of the rim, for an evenly loaded disc and line.
  const FloatW<W> spread = state.point_count > splat<W>(2.5f) ? splat<W>(2.0f / 3) : splat<W>(0.5f);
  for (int j = 0; j < block.point_count; ++j) {
    const Vec3W<W> arm = state.anchor[j] - block.center;
    block.points[j].twist_radius = squareRoot<W>(dot(arm, arm)) * state.has_point[j] * spread;
  }
}

template <int W>
void prepareFriction(ContactBlock<W>& block, const LaneState<W>& state, const ContactStep& step) {
  const FloatW<W> zero = splat<W>(0);
  findFrictionCenter(block, state);
  const Tangents<W> tangents = tangentsOf<W>(block.normal);
  const Vec3W<W> center_b = block.center - block.offset;
  for (int i = 0; i < 2; ++i) block.tangent_impulse[i] = dot(state.friction_impulse, tangents.along[i]);
  setFrictionMasses(block, block.center, center_b, ~IntW<W>{});

  const Vec3W<W> spin = state.angular_b - state.angular_a;
  const Vec3W<W> v = state.linear_b + cross(state.angular_b, center_b) - state.linear_a -
                     cross(state.angular_a, block.center);
  const Vec3W<W> across = v - times(block.normal, dot(v, block.normal));
  FloatW<W> radius = zero;
  for (int j = 0; j < block.point_count; ++j)
    radius = maximum(radius, block.points[j].twist_radius * state.has_point[j]);
  const FloatW<W> turn = dot(block.normal, spin);
  const FloatW<W> slip = squareRoot<W>(dot(across, across)) + (turn < zero ? -turn : turn) * radius;
  block.friction = slip > toleranceOf<W>(step.static_slip_speed, state.size) ? state.dynamic_friction
                                                                             : state.static_friction;
}

template <int W>
void prepareBlock(void* blocks, void* tails, std::int32_t index, const ContactInput* const* inputs, int count,
                  const BodyArrays& arrays, const ContactStep& step) {
  ContactBlock<W>& block = static_cast<ContactBlock<W>*>(blocks)[index];
  block.tail = static_cast<ContactTail<W>*>(tails) + index;
  LaneState<W> state;
  clearBlock(block);
  loadLanes(block, state, inputs, count, arrays);
  for (auto& speed : block.tail->rebound_speed) speed = splat<W>(-1);
  preparePoints(block, state, step);
  prepareFriction(block, state, step);
}

}  // namespace
}  // namespace carom::solve

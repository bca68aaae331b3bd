// Loading contact manifolds and the properties of their bodies into lanes. Included by contact_solver_*.cpp
// only; wide.hpp says why nothing here has external linkage and no function of another header is called.
//
// Four floats per lane are loaded at once and transposed. Written lane by lane, they would have to reach
// memory before they can be read side by side.
#pragma once

#include <cstddef>

#include "solve/constraints/contact/contact_settings.hpp"
#include "solve/constraints/contact/contact_solver.hpp"
#include "solve/constraints/contact/lane_velocities.hpp"

namespace carom::solve {
namespace {

/// Values of the lanes that are needed only while a block is filled.
template <int W>
struct LaneState {
  Vec3W<W> linear_a, angular_a, linear_b, angular_b;
  Vec3W<W> acceleration;                          // B's minus A's.
  Vec3W<W> anchor[ContactBlock<W>::kPoints];      // From A's centre of mass.
  FloatW<W> has_point[ContactBlock<W>::kPoints];  // 1 or 0
  FloatW<W> point_count;
  IntW<W> joined;   // By joints to each other.
  IntW<W> jointed;  // One of them by a joint to any body.
  IntW<W> shares_blows;
  IntW<W> free;  // Neither body was supported: gravity alone acts until the impact.
  FloatW<W> restitution, static_friction, dynamic_friction;
  FloatW<W> most_carried;  // N·s
  FloatW<W> size;          // Of the smaller collider, m.
  FloatW<W> tolerance;     // Of the pair.
  Vec3W<W> friction_impulse;
};

/// Where joints may keep two bodies inside each other, a contact responds to deeper penetration only with a
/// fraction of its stiffness. Otherwise, at a few centimetres, it would press with hundreds of times the
/// weight of the bodies for ever and shake what the joints hold. Up to kJoinedDepth it carries dozens of
/// times their weight.
template <int W>
FloatW<W> softenedSeparation(FloatW<W> separation, IntW<W> joined, FloatW<W> tolerance) {
  const FloatW<W> depth = splat<W>(ContactSettings::kJoinedDepth) * tolerance;
  const FloatW<W> less = splat<W>(ContactSettings::kJoinedSlope) * (separation + depth) - depth;
  return (joined & (separation < -depth)) ? less : separation;
}

/// Flushes tiny impulses to zero, because denormal numbers are slow.
template <int W>
FloatW<W> flushed(FloatW<W> x) {
  const FloatW<W> nothing = splat<W>(ContactSettings::kMinImpulse);
  return ((x > nothing) | (x < -nothing)) ? x : splat<W>(0);
}

template <int W>
void clearBlock(ContactBlock<W>& block) {
  ContactTail<W>* tail = block.tail;
  __builtin_memset(static_cast<void*>(tail), 0, sizeof(*tail));
  __builtin_memset(static_cast<void*>(&block), 0, sizeof(block));
  block.tail = tail;
}

/// Sources of the lanes. Lanes without a contact get an empty one between the world and itself.
template <int W>
struct LaneSources {
  const ContactInput* input[W];
  const ContactManifold* manifold[W];
  const SolverBody *a[W], *b[W];

  /// Loads four floats of each lane's manifold, beginning at a field.
  template <class Field>
  Quads<W> ofManifolds(Field&& field) const {
    const float* p[W];
    for (int i = 0; i < W; ++i) p[i] = field(*manifold[i]);
    return gather4<W>(p);
  }
};

template <int W>
void findSources(ContactBlock<W>& block, LaneSources<W>& from, const ContactInput* const* inputs, int count,
                 const BodyArrays& arrays, const ContactInput& none, const ContactManifold& empty) {
  block.count = count;
  for (int lane = 0; lane < W; ++lane) {
    const bool used = lane < count;
    const ContactInput& input = used ? *inputs[lane] : none;
    from.input[lane] = &input;
    from.manifold[lane] = used ? input.manifold : &empty;
    from.a[lane] = arrays.bodies + input.body_a;
    from.b[lane] = arrays.bodies + input.body_b;
    block.body_a[lane] = input.body_a;
    block.body_b[lane] = input.body_b;
    block.tail->manifold[lane] = input.manifold;
    const std::int32_t points = from.manifold[lane]->point_count;
    if (points > block.point_count) block.point_count = points;
  }
}

/// Loads inverse mass and inertia of one side's bodies.
template <int W>
void loadInertia(const SolverBody* const (&bodies)[W], FloatW<W>& inverse_mass,
                 Symmetric3W<W>& inverse_inertia) {
  static_assert(offsetof(SolverBody, inverse_inertia) == offsetof(SolverBody, inverse_mass) + sizeof(float) &&
                offsetof(SolverBody, inverse_inertia) + 12 * sizeof(float) <= sizeof(SolverBody));
  const float* p[W];
  for (int i = 0; i < W; ++i) p[i] = &bodies[i]->inverse_mass;
  const Quads<W> first = gather4<W>(p);
  for (int i = 0; i < W; ++i) p[i] = &bodies[i]->inverse_inertia.cy.y;
  const Quads<W> second = gather4<W>(p);  // yy, yz, zx, zy
  for (int i = 0; i < W; ++i) p[i] = &bodies[i]->inverse_inertia.cz.z;
  const Quads<W> third = gather4<W>(p);
  inverse_mass = first.x;
  inverse_inertia = {first.y, first.z, first.w, second.x, second.y, third.x};
}

template <int W>
void loadPoint(ContactBlock<W>& block, LaneState<W>& state, const LaneSources<W>& from, int j) {
  static_assert(sizeof(ContactPoint) == 32 && offsetof(ContactPoint, separation) == 3 * sizeof(float) &&
                offsetof(ContactPoint, normal_impulse) == 4 * sizeof(float) &&
                offsetof(ContactPoint, rest_impulse) == 5 * sizeof(float));
  const FloatW<W> zero = splat<W>(0);
  const IntW<W> exists = state.point_count > splat<W>(static_cast<float>(j));
  const Quads<W> place = from.ofManifolds([&](const ContactManifold& m) { return &m.points[j].anchor_a.x; });
  const Quads<W> load =
      from.ofManifolds([&](const ContactManifold& m) { return &m.points[j].normal_impulse; });
  state.has_point[j] = exists ? splat<W>(1) : zero;
  state.anchor[j] = {exists ? place.x : zero, exists ? place.y : zero, exists ? place.z : zero};
  block.points[j].separation = exists ? softenedSeparation<W>(place.w, state.joined, state.tolerance) : zero;
  block.points[j].impulse = exists ? flushed<W>(load.x) : zero;
  block.points[j].rest_impulse = exists ? flushed<W>(load.y) : zero;
}

/// Whether constraints cannot change the velocity of a body.
template <int W>
IntW<W> isImmovable(const FloatW<W>& inverse_mass, const Symmetric3W<W>& inverse_inertia) {
  return !(inverse_mass + inverse_inertia.xx + inverse_inertia.yy + inverse_inertia.zz > splat<W>(0));
}

template <int W>
void loadManifolds(ContactBlock<W>& block, LaneState<W>& state, const LaneSources<W>& from) {
  static_assert(offsetof(ContactManifold, point_count) == offsetof(ContactManifold, normal) + 12 &&
                offsetof(ContactManifold, twist_impulse) == offsetof(ContactManifold, offset) + 12 &&
                offsetof(ContactManifold, follows) == offsetof(ContactManifold, extrapolation) + 12);
  const Quads<W> normal = from.ofManifolds([](const ContactManifold& m) { return &m.normal.x; });
  const Quads<W> offset = from.ofManifolds([](const ContactManifold& m) { return &m.offset.x; });
  const Quads<W> extrapolation =
      from.ofManifolds([](const ContactManifold& m) { return &m.extrapolation.x; });
  const Quads<W> friction = from.ofManifolds([](const ContactManifold& m) { return &m.friction_impulse.x; });
  block.normal = {normal.x, normal.y, normal.z};
  block.offset = {offset.x, offset.y, offset.z};
  block.extrapolation = {extrapolation.x, extrapolation.y, extrapolation.z};
  block.twist_impulse = flushed<W>(offset.w);
  state.friction_impulse = {friction.x, friction.y, friction.z};
  const FloatW<W> sum = block.inverse_mass_a + block.inverse_mass_b;
  const IntW<W> any_moves = sum > splat<W>(0);
  block.follow = any_moves ? block.inverse_mass_b / (any_moves ? sum : splat<W>(1)) : splat<W>(0.5f);
  FloatW<W> distance;
  for (int i = 0; i < W; ++i) {
    const ContactInput& input = *from.input[i];
    distance[i] = input.follow_distance;
    if (input.stays != ContactStays::OnLighter) block.follow[i] = input.stays == ContactStays::OnB ? 1 : 0;
    const bool limited = input.most_pressed > 0;
    block.tail->most[i] = limited ? input.most_pressed : ContactSettings::kUnlimited;
    block.limited = block.limited || limited;
  }
  // The arms of what does not give way count for no effective mass.
  const IntW<W> unlimited =
      ((block.follow >= splat<W>(1)) & isImmovable<W>(block.inverse_mass_a, block.inverse_inertia_a)) |
      ((block.follow <= splat<W>(0)) & isImmovable<W>(block.inverse_mass_b, block.inverse_inertia_b));
  const FloatW<W> squared = unlimited ? splat<W>(ContactSettings::kUnlimited) : distance * distance;
  block.follow_squared = bitsOf<W>(extrapolation.w) != 0 ? squared : splat<W>(0);
  const IntW<W> points = bitsOf<W>(normal.w);
  for (int i = 0; i < W; ++i) state.point_count[i] = static_cast<float>(points[i]);
}

template <int W>
void loadLanes(ContactBlock<W>& block, LaneState<W>& state, const ContactInput* const* inputs, int count,
               const BodyArrays& arrays) {
  static constexpr ContactInput kNone{};
  ContactManifold empty;
  empty.normal.z = 1;  // Any unit vector.
  LaneSources<W> from;
  findSources(block, from, inputs, count, arrays, kNone, empty);
  loadInertia<W>(from.a, block.inverse_mass_a, block.inverse_inertia_a);
  loadInertia<W>(from.b, block.inverse_mass_b, block.inverse_inertia_b);
  const float* p[W];
  static_assert(offsetof(ContactInput, joined) == offsetof(ContactInput, static_friction) + 12);
  for (int i = 0; i < W; ++i) p[i] = &from.input[i]->static_friction;
  const Quads<W> material = gather4<W>(p);
  state.static_friction = material.x, state.dynamic_friction = material.y, state.restitution = material.z;
  state.joined = bitsOf<W>(material.w) == 1;
  state.jointed = bitsOf<W>(material.w) != 0;
  static_assert(offsetof(ContactInput, max_push_speed) == offsetof(ContactInput, most_carried) + 4 &&
                offsetof(ContactInput, most_carried) + 16 <= sizeof(ContactInput));
  for (int i = 0; i < W; ++i) p[i] = &from.input[i]->most_carried;
  const Quads<W> limits = gather4<W>(p);
  state.most_carried = limits.x, block.max_push_speed = limits.y, state.size = limits.z,
  state.tolerance = limits.w;
  block.tolerance = limits.w;
  static_assert(offsetof(SolverBody, acceleration) + 16 <= sizeof(SolverBody));
  for (int i = 0; i < W; ++i) p[i] = &from.a[i]->acceleration.x;
  const Quads<W> a = gather4<W>(p);
  for (int i = 0; i < W; ++i) p[i] = &from.b[i]->acceleration.x;
  const Quads<W> b = gather4<W>(p);
  state.acceleration = {b.x - a.x, b.y - a.y, b.z - a.z};
  for (int i = 0; i < W; ++i) state.shares_blows[i] = from.input[i]->shares_blows ? -1 : 0;
  for (int i = 0; i < W; ++i) state.free[i] = from.a[i]->supported || from.b[i]->supported ? 0 : -1;
  loadManifolds(block, state, from);
  for (int j = 0; j < block.point_count; ++j) loadPoint(block, state, from, j);
  const auto* velocities = reinterpret_cast<const float*>(arrays.velocities);
  state.linear_a = gather3<W>(velocities, 8, block.body_a);
  state.angular_a = gather3<W>(velocities + 4, 8, block.body_a);
  state.linear_b = gather3<W>(velocities, 8, block.body_b);
  state.angular_b = gather3<W>(velocities + 4, 8, block.body_b);
}

}  // namespace
}  // namespace carom::solve

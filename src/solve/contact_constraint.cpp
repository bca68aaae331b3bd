// Contact constraints.
//
// For a contact point with unit normal n from body A to body B and arms rA, rB from the centres of mass, the
// rate of change of the distance is
//
//   Cdot = n · (vB + wB × rB − vA − wA × rA) = n · (vB − vA) + (rB × n) · wB − (rA × n) · wA = J v,
//
// so J = [−n, −(rA × n), n, rB × n] and the effective mass is m = 1 / (J M⁻¹ Jᵀ). An impulse λ >= 0 changes
// velocities by M⁻¹ Jᵀ λ. Over a substep h the distance becomes s + h Cdot, so apart (s > 0) the constraint
// is Cdot >= −s/h: it acts only when the gap would close within the substep, and then stops the bodies
// exactly at touch (speculative contact).
//
// Penetrating (s < 0) the constraint is soft: a damped spring of frequency ω = 2πf and damping ratio ζ on the
// effective mass, integrated implicitly (Catto, "Soft Constraints", GDC 2011; Macklin et al., "Small Steps in
// Physics Simulation", 2019). With a = 2ζ + hω and c = hω a:
//
//   λ ← max(0, λ − m (c/(1+c)) (Cdot + (ω/a) s) − (λ − λ₀)/(1+c)).
//
// λ₀ is the load that the point carries at no depth: 0, or what the load estimate found when the bodies came
// to rest on each other (load_estimate.cpp). A pile so preloaded does not sink. The spring then reaches a
// little above the surface, where it would still push: with a hard edge at s = 0 every point of a pile at
// rest would jump between soft and speculative, and the pile would shake itself apart within seconds.
//
// Pushing out adds velocity that is not physical; after positions have moved, a second pass without the bias
// ("relax") takes it out again.
//
// The distance is carried through the substeps to first order in the motion since the start of the step,
//
//   s = s₀ + n · (ΔpB − ΔpA) + (rB × n) · ΔθB − (rA × n) · ΔθA,
//
// which is exact for a ball or a cylinder that rolls (rB × n = 0 however far it turns).
//
// Friction is Coulomb's for the whole patch of points that share a normal: a two-dimensional constraint at
// the centre of pressure, |λt| <= μ Σλ, solved as one block so that the limit is a circle and not a square,
// and a twist about n, |τ| <= μ Σ λ_i d_i with d_i the distance of point i from the centre. μ is the static
// coefficient while the patch slips slower than `static_slip_speed` and the dynamic one otherwise (document
// 003, "Physics Materials").
//
// Restitution: a point that hits faster than `restitution_threshold` leaves with e times the speed it had
// when it touched. That speed is taken in closed form from the state at the start of the step: with relative
// speed v₀, relative acceleration a and gap s₀ along n, v² = v₀² − 2 a s₀. So the rebound does not depend on
// where in the step the impact falls. The pass comes right after the substep in which the point took its
// first impulse. The impulses of an impact are not kept for warm starting: the next substep has to carry
// weights, not blows.

#include "solve/contact_constraint.hpp"

#include <algorithm>
#include <cmath>

namespace carom::solve {
namespace {

constexpr int kBounceSweeps = 16;
constexpr float kPatchDistance = 2e-3f;  // m; the other points of a patch that is hit rebound when so near
constexpr float kTouchDistance = 2e-4f;  // m; points nearer than that touch
constexpr float kPreloadDistance =
    1e-4f;  // m; so far apart a point that carries a known load still pulls back

struct LaneBodies {
  Vec3W linear_a, angular_a, linear_b, angular_b;
};

Float4 load4(const float* p) {
  Float4 r;
  __builtin_memcpy(&r, p, sizeof(r));
  return r;
}

template <class Record>
void gather(const std::vector<Record>& records, const std::int32_t* index, Vec3W& first, Vec3W& second) {
  static_assert(sizeof(Record) == 32);
  Float4 lo[kLanes], hi[kLanes];
  for (int i = 0; i < kLanes; ++i) {
    const float* p = reinterpret_cast<const float*>(&records[static_cast<std::size_t>(index[i])]);
    lo[i] = load4(p);
    hi[i] = load4(p + 4);
  }
  transpose(lo[0], lo[1], lo[2], lo[3]);
  transpose(hi[0], hi[1], hi[2], hi[3]);
  first = {lo[0], lo[1], lo[2]};
  second = {hi[0], hi[1], hi[2]};
}

LaneBodies gatherVelocities(const ContactBlock& block, const SolverBodies& bodies) {
  LaneBodies v;
  gather(bodies.velocities, block.body_a, v.linear_a, v.angular_a);
  gather(bodies.velocities, block.body_b, v.linear_b, v.angular_b);
  return v;
}

struct LaneDeltas {
  FloatW along_normal;
  Vec3W rotation_a, rotation_b;
};

LaneDeltas gatherDeltas(const ContactBlock& block, const SolverBodies& bodies) {
  LaneDeltas d;
  Vec3W position_a, position_b;
  gather(bodies.deltas, block.body_a, position_a, d.rotation_a);
  gather(bodies.deltas, block.body_b, position_b, d.rotation_b);
  d.along_normal = dot(block.normal, position_b - position_a);
  return d;
}

FloatW separationNow(const ContactBlock::Point& p, const LaneDeltas& moved) {
  return p.separation + moved.along_normal + dot(p.arm_b, moved.rotation_b) - dot(p.arm_a, moved.rotation_a);
}

void scatterOne(SolverBodies& bodies, const std::int32_t* index, const Vec3W& linear, const Vec3W& angular) {
  Float4 lo[4] = {linear.x, linear.y, linear.z, splat(0)};
  Float4 hi[4] = {angular.x, angular.y, angular.z, splat(0)};
  transpose(lo[0], lo[1], lo[2], lo[3]);
  transpose(hi[0], hi[1], hi[2], hi[3]);
  for (int i = 0; i < kLanes; ++i) {
    // The world and the kinematic bodies are shared between lanes and threads, and nothing changes them.
    if (index[i] == 0 || index[i] >= bodies.movable_end) continue;
    float* p = reinterpret_cast<float*>(&bodies.velocities[static_cast<std::size_t>(index[i])]);
    __builtin_memcpy(p, &lo[i], sizeof(Float4));
    __builtin_memcpy(p + 4, &hi[i], sizeof(Float4));
  }
}

void scatterVelocities(const ContactBlock& block, SolverBodies& bodies, const LaneBodies& v) {
  scatterOne(bodies, block.body_a, v.linear_a, v.angular_a);
  scatterOne(bodies, block.body_b, v.linear_b, v.angular_b);
}

/// J v of a row with the given direction and arms.
FloatW relativeSpeed(const LaneBodies& v, const Vec3W& direction, const Vec3W& arm_a, const Vec3W& arm_b) {
  return dot(direction, v.linear_b - v.linear_a) + dot(arm_b, v.angular_b) - dot(arm_a, v.angular_a);
}

/// v += M⁻¹ Jᵀ λ of such a row.
void applyRow(LaneBodies& v, const ContactBlock& block, const Vec3W& direction, const Vec3W& response_a,
              const Vec3W& response_b, FloatW impulse) {
  v.linear_a = v.linear_a - direction * (impulse * block.inverse_mass_a);
  v.angular_a = v.angular_a - response_a * impulse;
  v.linear_b = v.linear_b + direction * (impulse * block.inverse_mass_b);
  v.angular_b = v.angular_b + response_b * impulse;
}

void solveFriction(ContactBlock& block, LaneBodies& v) {
  FloatW total = splat(0), moment = splat(0);
  for (int j = 0; j < block.point_count; ++j) {
    total += block.points[j].impulse;
    moment += block.points[j].impulse * block.points[j].twist_radius;
  }
  {
    const FloatW spin = dot(block.normal, v.angular_b - v.angular_a);
    const FloatW limit = block.friction * moment;
    const FloatW old = block.twist_impulse;
    block.twist_impulse = maximum(-limit, minimum(limit, old - block.twist_mass * spin));
    const FloatW change = block.twist_impulse - old;
    v.angular_a = v.angular_a - block.twist_response_a * change;
    v.angular_b = v.angular_b + block.twist_response_b * change;
  }
  ContactBlock::Tangent& t1 = block.tangents[0];
  ContactBlock::Tangent& t2 = block.tangents[1];
  const FloatW speed_1 = relativeSpeed(v, t1.direction, t1.arm_a, t1.arm_b);
  const FloatW speed_2 = relativeSpeed(v, t2.direction, t2.arm_a, t2.arm_b);
  FloatW impulse_1 = t1.impulse - (block.tangent_mass_11 * speed_1 + block.tangent_mass_12 * speed_2);
  FloatW impulse_2 = t2.impulse - (block.tangent_mass_12 * speed_1 + block.tangent_mass_22 * speed_2);
  const FloatW limit = block.friction * total;
  const FloatW size_squared = impulse_1 * impulse_1 + impulse_2 * impulse_2;
  const IntW slides = size_squared > limit * limit;
  const FloatW scale = select(slides, limit / squareRoot(maximum(size_squared, splat(1e-30f))), splat(1));
  impulse_1 *= scale;
  impulse_2 *= scale;
  applyRow(v, block, t1.direction, t1.response_a, t1.response_b, impulse_1 - t1.impulse);
  applyRow(v, block, t2.direction, t2.response_a, t2.response_b, impulse_2 - t2.impulse);
  t1.impulse = impulse_1;
  t2.impulse = impulse_2;
}

Mat3 frictionEffectiveMass(float k11, float k12, float k22) {
  // Inverse of [[k11, k12], [k12, k22]], in cx.x, cx.y, cy.y; zero when neither body can be moved.
  const float det = k11 * k22 - k12 * k12;
  Mat3 r{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  if (det > 1e-12f * k11 * k22 && det > 0) {
    const float s = 1.0f / det;
    r.cx = {k22 * s, -k12 * s, 0};
    r.cy = {-k12 * s, k11 * s, 0};
  } else {  // Movable along one direction at most: solve the two apart.
    r.cx.x = k11 > 0 ? 1.0f / k11 : 0;
    r.cy.y = k22 > 0 ? 1.0f / k22 : 0;
  }
  return r;
}

struct LaneInput {
  ContactManifold& manifold;
  const Contact& contact;
  const SolverBody& a;
  const SolverBody& b;
  const SolverVelocity& va;
  const SolverVelocity& vb;
};

float inverseMassAlong(const LaneInput& in, const Vec3& arm_a, const Vec3& arm_b) {
  return in.a.inverse_mass + in.b.inverse_mass + dot(arm_a, in.a.inverse_inertia * arm_a) +
         dot(arm_b, in.b.inverse_inertia * arm_b);
}

/// e times the speed of impact, or −1 when the point does not hit hard (see the top of the file).
float reboundSpeed(const LaneInput& in, const ContactPoint& point, const ContactStep& step) {
  if (point.normal_impulse > 0) return -1;  // It was pressing already.
  const Vec3 n = in.manifold.normal;
  const float v0 = dot(n, in.vb.linear - in.va.linear) + dot(cross(point.anchor_b, n), in.vb.angular) -
                   dot(cross(point.anchor_a, n), in.va.angular);
  float v = v0;
  if (point.separation > 0 && !in.a.supported && !in.b.supported) {
    const float a = dot(n, in.b.acceleration - in.a.acceleration);
    const float squared = v0 * v0 - 2 * a * point.separation;
    if ((v0 < 0 || a < 0) && squared > 0) v = -std::sqrt(squared);
  }
  return v < -step.restitution_threshold ? -v * in.contact.restitution : -1.0f;
}

/// Returns whether the point carries far more than its lighter body weighs.
bool preparePoint(ContactBlock::Point& out, int lane, const LaneInput& in, const ContactPoint& point,
                  const Vec3& friction_center_b, const ContactStep& step) {
  const Vec3 n = in.manifold.normal;
  const Vec3 arm_a = cross(point.anchor_a, n), arm_b = cross(point.anchor_b, n);
  const float k = inverseMassAlong(in, arm_a, arm_b);
  out.arm_a.set(lane, arm_a);
  out.arm_b.set(lane, arm_b);
  out.response_a.set(lane, in.a.inverse_inertia * arm_a);
  out.response_b.set(lane, in.b.inverse_inertia * arm_b);
  out.separation[lane] = point.separation;
  out.effective_mass[lane] = k > 0 ? 1.0f / k : 0;
  out.impulse[lane] = point.normal_impulse;
  out.rest_impulse[lane] = point.rest_impulse;
  out.soft_distance[lane] = point.rest_impulse > 0 ? kPreloadDistance : 0;
  // At rest the soft constraint carries λ at a depth of λ (1/c) a/(ω m). A light body under a heavy one would
  // be deep in the ground by that, so there the spring is made as stiff as the depth limit asks.
  out.impulse_scale[lane] = step.impulse_scale;
  const float deepest = step.max_rest_depth * step.mass_scale * step.bias_rate * out.effective_mass[lane];
  out.rebound_speed[lane] = reboundSpeed(in, point, step);
  out.twist_radius[lane] = length(point.anchor_b - friction_center_b);
  const float excess = point.normal_impulse - point.rest_impulse;
  if (excess * step.impulse_scale > deepest) out.impulse_scale[lane] = deepest / excess;
  return point.normal_impulse * step.impulse_scale > deepest;
}

/// Centre of pressure of the last step; the middle of the points where there was none. Relative to body A and
/// to body B.
void frictionCenter(const ContactManifold& m, Vec3& center_a, Vec3& center_b) {
  float total = 0;
  for (int j = 0; j < m.point_count; ++j) total += m.points[j].normal_impulse;
  const float equal = 1.0f / static_cast<float>(m.point_count);
  for (int j = 0; j < m.point_count; ++j) {
    const float weight = total > 0 ? m.points[j].normal_impulse / total : equal;
    center_a += m.points[j].anchor_a * weight;
    center_b += m.points[j].anchor_b * weight;
  }
}

void prepareFriction(ContactBlock& block, int lane, const LaneInput& in, const Vec3& center_a,
                     const Vec3& center_b, float patch_radius, const ContactStep& step) {
  const ContactManifold& m = in.manifold;
  const Vec3 n = m.normal;
  const Vec3 t[2] = {perpendicular(n), cross(n, perpendicular(n))};
  Vec3 arm_a[2], arm_b[2], response_a[2], response_b[2];
  for (int i = 0; i < 2; ++i) {
    arm_a[i] = cross(center_a, t[i]);
    arm_b[i] = cross(center_b, t[i]);
    response_a[i] = in.a.inverse_inertia * arm_a[i];
    response_b[i] = in.b.inverse_inertia * arm_b[i];
    ContactBlock::Tangent& out = block.tangents[i];
    out.direction.set(lane, t[i]);
    out.arm_a.set(lane, arm_a[i]);
    out.arm_b.set(lane, arm_b[i]);
    out.response_a.set(lane, response_a[i]);
    out.response_b.set(lane, response_b[i]);
    out.impulse[lane] = dot(m.friction_impulse, t[i]);
  }
  const float k11 = inverseMassAlong(in, arm_a[0], arm_b[0]), k22 = inverseMassAlong(in, arm_a[1], arm_b[1]);
  const float k12 = dot(arm_a[0], response_a[1]) + dot(arm_b[0], response_b[1]);
  const Mat3 mass = frictionEffectiveMass(k11, k12, k22);
  block.tangent_mass_11[lane] = mass.cx.x;
  block.tangent_mass_12[lane] = mass.cx.y;
  block.tangent_mass_22[lane] = mass.cy.y;

  const Vec3 twist_a = in.a.inverse_inertia * n, twist_b = in.b.inverse_inertia * n;
  const float k_twist = dot(n, twist_a) + dot(n, twist_b);
  block.twist_response_a.set(lane, twist_a);
  block.twist_response_b.set(lane, twist_b);
  block.twist_mass[lane] = k_twist > 0 ? 1.0f / k_twist : 0;
  block.twist_impulse[lane] = m.twist_impulse;

  const Vec3 velocity =
      in.vb.linear + cross(in.vb.angular, center_b) - in.va.linear - cross(in.va.angular, center_a);
  const float slip = length(velocity - n * dot(velocity, n)) +
                     std::abs(dot(n, in.vb.angular - in.va.angular)) * patch_radius;
  block.friction[lane] =
      slip > step.static_slip_speed ? in.contact.dynamic_friction : in.contact.static_friction;
}

}  // namespace

void prepareContactBlock(ContactBlock& block, const ContactInput* inputs, int count,
                         const SolverBodies& bodies, const ContactStep& step) {
  block = ContactBlock{};
  for (int j = 0; j < collide::Manifold::kMaxPoints; ++j) block.points[j].rebound_speed = splat(-1);
  for (int lane = 0; lane < count; ++lane) {
    const ContactInput& input = inputs[lane];
    const auto ia = static_cast<std::size_t>(input.body_a), ib = static_cast<std::size_t>(input.body_b);
    const LaneInput in{*input.manifold,   *input.contact,        bodies.bodies[ia],
                       bodies.bodies[ib], bodies.velocities[ia], bodies.velocities[ib]};
    ContactManifold& m = *input.manifold;
    block.body_a[lane] = input.body_a;
    block.body_b[lane] = input.body_b;
    block.manifold[lane] = input.manifold;
    block.inverse_mass_a[lane] = in.a.inverse_mass;
    block.inverse_mass_b[lane] = in.b.inverse_mass;
    block.normal.set(lane, m.normal);
    block.point_count = std::max(block.point_count, m.point_count);
    Vec3 center_a, center_b;
    frictionCenter(m, center_a, center_b);
    float patch_radius = 0;
    for (int j = 0; j < m.point_count; ++j) {
      const bool overloaded = preparePoint(block.points[j], lane, in, m.points[j], center_b, step);
      block.overloaded = block.overloaded || overloaded;
      patch_radius = std::max(patch_radius, block.points[j].twist_radius[lane]);
      block.impacts = block.impacts || block.points[j].rebound_speed[lane] >= 0;
    }
    prepareFriction(block, lane, in, center_a, center_b, patch_radius, step);
  }
}

void warmStartContactBlock(const ContactBlock& block, SolverBodies& bodies) {
  LaneBodies v = gatherVelocities(block, bodies);
  for (int j = 0; j < block.point_count; ++j) {
    const ContactBlock::Point& p = block.points[j];
    applyRow(v, block, block.normal, p.response_a, p.response_b, p.impulse);
  }
  for (const ContactBlock::Tangent& t : block.tangents) {
    applyRow(v, block, t.direction, t.response_a, t.response_b, t.impulse);
  }
  v.angular_a = v.angular_a - block.twist_response_a * block.twist_impulse;
  v.angular_b = v.angular_b + block.twist_response_b * block.twist_impulse;
  scatterVelocities(block, bodies, v);
}

void solveContactBlock(ContactBlock& block, SolverBodies& bodies, const ContactStep& step, bool use_bias) {
  LaneBodies v = gatherVelocities(block, bodies);
  const LaneDeltas moved = gatherDeltas(block, bodies);
  const FloatW inverse_substep = splat(1.0f / step.substep);
  const FloatW zero = splat(0), one = splat(1);

  // Two sweeps over the points of a manifold cost little once it is in registers, and make its share of the
  // rotation right.
  for (int sweep = 0; sweep < 2 * block.point_count; ++sweep) {
    ContactBlock::Point& p = block.points[sweep < block.point_count ? sweep : sweep - block.point_count];
    const FloatW separation = separationNow(p, moved);
    const IntW apart = separation > p.soft_distance;
    FloatW bias = select(apart, separation * inverse_substep, zero);
    FloatW mass_scale = one, impulse_scale = zero;
    if (use_bias) {
      const FloatW push = maximum(splat(step.bias_rate) * separation, splat(-step.max_push_speed));
      bias = select(apart, bias, push);
      mass_scale = select(apart, one, splat(step.mass_scale));
      impulse_scale = select(apart, zero, p.impulse_scale);
    }
    const FloatW speed = relativeSpeed(v, block.normal, p.arm_a, p.arm_b);
    const FloatW old = p.impulse;
    p.impulse = maximum(
        zero, old - p.effective_mass * mass_scale * (speed + bias) - impulse_scale * (old - p.rest_impulse));
    // Relaxing may let go of a point that has come apart, but must not stop it before it gets there.
    if (!use_bias) p.impulse = select(separation > splat(kTouchDistance), minimum(old, p.impulse), p.impulse);
    p.peak_impulse = maximum(p.peak_impulse, p.impulse);
    applyRow(v, block, block.normal, p.response_a, p.response_b, p.impulse - old);
  }
  // The velocity that pushes penetration out is not real: friction must not brake it.
  if (!use_bias) solveFriction(block, v);
  scatterVelocities(block, bodies, v);
}

void bounceContactBlock(ContactBlock& block, SolverBodies& bodies) {
  if (!block.impacts) return;
  LaneBodies v = gatherVelocities(block, bodies);
  const LaneDeltas moved = gatherDeltas(block, bodies);
  const FloatW zero = splat(0);
  // A patch is hit when one of its points touches and has taken an impulse. Then all of its points that are
  // near rebound: of the four corners of a face three can carry the blow.
  IntW hit[collide::Manifold::kMaxPoints];
  IntW any = IntW{};
  for (int j = 0; j < block.point_count; ++j) {
    const ContactBlock::Point& p = block.points[j];
    const FloatW separation = separationNow(p, moved);
    const IntW armed = p.rebound_speed >= zero;
    hit[j] = armed & (separation <= splat(kPatchDistance));
    any |= armed & (separation <= splat(kTouchDistance)) & (p.impulse > zero);
  }
  for (int j = 0; j < block.point_count; ++j) hit[j] &= any;
  // The points of a face that lands flat share the blow and its friction: a few sweeps make their speeds
  // agree. Lanes that were not hit only get some more passes over their friction.
  for (int sweep = 0; sweep < kBounceSweeps; ++sweep) {
    solveFriction(block, v);
    for (int j = 0; j < block.point_count; ++j) {
      ContactBlock::Point& p = block.points[j];
      const FloatW speed = relativeSpeed(v, block.normal, p.arm_a, p.arm_b);
      const FloatW old = p.impulse;
      const FloatW wanted = maximum(zero, old - p.effective_mass * (speed - p.rebound_speed));
      p.impulse = select(hit[j], wanted, old);
      p.peak_impulse = maximum(p.peak_impulse, p.impulse);
      applyRow(v, block, block.normal, p.response_a, p.response_b, p.impulse - old);
    }
  }
  for (ContactBlock::Tangent& t : block.tangents) t.impulse = select(any, zero, t.impulse);
  block.twist_impulse = select(any, zero, block.twist_impulse);
  for (int j = 0; j < block.point_count; ++j) {
    ContactBlock::Point& p = block.points[j];
    p.impulse = select(hit[j], zero, p.impulse);
    p.rebound_speed = select(hit[j], splat(-1), p.rebound_speed);
  }
  scatterVelocities(block, bodies, v);
}

void storeContactBlock(const ContactBlock& block) {
  for (int lane = 0; lane < kLanes; ++lane) {
    ContactManifold* m = block.manifold[lane];
    if (!m) continue;
    for (int j = 0; j < m->point_count; ++j) {
      m->points[j].normal_impulse = block.points[j].impulse[lane];
      m->points[j].peak_impulse = block.points[j].peak_impulse[lane];
      // A preload far above the load would throw the body up when what pressed on it is gone.
      m->points[j].rest_impulse = std::min(m->points[j].rest_impulse, 2 * m->points[j].normal_impulse);
    }
    m->friction_impulse = block.tangents[0].direction.get(lane) * block.tangents[0].impulse[lane] +
                          block.tangents[1].direction.get(lane) * block.tangents[1].impulse[lane];
    m->twist_impulse = block.twist_impulse[lane];
  }
}

}  // namespace carom::solve

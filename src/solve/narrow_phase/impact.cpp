// Contacts of bodies that are about to hit each other.
//
// The solver takes normals and arms of a contact from the start of the step. That is exact enough at rest,
// but two bodies that meet at speed in the middle of the step have other closest points by then. A glancing
// impact would get a wrong direction, and as the two arms would not end at the same point, angular momentum
// would not be conserved. So if a pair will touch within the step, its contacts are found at the poses at the
// time of impact (free flight until then). The separation at the start of the step is set so that it becomes
// the separation found, s(t), at that time:
//
//   s₀ = s(t) − [n · (ΔpB − ΔpA) + (rB × n) · ΔθB − (rA × n) · ΔθA],
//
// with n, rA and rB at the time of impact and Δ the motion until then.

#include "solve/narrow_phase/impact.hpp"

#include <algorithm>
#include <cmath>

#include "base/rotation_vector.hpp"
#include "solve/gravity/gravity_update.hpp"
#include "solve/narrow_phase/narrow_phase_settings.hpp"

namespace carom::solve {
namespace {

struct Motion {
  Vec3 velocity, acceleration, angular_velocity;

  Vec3 displacement(float t) const { return velocity * t + acceleration * (0.5f * t * t); }
  Vec3 velocityAt(float t) const { return velocity + acceleration * t; }
};

/// Motion of the two bodies of a contact in free flight.
struct FlightMotion {
  Motion of[2];
};

/// The relation of contact points to the bodies.
struct FlightPlace {
  Quat shape_rotation;  // Of shape A.
  Vec3 shape_from_a;    // From A's centre of mass.
  Vec3 b_from_a;        // Centres of mass.
};

/// Poses of the two shapes of a contact after a time of free flight.
struct Flight {
  FlightMotion motion;
  DVec3 center[2];
  DTransform shape[2];

  FlightPlace place() const {
    return {Quat(shape[0].rotation), Vec3(shape[0].translation - center[0]), Vec3(center[1] - center[0])};
  }
};

FlightMotion flightMotion(const SimulationState& state, const Contact& contact) {
  FlightMotion motion;
  for (int side = 0; side < 2; ++side) {
    const Body& b = state.bodies[contact.body[side]];
    Motion& m = motion.of[side];
    m.velocity = b.linear_velocity;
    m.angular_velocity = b.angular_velocity;
    if (b.type == BodyType::Dynamic && b.inverse_mass > 0) m.acceleration = b.gravity * b.gravity_factor;
  }
  return motion;
}

Flight flightAt(const SimulationState& state, const Contact& contact, float t) {
  Flight f;
  f.motion = flightMotion(state, contact);
  for (int side = 0; side < 2; ++side) {
    const Body& b = state.bodies[contact.body[side]];
    const Collider& c = state.colliders[contact.collider[side]];
    const Motion& m = f.motion.of[side];
    f.center[side] = b.center + DVec3(m.displacement(t));
    const Quat rotation = normalized(quaternionFromRotationVector(m.angular_velocity * t) * b.rotation);
    f.shape[side] = {f.center[side] + DVec3(rotate(rotation, c.local.translation)),
                     DQuat(normalized(rotation * c.local.rotation))};
  }
  return f;
}

/// Time from the start of the step at which the first point closes its separation at the present speed.
/// Negative: none does within the step, or the pair touches at the start.
float timeToTouch(const StepContext& context, const Contact& contact, const FlightMotion& motion,
                  const FlightPlace& place, float now, const std::vector<collide::Manifold>& manifolds) {
  float first = -1;
  const float slowest = context.contact_step.impact_speed.of(contact.size);
  const Motion &a = motion.of[0], &b = motion.of[1];
  const Vec3 approach = b.velocityAt(now) - a.velocityAt(now);
  for (const collide::Manifold& m : manifolds) {
    const Vec3 n = rotate(place.shape_rotation, m.normal);
    for (std::int32_t i = 0; i < m.point_count; ++i) {
      const Vec3 arm_a = rotate(place.shape_rotation, m.points[i].position) + place.shape_from_a;
      const Vec3 arm_b = arm_a - place.b_from_a;
      const float speed =
          dot(n, approach + cross(b.angular_velocity, arm_b) - cross(a.angular_velocity, arm_a));
      if (m.points[i].separation - speed * now <= NarrowPhaseSettings::kImpactDistance * contact.tolerance)
        return -1;
      if (speed > -slowest) continue;
      const float t = now - m.points[i].separation / speed;
      if (t > 0 && t < context.settings.time_step && (first < 0 || t < first)) first = t;
    }
  }
  return first;
}

/// Whether a point closes its separation so fast that it can make an impact. Reads what the narrow phase has
/// read already; timeToTouch() decides.
bool mayTouch(const SimulationState& state, const StepContext& context, const Contact& contact,
              const ChangedPair& pair, const std::vector<collide::Manifold>& manifolds) {
  if (state.bodies.motion_bounds[contact.body[0]].pulled ||
      state.bodies.motion_bounds[contact.body[1]].pulled)
    return true;
  const BodyMotion &a = state.bodies.motions[contact.body[0]], &b = state.bodies.motions[contact.body[1]];
  const ManifoldPlace& place = pair.pose.place;
  const float gained = 2 * gravityAround(state, context, contact) * pair.extrapolation;
  const float slowest = context.contact_step.impact_speed.of(contact.size) * 0.999f - gained;
  const Vec3 approach = b.linear_velocity - a.linear_velocity;
  for (const collide::Manifold& m : manifolds) {
    const Vec3 n = rotate(place.shape_rotation, m.normal);
    for (std::int32_t i = 0; i < m.point_count; ++i) {
      const Vec3 arm_a = rotate(place.shape_rotation, m.points[i].position) + place.shape_from_a;
      const Vec3 arm_b = arm_a - place.b_from_a;
      if (!(dot(n, approach + cross(b.angular_velocity, arm_b) - cross(a.angular_velocity, arm_a)) >
            -slowest))
        return true;
    }
  }
  return false;
}

/// Finds the poses and the time of impact, refined by repeated collision tests at the predicted poses.
bool findImpact(const SimulationState& state, const StepContext& context, Contact& contact,
                const ChangedPair& pair, ThreadScratch& thread, const collide::CollideSettings& settings,
                Flight& flight, float& time) {
  const Collider& ca = state.colliders[contact.collider[0]];
  const Collider& cb = state.colliders[contact.collider[1]];
  const ManifoldPlace& place = pair.pose.place;
  time = timeToTouch(context, contact, flightMotion(state, contact),
                     {place.shape_rotation, place.shape_from_a, place.b_from_a}, pair.extrapolation,
                     thread.manifolds);
  if (time < 0) return false;
  constexpr int kRefinements = NarrowPhaseSettings::kImpactRefinements;
  for (int i = 0; i < kRefinements; ++i) {
    flight = flightAt(state, contact, time);
    const Quat rotation_a(flight.shape[0].rotation);
    const Transform b_to_a{
        inverseRotate(rotation_a, Vec3(flight.shape[1].translation - flight.shape[0].translation)),
        normalized(conjugate(rotation_a) * Quat(flight.shape[1].rotation))};
    thread.impact_manifolds.clear();
    collide::collide(*ca.shape, *cb.shape, b_to_a, settings, contact.cache, *thread.scratch,
                     thread.impact_manifolds);
    const float better =
        timeToTouch(context, contact, flight.motion, flight.place(), time, thread.impact_manifolds);
    if (better < 0) return false;
    if (std::abs(better - time) < NarrowPhaseSettings::kImpactTimeError * context.settings.time_step)
      return true;
    if (i + 1 < kRefinements) time = better;
  }
  return true;
}

void setImpact(Contact& contact, const Flight& flight, float time, ThreadScratch& thread) {
  const Quat rotation(flight.shape[0].rotation);
  const Vec3 shape_from_center = Vec3(flight.shape[0].translation - flight.center[0]);
  const Vec3 b_from_a = Vec3(flight.center[1] - flight.center[0]);
  const Vec3 moved = flight.motion.of[1].displacement(time) - flight.motion.of[0].displacement(time);
  const Vec3 turned_a = flight.motion.of[0].angular_velocity * time,
             turned_b = flight.motion.of[1].angular_velocity * time;
  thread.contact_manifolds.clear();
  for (const collide::Manifold& local : thread.impact_manifolds) {
    if (local.point_count == 0) continue;
    ContactManifold& m = thread.contact_manifolds.emplace_back();
    m.normal = normalized(rotate(rotation, local.normal));
    m.point_count = local.point_count;
    m.offset = b_from_a;
    m.extrapolation = moved;
    m.follows = 0;
    for (std::int32_t i = 0; i < local.point_count; ++i) {
      ContactPoint& p = m.points[i];
      p.anchor_a = rotate(rotation, local.points[i].position) + shape_from_center;
      p.separation =
          local.points[i].separation - (dot(m.normal, moved) + dot(cross(m.anchorB(p), m.normal), turned_b) -
                                        dot(cross(p.anchor_a, m.normal), turned_a));
      p.feature = local.points[i].feature;
    }
  }
  contact.setManifolds(thread.contact_manifolds);
}

}  // namespace

bool setIfImpact(const SimulationState& state, const StepContext& context, Contact& contact,
                 const ChangedPair& pair, ThreadScratch& thread, const collide::CollideSettings& settings) {
  if (!mayTouch(state, context, contact, pair, thread.manifolds)) return false;
  Flight flight;
  float time = 0;
  if (!findImpact(state, context, contact, pair, thread, settings, flight, time)) return false;
  setImpact(contact, flight, time, thread);
  return true;
}

}  // namespace carom::solve

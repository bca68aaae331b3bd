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
//
// What lies on something goes straight on, and may pass what a contact found at another pose seems to stop it
// at. The gap between two convex shapes is a convex function of time then, and a contact is a tangent of it:
// a lower bound. A ball that rolls towards the next tile has a contact with that tile's edge whose normal is
// tilted; when it is there, it is above it. So a pair with a gap that seems to close is followed by Newton's
// method, and where no gap closes at the poses at which one seemed to, the contacts of these poses count.
// What lies on something is also a little way inside it, about g h² for a substep h: that much of the next
// tile is in the way of a box that slides. So a gap closes only where it is kGrazed g h² below zero, and
// where what is found carries against gravity: a ball that grazes another one's side strikes it.

#include "solve/narrow_phase/impact.hpp"

#include <algorithm>
#include <cmath>

#include "base/rotation_vector.hpp"
#include "solve/gravity/gravity_update.hpp"
#include "solve/narrow_phase/narrow_phase_settings.hpp"
#include "solve/narrow_phase/pair_manifolds.hpp"

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

/// Whether nothing but gravity acted on a body in the last step.
bool fell(const Body& b, const StepContext& context) {
  const float dt = context.settings.time_step;
  const Vec3 fall = b.gravity * (b.gravity_factor * dt);
  const Vec3 other = b.linear_velocity - b.start_velocity - fall;
  return b.ballistic || lengthSquared(other) < 0.25f * lengthSquared(fall);
}

/// Speed at which the core of a collider turns. What is round may turn about its axis.
float turningOf(const SimulationState& state, const Collider& collider) {
  const BodyMotion& m = state.bodies.motions[collider.body];
  Vec3 turning = m.angular_velocity;
  if (collider.round) {
    const Vec3 axis = rotate(m.mid_rotation * collider.local.rotation, Vec3{0, 1, 0});
    turning = turning - axis * dot(axis, turning);
  }
  return length(turning) * collider.core_radius;
}

/// Whether a body of a pair lies on something, or the like, and goes straight past the other one, which
/// cannot be pushed: no joint leads it elsewhere.
bool mayPass(const SimulationState& state, const StepContext& context, const Contact& contact) {
  const Body &a = state.bodies[contact.body[0]], &b = state.bodies[contact.body[1]];
  // A mesh has edges of its own (collide/mesh_contacts/mesh_cover.cpp).
  if (hasMesh(contact) || (a.movable() && b.movable())) return false;
  for (const std::int32_t body : contact.body)
    if (state.joints.isJoined(body)) return false;
  const bool carried = (a.movable() && !fell(a, context)) || (b.movable() && !fell(b, context));
  const float turning = turningOf(state, state.colliders[contact.collider[0]]) +
                        turningOf(state, state.colliders[contact.collider[1]]);
  return carried && turning <= NarrowPhaseSettings::kTurning * length(b.linear_velocity - a.linear_velocity);
}

/// `falls`: gravity acts on what it does.
FlightMotion flightMotion(const SimulationState& state, const Contact& contact, bool falls) {
  FlightMotion motion;
  for (int side = 0; side < 2; ++side) {
    const Body& b = state.bodies[contact.body[side]];
    Motion& m = motion.of[side];
    m.velocity = b.linear_velocity;
    m.angular_velocity = b.angular_velocity;
    if (b.type == BodyType::Dynamic && b.inverse_mass > 0 && falls)
      m.acceleration = b.gravity * b.gravity_factor;
  }
  return motion;
}

Flight flightAt(const SimulationState& state, const Contact& contact, const FlightMotion& motion, float t) {
  Flight f;
  f.motion = motion;
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

/// What counts for a pair.
struct MeetingLimits {
  float slowest = 0;   ///< Speed of approach, m/s.
  float touching = 0;  ///< Separation up to which it touches already, m.
  float passing = 0;   ///< Depth to which what passes may be inside, m; 0: it does not pass.
};
MeetingLimits limitsOf(const SimulationState& state, const StepContext& context, const Contact& contact) {
  const float slowest = context.contact_step.impact_speed.of(contact.size), h = context.substepTime();
  const float sunk = std::min(NarrowPhaseSettings::kGrazed * gravityAround(state, context, contact) * h * h,
                              NarrowPhaseSettings::kGrazedShare * contact.inscribed_radius);
  if (!(sunk > 0) || !mayPass(state, context, contact))
    return {slowest, NarrowPhaseSettings::kImpactDistance * contact.tolerance, 0};
  return {NarrowPhaseSettings::kSlowPass * slowest, 0, sunk};
}

/// How far ahead pairs are looked at, s: one substep beyond the step, because relaxation stops what closes in
/// the next one.
float horizonOf(const StepContext& context) {
  return context.settings.time_step + context.substepTime();
}

/// Calls visit(separation, speed of approach) for all points.
template <class Visit>
void eachPoint(const FlightMotion& motion, const FlightPlace& place, float now,
               const std::vector<collide::Manifold>& manifolds, Visit&& visit) {
  const Motion &a = motion.of[0], &b = motion.of[1];
  const Vec3 approach = b.velocityAt(now) - a.velocityAt(now);
  for (const collide::Manifold& m : manifolds) {
    const Vec3 n = rotate(place.shape_rotation, m.normal);
    for (std::int32_t i = 0; i < m.point_count; ++i) {
      const Vec3 arm_a = rotate(place.shape_rotation, m.points[i].position) + place.shape_from_a;
      const Vec3 arm_b = arm_a - place.b_from_a;
      visit(m.points[i].separation,
            -dot(n, approach + cross(b.angular_velocity, arm_b) - cross(a.angular_velocity, arm_a)));
    }
  }
}

/// Time from the start of the step at which the first point closes its separation at the present speed, or is
/// `allowed` inside, s; negative: none does, or the pair touches at the start.
float timeToTouch(const FlightMotion& motion, const FlightPlace& place, float now,
                  const MeetingLimits& limits, float allowed,
                  const std::vector<collide::Manifold>& manifolds) {
  float first = -1;
  bool touches = false;
  eachPoint(motion, place, now, manifolds, [&](float separation, float speed) {
    touches = touches || separation + speed * now <= limits.touching;
    if (speed < limits.slowest) return;
    const float t = now + (separation + allowed) / speed;
    if (t > 0 && (first < 0 || t < first)) first = t;
  });
  return touches ? -1 : first;
}

/// Whether a point closes its separation so fast that it can make an impact. Reads what the narrow phase has
/// read already; timeToTouch() decides.
bool mayTouch(const SimulationState& state, const StepContext& context, const Contact& contact,
              const ChangedPair& pair, float slowest, const std::vector<collide::Manifold>& manifolds) {
  if (state.bodies.motion_bounds[contact.body[0]].pulled ||
      state.bodies.motion_bounds[contact.body[1]].pulled)
    return true;
  FlightMotion motion;
  for (int side = 0; side < 2; ++side) {
    const BodyMotion& m = state.bodies.motions[contact.body[side]];
    motion.of[side].velocity = m.linear_velocity, motion.of[side].angular_velocity = m.angular_velocity;
  }
  const ManifoldPlace& place = pair.pose.place;
  const float gained = 2 * gravityAround(state, context, contact) * pair.extrapolation;
  bool fast = false;
  eachPoint(motion, {place.shape_rotation, place.shape_from_a, place.b_from_a}, 0, manifolds,
            [&](float, float speed) { fast = fast || !(speed <= 0.999f * slowest - gained); });
  return fast;
}

/// The contacts of a pair after a time of free flight.
Flight collideAt(const SimulationState& state, Contact& contact, const FlightMotion& motion, float time,
                 ThreadScratch& thread, const collide::CollideSettings& settings) {
  const Flight flight = flightAt(state, contact, motion, time);
  const Quat rotation_a(flight.shape[0].rotation);
  const Transform b_to_a{
      inverseRotate(rotation_a, Vec3(flight.shape[1].translation - flight.shape[0].translation)),
      normalized(conjugate(rotation_a) * Quat(flight.shape[1].rotation))};
  thread.impact_manifolds.clear();
  collide::collide(*state.colliders[contact.collider[0]].shape, *state.colliders[contact.collider[1]].shape,
                   b_to_a, settings, contact.cache, *thread.scratch, thread.impact_manifolds);
  return flight;
}

/// How a pair goes on that seems to touch.
struct Meeting {
  Flight flight;
  float time = 0;       ///< Of the contacts in thread.impact_manifolds, s.
  bool passes = false;  ///< No gap closes there, or not before the horizon.
};

/// Whether a pair lies where it passes: no point is deeper than that, m, and all carry against gravity.
bool liesThere(const SimulationState& state, const Contact& contact, const Meeting& meeting, float depth,
               const std::vector<collide::Manifold>& manifolds) {
  const Body &a = state.bodies[contact.body[0]], &b = state.bodies[contact.body[1]];
  const Vec3 gravity = (b.movable() ? b : a).gravity;
  for (const collide::Manifold& m : manifolds) {
    const Vec3 normal = rotate(Quat(meeting.flight.shape[0].rotation), m.normal);
    const float along = dot(normal, gravity) / length(gravity);
    if (!(std::abs(along) > NarrowPhaseSettings::kUpright)) return false;
    for (std::int32_t i = 0; i < m.point_count; ++i)
      if (m.points[i].separation < -depth) return false;
  }
  return true;
}

/// Follows a pair to where the first gap is `allowed` below zero, by Newton's method.
Meeting follow(const SimulationState& state, const StepContext& context, Contact& contact,
               const FlightMotion& motion, float time, const MeetingLimits& limits, float allowed, int most,
               ThreadScratch& thread, const collide::CollideSettings& settings) {
  Meeting m;
  m.time = time;
  for (int i = 0; i < most; ++i) {
    m.flight = collideAt(state, contact, motion, m.time, thread, settings);
    const float better =
        timeToTouch(motion, m.flight.place(), m.time, limits, allowed, thread.impact_manifolds);
    m.passes = better < 0 || m.time >= horizonOf(context);
    if (m.passes ||
        std::abs(better - m.time) < NarrowPhaseSettings::kImpactTimeError * context.settings.time_step)
      break;
    if (i + 1 < most) m.time = std::min(better, horizonOf(context));
  }
  return m;
}

/// Finds the poses at which a pair meets or passes. False: no gap seems to close within the step.
bool findMeeting(const SimulationState& state, const StepContext& context, Contact& contact,
                 const ChangedPair& pair, ThreadScratch& thread, const collide::CollideSettings& settings,
                 Meeting& meeting) {
  const MeetingLimits limits = limitsOf(state, context, contact);
  if (!mayTouch(state, context, contact, pair, limits.slowest, thread.manifolds)) return false;
  const ManifoldPlace& place = pair.pose.place;
  const bool passing = limits.passing > 0;
  const float horizon = passing ? horizonOf(context) : context.settings.time_step;
  const FlightMotion motion = flightMotion(state, contact, !passing);
  const float time = timeToTouch(motion, {place.shape_rotation, place.shape_from_a, place.b_from_a},
                                 pair.extrapolation, limits, 0, thread.manifolds);
  if (time < 0 || time >= horizon) return false;
  if (passing) {
    meeting = follow(state, context, contact, motion, time, limits, limits.passing,
                     NarrowPhaseSettings::kPassRefinements, thread, settings);
    if (meeting.passes && liesThere(state, contact, meeting, limits.passing, thread.impact_manifolds))
      return true;
  }
  meeting = follow(state, context, contact, motion, time, limits, 0, NarrowPhaseSettings::kImpactRefinements,
                   thread, settings);
  return !meeting.passes && meeting.time < context.settings.time_step;
}

void setImpact(Contact& contact, const Meeting& meeting, ThreadScratch& thread) {
  const Flight& flight = meeting.flight;
  const float time = meeting.time;
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
      // At the start they are apart, along another normal.
      if (meeting.passes) p.separation = std::max(p.separation, 0.0f);
      p.feature = local.points[i].feature;
    }
  }
  contact.setManifolds(thread.contact_manifolds);
}

}  // namespace

bool setIfImpact(const SimulationState& state, const StepContext& context, Contact& contact,
                 const ChangedPair& pair, ThreadScratch& thread, const collide::CollideSettings& settings) {
  Meeting meeting;
  if (!findMeeting(state, context, contact, pair, thread, settings, meeting)) return false;
  setImpact(contact, meeting, thread);
  return true;
}

}  // namespace carom::solve

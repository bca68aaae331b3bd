// Narrow phase: contact points of the pairs, matched with those of the last step.
//
// Reuse. Pairs are updated in parallel; each owns its manifolds. If two shapes have hardly moved relative to
// each other since their manifolds were made, they keep them; so do most pairs of a pile at rest. Let D be
// the motion of B since then in the frame of A. A point x between the surfaces with the normal n and the
// separation s becomes
//
//   x' = x + (D x − x)/2,   s' = s + n · (D x − x).
//
// This is of first order in the motion, as the solver is within a step. The error is of second order: with
// |D x − x| <= d and bodies of size r it is d²/r, a thousandth of a millimetre for the d that kReuseDistance
// and kReuseShare allow. Contact points of round shapes wander over the surface, so d is smaller there, and
// they follow what rolls (rolling.hpp). Three points and more are those of faces, whatever the shapes are.
//
// Extrapolation. The solver uses the arms of a contact for a whole step of n substeps. Arms of the start of
// the step lag behind the motion: a force −k x that is evaluated at the start and applied over the step
// multiplies the phase area of an oscillation by
//
//   det [[1 − c ω²h², h], [−ω²h, 1]] = 1 + ω²h² (1 − c),   c = (n + 1)/(2n),
//
// and every rocking or rolling body would gain energy. With x predicted by the time α h the determinant is
// 1 + ω²h² (1 − c − α), which is 1 for α = (n − 1)/(2n). Twice this time is used, so that rocking decays
// slowly: the amplitude by (1 − c) ω²h/2 per second, a tenth at 5 rad/s. Nothing else in the model would stop
// it, and piles would never sleep. So contacts are found at poses extrapolated by `extrapolationTime`, and
// the separations are converted back to the start of the step. Where two bodies approach fast the time is
// shorter, so that they do not penetrate deeply.
//
// On convex ground ω² is negative: with the doubled time a body that rolls over a crest or around a planet
// gains what it loses in a hollow. On faces and edges the normal turns only in places. On round ground the
// gain adds up (a ball of 0.5 m at 3 m/s on one of 5 m: a third in 50 s), and there is no rest to reach. So
// round bodies on round ground use the single time. What remains is that the path is a polygon; each corner
// removes (v Δt/R)²/2 of the speed v.

#include "solve/narrow_phase/narrow_phase.hpp"

#include <algorithm>
#include <cmath>

#include "base/compact_sort.hpp"
#include "base/rotation_vector.hpp"
#include "solve/broad_phase/clearance.hpp"
#include "solve/constraints/contact/contact_settings.hpp"
#include "solve/constraints/contact/mass_ratio.hpp"
#include "solve/constraints/contact/right_of_way.hpp"
#include "solve/gravity/gravity_update.hpp"
#include "solve/narrow_phase/impact.hpp"
#include "solve/narrow_phase/narrow_phase_settings.hpp"
#include "solve/narrow_phase/pair_manifolds.hpp"
#include "solve/narrow_phase/pair_poses.hpp"
#include "solve/narrow_phase/place_manifold.hpp"
#include "solve/sleep/sleep.hpp"
#include "solve/state/prefetch.hpp"
#include "solve/state/traces.hpp"

namespace carom::solve {
namespace {

void placeManifolds(Contact& contact, const ManifoldPlace& place, const RollingPair& rolling = {}) {
  for (std::int32_t i = 0; i < contact.manifold_count; ++i)
    placeManifold(contact.manifolds()[i], place, rolling);
}

/// Gap between two boxes that do not overlap: a lower bound of the distance of their contents, m.
float gapBetween(const Aabb& a, const Aabb& b) {
  const Vec3 gap = maximum(a.lower - b.upper, b.lower - a.upper);
  return std::max({gap.x, gap.y, gap.z});
}

/// Upper bound of the speed at which the surfaces of two bodies approach each other, m/s. Rotation of a ball
/// brings its surface no nearer, so only the core of a round shape counts.
float approachSpeed(const SimulationState& state, std::int32_t a, std::int32_t b) {
  return length(state.bodies.motions[b].linear_velocity - state.bodies.motions[a].linear_velocity) +
         state.bodies.motion_bounds[a].spin + state.bodies.motion_bounds[b].spin;
}

/// The same for two colliders, of which at least one is part of a body that has several. The farthest point
/// of a tree moves fast when it turns, its root and its trunk do not.
float approachSpeedOfParts(const SimulationState& state, const Collider& a, const Collider& b) {
  Vec3 velocity[2];
  float spin = 0;
  const Collider* const of[2] = {&a, &b};
  for (int side = 0; side < 2; ++side) {
    const Collider& c = *of[side];
    const BodyMotion& m = state.bodies.motions[c.body];
    const Vec3 arm =
        rotate(state.bodies[c.body].rotation, c.local.translation + rotate(c.local.rotation, c.middle));
    velocity[side] = m.linear_velocity + cross(m.angular_velocity, arm);
    spin += state.bodies.motion_bounds[c.body].turning * c.core_radius;
  }
  return length(velocity[1] - velocity[0]) + spin;
}

/// Separation up to which contacts are made: the distance by which the two can approach in the step, but no
/// more than the size of the smaller one (continuous collision handles the rest).
float speculativeDistance(const SimulationState& state, const StepContext& context, const Contact& contact,
                          float approach) {
  const float dt = context.settings.time_step;
  const float reached = approach * dt + 1.5f * gravityAround(state, context, contact) * dt * dt;
  return speculativeMargin(contact) + std::min(reached, contact.size);
}

/// Time by which the contacts of a pair are extrapolated, s. If a round body rotates by radians in that time,
/// the separation converted back would be dominated by rounding, so the rotation is limited too.
float extrapolationTime(const SimulationState& state, const StepContext& context, const Contact& contact,
                        float approach) {
  const float full = fullExtrapolationTime(context.settings) * (contact.rolls ? 0.5f : 1.0f);
  const float room = NarrowPhaseSettings::kExtrapolationShare * contact.inscribed_radius;
  const float extrapolation = approach * full <= room ? full : room / approach;
  const float turning = std::max(state.bodies.motion_bounds[contact.body[0]].turning,
                                 state.bodies.motion_bounds[contact.body[1]].turning);
  constexpr float kMaxTurn = NarrowPhaseSettings::kMaxTurn;
  return turning * extrapolation <= kMaxTurn ? extrapolation : kMaxTurn / turning;
}

void predictPoses(SimulationState& state, const StepContext& context) {
  const float extrapolation = fullExtrapolationTime(context.settings);
  context.pool.parallelFor(
      state.bodies.awake.count(), NarrowPhaseSettings::kPairsPerJob, [&](const ThreadPool::Range& range) {
        for (std::int32_t i = range.begin; i < range.end; ++i) {
          const std::int32_t index = state.bodies.awake[i];
          Body& body = state.bodies[index];
          updateMotionBound(state, context, body, index);
          state.bodies.motions[index] = {
              body.center + DVec3(body.linear_velocity * extrapolation),
              normalized(quaternionFromRotationVector(body.angular_velocity * extrapolation) * body.rotation),
              body.linear_velocity, body.angular_velocity};
        }
      });
}

void makeManifolds(Contact& contact, const ManifoldPlace& place, ThreadScratch& thread) {
  if (renewManifolds(contact.manifolds(), contact.manifold_count, thread.manifolds, place.shape_rotation))
    return placeManifolds(contact, place);
  const float near_distance = NarrowPhaseSettings::kNearShare * contact.size;
  thread.contact_manifolds.clear();
  for (const collide::Manifold& found : thread.manifolds) {
    if (found.point_count == 0) continue;
    ContactManifold& m = thread.contact_manifolds.emplace_back();
    m.origin = found;
    m.point_count = found.point_count;
    for (std::int32_t i = 0; i < m.point_count; ++i) m.points[i].feature = found.points[i].feature;
    placeManifold(m, place);
  }
  carryImpulses(thread.contact_manifolds, contact.manifolds(), contact.manifold_count, near_distance,
                thread.handed_impulses);
  contact.setManifolds(thread.contact_manifolds);
}

/// Whether faces lie on each other, whatever else of the shapes is round: the points of such a contact stay
/// where they are on both of them.
bool liesOnFaces(const Contact& contact) {
  const ContactManifold* m = contact.manifolds();
  return contact.manifold_count > 0 &&
         std::all_of(m, m + contact.manifold_count,
                     [](const ContactManifold& of) { return of.point_count >= 3; });
}

/// Whether the manifolds of a pair can be kept whose points have moved by `moved` since they were made.
bool canReuse(const Contact& contact, float ahead, float moved) {
  if (!contact.reusable || ahead > contact.reference_ahead) return false;
  using Settings = NarrowPhaseSettings;
  const bool wanders = contact.round && !liesOnFaces(contact);
  const float share = wanders ? Settings::kRoundReuseShare : Settings::kReuseShare;
  return !(moved > std::min(Settings::kReuseDistance * contact.tolerance, share * contact.size));
}

/// Whether a pair that was found farther apart than contact.reference_ahead still has no contacts up to
/// `ahead`: it is nearer by at most the way that the points of either shape have gone as the other one sees
/// them.
bool staysApart(const SimulationState& state, const Contact& contact, const Transform& pose, float ahead,
                float slack) {
  return contact.manifold_count == 0 && hasMesh(contact) && ahead + slack < contact.reference_ahead &&
         knowsUpTo(state, contact, pose, ahead + slack);
}

float reuseSlack(const Contact& contact) {
  return std::min(NarrowPhaseSettings::kReuseDistance * contact.tolerance,
                  NarrowPhaseSettings::kReuseShare * contact.size);
}

/// Whether two colliders are so near that they may have contacts; `pair` then has all but their pose.
bool comeNear(SimulationState& state, const StepContext& context, std::int32_t index, ChangedPair& pair) {
  Contact& contact = state.contacts[index];
  state.contacts.clearances[index].until = 0;
  const Collider& ca = state.colliders[contact.collider[0]];
  const Collider& cb = state.colliders[contact.collider[1]];
  const float approach = approachSpeed(state, contact.body[0], contact.body[1]);
  float nearing = approach;
  if (state.bodies.motion_bounds[contact.body[0]].parts || state.bodies.motion_bounds[contact.body[1]].parts)
    nearing = std::min(nearing, approachSpeedOfParts(state, ca, cb));
  const float ahead = speculativeDistance(state, context, contact, nearing);
  if (!overlap(expanded(ca.tight, ahead), cb.tight)) {
    contact.manifold_count = 0;
    contact.reusable = false;
    noteClearance(state, index, gapBetween(ca.tight, cb.tight));
    return false;
  }
  pair.contact = index;
  pair.approach = approach;
  pair.ahead = ahead;
  pair.extrapolation = extrapolationTime(state, context, contact, approach);
  return true;
}

/// Keeps the manifolds of those pairs that have hardly moved. The others have changed.
void updateGroup(SimulationState& state, const StepContext& context, PairGroup& group,
                 ThreadScratch& thread) {
  group.findPoses(state, context);
  for (int i = 0; i < group.count(); ++i) {
    const ChangedPair& pair = group[i];
    Contact& contact = state.contacts[pair.contact];
    if (staysApart(state, contact, pair.pose.b_to_a, pair.ahead, reuseSlack(contact))) continue;
    if (canReuse(contact, pair.ahead, group.moved(i))) {
      const RollingPair rolling = contact.round ? rollingPair(contact, state.colliders[contact.collider[0]],
                                                              state.colliders[contact.collider[1]])
                                                : RollingPair{};
      placeManifolds(contact, pair.pose.place, rolling);
      continue;
    }
    thread.changed.push_back(pair);
    thread.changed.back().pose.place.since = {};
  }
  group.clear();
}

void collidePair(SimulationState& state, const StepContext& context, ChangedPair& pair,
                 ThreadScratch& thread) {
  Contact& contact = state.contacts[pair.contact];
  const Collider& ca = state.colliders[contact.collider[0]];
  const Collider& cb = state.colliders[contact.collider[1]];
  PairPose& pose = pair.pose;
  pose.b_to_a.rotation = normalized(pose.b_to_a.rotation);
  const float slack = reuseSlack(contact);
  const float wide = NarrowPhaseSettings::kApartFactor * pair.ahead;
  if (contact.reusable && contact.manifold_count == 0 && hasMesh(contact) &&
      collide::areApart(*ca.shape, *cb.shape, pose.b_to_a, wide, contact.cache, *thread.scratch)) {
    contact.reference = pose.b_to_a;
    contact.reference_ahead = wide - slack;
    return;
  }
  collide::CollideSettings settings;
  settings.max_separation = pair.ahead + 2 * slack;
  thread.manifolds.clear();
  collide::collide(*ca.shape, *cb.shape, pose.b_to_a, settings, contact.cache, *thread.scratch,
                   thread.manifolds);
  contact.reusable = pair.approach < context.contact_step.impact_speed.of(contact.size) ||
                     !setIfImpact(state, context, contact, pair, thread, settings);
  if (!contact.reusable) return;
  contact.reference = pose.b_to_a;
  contact.reference_ahead = pair.ahead + slack;
  makeManifolds(contact, pose.place, thread);
  limitDepths(state, contact, thread);
  if (contact.manifold_count > 0 || !collide::isConvexBounded(*ca.shape) ||
      !collide::isConvexBounded(*cb.shape))
    return;
  // The shapes were tested at extrapolated poses: subtract the motion until then.
  noteClearance(state, pair.contact,
                settings.max_separation - state.bodies.motion_bounds[ca.body].in_step -
                    state.bodies.motion_bounds[cb.body].in_step);
}

/// Collides the changed pairs, grouped by the kinds of their shapes: each kind has its own code and branches.
void collideChanged(SimulationState& state, const StepContext& context, ThreadScratch& thread) {
  thread.changed_order.clear();
  for (std::size_t i = 0; i < thread.changed.size(); ++i) {
    const std::uint32_t kinds = state.contacts[thread.changed[i].contact].kinds;
    thread.changed_order.push_back(kinds << 16 | static_cast<std::uint32_t>(i));
  }
  compactSort(thread.changed_order.begin(), thread.changed_order.end(), std::less<>());
  const auto pairAt = [&](std::size_t i) -> ChangedPair& {
    return thread.changed[thread.changed_order[i] & 0xffffu];
  };
  const std::size_t count = thread.changed_order.size();
  // Prefetches the shape objects first, then the arrays to which they point.
  const auto prefetchShapes = [&](std::size_t i, bool known) {
    if (i >= count) return;
    const Contact& contact = state.contacts[pairAt(i).contact];
    const collide::Shape &a = *state.colliders[contact.collider[0]].shape,
                         &b = *state.colliders[contact.collider[1]].shape;
    if (known) return collide::prefetchPair(a, b, contact.cache);
    __builtin_prefetch(&a);
    __builtin_prefetch(&b);
  };
  for (std::size_t i = 0; i < count; ++i) {
    constexpr std::size_t kAhead = NarrowPhaseSettings::kCollisionsAhead;
    prefetchShapes(i + 2 * kAhead, false);
    prefetchShapes(i + kAhead, true);
    collidePair(state, context, pairAt(i), thread);
  }
}

/// Prefetches what the next contacts of the list need.
[[gnu::always_inline]] inline void prefetch(const SimulationState& state, const std::int32_t* contacts,
                                            std::int32_t count) {
  if (count > 2 * kPrefetchDistance)
    prefetchBytes(&state.contacts[contacts[2 * kPrefetchDistance]], sizeof(Contact));
  if (count <= kPrefetchDistance) return;
  const Contact& contact = state.contacts[contacts[kPrefetchDistance]];
  if (contact.manifold_count > 1)
    prefetchBytes(contact.manifolds(),
                  static_cast<std::size_t>(contact.manifold_count) * sizeof(ContactManifold));
  for (int side = 0; side < 2; ++side) {
    prefetchBytes(&state.colliders[contact.collider[side]], 128);
    prefetchBytes(&state.bodies.motions[contact.body[side]], sizeof(BodyMotion));
  }
}

/// Whether a point that carries `excess` N·s more than at rest is likely to get a stiffer spring
/// (contact_prepare.hpp). Estimated with the masses before the point is prepared.
bool isLikelyOverloaded(const SimulationState& state, const StepContext& context, const Contact& contact,
                        float excess) {
  if (excess <= 0) return false;
  const float inverse_mass =
      state.bodies.inverse_masses[contact.body[0]] + state.bodies.inverse_masses[contact.body[1]];
  const ContactStep& step = context.contact_step;
  const float deepest = ContactSettings::kMaxRestDepth * contact.tolerance * step.mass_scale * step.bias_rate;
  return excess * step.impulse_scale * inverse_mass > NarrowPhaseSettings::kMassAtCorner * deepest;
}

/// Limit of the speed at which contacts separate two overlapping bodies, m/s: that of a fall through the
/// smaller inscribed radius or, without gravity, that radius times kPushRate.
float pushSpeed(const SimulationState& state, const StepContext& context, const Contact& contact) {
  const float gravity = gravityAround(state, context, contact);
  return std::max(std::sqrt(2 * gravity * contact.inscribed_radius),
                  ContactSettings::kPushRate * contact.inscribed_radius);
}

/// Appends the manifolds of a contact to the job's inputs for the solver.
void takeInputs(const SimulationState& state, const StepContext& context, Contact& contact,
                std::int32_t index, ContactJob& job) {
  const bool jointed = state.joints.isJoined(contact.body[0]) || state.joints.isJoined(contact.body[1]);
  const std::int32_t joined = !jointed ? 0 : (state.joints.mayHold(contact.body[0], contact.body[1]) ? 1 : 2);
  const float follow_distance = NarrowPhaseSettings::kFollowShare * contact.inscribed_radius;
  const float push_speed = pushSpeed(state, context, contact);
  const bool unequal = hasHighMassRatio(state, contact);
  for (std::int32_t m = 0; m < contact.manifold_count; ++m) {
    ContactManifold& manifold = contact.manifolds()[m];
    float impulse = 0, excess = 0, depth = 0;
    for (std::int32_t i = 0; i < manifold.point_count; ++i) {
      const ContactPoint& p = manifold.points[i];
      depth = std::max(depth, -p.separation);
      impulse = std::max(impulse, p.normal_impulse);
      excess = std::max(excess, p.normal_impulse - p.rest_impulse);
    }
    job.inputs.push_back(
        {.manifold = &manifold,
         .body_a = contact.body[0],
         .body_b = contact.body[1],
         .static_friction = contact.static_friction,
         .dynamic_friction = contact.dynamic_friction,
         .restitution = contact.restitution,
         .joined = joined,
         .max_push_speed = push_speed,
         .size = contact.size,
         .tolerance = contact.tolerance,
         .squeezed = yieldAt(depth, contact.inscribed_radius),
         .follow_distance = follow_distance,
         .carries = impulse > 0,
         .points = static_cast<std::uint8_t>(manifold.point_count),
         .stays = staysOn(state, contact, manifold),
         .presses = joined != 1 && unequal,
         .likely_overloaded = joined == 0 && isLikelyOverloaded(state, context, contact, excess)});
  }
  if (unequal) job.high_mass_ratio.push_back(index);
}

/// Wakes the islands that the live contacts from `begin` on touch.
void wakeTouched(SimulationState& state, const StepContext& context, std::size_t begin) {
  if (state.islands.sleeping_bodies == 0) return;
  for (std::size_t i = begin; i < state.contacts.live.size(); ++i) {
    const Contact& contact = state.contacts[state.contacts.live[i]];
    if (contact.manifold_count == 0) continue;
    for (int side = 0; side < 2; ++side) {
      const Body& body = state.bodies[contact.body[side]];
      const Body& other = state.bodies[contact.body[1 - side]];
      if (body.island < 0 || other.awake_index < 0) continue;
      wakeIsland(state, context, body.island);
    }
  }
}

}  // namespace

/// Updates a range of active contacts. Moves the live ones to the front of this range of live_places_.
void NarrowPhase::updateContactJob(SimulationState& state, const StepContext& context,
                                   const ThreadPool::Range& range, ContactJob& job) {
  ThreadScratch& thread = context.threadOf(range);
  std::int32_t* found = live_places_.data() + range.begin;
  std::int32_t near = 0;
  for (std::int32_t i = range.begin; i < range.end; ++i) {
    const std::int32_t index = state.contacts.active[i];
    found[near] = index;
    near += isClear(state, index) ? 0 : 1;
  }
  thread.changed.clear();
  PairGroup group;
  for (std::int32_t i = 0; i < near; ++i) {
    prefetch(state, found + i, near - i);
    if (state.contacts[found[i]].sensor || !comeNear(state, context, found[i], group.next())) continue;
    group.add();
    if (group.full()) updateGroup(state, context, group, thread);
  }
  if (group.count() > 0) updateGroup(state, context, group, thread);
  collideChanged(state, context, thread);
  job.live = 0;
  job.high_mass_ratio.clear();
  job.inputs.clear();
  for (std::int32_t i = 0; i < near; ++i) {
    const std::int32_t index = found[i];
    Contact& contact = state.contacts[index];
    if (!contact.sensor) {
      contact.touching = contact.manifold_count > 0;
      if (contact.touching) takeInputs(state, context, contact, index, job);
    }
    found[job.live] = index;
    job.live += contact.touching || contact.reported || contact.sensor || contact.update_once ? 1 : 0;
  }
}

void NarrowPhase::updateContactRange(SimulationState& state, const StepContext& context, std::int32_t begin,
                                     std::int32_t end) {
  constexpr std::int32_t kPairsPerJob = NarrowPhaseSettings::kPairsPerJob;
  const std::int32_t count = (end - begin + kPairsPerJob - 1) / kPairsPerJob;
  const std::int32_t first_job = state.step.contact_job_count;
  state.step.contact_job_count += count;
  state.step.contact_jobs.growTo(state.step.contact_job_count);
  live_places_.setCount(end);
  const auto first = [&](std::int32_t k) { return begin + k * kPairsPerJob; };
  context.pool.parallelFor(count, 1, [&](const ThreadPool::Range& range) {
    for (std::int32_t k = range.begin; k < range.end; ++k) {
      updateContactJob(state, context, {first(k), std::min(end, first(k + 1)), range.thread},
                       state.step.contact_jobs[first_job + k]);
    }
  });
  for (std::int32_t k = 0; k < count; ++k) {
    const auto place = live_places_.begin() + first(k);
    state.contacts.live.insert(state.contacts.live.end(), place,
                               place + state.step.contact_jobs[first_job + k].live);
  }
}

/// Updates active contacts from `begin` on. Waking an island appends its contacts to the list, so this
/// repeats until no more islands wake.
void NarrowPhase::updateFrom(SimulationState& state, const StepContext& context, std::int32_t begin) {
  while (begin < state.contacts.active.count()) {
    const std::int32_t end = state.contacts.active.count();
    const std::size_t live = state.contacts.live.size();
    updateContactRange(state, context, begin, end);
    wakeTouched(state, context, live);
    begin = end;
  }
}

void NarrowPhase::run(SimulationState& state, const StepContext& context) {
  state.contacts.settle();
  predictPoses(state, context);
  state.contacts.live.clear();
  state.step.contact_job_count = 0;
  updateFrom(state, context, 0);
}

void NarrowPhase::orderWoken(SimulationState& state, const StepContext& context) {
  if (!state.contacts.settle()) return;
  state.contacts.sortLive();
  constexpr std::int32_t kPairsPerJob = NarrowPhaseSettings::kPairsPerJob;
  const std::int32_t live = state.contacts.live.count();
  state.step.contact_job_count = (live + kPairsPerJob - 1) / kPairsPerJob;
  context.pool.parallelFor(state.step.contact_job_count, 1, [&](const ThreadPool::Range& range) {
    for (std::int32_t k = range.begin; k < range.end; ++k) {
      ContactJob& job = state.step.contact_jobs[k];
      job.high_mass_ratio.clear();
      job.inputs.clear();
      for (std::int32_t i = k * kPairsPerJob; i < std::min(live, (k + 1) * kPairsPerJob); ++i) {
        const std::int32_t index = state.contacts.live[i];
        Contact& contact = state.contacts[index];
        if (!contact.sensor && contact.touching) takeInputs(state, context, contact, index, job);
      }
    }
  });
}

}  // namespace carom::solve

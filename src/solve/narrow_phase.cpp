// Narrow phase: contact points of the pairs, matched with those of the last step.
//
// Pairs are updated in parallel; each owns its manifolds. Two shapes that have hardly moved against each
// other since their manifolds were made keep them (most pairs of a pile at rest): with D the motion of B
// since then in the frame of A, a point x between the surfaces, its normal n and its distance s become
//
//   x' = x + (D x − x)/2,   s' = s + n · (D x − x),
//
// the same first order in the motion that the solver uses within a step. The error is of second order: with D
// x − x <= d and bodies of size r it is d²/r, a thousandth of a millimetre for what kReuseDistance and
// kReuseShare allow. Points on something round wander over its surface, so there d is smaller.
//
// The solver works with the arms of a contact for a whole step of n substeps. Taken at its start they would
// lag behind the motion: a force that follows a displacement x by −k x, evaluated at the start and applied
// over the step, multiplies an oscillation's phase area by
//
//   det [[1 − c ω²h², h], [−ω²h, 1]] = 1 + ω²h² (1 − c),   c = (n + 1)/(2n),
//
// so that everything that rocks or rolls would gain energy. With x taken where the motion will have brought
// it after the time α h the determinant is 1 + ω²h² (1 − c − α): with α = (n − 1)/(2n) it is 1. Twice that is
// taken, so that what rocks calms down slowly (the amplitude by (1 − c) ω²h/2 a second, a tenth at 5 rad/s):
// nothing else in the model would ever stop it, and piles would never sleep. So contacts are found at the
// poses a bit ahead, `leadTime`, and their distances are led back to the start of the step. Where the two
// approach fast the lead is shorter, so that they do not get deep into each other.
//
// On convex ground ω² is below zero: what rolls over a crest or round a planet would gain by the doubled lead
// what it loses in a hollow. Faces and edges turn the normal only here and there, but on ground that is round
// everywhere it adds up (a ball of 0.5 m at 3 m/s on one of 5 m: a third in 50 s), and there is no rest to
// come to. So for what is round on such ground the single lead is taken. What is left is that the path is a
// polygon, whose corners take (v Δt/R)²/2 of the speed v each.

#include <algorithm>
#include <cmath>

#include "base/rotation_vector.hpp"
#include "solve/prefetch.hpp"
#include "solve/simulation.hpp"

namespace carom::solve {
namespace {

constexpr std::int32_t kPairsPerJob = 32;
constexpr float kReuseDistance = 1e-3f;    // m, motion up to which manifolds are kept
constexpr float kReuseShare = 0.01f;       // the same as a share of the smaller one's size
constexpr float kLeadShare = 0.25f;        // of the smaller one's inner ball, by which a lead may move them
constexpr float kRoundReuseShare = 1e-4f;  // where one of the two is round

/// How far ahead of the start of the step contacts are looked at where nothing is fast, s.
float fullLead(const SimulationSettings& settings) {
  const auto n = static_cast<float>(settings.substeps);
  return settings.time_step * (n - 1) / n;
}

}  // namespace

DTransform Simulation::shapePose(std::int32_t index) const {
  const Collider& c = collider(index);
  const Body& b = body(c.body);
  return {b.center + DVec3(rotate(b.rotation, c.local.translation)), DQuat(b.rotation * c.local.rotation)};
}

/// Bound of the speed with which points of the two shapes approach each other, m/s.
float Simulation::approachSpeed(const Collider& a, const Collider& b) const {
  const Body& body_a = body(a.body);
  const Body& body_b = body(b.body);
  return length(body_b.linear_velocity - body_a.linear_velocity) +
         length(body_a.angular_velocity) * body_a.outer_radius +
         length(body_b.angular_velocity) * body_b.outer_radius;
}

/// How far ahead contacts are made: as far as the two can approach in the step, but no farther than the
/// smaller one is large (beyond that lies continuous collision).
float Simulation::speculativeDistance(const Collider& a, const Collider& b, float approach) const {
  const float dt = settings_.time_step;
  const float size = std::min(a.radius, b.radius);
  const float reached = approach * dt + 1.5f * gravityAround(a, b) * dt * dt;
  return std::min(kSpeculativeBase, 0.1f * size) + std::min(reached, size);
}

/// How far ahead of the start of the step contacts are looked at, s.
float Simulation::leadTime(const Collider& a, const Collider& b, float approach) const {
  const bool rolls = a.round && b.round && !(body(a.body).movable() && body(b.body).movable());
  const float lead = fullLead(settings_) * (rolls ? 0.5f : 1.0f);
  const float room = kLeadShare * std::min(a.inner, b.inner);
  return approach * lead <= room ? lead : room / approach;
}

/// Where the two bodies of a contact are when its contacts are looked at.
struct Simulation::PairPose {
  DVec3 center_a, center_b;
  Quat rotation_a, rotation_b;     // Of the bodies.
  Quat shape_rotation;             // Of shape A.
  Vec3 shape_from_a;               // Origin of shape A from A's centre of mass.
  Transform b_to_a;                // Shapes.
  Vec3 moved, turned_a, turned_b;  // B's way minus A's since the start of the step, and their turns.
};

namespace {

void advance(const Body& body, float lead, float full_lead, DVec3& center, Quat& rotation, Vec3& moved,
             Vec3& turned) {
  center = body.center, rotation = body.rotation;
  moved = turned = Vec3{};
  if (body.awake_index < 0 || lead == 0) return;
  moved = body.linear_velocity * lead;
  turned = body.angular_velocity * lead;
  if (lead == full_lead) {
    center = body.mid_center, rotation = body.mid_rotation;
  } else {
    center += DVec3(moved);
    rotation = normalized(quaternionFromRotationVector(turned) * body.rotation);
  }
}

}  // namespace

void Simulation::predictPoses() {
  const float lead = fullLead(settings_);
  pool_.parallelFor(
      static_cast<std::int32_t>(awake_.size()), kPairsPerJob, [&](const ThreadPool::Range& range) {
        for (std::int32_t i = range.begin; i < range.end; ++i) {
          Body& body = at(awake_[static_cast<std::size_t>(i)]);
          noteReach(body, awake_[static_cast<std::size_t>(i)]);
          body.mid_center = body.center + DVec3(body.linear_velocity * lead);
          body.mid_rotation =
              normalized(quaternionFromRotationVector(body.angular_velocity * lead) * body.rotation);
        }
      });
}

Simulation::PairPose Simulation::pairPose(const Contact& contact, float lead) const {
  const Collider& ca = collider(contact.collider[0]);
  const Collider& cb = collider(contact.collider[1]);
  const float full_lead = fullLead(settings_);
  PairPose p;
  Vec3 moved_a, moved_b;
  advance(body(ca.body), lead, full_lead, p.center_a, p.rotation_a, moved_a, p.turned_a);
  advance(body(cb.body), lead, full_lead, p.center_b, p.rotation_b, moved_b, p.turned_b);
  p.moved = moved_b - moved_a;
  p.shape_rotation = p.rotation_a * ca.local.rotation;
  p.shape_from_a = rotate(p.rotation_a, ca.local.translation);
  const Quat rotation_b = p.rotation_b * cb.local.rotation;
  const Vec3 between =
      Vec3(p.center_b - p.center_a) + (rotate(p.rotation_b, cb.local.translation) - p.shape_from_a);
  p.b_to_a = {inverseRotate(p.shape_rotation, between), normalized(conjugate(p.shape_rotation) * rotation_b)};
  return p;
}

/// Frame of shape B in that of shape A.
Transform Simulation::relativePose(const Contact& contact) const {
  return pairPose(contact, 0).b_to_a;
}

namespace {

/// rotate(q, x) − x without the rounding of x, since turns here are small.
Vec3 turnOf(const Quat& q, const Vec3& x) {
  const Vec3 t = cross(q.vector(), x) * 2.0f;
  return t * q.w + cross(q.vector(), t);
}

/// What of a manifold follows from the poses. The distances are those at the start of the step.
void placeManifold(ContactManifold& m, const Transform& since, const Quat& shape_rotation,
                   const Vec3& shape_from_a, const Vec3& b_from_a, const Vec3& moved, const Vec3& turned_a,
                   const Vec3& turned_b) {
  m.normal = normalized(rotate(shape_rotation, m.origin.normal));
  const float approach = dot(m.normal, moved);
  for (std::int32_t i = 0; i < m.point_count; ++i) {
    ContactPoint& p = m.points[i];
    const Vec3 x = m.origin.points[i].position;
    const Vec3 shift = since.translation + turnOf(since.rotation, x);
    p.anchor_a = rotate(shape_rotation, x + shift * 0.5f) + shape_from_a;
    p.anchor_b = p.anchor_a - b_from_a;
    p.separation =
        m.origin.points[i].separation + dot(m.origin.normal, shift) -
        (approach + dot(cross(p.anchor_b, m.normal), turned_b) - dot(cross(p.anchor_a, m.normal), turned_a));
  }
}

}  // namespace

void Simulation::placeManifolds(Contact& contact, const PairPose& pose, const Transform& since) const {
  const Vec3 b_from_a = Vec3(pose.center_b - pose.center_a);
  ContactManifold* manifolds = contact.manifolds();
  for (std::int32_t i = 0; i < contact.manifold_count; ++i) {
    manifolds[i].offset = b_from_a;
    manifolds[i].lead = pose.moved;
    placeManifold(manifolds[i], since, pose.shape_rotation, pose.shape_from_a, b_from_a, pose.moved,
                  pose.turned_a, pose.turned_b);
  }
}

void Simulation::makeManifolds(Contact& contact, const PairPose& pose, ThreadData& thread) const {
  const float near_distance =
      0.05f * std::min({collider(contact.collider[0]).radius, collider(contact.collider[1]).radius, 1.0f});
  thread.contact_manifolds.clear();
  const Vec3 b_from_a = Vec3(pose.center_b - pose.center_a);
  for (const collide::Manifold& found : thread.manifolds) {
    if (found.point_count == 0) continue;
    ContactManifold& m = thread.contact_manifolds.emplace_back();
    m.origin = found;
    m.point_count = found.point_count;
    for (std::int32_t i = 0; i < m.point_count; ++i) {
      m.points[i].feature = found.points[i].feature;
      m.points[i].anchor_b =
          rotate(pose.shape_rotation, found.points[i].position) + pose.shape_from_a - b_from_a;
    }
    m.normal = rotate(pose.shape_rotation, found.normal);
  }
  carryImpulses(thread.contact_manifolds, contact.manifolds(), contact.manifold_count, near_distance,
                thread.handed_impulses);
  contact.setManifolds(thread.contact_manifolds);
  placeManifolds(contact, pose, Transform{});
}

/// Between boxes that do not overlap: no more than what they hold is apart, m.
float gapBetween(const Aabb& a, const Aabb& b) {
  const Vec3 gap = maximum(a.lower - b.upper, b.lower - a.upper);
  return std::max({gap.x, gap.y, gap.z});
}

/// Whether the manifolds still hold; then `since` is the motion of B since they were made, in the frame of A.
bool Simulation::canReuse(const Contact& contact, const Transform& pose, float ahead,
                          Transform& since) const {
  if (!contact.reusable || ahead > contact.reference_ahead) return false;
  const Collider& ca = collider(contact.collider[0]);
  const Collider& cb = collider(contact.collider[1]);
  const Quat turn = pose.rotation * conjugate(contact.reference.rotation);
  const Vec3 shift =
      (pose.translation - contact.reference.translation) - turnOf(turn, contact.reference.translation);
  // Contact points are near both: no farther from either's origin than it reaches.
  const float moved_a = length(shift) + 2 * length(turn.vector()) * ca.reach;
  const float moved_b =
      length(pose.translation - contact.reference.translation) + 2 * length(turn.vector()) * cb.reach;
  const float size = std::min(ca.radius, cb.radius);
  const float share = ca.round || cb.round ? kRoundReuseShare : kReuseShare;
  if (std::min(moved_a, moved_b) > std::min(kReuseDistance, share * size)) return false;
  since = {shift, turn};
  return true;
}

void Simulation::updateContact(Contact& contact, ThreadData& thread) const {
  if (isClear(contact)) return;
  const Collider& ca = collider(contact.collider[0]);
  const Collider& cb = collider(contact.collider[1]);
  const float approach = approachSpeed(ca, cb);
  const float ahead = speculativeDistance(ca, cb, approach);
  if (!overlap(expanded(ca.tight, ahead), cb.tight)) {
    contact.manifold_count = 0;
    contact.reusable = false;
    noteClearance(contact, static_cast<double>(gapBetween(ca.tight, cb.tight)));
    return;
  }
  const float lead = leadTime(ca, cb, approach);
  const PairPose pose = pairPose(contact, lead);
  Transform since;
  if (canReuse(contact, pose.b_to_a, ahead, since)) {
    placeManifolds(contact, pose, since);
    return;
  }
  const float slack = std::min(kReuseDistance, kReuseShare * std::min(ca.radius, cb.radius));
  collide::CollideSettings settings;
  settings.max_separation = ahead + 2 * slack;
  thread.manifolds.clear();
  collide::collide(*ca.shape, *cb.shape, pose.b_to_a, settings, contact.cache, *thread.scratch,
                   thread.manifolds);
  contact.reusable = !setIfImpact(contact, lead, thread, settings);
  if (!contact.reusable) return;
  contact.reference = pose.b_to_a;
  contact.reference_ahead = ahead + slack;
  makeManifolds(contact, pose, thread);
  if (contact.manifold_count > 0 || !collide::isConvexBounded(*ca.shape) ||
      !collide::isConvexBounded(*cb.shape))
    return;
  // They have been looked at where they may be a bit later.
  noteClearance(contact, static_cast<double>(settings.max_separation) - wayInStep(body(ca.body)) -
                             wayInStep(body(cb.body)));
}

/// Overlaps of triggers, where things are at the end of the step.
void Simulation::updateSensors() {
  pool_.parallelFor(
      static_cast<std::int32_t>(active_contacts_.size()), kPairsPerJob, [&](const ThreadPool::Range& range) {
        ThreadData& thread = threads_[static_cast<std::size_t>(range.thread)];
        for (std::int32_t i = range.begin; i < range.end; ++i) {
          Contact& contact = contactAt(active_contacts_[static_cast<std::size_t>(i)]);
          if (!contact.sensor) continue;
          const Collider& ca = collider(contact.collider[0]);
          const Collider& cb = collider(contact.collider[1]);
          contact.touching =
              overlap(ca.tight, cb.tight) &&
              collide::overlaps(*ca.shape, *cb.shape, relativePose(contact), contact.cache, *thread.scratch);
        }
      });
}

/// What the contacts a little later need is asked for in time.
void Simulation::prefetch(std::int32_t i, std::int32_t end) const {
  if (i + 2 * kPrefetchDistance < end) {
    prefetchBytes(&contactAt(active_contacts_[static_cast<std::size_t>(i + 2 * kPrefetchDistance)]),
                  sizeof(Contact));
  }
  if (i + kPrefetchDistance < end) {
    const Contact& contact = contacts_[static_cast<std::size_t>(
        active_contacts_[static_cast<std::size_t>(i + kPrefetchDistance)])];
    if (isClear(contact)) return;
    for (int side = 0; side < 2; ++side) {
      prefetchBytes(&collider(contact.collider[side]), sizeof(Collider));
      prefetchBytes(&body(contact.body[side]), sizeof(Body));
    }
  }
}

void Simulation::updateContactRange(std::int32_t begin, std::int32_t end) {
  pool_.parallelFor(end - begin, kPairsPerJob, [&](const ThreadPool::Range& range) {
    ThreadData& thread = threads_[static_cast<std::size_t>(range.thread)];
    for (std::int32_t i = begin + range.begin; i < begin + range.end; ++i) {
      prefetch(i, begin + range.end);
      Contact& contact = contactAt(active_contacts_[static_cast<std::size_t>(i)]);
      if (contact.sensor) continue;
      updateContact(contact, thread);
      contact.touching = contact.manifold_count > 0;
    }
  });
}

void Simulation::wakeTouched(std::int32_t begin, std::int32_t end) {
  if (sleeping_count_ == 0) return;
  for (std::int32_t i = begin; i < end; ++i) {
    const Contact& contact = contactAt(active_contacts_[static_cast<std::size_t>(i)]);
    if (contact.manifold_count == 0) continue;
    for (int side = 0; side < 2; ++side) {
      const Body& body = at(contact.body[side]);
      const Body& other = at(contact.body[1 - side]);
      if (body.island < 0 || other.awake_index < 0) continue;
      wakeIsland(body.island);
    }
  }
}

void Simulation::updateContacts() {
  predictPoses();
  // Waking an island adds its contacts to the end of the list: go on until no more wake.
  std::int32_t begin = 0;
  while (begin < static_cast<std::int32_t>(active_contacts_.size())) {
    const auto end = static_cast<std::int32_t>(active_contacts_.size());
    updateContactRange(begin, end);
    wakeTouched(begin, end);
    begin = end;
  }
}

}  // namespace carom::solve

// Narrow phase: contact points of the pairs, matched with those of the last step.
//
// Pairs are updated in parallel; each thread collects manifolds in its own list and every pair remembers
// where its own lie. The lists of the last step stay until the next one, so impulses can be carried over to
// points with the same features.

#include <algorithm>
#include <cmath>

#include "solve/simulation.hpp"

namespace carom::solve {
namespace {

constexpr std::int32_t kPairsPerJob = 32;
constexpr float kSpeculativeBase = 0.005f;  // m, contacts are made at least so far ahead

/// Gives the new manifold the impulses of old points: first by feature, then, for features that changed, by
/// nearness.
void carryImpulses(ContactManifold& now, const ContactManifold* old, std::int32_t old_count,
                   float near_distance) {
  bool taken_now[collide::Manifold::kMaxPoints] = {};
  std::int32_t matched_from = -1;
  for (std::int32_t m = 0; m < old_count; ++m) {
    if (dot(old[m].normal, now.normal) < 0.9f) continue;
    bool taken_old[collide::Manifold::kMaxPoints] = {};
    for (int pass = 0; pass < 2; ++pass) {
      for (std::int32_t i = 0; i < now.point_count; ++i) {
        if (taken_now[i]) continue;
        for (std::int32_t j = 0; j < old[m].point_count; ++j) {
          if (taken_old[j]) continue;
          const ContactPoint& p = old[m].points[j];
          const bool same =
              pass == 0 ? p.feature == now.points[i].feature
                        : lengthSquared(p.anchor_b - now.points[i].anchor_b) < near_distance * near_distance;
          if (!same) continue;
          now.points[i].normal_impulse = p.normal_impulse;
          now.points[i].rest_impulse = p.rest_impulse;
          taken_now[i] = taken_old[j] = true;
          matched_from = m;
          break;
        }
      }
    }
  }
  if (matched_from >= 0) {
    const Vec3 friction = old[matched_from].friction_impulse;
    now.friction_impulse = friction - now.normal * dot(friction, now.normal);
    now.twist_impulse = old[matched_from].twist_impulse;
  }
}

}  // namespace

DTransform Simulation::shapePose(std::int32_t index) const {
  const Collider& c = collider(index);
  const Body& b = body(c.body);
  return {b.center + DVec3(rotate(b.rotation, c.local.translation)), DQuat(b.rotation * c.local.rotation)};
}

/// How far ahead contacts are made: as far as the two can approach in the step, but no farther than the
/// smaller one is large (beyond that lies continuous collision).
float Simulation::speculativeDistance(const Collider& a, const Collider& b) const {
  const Body& body_a = body(a.body);
  const Body& body_b = body(b.body);
  const float dt = settings_.time_step;
  const float speed = length(body_b.linear_velocity - body_a.linear_velocity) +
                      length(body_a.angular_velocity) * std::min(a.radius, body_a.outer_radius) +
                      length(body_b.angular_velocity) * std::min(b.radius, body_b.outer_radius);
  const float size = std::min(a.radius, b.radius);
  const float approach = speed * dt + 1.5f * length(settings_.gravity) * dt * dt;
  return std::min(kSpeculativeBase, 0.1f * size) + std::min(approach, size);
}

void Simulation::appendManifold(const collide::Manifold& local, const Contact& contact,
                                const DTransform& pose_a, ThreadData& thread) const {
  const Body& a = body(contact.body[0]);
  const Body& b = body(contact.body[1]);
  const Quat rotation(pose_a.rotation);
  const Vec3 shape_from_center = Vec3(pose_a.translation - a.center);
  const Vec3 b_from_a = Vec3(b.center - a.center);
  ContactManifold m;
  m.normal = normalized(rotate(rotation, local.normal));
  m.point_count = local.point_count;
  for (std::int32_t i = 0; i < local.point_count; ++i) {
    ContactPoint& p = m.points[i];
    p.anchor_a = rotate(rotation, local.points[i].position) + shape_from_center;
    p.anchor_b = p.anchor_a - b_from_a;
    p.separation = local.points[i].separation;
    p.feature = local.points[i].feature;
  }
  const float near_distance =
      0.05f * std::min({collider(contact.collider[0]).radius, collider(contact.collider[1]).radius, 1.0f});
  carryImpulses(m, contact.manifolds, contact.manifold_count, near_distance);
  thread.contact_manifolds.push_back(m);
}

/// Frame of shape B in that of shape A.
Transform Simulation::relativePose(const Contact& contact) const {
  const DTransform a = shapePose(contact.collider[0]), b = shapePose(contact.collider[1]);
  const Quat rotation_a(a.rotation);
  return {inverseRotate(rotation_a, Vec3(b.translation - a.translation)),
          normalized(conjugate(rotation_a) * Quat(b.rotation))};
}

Simulation::ManifoldSpan Simulation::updateContact(Contact& contact, ThreadData& thread,
                                                   std::int32_t thread_index) {
  const Collider& ca = collider(contact.collider[0]);
  const Collider& cb = collider(contact.collider[1]);
  ManifoldSpan span;
  span.thread = thread_index;
  span.first = static_cast<std::int32_t>(thread.contact_manifolds.size());
  const float ahead = speculativeDistance(ca, cb);
  if (!overlap(expanded(ca.tight, ahead), cb.tight)) return span;

  thread.manifolds.clear();
  collide::CollideSettings settings;
  settings.max_separation = ahead;
  collide::collide(*ca.shape, *cb.shape, relativePose(contact), settings, contact.cache, *thread.scratch,
                   thread.manifolds);
  if (!appendIfImpact(contact, thread, settings)) {
    const DTransform pose_a = shapePose(contact.collider[0]);
    for (const collide::Manifold& m : thread.manifolds) {
      if (m.point_count > 0) appendManifold(m, contact, pose_a, thread);
    }
  }
  span.count = static_cast<std::int32_t>(thread.contact_manifolds.size()) - span.first;
  return span;
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

void Simulation::updateContactRange(std::int32_t begin, std::int32_t end) {
  pool_.parallelFor(end - begin, kPairsPerJob, [&](const ThreadPool::Range& range) {
    ThreadData& thread = threads_[static_cast<std::size_t>(range.thread)];
    for (std::int32_t i = begin + range.begin; i < begin + range.end; ++i) {
      Contact& contact = contactAt(active_contacts_[static_cast<std::size_t>(i)]);
      spans_[static_cast<std::size_t>(i)] =
          contact.sensor ? ManifoldSpan{} : updateContact(contact, thread, range.thread);
    }
  });
}

void Simulation::resolveSpans(std::int32_t begin, std::int32_t end) {
  for (std::int32_t i = begin; i < end; ++i) {
    const ManifoldSpan& span = spans_[static_cast<std::size_t>(i)];
    Contact& contact = contactAt(active_contacts_[static_cast<std::size_t>(i)]);
    if (contact.sensor) continue;
    contact.touching = span.count > 0;
    contact.manifold_count = span.count;
    contact.manifolds = nullptr;
    if (span.count > 0) {
      contact.manifolds =
          threads_[static_cast<std::size_t>(span.thread)].contact_manifolds.data() + span.first;
    }
  }
}

void Simulation::wakeTouched(std::int32_t begin, std::int32_t end) {
  for (std::int32_t i = begin; i < end; ++i) {
    const Contact& contact = contactAt(active_contacts_[static_cast<std::size_t>(i)]);
    if (spans_[static_cast<std::size_t>(i)].count == 0) continue;
    for (int side = 0; side < 2; ++side) {
      const Body& body = at(contact.body[side]);
      if (body.island >= 0 && at(contact.body[1 - side]).awake_index >= 0) wakeIsland(body.island);
    }
  }
}

void Simulation::updateContacts() {
  for (ThreadData& thread : threads_) {
    thread.previous_manifolds.swap(thread.contact_manifolds);
    thread.contact_manifolds.clear();
  }
  // Waking an island adds its contacts to the end of the list: go on until no more wake.
  std::int32_t begin = 0;
  while (begin < static_cast<std::int32_t>(active_contacts_.size())) {
    const auto end = static_cast<std::int32_t>(active_contacts_.size());
    spans_.resize(active_contacts_.size());
    updateContactRange(begin, end);
    wakeTouched(begin, end);
    begin = end;
  }
  resolveSpans(0, begin);
}

}  // namespace carom::solve

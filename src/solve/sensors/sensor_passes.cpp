// Triggers: overlaps at the end of a step, and colliders that passed through a trigger within the step.
//
// Overlaps are tested at the poses at the end of a step. A collider that moves by no more than its inscribed
// ball cannot pass a trigger without overlapping it at such a time. A collider that moved farther is swept
// from its pose at the start of the step to its pose at the end, as seen from the trigger in its path. A
// trigger that moved so far is swept against everything in its path. If the sweep enters the trigger, and the
// collider neither overlaps it now nor has been reported to overlap it, it has passed: it enters and exits in
// this step.
//
// The sweep stops a hair before the surfaces meet, may stop early when something rotates, and treats a moving
// mesh as its hull. So it only shows where to look: a pass counts if the shapes themselves overlap slightly
// later, otherwise the rest of the path is swept. Moving meshes are also tested at several times on their
// path. A collider that grazes a trigger by less than the hair has not been in it. A body that continuous
// collision has stopped is assumed to have moved straight to its pose.
//
// Of the two shapes the one that rotates less is at rest, and the other one moves on a straight path in its
// frame. Seen from a shape that rotates by φ, the path of a point at distance d bends by up to d φ²/8. So the
// step is divided into parts in which the shape at rest rotates by less than kPartTurn.

#include "solve/sensors/sensor_passes.hpp"

#include <algorithm>

#include "base/compact_sort.hpp"
#include "solve/continuous/shape_motion.hpp"
#include "solve/sensors/sensor_settings.hpp"

namespace carom::solve {
namespace {

/// Sine of half the angle by which a body rotated in the step.
float sineOfHalfTurn(const Body& body) {
  return body.awake_index < 0 ? 0 : length((body.rotation * conjugate(body.start_rotation)).vector());
}

/// Distance of the farthest point of a collider from the centre of mass of its body, at most, m.
float leverOf(const Collider& collider) {
  return length(collider.local.translation) + collider.origin_radius;
}

/// Whether a collider may have moved by more than its inscribed ball.
bool movedFar(const Body& body, const Collider& collider) {
  const float distance = length(Vec3(body.center - body.start_center)), sine = sineOfHalfTurn(body);
  if (distance + SensorSettings::kAnglePerSine * sine * leverOf(collider) <= collider.inscribed_radius)
    return false;
  return distance > 0 || sine > 0;
}

/// Bounds of the sweep of a collider, including the bulge between its two poses when it rotates.
Aabb coveredBounds(const Collider& collider, const Body& body) {
  const float sine = sineOfHalfTurn(body);
  return expanded(sweptBounds(collider, body),
                  sine * sine * leverOf(collider) + SensorSettings::kHair * collider.tolerance);
}

/// The motion between two times of the step, 0..1.
ShapeMotion partOf(const ShapeMotion& whole, float from, float to) {
  ShapeMotion part = whole;
  part.start = between(whole.start, whole.end, from);
  part.end = between(whole.start, whole.end, to);
  part.frame_0 = shapeFrame(part.start, part.local);
  part.frame_1 = shapeFrame(part.end, part.local);
  return part;
}

collide::Sweep restOf(const collide::Sweep& sweep, float t) {
  collide::Sweep rest = sweep;
  rest.start_center += sweep.translation * t;
  rest.start_rotation = normalized(quaternionFromRotationVector(sweep.rotation * t) * sweep.start_rotation);
  rest.translation = sweep.translation * (1 - t);
  rest.rotation = sweep.rotation * (1 - t);
  return rest;
}

/// Whether the moving shape enters the other one on its path. `overlaps(sweep, t)` tests one pose.
template <class Overlaps>
bool comesIn(const collide::Shape& resting, const collide::Shape& moving, const collide::Sweep& sweep,
             float hair, Overlaps&& overlaps) {
  if (overlaps(sweep, 0.0f)) return true;
  float t = 0;
  bool hit_any = false;
  for (std::int32_t round = 0; round < SensorSettings::kSweeps; ++round) {
    const collide::SweepHit hit = collide::sweep(resting, moving, restOf(sweep, t), hair);
    if (!hit.hit) break;
    hit_any = true;
    const float at = t + (1 - t) * hit.t;
    const Vec3 arm = hit.point - (sweep.start_center + sweep.translation * at);
    const float approach = -dot(sweep.translation + cross(sweep.rotation, arm), hit.normal);
    t = at +
        (approach > 0 ? SensorSettings::kHairsBeyond * hair / approach : 1.0f / SensorSettings::kSamples);
    if (!(t < 1)) break;
    if (overlaps(sweep, t)) return true;
  }
  if (!hit_any || !collide::isMesh(moving)) return false;
  constexpr std::int32_t kSamples = SensorSettings::kSamples;
  for (std::int32_t i = 1; i < kSamples; ++i) {
    if (overlaps(sweep, static_cast<float>(i) / static_cast<float>(kSamples))) return true;
  }
  return false;
}

Transform poseAt(const collide::Sweep& sweep, float t) {
  const Quat q = normalized(quaternionFromRotationVector(sweep.rotation * t) * sweep.start_rotation);
  return {sweep.start_center + sweep.translation * t - rotate(q, sweep.local_center), q};
}

/// Frame of shape B in that of shape A.
Transform relativePose(const SimulationState& state, const Contact& contact) {
  const DTransform a = state.shapePose(contact.collider[0]), b = state.shapePose(contact.collider[1]);
  return {inverseRotate(Quat(a.rotation), Vec3(b.translation - a.translation)),
          normalized(conjugate(Quat(a.rotation)) * Quat(b.rotation))};
}

/// Whether a collider passed through a trigger: it overlaps it neither before nor after the step.
bool passes(SimulationState& state, const StepContext& context, std::int32_t sensor, std::int32_t solid) {
  if (const Contact* contact =
          state.contacts.find(state.bodies[state.colliders[solid].body], solid, sensor)) {
    if (contact->touching || contact->reported) return false;
  } else if (!context.policy.respond(std::min(sensor, solid), std::max(sensor, solid)).related) {
    return false;
  }
  const float turn_a = sineOfHalfTurn(state.bodies[state.colliders[sensor].body]),
              turn_b = sineOfHalfTurn(state.bodies[state.colliders[solid].body]);
  // A mesh should be at rest: it is exact then, whereas a moving mesh is swept as its hull.
  const bool mesh_rests =
      collide::isMesh(*state.colliders[solid].shape) && !collide::isMesh(*state.colliders[sensor].shape);
  const bool solid_rests = turn_b < turn_a || (turn_b == turn_a && mesh_rests);
  const Collider& moving = state.colliders[solid_rests ? sensor : solid];
  const Collider& resting = state.colliders[solid_rests ? solid : sensor];
  const ShapeMotion whole_moving(state.bodies[moving.body], moving),
      whole_resting(state.bodies[resting.body], resting);
  const collide::Volume volume = solid_rests ? collide::Volume::B : collide::Volume::A;
  const auto overlaps = [&](const collide::Sweep& sweep, float t) {
    return collide::overlaps(*resting.shape, *moving.shape, poseAt(sweep, t), volume);
  };
  const float turn = SensorSettings::kAnglePerSine * (solid_rests ? turn_b : turn_a);
  const std::int32_t parts = 1 + std::min(SensorSettings::kMaxParts - 1,
                                          static_cast<std::int32_t>(turn / SensorSettings::kPartTurn));
  for (std::int32_t i = 0; i < parts; ++i) {
    const float from = static_cast<float>(i) / static_cast<float>(parts),
                to = static_cast<float>(i + 1) / static_cast<float>(parts);
    const collide::Sweep sweep =
        parts == 1 ? relativeSweep(whole_moving, whole_resting)
                   : relativeSweep(partOf(whole_moving, from, to), partOf(whole_resting, from, to));
    const float hair = SensorSettings::kHair * moving.tolerance;
    if (comesIn(*resting.shape, *moving.shape, sweep, hair, overlaps)) return true;
  }
  return false;
}

}  // namespace

void updateSensors(SimulationState& state, const StepContext& context) {
  context.pool.parallelFor(
      state.contacts.active.count(), SensorSettings::kPairsPerJob, [&](const ThreadPool::Range& range) {
        for (std::int32_t i = range.begin; i < range.end; ++i) {
          Contact& contact = state.contacts[state.contacts.active[i]];
          if (!contact.sensor) continue;
          const Collider& ca = state.colliders[contact.collider[0]];
          const Collider& cb = state.colliders[contact.collider[1]];
          contact.touching = overlap(ca.tight, cb.tight) &&
                             collide::overlaps(*ca.shape, *cb.shape, relativePose(state, contact),
                                               ca.sensor ? collide::Volume::A : collide::Volume::B);
        }
      });
}

void SensorPasses::run(SimulationState& state, const StepContext& context) {
  state.step.passes.clear();
  if (state.colliders.sensor_count == 0 || !context.settings.continuous) return;
  far_colliders_.clear();
  for (const std::int32_t index : state.bodies.awake) {
    for (const std::int32_t c : collidersOf(state.colliders, state.bodies[index])) {
      if (!collide::isPlane(*state.colliders[c].shape) && movedFar(state.bodies[index], state.colliders[c]))
        far_colliders_.push_back(c);
    }
  }
  compactSort(far_colliders_.begin(), far_colliders_.end(), std::less<>());
  // The leaves of triggers cover their sweep for the moment, so that other far-moving colliders find them.
  for (const std::int32_t c : far_colliders_) {
    const Collider& collider = state.colliders[c];
    if (!collider.sensor) continue;
    Aabb swept = coveredBounds(collider, state.bodies[collider.body]);
    swept.include(collider.fat);
    state.colliders.movable_tree.update({swept, c});
  }
  for (const std::int32_t c : far_colliders_) {
    const Collider& mine = state.colliders[c];
    state.colliders.queryBounds(coveredBounds(mine, state.bodies[mine.body]), [&](std::int32_t other) {
      const Collider& theirs = state.colliders[other];
      if (theirs.sensor == mine.sensor || theirs.body == mine.body) return true;
      state.step.passes.push_back(mine.sensor ? std::pair(c, other) : std::pair(other, c));
      return true;
    });
  }
  for (const std::int32_t c : far_colliders_) {
    const Collider& collider = state.colliders[c];
    if (collider.sensor) state.colliders.movable_tree.update({collider.fat, c});
  }
  compactSort(state.step.passes.begin(), state.step.passes.end(), std::less<>());
  state.step.passes.erase(std::unique(state.step.passes.begin(), state.step.passes.end()),
                          state.step.passes.end());
  state.step.passes.erase(
      std::remove_if(state.step.passes.begin(), state.step.passes.end(),
                     [&](const auto& pair) { return !passes(state, context, pair.first, pair.second); }),
      state.step.passes.end());
}

}  // namespace carom::solve

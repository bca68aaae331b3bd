// What went through a trigger, or was gone through by one, between two steps.
//
// Overlaps of triggers are looked at where things are at the end of a step (narrow_phase.cpp). Moving by no
// more than the ball that fits in it, a thing cannot get past a trigger without being seen in it: it overlaps
// for as long as its middle is within that ball's radius on either side. What moved farther is swept from its
// pose at the start of the step to that at the end, as seen from the other, against everything of the other
// kind on its way. Where it comes in, and is neither in the trigger now nor has been reported as being in it,
// it has passed: it enters and exits in this step.
//
// The sweep ends a hair before the surfaces meet, may end early where something turns, and moves meshes as
// their hulls. So it only says where to look: a pass counts if the shapes themselves overlap a little later;
// if they do not, the rest of the way is swept. (For moved meshes also at several times on the way.) What
// grazes a trigger by less than that hair has not been in it. A body that continuous collision has stopped is
// taken to have come straight to where it is.
//
// Of the two the one that turns less is at rest, and the other moves in its frame on a straight line. Seen
// from something that turns by φ the way of something at distance d bends by up to d φ²/8: so the step is cut
// into parts in which what is at rest turns by less than kPartTurn.
#include <algorithm>

#include "solve/continuous/shape_motion.hpp"
#include "solve/simulation.hpp"

namespace carom::solve {
namespace {

constexpr float kHair = 5e-5f;         // m
constexpr std::int32_t kRounds = 12;   // Sweeps of one part.
constexpr std::int32_t kSamples = 16;  // Times at which moved meshes are looked at.
constexpr float kPartTurn = 0.05f;     // rad
constexpr std::int32_t kMaxParts = 64;

/// An angle is at most π times the sine of its half.
float sineOfHalfTurn(const Body& body) {
  return body.awake_index < 0 ? 0 : length((body.rotation * conjugate(body.start_rotation)).vector());
}

/// Of a collider's points from what its body turns about, m.
float leverOf(const Collider& collider) {
  return length(collider.local.translation) + collider.reach;
}

/// Moved by more than the ball that fits in it.
bool movedFar(const Body& body, const Collider& collider) {
  const float way = length(Vec3(body.center - body.start_center)), sine = sineOfHalfTurn(body);
  if (way + 3.15f * sine * leverOf(collider) <= collider.inner) return false;
  return way > 0 || sine > 0;
}

/// All that a collider's shape sweeps over, with what it bulges out between the two poses as it turns.
Aabb coveredBounds(const Collider& collider, const Body& body) {
  const float sine = sineOfHalfTurn(body);
  return expanded(sweptBounds(collider, body), sine * sine * leverOf(collider) + kHair);
}

/// A share of the step.
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

/// Whether the moving shape is somewhere on its way in the other; `overlaps(pose)` says so of a pose.
template <class Overlaps>
bool comesIn(const collide::Shape& resting, const collide::Shape& moving, const collide::Sweep& sweep,
             Overlaps&& overlaps) {
  if (overlaps(sweep, 0.0f)) return true;
  float t = 0;
  bool hit_any = false;
  for (std::int32_t round = 0; round < kRounds; ++round) {
    const collide::SweepHit hit = collide::sweep(resting, moving, restOf(sweep, t), kHair);
    if (!hit.hit) break;
    hit_any = true;
    const float at = t + (1 - t) * hit.t;
    const Vec3 arm = hit.point - (sweep.start_center + sweep.translation * at);
    const float approach = -dot(sweep.translation + cross(sweep.rotation, arm), hit.normal);
    t = at + (approach > 0 ? 3 * kHair / approach : 1.0f / kSamples);
    if (!(t < 1)) break;
    if (overlaps(sweep, t)) return true;
  }
  if (!hit_any || !collide::isMesh(moving)) return false;
  for (std::int32_t i = 1; i < kSamples; ++i) {
    if (overlaps(sweep, static_cast<float>(i) / static_cast<float>(kSamples))) return true;
  }
  return false;
}

Transform poseAt(const collide::Sweep& sweep, float t) {
  const Quat q = normalized(quaternionFromRotationVector(sweep.rotation * t) * sweep.start_rotation);
  return {sweep.start_center + sweep.translation * t - rotate(q, sweep.local_center), q};
}

}  // namespace

/// The contact of two colliders, or null.
const Contact* Simulation::findContact(std::int32_t a, std::int32_t b) const {
  if (!pairs_.contains(a, b)) return nullptr;
  for (std::int32_t end = body(collider(a).body).first_contact; end >= 0;) {
    const Contact& contact = contacts_[static_cast<std::size_t>(end / 2)];
    if (contact.collider[0] == std::min(a, b) && contact.collider[1] == std::max(a, b)) return &contact;
    end = contact.next[end % 2];
  }
  return nullptr;
}

/// Whether a solid, in the trigger neither before nor now, has been in it within the step.
bool Simulation::passes(std::int32_t sensor, std::int32_t solid) {
  if (const Contact* contact = findContact(solid, sensor)) {
    if (contact->touching || contact->reported) return false;
  } else if (!policy_->respond(std::min(sensor, solid), std::max(sensor, solid)).related) {
    return false;
  }
  const float turn_a = sineOfHalfTurn(body(collider(sensor).body)),
              turn_b = sineOfHalfTurn(body(collider(solid).body));
  // A mesh at rest is itself, one that moves is its hull.
  const bool mesh_rests =
      collide::isMesh(*collider(solid).shape) && !collide::isMesh(*collider(sensor).shape);
  const bool solid_rests = turn_b < turn_a || (turn_b == turn_a && mesh_rests);
  const Collider& moving = collider(solid_rests ? sensor : solid);
  const Collider& resting = collider(solid_rests ? solid : sensor);
  const ShapeMotion whole_moving(body(moving.body), moving), whole_resting(body(resting.body), resting);
  collide::PairCache cache;
  const auto overlaps = [&](const collide::Sweep& sweep, float t) {
    return collide::overlaps(*resting.shape, *moving.shape, poseAt(sweep, t), cache, *threads_[0].scratch);
  };
  const float turn = 3.15f * (solid_rests ? turn_b : turn_a);
  const std::int32_t parts = 1 + std::min(kMaxParts - 1, static_cast<std::int32_t>(turn / kPartTurn));
  for (std::int32_t i = 0; i < parts; ++i) {
    const float from = static_cast<float>(i) / static_cast<float>(parts),
                to = static_cast<float>(i + 1) / static_cast<float>(parts);
    const collide::Sweep sweep =
        parts == 1 ? relativeSweep(whole_moving, whole_resting)
                   : relativeSweep(partOf(whole_moving, from, to), partOf(whole_resting, from, to));
    if (comesIn(*resting.shape, *moving.shape, sweep, overlaps)) return true;
  }
  return false;
}

void Simulation::findPasses() {
  passes_.clear();
  if (sensor_count_ == 0 || !settings_.continuous) return;
  far_colliders_.clear();
  for (const std::int32_t index : awake_) {
    for (std::int32_t c = at(index).first_collider; c >= 0; c = colliderAt(c).next_in_body) {
      if (!collide::isPlane(*colliderAt(c).shape) && movedFar(at(index), colliderAt(c)))
        far_colliders_.push_back(c);
    }
  }
  std::sort(far_colliders_.begin(), far_colliders_.end());
  // Leaves of triggers reach over their way for the moment, so that what also moves far finds them.
  for (const std::int32_t c : far_colliders_) {
    const Collider& collider = colliderAt(c);
    if (!collider.sensor) continue;
    Aabb swept = coveredBounds(collider, at(collider.body));
    swept.include(collider.fat);
    movable_tree_.update({swept, c});
  }
  for (const std::int32_t c : far_colliders_) {
    const Collider& mine = colliderAt(c);
    queryBounds(coveredBounds(mine, at(mine.body)), [&](std::int32_t other) {
      const Collider& theirs = colliderAt(other);
      if (theirs.sensor == mine.sensor || theirs.body == mine.body) return true;
      passes_.push_back(mine.sensor ? std::pair(c, other) : std::pair(other, c));
      return true;
    });
  }
  for (const std::int32_t c : far_colliders_) {
    const Collider& collider = colliderAt(c);
    if (collider.sensor) movable_tree_.update({collider.fat, c});
  }
  std::sort(passes_.begin(), passes_.end());
  passes_.erase(std::unique(passes_.begin(), passes_.end()), passes_.end());
  passes_.erase(std::remove_if(passes_.begin(), passes_.end(),
                               [&](const auto& pair) { return !passes(pair.first, pair.second); }),
                passes_.end());
}

}  // namespace carom::solve

// Where colliders are at the start: in one another, in the way of what is fast, below what falls.
#include <algorithm>
#include <cmath>
#include <string>

#include "validate/checks.hpp"
#include "validate/rules/colliders/rules.hpp"

namespace carom::validate {

namespace {

constexpr double kDeepShare = 0.1;    // Of the smaller collider's least extent.
constexpr double kDeepLeast = 0.005;  // m
constexpr double kStep = 1.0 / 60;    // s
constexpr double kFlight = 2;         // s, how far ahead a wall is looked for.

double leastExtent(const collide::Shape& shape) {
  const Aabb box = collide::bounds(shape, Transform{});
  const Vec3 size = box.upper - box.lower;
  return std::min({size.x, size.y, size.z});
}

void checkOverlaps(const Subject& subject, const ClosePairs& pairs, Findings& findings) {
  for (const ClosePair& pair : pairs.pairs) {
    const auto a = static_cast<std::size_t>(pair.a), b = static_cast<std::size_t>(pair.b);
    // A mesh or plane that lies flat has no extent of its own to compare with.
    double least = 1e30;
    for (const std::size_t i : {a, b}) {
      const double extent = leastExtent(subject.colliders[i].solid->made.shape);
      if (extent > 0) least = std::min(least, extent);
    }
    if (pair.depth < std::max(kDeepLeast, kDeepShare * least)) continue;
    findings.add(rules::kPhysicsOverlap, subject.scene.colliders[b].origin.pointer,
                 subject.nodeText(subject.scene.colliders[b].node) + " overlaps " +
                     subject.nodeText(subject.scene.colliders[a].node) + " by " + text(pair.depth) +
                     " m at the start, which pushes them apart; move them, or filter the pair");
  }
}

/// The body's box along its way, and how far it goes in a step.
void checkThinWalls(const Subject& subject, std::size_t index, Findings& findings) {
  const Motion& motion = subject.scene.motions[index];
  const Body& body = subject.bodies[index];
  const double speed = length(motion.linear_velocity);
  if (body.colliders.empty() || !subject.isDynamic(static_cast<std::int32_t>(index)) || !(speed > 0)) return;
  const DVec3 velocity = rotate(subject.poses[motion.node].transform.rotation, motion.linear_velocity);
  Aabb way = body.bounds;
  const Vec3 flight(velocity * kFlight);
  way.include(body.bounds.lower + flight);
  way.include(body.bounds.upper + flight);
  const Vec3 size = body.bounds.upper - body.bounds.lower;
  const double thickness = std::min({size.x, size.y, size.z});
  for (std::size_t i = 0; i < subject.colliders.size(); ++i) {
    const Collider& wall = subject.scene.colliders[i];
    const PlacedCollider& placed = subject.colliders[i];
    if (!placed.solid || subject.isMovable(wall.motion) || collide::isPlane(placed.solid->made.shape))
      continue;
    const double depth = leastExtent(placed.solid->made.shape);
    if (speed * kStep <= depth + thickness || !overlap(way, placed.bounds)) continue;
    findings.add(rules::kPhysicsThinWall, motion.origin.pointer,
                 subject.nodeText(motion.node) + " starts at " + text(speed) + " m/s, " +
                     text(speed * kStep) + " m in a sixtieth of a second, towards " +
                     subject.nodeText(wall.node) + ", which is " + text(depth) +
                     " m thick; engines without continuous collision let it pass");
    return;
  }
}

bool falls(const Subject& subject, std::size_t index) {
  return subject.isMovable(static_cast<std::int32_t>(index)) && !subject.bodies[index].colliders.empty() &&
         subject.scene.motions[index].gravity_factor != 0;
}

void checkGround(const Subject& subject, Findings& findings) {
  const Scene& scene = subject.scene;
  if (!scene.gravity_volumes.empty() || (scene.gravity && scene.gravity->gravity == 0) ||
      !scene.joints.empty())
    return;
  std::size_t falling = 0, first = 0;
  for (std::size_t i = scene.motions.size(); i-- > 0;) {
    if (falls(subject, i)) ++falling, first = i;
  }
  const bool ground = std::any_of(scene.colliders.begin(), scene.colliders.end(),
                                  [&subject](const Collider& c) { return !subject.isMovable(c.motion); });
  if (falling == 0 || ground) return;
  findings.add(
      rules::kPhysicsNothingBelow, scene.motions[first].origin.pointer,
      subject.nodeText(scene.motions[first].node) + " falls" +
          (falling > 1 ? ", as do " + std::to_string(falling - 1) + " other bodies" : std::string()) +
          ", and nothing in the file could stop it; is a floor missing?");
}

}  // namespace

void checkPlacement(const Subject& subject, const ClosePairs& pairs, Findings& findings) {
  checkOverlaps(subject, pairs, findings);
  for (std::size_t i = 0; i < subject.scene.motions.size(); ++i) checkThinWalls(subject, i, findings);
  checkGround(subject, findings);
}

}  // namespace carom::validate

// Tells of bodies that have no room.
//
// A kinematic body goes where it is told, and nothing moves what is static. A body between the two, or
// between two kinematic bodies, that they press from opposite sides deeper than it is exact has no place to
// go to: one of them passes through it, whatever the solver does. That is the file's doing, so the file's
// author is told.
//
// A contact says how deep it is and its normal. Two contacts whose normals are more than 120° apart, with
// immovable bodies at least one of which is kinematic, press the body together by the sum of their depths.
// Beyond a fifth of its inscribed radius, in two steps in a row, it is no passing blow.
#include <algorithm>
#include <array>

#include "carom/base/diagnostic_codes.hpp"
#include "world/world_implementation.hpp"

namespace carom {

namespace {

constexpr float kOpposite = -0.5f;      ///< Cosine of the angle between two normals.
constexpr float kDepthShare = 0.2f;     ///< Of the inscribed radius.
constexpr std::size_t kMostTold = 100;  ///< Bodies.

/// What an immovable body does to another one.
struct Push {
  std::int32_t body = -1, collider = -1;
  Vec3 normal;      ///< Away from the immovable body.
  float depth = 0;  ///< m
};

void addPushes(const solve::Contact& contact, std::int32_t side, std::vector<Push>& out) {
  for (std::int32_t m = 0; m < contact.manifold_count; ++m) {
    const solve::ContactManifold& manifold = contact.manifolds()[m];
    float deepest = 0;
    for (std::int32_t i = 0; i < manifold.point_count; ++i)
      deepest = std::max(deepest, -manifold.points[i].separation);
    if (deepest > 0)
      out.push_back({contact.body[1 - side], contact.collider[1 - side],
                     side == 0 ? -manifold.normal : manifold.normal, deepest});
  }
}

}  // namespace

void World::Implementation::findKinematicBodies() {
  kinematic_bodies.clear();
  for (const world::CompiledBody& body : compiled.bodies) {
    if (body.properties.type == MotionType::Kinematic) kinematic_bodies.push_back(body.body);
  }
  for (const world::AnimatedStatic& moving : compiled.animated_statics)
    kinematic_bodies.push_back(moving.body);
}

/// The nodes of the two colliders that leave a body no room.
std::optional<std::array<std::int32_t, 2>> World::Implementation::squeezersOf(std::int32_t index) const {
  const solve::Simulation& simulation = *compiled.simulation;
  const solve::Body& body = simulation.body(index);
  std::vector<Push> pushes;
  for (const solve::ContactEnd end : simulation.contactsOf(index)) {
    const solve::Contact& contact = simulation.contacts()[end.contact];
    if (contact.sensor || !contact.touching) continue;
    if (!simulation.body(contact.body[1 - end.side]).movable()) addPushes(contact, end.side, pushes);
  }
  const auto isKinematic = [&](const Push& push) {
    return simulation.body(push.body).type == solve::BodyType::Kinematic;
  };
  for (std::size_t i = 0; i < pushes.size(); ++i) {
    for (std::size_t k = i + 1; k < pushes.size(); ++k) {
      const Push &a = pushes[i], &b = pushes[k];
      if (a.body == b.body || !(isKinematic(a) || isKinematic(b))) continue;
      if (dot(a.normal, b.normal) < kOpposite &&
          a.depth + b.depth > kDepthShare * body.extents.inscribed_radius)
        return std::array{compiled.colliders[a.collider].node, compiled.colliders[b.collider].node};
    }
  }
  return std::nullopt;
}

void World::Implementation::reportSqueezed() {
  if (kinematic_bodies.empty() || told_squeezed.size() >= kMostTold) return;
  const solve::Simulation& simulation = *compiled.simulation;
  std::vector<std::int32_t> now;
  for (const std::int32_t kinematic : kinematic_bodies) {
    for (const solve::ContactEnd end : simulation.contactsOf(kinematic)) {
      const solve::Contact& contact = simulation.contacts()[end.contact];
      const std::int32_t index = contact.body[1 - end.side];
      const std::int32_t known = body_of_simulation[index];
      if (contact.sensor || !contact.touching || known < 0 || !simulation.isAwake(index)) continue;
      if (!simulation.body(index).movable() || told_squeezed.contains(index)) continue;
      if (std::find(now.begin(), now.end(), index) != now.end()) continue;
      const auto squeezers = squeezersOf(index);
      if (!squeezers) continue;
      now.push_back(index);
      if (std::find(squeezed.begin(), squeezed.end(), index) == squeezed.end()) continue;
      told_squeezed.insert(index);
      std::string text = "in step " + std::to_string(steps);
      text += " this body has no room between node " + std::to_string((*squeezers)[0]);
      text += " and node " + std::to_string((*squeezers)[1]);
      text += ", which do not give way; one of them passes through it";
      diagnostics.warning(codes::kSqueezed, motion_pointers[known], std::move(text));
    }
  }
  squeezed = std::move(now);
}

}  // namespace carom

// Projection of positions: what has struck deep within a step is moved apart at its end.
//
// The solver knows the contacts of the start of the step. A blow turns bodies and sends them against others
// within it, and one pass in a substep stops only a part of what comes through a chain of bodies. So two
// bodies may end the step deep in each other although their velocities are right. The projection corrects the
// positions alone. With u the displacement and rotation of the bodies and M their masses it solves
//
//   minimise ½ uᵀ M u   subject to   s + J u >= −d   for each contact point,
//
// with the separation s at the end of the step, the rows J of the contacts, and the depth d that is left:
// that at the start of the step, but at least a small one. Nothing that lay deep before the step is moved, so
// contacts at rest, what is squeezed for long, and what starts overlapping belong to the solver. Passes with
// accumulated multipliers (Gauss and Seidel's) solve it, what cannot be pushed last. Bodies that the passes
// have moved bring all their contacts into the problem.
//
// Joints hold their bodies exactly; such bodies are not moved, and what they strike is left to the solver.
#include "solve/projection/position_projection.hpp"

#include <algorithm>
#include <cmath>

#include "base/rotation_vector.hpp"
#include "solve/continuous/core_entry.hpp"
#include "solve/continuous/shape_motion.hpp"
#include "solve/continuous/suspects.hpp"
#include "solve/integration/struck_bodies.hpp"
#include "solve/narrow_phase/pair_poses.hpp"
#include "solve/projection/projection_settings.hpp"

namespace carom::solve {
namespace {

/// Rotation of a body per unit of torque about its centre of mass.
Vec3 response(const Body& b, const Vec3& torque) {
  return rotate(b.rotation, scaled(b.inverse_inertia, inverseRotate(b.rotation, torque)));
}

/// Whether a body is near something fixed that it is no pair with: it has left the boxes in which its pairs
/// were sought.
bool meetsUnknown(const SimulationState& state, const StepContext& context, const Body& body) {
  bool unknown = false;
  for (const std::int32_t c : collidersOf(state.colliders, body)) {
    const Collider& collider = state.colliders[c];
    if (collider.sensor) continue;
    const Aabb now = boundsAt(collider, {body.center, body.rotation});
    if (contains(state.colliders.searched_boxes[c], now)) continue;
    state.colliders.queryBounds(now, [&](std::int32_t o) {
      const Collider& other = state.colliders[o];
      unknown = !other.sensor && state.bodies[other.body].type != BodyType::Dynamic &&
                !state.contacts.pairs.contains(c, o) &&
                context.policy.respond(std::min(c, o), std::max(c, o)).related;
      return !unknown;
    });
    if (unknown) return true;
  }
  return false;
}

/// Undoes what the round has done to a body.
void putBack(SimulationState& state, ProjectedBody& moved) {
  state.bodies[moved.body].center = moved.before.center;
  state.bodies[moved.body].rotation = moved.before.rotation;
  moved.displacement = moved.turn = {};
}

}  // namespace

/// The slot of a body; -1 if it is not moved.
std::int32_t PositionProjection::slotOf(const SimulationState& state, std::int32_t body) {
  if (slots_[body] >= 0 || !pairs_.canBeMoved(state, body)) return slots_[body];
  slots_[body] = static_cast<std::int32_t>(bodies_.size());
  const Body& b = state.bodies[body];
  ProjectedBody& added = bodies_.emplace_back();
  added.body = body;
  added.inverse_mass = b.inverse_mass;
  added.allowed = leastDepth(b.extents.tolerance, inscribedSize(b)) / 2;  // The other one may come as near.
  return slots_[body];
}

/// Reach of a body that is moved, else 0, m.
float PositionProjection::reachOf(std::int32_t body) const {
  return slots_[body] < 0 ? 0 : bodies_[static_cast<std::size_t>(slots_[body])].reach;
}

/// Adds the points of a contact up to the reach of its bodies, but at least up to `least_reach`, m.
void PositionProjection::addContact(SimulationState& state, const StepContext& context, std::int32_t index,
                                    float least_reach) {
  if (added_[index] != 0) return;
  const Contact& contact = state.contacts[index];
  if (contact.sensor) return;
  const float reach = std::max(reachOf(contact.body[0]) + reachOf(contact.body[1]), least_reach);
  const PairAt pose(state, contact);
  const bool known = knowsUpTo(state, contact, pose.b_to_a, reach);
  if ((known && contact.manifold_count == 0) || isApartBy(state, contact, pose.b_to_a, reach)) return;
  added_[index] = 1;
  added_contacts_.push_back(index);
  const std::int32_t slot[2] = {slotOf(state, contact.body[0]), slotOf(state, contact.body[1])};
  const float allowed = allowedDepth(contact);
  float depth = 0;
  // What cannot be moved has the later word, and what is static the last one.
  const bool both = slot[0] >= 0 && slot[1] >= 0;
  const Body& wall = state.bodies[contact.body[slot[0] < 0 ? 0 : 1]];
  const std::size_t rank = both ? kBoth : (wall.type == BodyType::Static ? kStatic : kMover);
  const Body &a = state.bodies[contact.body[0]], &b = state.bodies[contact.body[1]];
  const PairMotion motion(state, contact);
  const float way = motion.way(contact.size);
  const auto add = [&](const Vec3& normal, const Vec3& from_a, float separation) {
    ProjectedPoint p;
    p.contact = index;
    p.normal = normal;
    p.arm[0] = from_a;
    p.arm[1] = from_a + Vec3(a.center - b.center);
    const float left = separation >= -allowed - way ? allowed : -separation;
    p.separation = separation + left;
    p.allowed = left;
    depth = std::max(depth, -p.separation);
    float inverse = 0;
    for (int side = 0; side < 2; ++side) {
      p.body[side] = slot[side];
      if (slot[side] < 0) continue;
      const Vec3 torque = cross(p.arm[side], p.normal);
      p.turn[side] = response(side == 0 ? a : b, torque);
      inverse += bodies_[static_cast<std::size_t>(slot[side])].inverse_mass + dot(torque, p.turn[side]);
    }
    if (!(inverse > 0)) return;
    p.mass = 1 / inverse;
    rows_[rank].push_back(p);
  };
  if (known && least_reach == 0 && motion.isSmall(contact.size)) {
    for (std::int32_t m = 0; m < contact.manifold_count; ++m) {
      const ContactManifold& manifold = contact.manifolds()[m];
      for (std::int32_t i = 0; i < manifold.point_count; ++i) {
        const float separation = motion.separationOf(manifold, manifold.points[i]);
        if (separation < reach) add(manifold.normal, manifold.points[i].anchor_a, separation);
      }
    }
  } else {
    const Quat rotation(pose.a.rotation);
    const Vec3 from_a(pose.a.translation - a.center);
    for (const collide::Manifold& m : manifoldsAt(state, contact, pose.b_to_a, reach, context.threads[0])) {
      const Vec3 normal = rotate(rotation, m.normal);
      for (std::int32_t i = 0; i < m.point_count; ++i)
        add(normal, from_a + rotate(rotation, m.points[i].position), m.points[i].separation);
    }
  }
  if (depth == 0) return;
  for (const std::int32_t s : slot) {
    if (s < 0) continue;
    ProjectedBody& body = bodies_[static_cast<std::size_t>(s)];
    body.reach = std::min(farthestInRound(state.bodies[body.body]),
                          std::max(body.reach, ProjectionSettings::kReach * depth));
  }
}

/// Adds the contacts of the bodies that are deep or have been moved. Returns whether there were any.
bool PositionProjection::searchMoved(SimulationState& state, const StepContext& context) {
  bool any = false;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    ProjectedBody& body = bodies_[i];
    const Body& b = state.bodies[body.body];
    const float way = length(body.displacement) + length(body.turn) * b.extents.core_radius;
    if (body.searched || (!body.is_deep && way <= body.allowed)) continue;
    body.searched = any = true;
    body.reach = std::min(farthestInRound(b), std::max(body.reach, ProjectionSettings::kReach * way));
    for (const NearPair& pair : near_.of(body.body)) {
      const float reach = bodies_[i].reach + reachOf(pair.other);
      if (near_.mayTouch(bodies_[i].body, pair, reach)) addContact(state, context, pair.contact, 0);
    }
  }
  return any;
}

/// Of a row, where the passes have moved its bodies, beyond what is allowed, m.
float PositionProjection::separationOf(const ProjectedPoint& p) const {
  float separation = p.separation;
  for (int side = 0; side < 2; ++side) {
    if (p.body[side] < 0) continue;
    const ProjectedBody& body = bodies_[static_cast<std::size_t>(p.body[side])];
    const float way = dot(p.normal, body.displacement + cross(body.turn, p.arm[side]));
    separation += side == 0 ? -way : way;
  }
  return separation;
}

/// Whether a point still moves its bodies. A row is left alone while neither this pass nor the last one has
/// moved its bodies, so what converges does so whatever else is projected.
bool PositionProjection::pass(std::vector<ProjectedPoint>& points) {
  bool moves = false;
  for (ProjectedPoint& p : points) {
    bool waits = !p.fresh;
    for (int side = 0; side < 2; ++side)
      waits =
          waits && (p.body[side] < 0 || bodies_[static_cast<std::size_t>(p.body[side])].moved < pass_ - 1);
    if (waits) continue;
    p.fresh = false;
    const float before = p.multiplier;
    p.multiplier = std::max(0.0f, before - separationOf(p) * p.mass);
    const float change = p.multiplier - before;
    const bool counts = std::abs(change) >= ProjectionSettings::kConverged * p.mass * p.allowed;
    moves = moves || counts;
    for (int side = 0; side < 2; ++side) {
      if (p.body[side] < 0) continue;
      ProjectedBody& body = bodies_[static_cast<std::size_t>(p.body[side])];
      const float along = side == 0 ? -change : change;
      body.displacement += p.normal * (along * body.inverse_mass);
      body.turn += p.turn[side] * along;
      if (counts) body.moved = pass_;
    }
  }
  return moves;
}

/// Moves the bodies. A body that would pass through something fixed, or leave the boxes in which its pairs
/// were sought, stays where it is: there may be what no row knows.
void PositionProjection::move(SimulationState& state, const StepContext& context) {
  for (ProjectedBody& moved : bodies_) {
    Body& body = state.bodies[moved.body];
    const float way = length(moved.displacement) + length(moved.turn) * body.extents.bounding_radius;
    moved.before = {body.center, body.rotation};
    if (!(way > 0) || !(way < 1e9f)) {
      moved.displacement = moved.turn = {};
      continue;
    }
    const float share = std::min(1.0f, moved.reach / way);
    moved.displacement *= share;
    moved.turn *= share;
    body.center += DVec3(moved.displacement);
    body.rotation = normalized(quaternionFromRotationVector(moved.turn) * body.rotation);
    state.step.stopped_bodies.push_back(moved.body);
    if (meetsUnknown(state, context, body)) putBack(state, moved);
  }
  std::int32_t last = -1;
  for (const std::size_t rank : {kMover, kStatic}) {
    for (const ProjectedPoint& p : rows_[rank]) {
      if (p.contact == last) continue;
      last = p.contact;
      const Contact& contact = state.contacts[p.contact];
      Vec3 normal;
      if (findCoreEntry(state, contact.collider[0], contact.collider[1], false, normal) == CoreEntry::Found)
        putBack(state, bodies_[static_cast<std::size_t>(std::max(p.body[0], p.body[1]))]);
    }
  }
}

/// Leaves in deep_ the contacts of the moved bodies that are deep: rows are straight, and rotations are not.
void PositionProjection::findLeft(const SimulationState& state, const StepContext& context) {
  deep_.clear();
  for (const ProjectedBody& body : bodies_) {
    if (!body.searched) continue;
    for (const NearPair& pair : near_.of(body.body)) {
      const std::int32_t other = slots_[pair.other];
      const bool twice = other >= 0 && bodies_[static_cast<std::size_t>(other)].searched && !pair.first;
      if (!twice && near_.mayTouch(body.body, pair, 0) && isDeep(state, pair.contact, context.threads[0]))
        deep_.push_back(pair.contact);
    }
  }
}

/// Moves what the contacts in deep_ need, and leaves in deep_ what is deep after that.
void PositionProjection::project(SimulationState& state, const StepContext& context) {
  bodies_.clear();
  pass_ = 1;
  for (std::vector<ProjectedPoint>& rows : rows_) rows.clear();
  added_contacts_.clear();
  for (const std::int32_t contact : deep_)
    addContact(state, context, contact,
               ProjectionSettings::kFarthestShare * state.contacts[contact].inscribed_radius);
  for (ProjectedBody& body : bodies_) body.is_deep = true;
  // A search gives what it adds, and what that moves, its passes. What has not converged before waits, so its
  // number of passes does not depend on what else is projected.
  const auto passes = [&](std::span<std::vector<ProjectedPoint>> ranks) {
    ++pass_;
    bool moves = true;
    for (int k = 0; k < ProjectionSettings::kPasses && moves; ++k) {
      ++pass_;
      moves = false;
      for (std::vector<ProjectedPoint>& rows : ranks) moves = pass(rows) || moves;
    }
  };
  for (int search = 0; search < ProjectionSettings::kSearches && searchMoved(state, context); ++search)
    passes(rows_);
  for (ProjectedPoint& p : rows_[kStatic]) p.fresh = true;
  passes({&rows_[kStatic], 1});
  move(state, context);
  bool complete = true;
  for (const ProjectedBody& body : bodies_) complete = near_.noteMoved(state, body.body) && complete;
  if (!complete) near_.collect(state);
  findLeft(state, context);
  for (const ProjectedBody& body : bodies_) slots_[body.body] = -1;
  for (const std::int32_t contact : added_contacts_) added_[contact] = 0;
}

void PositionProjection::run(SimulationState& state, const StepContext& context) {
  const std::span<const std::int32_t> deep = pairs_.find(state, context);
  if (deep.empty()) return;
  deep_.assign(deep.begin(), deep.end());
  slots_.resize(state.bodies.all.size(), -1);
  added_.resize(state.contacts.all.size(), 0);
  near_.collect(state);
  for (int round = 0; round < ProjectionSettings::kRounds && !deep_.empty(); ++round) project(state, context);
}

}  // namespace carom::solve

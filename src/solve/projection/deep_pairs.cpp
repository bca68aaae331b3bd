#include "solve/projection/deep_pairs.hpp"

#include <algorithm>

#include "collide/query.hpp"
#include "solve/broad_phase/clearance.hpp"
#include "solve/continuous/suspects.hpp"
#include "solve/integration/struck_bodies.hpp"
#include "solve/narrow_phase/pair_poses.hpp"
#include "solve/state/prefetch.hpp"

namespace carom::solve {
namespace {

// In violence_.
constexpr std::uint8_t kStruck = 1, kFast = 2;

/// Whether a pair may overlap now. The bounding balls of bodies that have moved (others have no sweeps) do.
/// It was as far apart at the start of the step as its clearance says, and has come nearer by no more than
/// its bodies have moved beside each other (clearance.cpp).
bool mayOverlap(const SimulationState& state, const PairClearance& pair, const BodySweep& a,
                const BodySweep& b) {
  const Vec3 beside = b.displacement - a.displacement;
  const Vec3 places = absolute(a.center) + absolute(b.center);
  const float rounding = 1e-6f * (places.x + places.y + places.z);
  const float radii = a.outer + b.outer + rounding;
  if (a.pushable && b.pushable && lengthSquared(b.center - a.center + beside) > radii * radii) return false;
  double gap = pair.until;
  for (const std::int32_t body : pair.body) gap -= state.bodies.motion_bounds[body].displacement_bound;
  return static_cast<double>(length(beside) + 2 * (a.sine * a.outer + b.sine * b.outer)) >= gap;
}

/// Whether the bounding balls of two colliders are apart, or nothing has come near since the pair had no
/// contact points.
bool areApart(const SimulationState& state, const Contact& contact, const Transform& b_to_a) {
  const Collider &a = state.colliders[contact.collider[0]], &b = state.colliders[contact.collider[1]];
  const float radii = a.bounding_radius + b.bounding_radius;
  return lengthSquared(transformPoint(b_to_a, b.middle) - a.middle) > radii * radii ||
         (contact.manifold_count == 0 && knowsUpTo(state, contact, b_to_a, 0));
}

}  // namespace

bool isApartBy(const SimulationState& state, const Contact& contact, const Transform& b_to_a,
               float distance) {
  const Collider &a = state.colliders[contact.collider[0]], &b = state.colliders[contact.collider[1]];
  if (hasMesh(contact)) return false;
  const bool plane_a = collide::isPlane(*a.shape), plane_b = collide::isPlane(*b.shape);
  const auto is_shallow = [&](const Vec3& direction) {
    return collide::separationAlong(*a.shape, *b.shape, b_to_a, direction) >= distance;
  };
  if ((plane_a || plane_b) && (contact.manifold_count == 0 || !contact.reusable)) return false;
  if (contact.manifold_count == 0) return is_shallow(normalized(transformPoint(b_to_a, b.middle) - a.middle));
  const ContactManifold& manifold = contact.manifolds()[0];
  if (!contact.reusable)  // An impact has no other normal.
    return is_shallow(
        Vec3(inverseRotate(state.shapePose(contact.collider[0]).rotation, DVec3(manifold.normal))));
  const Vec3& normal = manifold.origin.normal;
  return (!plane_b && is_shallow(normal)) ||
         (!plane_a && is_shallow(rotate(b_to_a.rotation, inverseRotate(contact.reference.rotation, normal))));
}

namespace {

/// Whether the contact points of the start of the step show that a pair with a mesh is no deeper than
/// `allowed`.
bool isShallowMesh(const SimulationState& state, const Contact& contact, const PairMotion& motion,
                   const Transform& b_to_a, float allowed) {
  if (contact.manifold_count == 0 || !motion.isSmall(contact.size) || !knowsUpTo(state, contact, b_to_a, 0))
    return false;
  for (std::int32_t m = 0; m < contact.manifold_count; ++m) {
    const ContactManifold& manifold = contact.manifolds()[m];
    const float least = motion.secondOrder(manifold, contact.size) - allowed;
    for (std::int32_t i = 0; i < manifold.point_count; ++i)
      if (motion.separationOf(manifold, manifold.points[i]) < least) return false;
  }
  return true;
}

/// Whether two bodies moved so far beside each other that straight rows do not hold.
bool isCurved(const BodySweep& a, const BodySweep& b) {
  const float way = length(b.displacement - a.displacement) +
                    2 * length(b.half_turn - a.half_turn) * std::min(a.outer, b.outer);
  return way > std::min(a.curved_way, b.curved_way);
}

}  // namespace

float allowedDepth(const Contact& contact) {
  float depth = leastDepth(contact.tolerance, contact.inscribed_radius);
  for (std::int32_t m = 0; m < contact.manifold_count; ++m) {
    const ContactManifold& manifold = contact.manifolds()[m];
    for (std::int32_t i = 0; i < manifold.point_count; ++i)
      depth = std::max(depth, -manifold.points[i].separation);
  }
  return depth;
}

bool isDeep(const SimulationState& state, std::int32_t index, ThreadScratch& thread) {
  const Contact& contact = state.contacts[index];
  if (contact.sensor) return false;
  const Transform b_to_a = PairAt(state, contact).b_to_a;
  if (areApart(state, contact, b_to_a)) return false;
  const float allowed = allowedDepth(contact), deep = ProjectionSettings::kTooDeep * allowed;
  if (isApartBy(state, contact, b_to_a, -deep)) return false;
  const PairMotion motion(state, contact);
  if (hasMesh(contact) && isShallowMesh(state, contact, motion, b_to_a, deep)) return false;
  float depth = 0;
  for (const collide::Manifold& m : manifoldsAt(state, contact, b_to_a, allowed, thread))
    for (std::int32_t k = 0; k < m.point_count; ++k) depth = std::max(depth, -m.points[k].separation);
  return depth > deep && depth <= allowed + motion.way(contact.size);
}

/// Marks the bodies that were struck or are fast. Returns whether there are any.
bool DeepPairs::markViolent(const SimulationState& state) {
  violence_.resize(state.bodies.all.size(), 0);
  violent_.clear();
  const auto mark = [&](std::int32_t body, std::uint8_t as) {
    if (violence_[body] == 0) violent_.push_back(body);
    violence_[body] |= as;
  };
  for (std::int32_t k = 0; k < state.step.body_job_count; ++k) {
    const BodyJob& job = state.step.body_jobs[k];
    for (const std::int32_t body : job.struck) mark(body, kStruck);
    for (const std::int32_t body : job.curved) mark(body, kFast);
  }
  for (const std::int32_t body : state.step.stopped_bodies) mark(body, kStruck);
  return !violent_.empty();
}

/// Marks the island of a body on which a mover presses: what is squeezed gives way by its depth
/// (right_of_way.hpp).
void DeepPairs::press(const SimulationState& state, const Contact& contact, int side) {
  const Body &mover = state.bodies[contact.body[side]], &other = state.bodies[contact.body[1 - side]];
  if (mover.type != BodyType::Static && !mover.movable() && other.movable() && other.awake_index >= 0)
    pressed_[state.solver.batches.islandOf(other.awake_index)] = 1;
}

void DeepPairs::markPressed(const SimulationState& state) {
  pressed_.assign(state.bodies.awake.size(), 0);
  for (const std::int32_t index : state.bodies.awake) {
    const Body& mover = state.bodies[index];
    if (mover.movable()) continue;
    for (const ContactEnd end : state.contacts.of(mover)) {
      const Contact& contact = state.contacts[end.contact];
      if (contact.manifold_count > 0) press(state, contact, end.side);
    }
  }
}

/// Drops what movers have begun to press within the step.
void DeepPairs::dropPressed(const SimulationState& state) {
  for (const std::int32_t index : deep_) {
    for (const int side : {0, 1}) press(state, state.contacts[index], side);
  }
  std::erase_if(deep_, [&](std::int32_t index) {
    const Contact& contact = state.contacts[index];
    return !canBeMoved(state, contact.body[0]) && !canBeMoved(state, contact.body[1]);
  });
}

bool DeepPairs::canBeMoved(const SimulationState& state, std::int32_t body) const {
  const Body& b = state.bodies[body];
  return b.movable() && b.awake_index >= 0 && pressed_[state.solver.batches.islandOf(b.awake_index)] == 0 &&
         !state.joints.isJoined(body);
}

/// Whether the solver may have missed that two bodies came deep into each other.
bool DeepPairs::isViolent(const SimulationState& state, const PairClearance& pair) const {
  const int violence = violence_[pair.body[0]] | violence_[pair.body[1]];
  if (violence == 0) return false;
  const BodySweep &a = state.bodies.sweeps[pair.body[0]], &b = state.bodies.sweeps[pair.body[1]];
  if (!mayOverlap(state, pair, a, b) || (violence == kFast && !isCurved(a, b))) return false;
  // What joints hold gives way by its joints, not here.
  if (state.joints.isJoined(pair.body[0]) || state.joints.isJoined(pair.body[1])) return false;
  return canBeMoved(state, pair.body[0]) || canBeMoved(state, pair.body[1]);
}

/// Collects the deep ones among a range of the active contacts.
void DeepPairs::look(const SimulationState& state, ThreadScratch& thread, std::int32_t begin,
                     std::int32_t end, std::vector<std::int32_t>& found) const {
  found.clear();
  found.reserve(static_cast<std::size_t>(end - begin));  // A step that has settled allocates nothing.
  for (std::int32_t i = begin; i < end; ++i) {
    const std::int32_t index = state.contacts.active[i];
    if (isViolent(state, state.contacts.clearances[index])) found.push_back(index);
  }
  std::size_t deep = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (i + kPrefetchDistance < found.size())
      prefetchBytes(&state.contacts[found[i + kPrefetchDistance]], sizeof(Contact));
    if (isDeep(state, found[i], thread)) found[deep++] = found[i];
  }
  found.resize(deep);
}

std::span<const std::int32_t> DeepPairs::find(const SimulationState& state, const StepContext& context) {
  deep_.clear();
  if (!markViolent(state)) return deep_;
  markPressed(state);
  constexpr std::int32_t kContactsPerJob = ProjectionSettings::kContactsPerJob;
  const std::int32_t count = state.contacts.active.count();
  const std::int32_t job_count = (count + kContactsPerJob - 1) / kContactsPerJob;
  jobs_.growTo(job_count);
  context.pool.parallelFor(job_count, 1, [&](const ThreadPool::Range& range) {
    for (std::int32_t job = range.begin; job < range.end; ++job)
      look(state, context.threadOf(range), job * kContactsPerJob,
           std::min(count, (job + 1) * kContactsPerJob), jobs_[job].found);
  });
  for (std::int32_t job = 0; job < job_count; ++job)
    deep_.insert(deep_.end(), jobs_[job].found.begin(), jobs_[job].found.end());
  dropPressed(state);
  for (const std::int32_t body : violent_) violence_[body] = 0;
  return deep_;
}

}  // namespace carom::solve

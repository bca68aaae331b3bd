#include "solve/projection/deep_pairs.hpp"

#include <algorithm>

#include "solve/broad_phase/clearance.hpp"
#include "solve/continuous/suspects.hpp"
#include "solve/integration/struck_bodies.hpp"
#include "solve/narrow_phase/pair_poses.hpp"
#include "solve/state/prefetch.hpp"

namespace carom::solve {
namespace {

// In violence_.
constexpr std::uint8_t kStruck = 1, kFast = 2;

/// Whether the contact points of the start of the step show that a pair is no deeper than it may be.
bool isShallow(const SimulationState& state, const Contact& contact) {
  const PairMotion motion(state, contact);
  if (contact.manifold_count == 0 || !motion.isSmall(contact.size) ||
      !knowsUpTo(state, contact, PairAt(state, contact).b_to_a, 0))
    return false;
  const float allowed = allowedDepth(contact);
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

bool isJoined(const SimulationState& state, std::int32_t body) {
  return state.joints.areConnected(body, body);
}

/// Whether a pair is deeper than it may be, and its motion has made it so: what comes through a one-sided
/// plane from behind is deep, too, once its centre is through.
bool isDeep(const SimulationState& state, const Contact& contact, ThreadScratch& thread) {
  const PairAt pose(state, contact);
  if (contact.manifold_count == 0 && knowsUpTo(state, contact, pose.b_to_a, 0)) return false;
  const float allowed = allowedDepth(contact);
  float depth = 0;
  for (const collide::Manifold& m : manifoldsAt(state, contact, pose.b_to_a, allowed, thread))
    for (std::int32_t k = 0; k < m.point_count; ++k) depth = std::max(depth, -m.points[k].separation);
  return depth > ProjectionSettings::kTooDeep * allowed &&
         depth <= allowed + PairMotion(state, contact).way(contact.size);
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

bool mayTouch(const SimulationState& state, const PairClearance& pair, float reach) {
  return displacementBoundNow(state.bodies[pair.body[0]]) + displacementBoundNow(state.bodies[pair.body[1]]) +
             static_cast<double>(reach) >=
         pair.until;
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

/// Marks the islands on which movers press: what is squeezed gives way by its depth (right_of_way.hpp).
void DeepPairs::markPressed(const SimulationState& state) {
  pressed_.assign(state.bodies.awake.size(), 0);
  for (const std::int32_t index : state.bodies.awake) {
    const Body& mover = state.bodies[index];
    if (mover.movable()) continue;
    for (const ContactEnd end : state.contacts.of(mover)) {
      const Contact& contact = state.contacts[end.contact];
      const Body& other = state.bodies[contact.body[1 - end.side]];
      if (contact.manifold_count > 0 && other.movable() && other.awake_index >= 0)
        pressed_[state.solver.batches.islandOf(other.awake_index)] = 1;
    }
  }
}

bool DeepPairs::canBeMoved(const SimulationState& state, std::int32_t body) const {
  const Body& b = state.bodies[body];
  return b.movable() && b.awake_index >= 0 && pressed_[state.solver.batches.islandOf(b.awake_index)] == 0 &&
         !isJoined(state, body);
}

/// Whether the solver may have missed that two bodies came deep into each other.
bool DeepPairs::isViolent(const SimulationState& state, const PairClearance& pair) const {
  const int violence = violence_[pair.body[0]] | violence_[pair.body[1]];
  if (violence == 0 || !mayHaveMet(state, pair)) return false;
  if (violence == kFast && !isCurved(state.bodies.sweeps[pair.body[0]], state.bodies.sweeps[pair.body[1]]))
    return false;
  // What joints hold gives way by its joints, not here.
  if (isJoined(state, pair.body[0]) || isJoined(state, pair.body[1])) return false;
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
    const Contact& contact = state.contacts[found[i]];
    if (!contact.sensor && !isShallow(state, contact) && isDeep(state, contact, thread))
      found[deep++] = found[i];
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
  for (const std::int32_t body : violent_) violence_[body] = 0;
  return deep_;
}

}  // namespace carom::solve

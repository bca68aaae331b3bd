// Broad phase: finds the pairs of colliders whose bounds are near each other.
//
// Each collider has a leaf in one of two dynamic trees: static bodies in one, all other bodies in the other,
// so that static geometry costs nothing while it does not change. The box of a leaf is fat: it is the bounds
// of the collider plus a margin and the motion expected in the next step. It is replaced only when the bounds
// leave it. Each pair of overlapping fat boxes has a Contact. Only colliders with a new box search for new
// partners.
//
// Nearly all boxes that overlap a new box also overlapped the old one. Such a pair either has a contact
// already or is excluded for a reason that does not change (same body, two triggers, filter). So a search
// first compares with the boxes of the last search and skips these pairs. Only the others are looked up in
// the pair set, where each lookup is a cache miss. Where a reason does change, searchAgain() forgets the
// boxes of the last search.
//
// The order in which a tree reports leaves depends on its history. New pairs are therefore sorted: the
// numbers of contacts depend on the pairs alone.

#include "solve/broad_phase/broad_phase.hpp"

#include <algorithm>
#include <cmath>

#include "base/compact_sort.hpp"
#include "solve/broad_phase/bounds.hpp"
#include "solve/broad_phase/broad_phase_settings.hpp"
#include "solve/state/prefetch.hpp"

namespace carom::solve {
namespace {

/// Whether two colliders with overlapping boxes form a new pair.
bool mayPair(const SimulationState& state, std::int32_t a, std::int32_t b) {
  const Collider& ca = state.colliders[a];
  const Collider& cb = state.colliders[b];
  if (ca.body == cb.body || (ca.sensor && cb.sensor)) return false;
  if (!ca.sensor && !cb.sensor && state.bodies.movable[ca.body] == 0 && state.bodies.movable[cb.body] == 0)
    return false;
  return !state.contacts.pairs.contains(a, b);
}

/// New pairs of the moved colliders begin .. end-1.
void collectPairs(const SimulationState& state, std::int32_t begin, std::int32_t end,
                  std::vector<PairCandidate>& found) {
  found.clear();
  for (std::int32_t i = begin; i < end; ++i) {
    const std::int32_t index = state.colliders.moved[i];
    const Aabb before = state.colliders.searched_boxes[index];
    const auto collect = [&](std::int32_t other) {
      if (!overlap(before, state.colliders.searched_boxes[other]) && other != index &&
          mayPair(state, index, other))
        found.push_back({std::min(index, other), std::max(index, other)});
      return true;
    };
    state.colliders.movable_tree.query(state.colliders[index].fat, collect);
    if (!state.isStatic(index) || state.colliders[index].sensor)
      state.colliders.static_tree.query(state.colliders[index].fat, collect);
  }
}

void createContact(SimulationState& state, std::int32_t a, std::int32_t b, const PairResponse& response) {
  const std::int32_t index =
      state.contacts.create(state.bodies.all, {a, b}, {state.colliders[a].body, state.colliders[b].body});
  Contact& contact = state.contacts[index];
  contact.static_friction = response.static_friction;
  contact.dynamic_friction = response.dynamic_friction;
  contact.restitution = response.restitution;
  describe(state, contact, state.colliders[a], state.colliders[b]);
  contact.update_once = true;
  state.contacts.activate(index);
  state.contacts.live.push_back(index);
}

void addPair(SimulationState& state, const StepContext& context, std::int32_t a, std::int32_t b) {
  const PairResponse response = context.policy.respond(a, b);
  if (response.related) createContact(state, a, b, response);
}

void destroyContact(SimulationState& state, std::int32_t index) {
  const Contact& contact = state.contacts[index];
  if (contact.reported)
    state.events.pending_ends.push_back({contact.collider[0], contact.collider[1], contact.sensor, false});
  state.contacts.destroy(state.bodies.all, index);
}

bool isApart(const SimulationState& state, const Contact& contact) {
  return !overlap(state.colliders.searched_boxes[contact.collider[0]],
                  state.colliders.searched_boxes[contact.collider[1]]);
}

/// Of the active contacts begin .. end-1, those whose boxes no longer overlap.
void findSeparatedAmong(const SimulationState& state, std::int32_t begin, std::int32_t end,
                        std::vector<std::int32_t>& found) {
  found.clear();
  for (std::int32_t i = begin; i < end; ++i) {
    if (i + kPrefetchDistance < end)
      __builtin_prefetch(&state.contacts[state.contacts.active[i + kPrefetchDistance]]);
    const std::int32_t index = state.contacts.active[i];
    const PairClearance& pair = state.contacts.clearances[index];
    const bool is_new =
        state.colliders.has_new_box[pair.body[0]] != 0 || state.colliders.has_new_box[pair.body[1]] != 0;
    if (is_new && isApart(state, state.contacts[index])) found.push_back(index);
  }
}

}  // namespace

void describe(const SimulationState& state, Contact& contact, const Collider& a, const Collider& b) {
  contact.body[0] = a.body, contact.body[1] = b.body;
  contact.sensor = a.sensor || b.sensor;
  contact.size = std::min(a.bounding_radius, b.bounding_radius);
  contact.inscribed_radius = std::min(a.inscribed_radius, b.inscribed_radius);
  contact.tolerance = std::min(a.tolerance, b.tolerance);
  contact.kinds = static_cast<std::uint8_t>(static_cast<int>(collide::kindOf(*a.shape)) * 16 +
                                            static_cast<int>(collide::kindOf(*b.shape)));
  contact.round = a.round || b.round;
  contact.rolls = a.round && b.round && !(state.bodies[a.body].movable() && state.bodies[b.body].movable());
}

void dropUnrelatedPairs(SimulationState& state, const StepContext& context, std::int32_t body) {
  std::vector<std::int32_t> dropped;
  for (const ContactEnd end : state.contacts.of(state.bodies[body])) {
    const Contact& contact = state.contacts[end.contact];
    if (!context.policy.respond(contact.collider[0], contact.collider[1]).related)
      dropped.push_back(end.contact);
  }
  for (const std::int32_t contact : dropped) destroyContact(state, contact);
}

void searchAgain(SimulationState& state, std::int32_t collider) {
  state.colliders.searched_boxes[collider] = Aabb{};
  noteNewBox(state, collider);
}

void BroadPhase::findPairs(SimulationState& state, const StepContext& context) {
  const std::int32_t count = state.colliders.moved.count();
  constexpr std::int32_t kCollidersPerJob = BroadPhaseSettings::kCollidersPerJob;
  const std::int32_t jobs = (count + kCollidersPerJob - 1) / kCollidersPerJob;
  pair_jobs_.growTo(jobs);
  context.pool.parallelFor(jobs, 1, [&](const ThreadPool::Range& range) {
    for (std::int32_t job = range.begin; job < range.end; ++job) {
      collectPairs(state, job * kCollidersPerJob, std::min(count, (job + 1) * kCollidersPerJob),
                   pair_jobs_[job].found);
    }
  });
  new_pairs_.clear();
  for (std::int32_t job = 0; job < jobs; ++job) {
    const std::vector<PairCandidate>& found = pair_jobs_[job].found;
    new_pairs_.insert(new_pairs_.end(), found.begin(), found.end());
  }
  // If both colliders of a pair have moved, the pair has been found twice.
  compactSort(new_pairs_.begin(), new_pairs_.end(), std::less<>());
  new_pairs_.erase(std::unique(new_pairs_.begin(), new_pairs_.end()), new_pairs_.end());
  for (const auto& [a, b] : new_pairs_) addPair(state, context, a, b);
  for (const std::int32_t index : state.colliders.moved) {
    state.colliders[index].moved = false;
    state.colliders.searched_boxes[index] = state.colliders[index].fat;
  }
  state.colliders.moved.clear();
}

/// Appends the separated pairs of a body with a new box to separated_contacts_.
void BroadPhase::findSeparatedOf(SimulationState& state, std::int32_t body) {
  for (const ContactEnd end : state.contacts.of(state.bodies[body])) {
    const Contact& contact = state.contacts[end.contact];
    const std::int32_t other = contact.body[1 - end.side];
    const bool twice = state.colliders.has_new_box[other] != 0 && other < body;
    if (!twice && state.contacts.isActive(end.contact) && isApart(state, contact))
      separated_contacts_.push_back(end.contact);
  }
}

/// Collects the pairs whose boxes no longer overlap into separated_contacts_. Only bodies with new boxes can
/// have separated from others. If they are few, their pairs are tested, otherwise all active pairs.
void BroadPhase::findSeparated(SimulationState& state, const StepContext& context) {
  const std::int32_t count = state.contacts.active.count();
  if (state.colliders.bodies_with_new_boxes.size() * BroadPhaseSettings::kPairsPerNewBox <
      state.contacts.active.size()) {
    for (const std::int32_t body : state.colliders.bodies_with_new_boxes) findSeparatedOf(state, body);
  } else {
    constexpr std::int32_t kPairsPerJob = BroadPhaseSettings::kPairsPerJob;
    const std::int32_t jobs = (count + kPairsPerJob - 1) / kPairsPerJob;
    separated_jobs_.growTo(jobs);
    context.pool.parallelFor(jobs, 1, [&](const ThreadPool::Range& range) {
      for (std::int32_t job = range.begin; job < range.end; ++job) {
        findSeparatedAmong(state, job * kPairsPerJob, std::min(count, (job + 1) * kPairsPerJob),
                           separated_jobs_[job].found);
      }
    });
    for (std::int32_t job = 0; job < jobs; ++job) {
      const std::vector<std::int32_t>& found = separated_jobs_[job].found;
      separated_contacts_.insert(separated_contacts_.end(), found.begin(), found.end());
    }
  }
  compactSort(separated_contacts_.begin(), separated_contacts_.end(), std::less<>());
  for (const std::int32_t body : state.colliders.bodies_with_new_boxes) state.colliders.has_new_box[body] = 0;
  state.colliders.bodies_with_new_boxes.clear();
}

void BroadPhase::dropSeparatedPairs(SimulationState& state) {
  for (const std::int32_t index : separated_contacts_) destroyContact(state, index);
  separated_contacts_.clear();
}

}  // namespace carom::solve

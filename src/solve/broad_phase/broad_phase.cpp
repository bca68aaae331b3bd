// Broad phase: which pairs of colliders are near enough to look at.
//
// Every collider has a leaf in one of two trees, static bodies in one and all others in the other, so that
// the static world costs nothing while it rests. A leaf's box is fat: the collider's bounds, grown by a
// margin and by the motion expected in the next step; it is replaced only when the bounds leave it. Pairs of
// overlapping fat boxes have a Contact. Only colliders whose box was replaced look for new partners.
//
// Of what a box overlaps nearly all overlapped before: that pair exists, or is none for a reason that does
// not change (of one body, two triggers, filtered out). It is enough to compare with the boxes of the last
// search; the table of pairs, where every look-up is a line of memory from elsewhere, is asked about the
// rest.
//
// The trees answer in an order that depends on their history. New pairs are sorted, so that contacts are
// numbered in an order that depends on nothing but the pairs.

#include <algorithm>
#include <cmath>

#include "solve/simulation.hpp"
#include "solve/state/prefetch.hpp"

namespace carom::solve {
namespace {

constexpr std::int32_t kCollidersPerJob = 32;
constexpr std::int32_t kPairsPerJob = 512;
constexpr std::size_t kFewNewBoxes = 64;  // Less than one body for so many pairs is little.
constexpr float kHuge = 1e15f;            // m; infinite planes are clipped here so that areas stay finite.

Aabb clipped(const Aabb& b) {
  const Vec3 huge{kHuge, kHuge, kHuge};
  return {maximum(minimum(b.lower, huge), -huge), minimum(maximum(b.upper, -huge), huge)};
}

/// Room to move before the tree has to be changed, m.
float fatMargin(const Collider& collider) {
  return std::clamp(0.1f * collider.radius, 0.002f, 0.1f);
}

}  // namespace

/// How far a collider may have moved since its bounds were found, m.
float Simulation::roomOfBounds(const Collider& collider) {
  return std::min(1e-4f, 0.01f * collider.radius);
}

void Simulation::refreshBounds(Collider& collider) const {
  const Body& body = bodies_[static_cast<std::size_t>(collider.body)];
  // What has hardly moved since they were found is still in them. A body's odometer says nothing of triggers.
  const double odometer = odometerNow(body);
  const float room = roomOfBounds(collider);
  if (!collider.sensor && odometer - collider.tight_odometer <= static_cast<double>(room)) return;
  collider.tight_odometer = odometer;
  const Quat rotation = body.rotation * collider.local.rotation;
  const DVec3 origin = body.center + DVec3(rotate(body.rotation, collider.local.translation));
  Aabb b = clipped(collide::bounds(*collider.shape, Transform{Vec3(origin), rotation}));
  // Rounding of the origin to float and of the bounds themselves.
  const Vec3 reach = maximum(absolute(b.lower), absolute(b.upper));
  b = expanded(b, room + 3e-7f * std::min(kHuge, std::max({reach.x, reach.y, reach.z})));
  collider.tight = b;
}

/// Finds a collider's bounds, and its box in the tree when they have left it; whether they have. The tree
/// and the list of what has moved are to follow.
bool Simulation::leavesBox(Collider& collider) const {
  const Body& body = bodies_[static_cast<std::size_t>(collider.body)];
  refreshBounds(collider);
  const float dt = settings_.time_step;
  const Vec3 travel = body.linear_velocity * dt;
  const float turn = std::min(1.0f, length(body.angular_velocity) * dt) * collider.radius;
  const float margin = body.type == BodyType::Static ? 0 : fatMargin(collider);
  Aabb swept = expanded(collider.tight, body.type == BodyType::Static ? 0 : turn);
  swept.include({swept.lower + travel, swept.upper + travel});
  if (contains(collider.fat, swept)) return false;
  collider.fat = clipped(expanded(swept, margin));
  return true;
}

void Simulation::updateBox(std::int32_t index) {
  Collider& collider = colliderAt(index);
  if (!leavesBox(collider)) return;
  at(collider.body).still_until = -1e30;
  if (!building_) (isStatic(index) ? static_tree_ : movable_tree_).update({collider.fat, index});
  noteNewBox(index);
}

void Simulation::noteNewBox(std::int32_t index) {
  Collider& collider = colliderAt(index);
  std::uint8_t& known = new_leaves_[static_cast<std::size_t>(collider.body)];
  if (known == 0) has_new_leaves_.push_back(collider.body);
  known = 1;
  if (collider.moved) return;
  collider.moved = true;
  moved_colliders_.push_back(index);
}

/// Of all colliders at once.
void Simulation::buildTrees() {
  std::vector<collide::DynamicTree::Leaf> leaves;
  for (const bool fixed : {true, false}) {
    leaves.clear();
    for (std::size_t i = 0; i < colliders_.size(); ++i) {
      const auto index = static_cast<std::int32_t>(i);
      if (isStatic(index) == fixed) leaves.push_back({colliders_[i].fat, index});
    }
    (fixed ? static_tree_ : movable_tree_).build(leaves);
  }
}

void Simulation::endBuilding() {
  building_ = false;
  buildTrees();
}

/// Whether two colliders whose boxes overlap may be a new pair.
bool Simulation::mayPair(std::int32_t a, std::int32_t b) const {
  const Collider& ca = collider(a);
  const Collider& cb = collider(b);
  if (ca.body == cb.body || (ca.sensor && cb.sensor)) return false;
  if (!ca.sensor && !cb.sensor && movable_[static_cast<std::size_t>(ca.body)] == 0 &&
      movable_[static_cast<std::size_t>(cb.body)] == 0)
    return false;
  return !pairs_.contains(a, b);
}

/// New partners of some of the moved colliders.
void Simulation::collectPairs(std::int32_t begin, std::int32_t end, std::vector<PairCandidate>& found) const {
  found.clear();
  for (std::int32_t i = begin; i < end; ++i) {
    const std::int32_t index = moved_colliders_[static_cast<std::size_t>(i)];
    const Aabb before = searched_boxes_[static_cast<std::size_t>(index)];
    const auto collect = [&](std::int32_t other) {
      if (!overlap(before, searched_boxes_[static_cast<std::size_t>(other)]) && other != index &&
          mayPair(index, other))
        found.push_back({std::min(index, other), std::max(index, other)});
      return true;
    };
    movable_tree_.query(collider(index).fat, collect);
    if (!isStatic(index) || collider(index).sensor) static_tree_.query(collider(index).fat, collect);
  }
}

void Simulation::findPairs() {
  const auto count = static_cast<std::int32_t>(moved_colliders_.size());
  const std::int32_t jobs = (count + kCollidersPerJob - 1) / kCollidersPerJob;
  if (pair_jobs_.size() < static_cast<std::size_t>(jobs)) pair_jobs_.resize(static_cast<std::size_t>(jobs));
  pool_.parallelFor(jobs, 1, [&](const ThreadPool::Range& range) {
    for (std::int32_t job = range.begin; job < range.end; ++job) {
      collectPairs(job * kCollidersPerJob, std::min(count, (job + 1) * kCollidersPerJob),
                   pair_jobs_[static_cast<std::size_t>(job)].found);
    }
  });
  new_pairs_.clear();
  for (std::int32_t job = 0; job < jobs; ++job) {
    const std::vector<PairCandidate>& found = pair_jobs_[static_cast<std::size_t>(job)].found;
    new_pairs_.insert(new_pairs_.end(), found.begin(), found.end());
  }
  // Both of a pair may have moved.
  std::sort(new_pairs_.begin(), new_pairs_.end());
  new_pairs_.erase(std::unique(new_pairs_.begin(), new_pairs_.end()), new_pairs_.end());
  for (const auto& [a, b] : new_pairs_) addPair(a, b);
  for (const std::int32_t index : moved_colliders_) {
    colliderAt(index).moved = false;
    searched_boxes_[static_cast<std::size_t>(index)] = collider(index).fat;
  }
  moved_colliders_.clear();
}

void Simulation::addPair(std::int32_t a, std::int32_t b) {
  const PairResponse response = policy_->respond(a, b);
  if (response.related) createContact(a, b, response);
}

/// What of a contact follows from its colliders.
void Simulation::describe(Contact& contact, const Collider& a, const Collider& b) const {
  contact.body[0] = a.body, contact.body[1] = b.body;
  contact.sensor = a.sensor || b.sensor;
  contact.size = std::min(a.radius, b.radius);
  contact.inner = std::min(a.inner, b.inner);
  contact.kinds = static_cast<std::uint8_t>(static_cast<int>(collide::kindOf(*a.shape)) * 16 +
                                            static_cast<int>(collide::kindOf(*b.shape)));
  contact.round = a.round || b.round;
  contact.rolls = a.round && b.round && !(body(a.body).movable() && body(b.body).movable());
}

void Simulation::createContact(std::int32_t a, std::int32_t b, const PairResponse& response) {
  std::int32_t index;
  if (free_contacts_.empty()) {
    index = static_cast<std::int32_t>(contacts_.size());
    contacts_.emplace_back();
    clearances_.emplace_back();
  } else {
    index = free_contacts_.back();
    free_contacts_.pop_back();
  }
  Contact& contact = contactAt(index);
  std::vector<ContactManifold> room = std::move(contact.several);
  contact = Contact{};
  contact.several = std::move(room);
  contact.alive = true;
  contact.collider[0] = a;
  contact.collider[1] = b;
  contact.static_friction = response.static_friction;
  contact.dynamic_friction = response.dynamic_friction;
  contact.restitution = response.restitution;
  describe(contact, colliderAt(a), colliderAt(b));
  clearances_[static_cast<std::size_t>(index)] = {0, {contact.body[0], contact.body[1]}};
  for (int side = 0; side < 2; ++side) {
    Body& body = at(contact.body[side]);
    contact.next[side] = body.first_contact;
    if (body.first_contact >= 0)
      contactAt(body.first_contact / 2).previous[body.first_contact % 2] = index * 2 + side;
    body.first_contact = index * 2 + side;
  }
  pairs_.add(a, b);
  contact.update_once = true;
  activateContact(index);
  live_contacts_.push_back(index);
}

void Simulation::destroyContact(std::int32_t index) {
  deactivateContact(index);
  Contact& contact = contactAt(index);
  for (int side = 0; side < 2; ++side) {
    Body& body = at(contact.body[side]);
    const std::int32_t next = contact.next[side], previous = contact.previous[side];
    if (next >= 0) contactAt(next / 2).previous[next % 2] = previous;
    if (previous >= 0) {
      contactAt(previous / 2).next[previous % 2] = next;
    } else {
      body.first_contact = next;
    }
  }
  pairs_.remove(contact.collider[0], contact.collider[1]);
  if (contact.reported) {
    pending_end_events_.push_back({contact.collider[0], contact.collider[1], contact.sensor, false});
  }
  contact.alive = false;
  free_contacts_.push_back(index);
}

void Simulation::activateContact(std::int32_t index) {
  Contact& contact = contactAt(index);
  if (contact.active_index >= 0) return;
  contact.active_index = static_cast<std::int32_t>(active_contacts_.size());
  active_contacts_.push_back(index);
}

void Simulation::deactivateContact(std::int32_t index) {
  Contact& contact = contactAt(index);
  if (contact.active_index < 0) return;
  const std::int32_t last = active_contacts_.back();
  active_contacts_[static_cast<std::size_t>(contact.active_index)] = last;
  contactAt(last).active_index = contact.active_index;
  active_contacts_.pop_back();
  contact.active_index = -1;
}

/// Of the pairs of a body with a new box, those whose boxes have come apart.
void Simulation::findSeparatedOf(std::int32_t body) {
  for (std::int32_t end = at(body).first_contact; end >= 0; end = contactAt(end / 2).next[end % 2]) {
    const Contact& contact = contactAt(end / 2);
    const std::int32_t other = contact.body[1 - end % 2];
    const bool twice = new_leaves_[static_cast<std::size_t>(other)] != 0 && other < body;
    if (!twice && contact.active_index >= 0 && isApart(contact)) separated_contacts_.push_back(end / 2);
  }
}

/// The same of some of the active pairs.
void Simulation::findSeparatedAmong(std::int32_t begin, std::int32_t end,
                                    std::vector<std::int32_t>& found) const {
  found.clear();
  for (std::int32_t i = begin; i < end; ++i) {
    if (i + kPrefetchDistance < end)
      __builtin_prefetch(&contactAt(active_contacts_[static_cast<std::size_t>(i + kPrefetchDistance)]));
    const std::int32_t index = active_contacts_[static_cast<std::size_t>(i)];
    const PairClearance& pair = clearances_[static_cast<std::size_t>(index)];
    const bool is_new = new_leaves_[static_cast<std::size_t>(pair.body[0])] != 0 ||
                        new_leaves_[static_cast<std::size_t>(pair.body[1])] != 0;
    if (is_new && isApart(contactAt(index))) found.push_back(index);
  }
}

bool Simulation::isApart(const Contact& contact) const {
  return !overlap(searched_boxes_[static_cast<std::size_t>(contact.collider[0])],
                  searched_boxes_[static_cast<std::size_t>(contact.collider[1])]);
}

/// Pairs whose boxes have come apart, into separated_contacts_. Only what has a new box can have left
/// another. Where that is little, by its pairs, else by all active ones.
void Simulation::findSeparated() {
  const auto count = static_cast<std::int32_t>(active_contacts_.size());
  if (has_new_leaves_.size() * kFewNewBoxes < active_contacts_.size()) {
    for (const std::int32_t body : has_new_leaves_) findSeparatedOf(body);
  } else {
    const std::int32_t jobs = (count + kPairsPerJob - 1) / kPairsPerJob;
    if (separated_jobs_.size() < static_cast<std::size_t>(jobs))
      separated_jobs_.resize(static_cast<std::size_t>(jobs));
    pool_.parallelFor(jobs, 1, [&](const ThreadPool::Range& range) {
      for (std::int32_t job = range.begin; job < range.end; ++job) {
        findSeparatedAmong(job * kPairsPerJob, std::min(count, (job + 1) * kPairsPerJob),
                           separated_jobs_[static_cast<std::size_t>(job)].found);
      }
    });
    for (std::int32_t job = 0; job < jobs; ++job) {
      const std::vector<std::int32_t>& found = separated_jobs_[static_cast<std::size_t>(job)].found;
      separated_contacts_.insert(separated_contacts_.end(), found.begin(), found.end());
    }
  }
  std::sort(separated_contacts_.begin(), separated_contacts_.end());
  for (const std::int32_t body : has_new_leaves_) new_leaves_[static_cast<std::size_t>(body)] = 0;
  has_new_leaves_.clear();
}

void Simulation::dropSeparatedPairs() {
  for (const std::int32_t index : separated_contacts_) destroyContact(index);
  separated_contacts_.clear();
}

}  // namespace carom::solve

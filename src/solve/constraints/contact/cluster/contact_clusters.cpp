#include "solve/constraints/contact/cluster/contact_clusters.hpp"

#include <algorithm>

#include "solve/constraints/contact/cluster/cluster_settings.hpp"

namespace carom::solve {
namespace {

// Instead of a cluster's number.
constexpr std::int32_t kFree = -1;
constexpr std::int32_t kTooLarge = -2;

/// Calls visit(place) for the movable bodies of a contact.
template <class Visit>
void eachBody(const ConstraintSet& set, std::int32_t contact, Visit&& visit) {
  const ConstraintEdge& edge = set.edge(contact);
  for (const std::int32_t body : {edge.body_a, edge.body_b}) {
    if (set.isMovable(body)) visit(static_cast<std::int32_t>(set.place(body)));
  }
}

bool presses(std::span<const ContactInput> inputs, std::int32_t contact) {
  return inputs[static_cast<std::size_t>(contact)].presses;
}

/// Number of points that may still have an impact.
std::int32_t waitingImpacts(const ClusterBlock& block) {
  std::int32_t count = 0;
  for (int j = 0; j < block.point_count; ++j) count += block.tail->rebound_speed[j][0] >= 0 ? 1 : 0;
  return count;
}

void forgetImpulses(ClusterBlock& block) {
  for (int j = 0; j < block.point_count; ++j) block.points[j].impulse[0] = 0;
  block.tangent_impulse[0][0] = block.tangent_impulse[1][0] = block.twist_impulse[0] = 0;
}

}  // namespace

void ContactClusters::clear(const ConstraintSet& set) {
  count_ = 0;
  contacts_.clear();
  others_ = set.constraints;
}

/// Lists the contacts of each body.
void ContactClusters::connect(const ConstraintSet& set) {
  first_of_body_.assign(set.bodyCount() + 1, 0);
  for (const std::int32_t k : set.constraints)
    eachBody(set, k, [&](std::int32_t place) { ++first_of_body_[place + 1]; });
  for (std::int32_t i = 1; i < first_of_body_.count(); ++i) first_of_body_[i] += first_of_body_[i - 1];
  of_body_.resize(static_cast<std::size_t>(first_of_body_.back()));
  IndexedVector<std::int32_t>& next = next_of_body_;
  next.assign(first_of_body_.begin(), first_of_body_.end() - 1);
  for (const std::int32_t k : set.constraints)
    eachBody(set, k, [&](std::int32_t place) { of_body_[next[place]++] = k; });
}

void ContactClusters::noteLighter(const ConstraintSet& set, std::int32_t contact, const BodyArrays& bodies) {
  const ConstraintEdge& edge = set.edge(contact);
  const bool a_lighter = bodies.bodies[edge.body_a].inverse_mass > bodies.bodies[edge.body_b].inverse_mass;
  carried_[set.place(a_lighter ? edge.body_a : edge.body_b)] = 0;
}

/// Makes the cluster that a contact begins, unless it would be too large or meets another.
void ContactClusters::grow(const ConstraintSet& set, std::span<const ContactInput> inputs,
                           std::int32_t first) {
  bool taken = false;
  eachBody(set, first, [&](std::int32_t place) { taken = taken || cluster_of_[place] != kFree; });
  if (taken) return;
  const std::int32_t index = count_;
  if (clusters_.count() == count_) clusters_.emplace_back();
  IndexedVector<std::int32_t>& members = clusters_[index].bodies;  // Places, until plan().
  members.clear();
  bool whole = true;
  const auto add = [&](std::int32_t place) {
    if (cluster_of_[place] == index) return;
    whole = whole && cluster_of_[place] == kFree && members.count() < ClusterSettings::kMostBodies;
    if (!whole) return;
    cluster_of_[place] = index;
    members.push_back(place);
  };
  eachBody(set, first, add);
  for (std::int32_t i = 0; i < members.count() && whole; ++i) {
    const std::int32_t place = members[i];
    for (std::int32_t k = first_of_body_[place]; k < first_of_body_[place + 1]; ++k) {
      if (carried_[place] == 0 || presses(inputs, of_body_[k])) eachBody(set, of_body_[k], add);
    }
  }
  if (whole) {
    ++count_;
  } else {
    for (const std::int32_t place : members) cluster_of_[place] = kTooLarge;
  }
}

/// Sorts the contacts by cluster.
void ContactClusters::assignContacts(const ConstraintSet& set) {
  left_.clear();
  of_cluster_.resize(std::max(of_cluster_.size(), static_cast<std::size_t>(count_)));
  for (std::int32_t c = 0; c < count_; ++c) of_cluster_[c].clear();
  for (const std::int32_t k : set.constraints) {
    std::int32_t cluster = -1;
    bool same = true;
    eachBody(set, k, [&](std::int32_t place) {
      const std::int32_t own = cluster_of_[place];
      same = same && own >= 0 && (cluster < 0 || own == cluster);
      cluster = own;
    });
    (same && cluster >= 0 ? of_cluster_[cluster] : left_).push_back(k);
  }
  others_ = left_;
  for (std::int32_t c = 0; c < count_; ++c) {
    clusters_[c].first_block = contacts_.count();
    contacts_.insert(contacts_.end(), of_cluster_[c].begin(), of_cluster_[c].end());
    clusters_[c].end_block = contacts_.count();
  }
}

/// Numbers the bodies of a cluster and plans its elimination.
void ContactClusters::plan(const ConstraintSet& set, ContactCluster& cluster) {
  for (std::int32_t i = 0; i < cluster.bodies.count(); ++i) {
    cluster.bodies[i] += set.first_body;
    number_[cluster.bodies[i]] = i;
  }
  IndexedVector<std::uint64_t>& neighbours = neighbours_;
  neighbours.assign(cluster.bodies.size(), 0);
  for (std::int32_t i = cluster.first_block; i < cluster.end_block; ++i) {
    const ConstraintEdge& edge = set.edge(contacts_[i]);
    if (!set.isMovable(edge.body_a) || !set.isMovable(edge.body_b)) continue;
    const std::int32_t a = number_[edge.body_a], b = number_[edge.body_b];
    neighbours[a] |= std::uint64_t{1} << b;
    neighbours[b] |= std::uint64_t{1} << a;
  }
  cluster.matrix.plan(neighbours);
}

void ContactClusters::find(const ConstraintSet& set, std::span<const ContactInput> inputs,
                           const BodyArrays& bodies) {
  const auto begins = [&](std::int32_t contact) { return presses(inputs, contact); };
  if (std::none_of(set.constraints.begin(), set.constraints.end(), begins)) return;
  connect(set);
  cluster_of_.assign(set.bodyCount(), kFree);
  carried_.assign(set.bodyCount(), 0);
  for (const std::int32_t k : set.constraints) {
    if (begins(k)) eachBody(set, k, [&](std::int32_t place) { carried_[place] = 1; });
  }
  for (const std::int32_t k : set.constraints) {
    if (begins(k)) noteLighter(set, k, bodies);
  }
  for (const std::int32_t k : set.constraints) {
    if (begins(k)) grow(set, inputs, k);
  }
  assignContacts(set);
  if (number_.count() < set.body_end) number_.resize(static_cast<std::size_t>(set.body_end));
  for (std::int32_t c = 0; c < count_; ++c) plan(set, clusters_[c]);
}

void ContactClusters::prepare(std::span<const ContactInput> inputs, const BodyArrays& bodies,
                              const ContactStep& step) {
  blocks_.reserve(contacts_.size() * solver_.block_size);
  tails_.reserve(contacts_.size() * solver_.tail_size);
  for (std::int32_t i = 0; i < contacts_.count(); ++i) {
    const ContactInput* input = &inputs[static_cast<std::size_t>(contacts_[i])];
    solver_.prepare(blocks_.data(), tails_.data(), i, &input, 1, bodies, step);
  }
}

void ContactClusters::warmStart(const BodyArrays& bodies) {
  solver_.warm_start(blocks_.data(), 0, contacts_.count(), bodies);
}

void ContactClusters::solve(std::int32_t cluster, const BodyArrays& bodies, const ContactStep& step,
                            bool biased) {
  solveCluster(clusters_[cluster], static_cast<ClusterBlock*>(blocks_.data()), number_, bodies, step, biased);
}

void ContactClusters::refresh(const BodyArrays& bodies) {
  solver_.refresh(blocks_.data(), 0, contacts_.count(), bodies);
}

void ContactClusters::applyRestitution(const BodyArrays& bodies) {
  auto* blocks = static_cast<ClusterBlock*>(blocks_.data());
  for (std::int32_t c = 0; c < count_; ++c) {
    const ContactCluster& cluster = clusters_[c];
    bool struck = false;
    for (std::int32_t i = cluster.first_block; i < cluster.end_block; ++i) {
      if (!blocks[i].impacts) continue;
      const std::int32_t waiting = waitingImpacts(blocks[i]);
      solver_.restitution(blocks, i, bodies);
      struck = struck || waitingImpacts(blocks[i]) < waiting;
    }
    // The impulses of an impact are not kept, neither where it struck nor where they were handed on.
    for (std::int32_t i = cluster.first_block; struck && i < cluster.end_block; ++i)
      forgetImpulses(blocks[i]);
  }
}

void ContactClusters::store() {
  solver_.store(blocks_.data(), 0, contacts_.count());
}

}  // namespace carom::solve

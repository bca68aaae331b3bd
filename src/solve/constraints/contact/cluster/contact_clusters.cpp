#include "solve/constraints/contact/cluster/contact_clusters.hpp"

#include <algorithm>

#include "solve/constraints/contact/cluster/cluster_settings.hpp"
#include "solve/state/far_heavier.hpp"

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

bool begins(std::span<const ContactInput> inputs, std::int32_t contact) {
  const ContactInput& input = inputs[static_cast<std::size_t>(contact)];
  return input.presses || input.carries_joined;
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

/// Lists the contacts and the joints of each body.
void ContactClusters::connect(const ConstraintSet& set, std::span<const ClusterLink> links) {
  const auto places = static_cast<std::int32_t>(set.bodyCount());
  contacts_of_.list(places, [&](auto visit) {
    for (const std::int32_t k : set.constraints)
      eachBody(set, k, [&](std::int32_t place) { visit(place, k); });
  });
  links_of_.list(places, [&](auto visit) {
    for (std::size_t i = 0; i < links.size(); ++i) {
      for (const std::int32_t body : {links[i].a, links[i].b}) {
        if (set.isMovable(body))
          visit(static_cast<std::int32_t>(set.place(body)), static_cast<std::int32_t>(i));
      }
    }
  });
}

void ContactClusters::noteLighter(const ConstraintSet& set, std::int32_t contact, const BodyArrays& bodies) {
  const ConstraintEdge& edge = set.edge(contact);
  const bool a_lighter = bodies.bodies[edge.body_a].inverse_mass > bodies.bodies[edge.body_b].inverse_mass;
  carried_[set.place(a_lighter ? edge.body_a : edge.body_b)] = 0;
}

/// Makes the cluster that a contact begins, unless it would be too large or meets another. Returns whether it
/// was too large.
bool ContactClusters::grow(const ConstraintSet& set, std::span<const ContactInput> inputs,
                           std::span<const ClusterLink> links, std::int32_t first) {
  bool taken = false;
  eachBody(set, first, [&](std::int32_t place) { taken = taken || cluster_of_[place] != kFree; });
  if (taken) return false;
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
    for (const std::int32_t contact : contacts_of_.of(place)) {
      if (carried_[place] == 0 || presses(inputs, contact)) eachBody(set, contact, add);
    }
    for (const std::int32_t link : links.empty() ? std::span<const std::int32_t>{} : links_of_.of(place)) {
      for (const std::int32_t body : {links[link].a, links[link].b}) {
        if (set.isMovable(body)) add(static_cast<std::int32_t>(set.place(body)));
      }
    }
  }
  if (whole) {
    ++count_;
    return false;
  }
  for (const std::int32_t place : members) cluster_of_[place] = links.empty() ? kTooLarge : kFree;
  return true;
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

/// Sorts the joints by cluster: those with all their movable bodies in it.
void ContactClusters::assignLinks(const ConstraintSet& set, std::span<const ClusterLink> links) {
  for (std::int32_t c = 0; c < count_; ++c) clusters_[c].links.clear();
  for (const ClusterLink& link : links) {
    const std::int32_t movable = set.isMovable(link.a) ? link.a : link.b,
                       other = set.isMovable(link.b) ? link.b : link.a;
    if (!set.isMovable(movable)) continue;
    const std::int32_t cluster = cluster_of_[set.place(movable)];
    if (cluster >= 0 && cluster_of_[set.place(other)] == cluster) clusters_[cluster].links.push_back(link);
  }
}

/// Numbers the bodies of a cluster and plans its elimination.
void ContactClusters::plan(const ConstraintSet& set, ContactCluster& cluster) {
  for (std::int32_t i = 0; i < cluster.bodies.count(); ++i) {
    cluster.bodies[i] += set.first_body;
    number_[cluster.bodies[i]] = i;
  }
  neighbours_.assign(cluster.bodies.size(), 0);
  const auto couple = [&](std::int32_t body_a, std::int32_t body_b) {
    const auto number = [&](std::int32_t body) { return set.isMovable(body) ? number_[body] : -1; };
    return ClusterMatrix::couple(neighbours_, number(body_a), number(body_b));
  };
  std::uint64_t late = 0;
  for (std::int32_t i = cluster.first_block; i < cluster.end_block; ++i) {
    const ConstraintEdge& edge = set.edge(contacts_[i]);
    late |= couple(edge.body_a, edge.body_b);
  }
  for (const ClusterLink& link : cluster.links) couple(link.a, link.b);
  cluster.matrix.plan(neighbours_, late);
}

bool ContactClusters::begin(const ConstraintSet& set, std::span<const ContactInput> inputs) {
  return std::any_of(set.constraints.begin(), set.constraints.end(),
                     [&](std::int32_t k) { return begins(inputs, k); });
}

void ContactClusters::find(const ConstraintSet& set, std::span<const ContactInput> inputs,
                           std::span<const ClusterLink> links, const BodyArrays& bodies) {
  const auto starts = [&](std::int32_t contact) { return begins(inputs, contact); };
  connect(set, links);
  cluster_of_.assign(set.bodyCount(), kFree);
  carried_.assign(set.bodyCount(), 0);
  for (std::int32_t place = 0; place < carried_.count(); ++place)
    carried_[place] = links_of_.of(place).empty() ? 0 : 1;
  for (const std::int32_t k : set.constraints) {
    if (starts(k)) eachBody(set, k, [&](std::int32_t place) { carried_[place] = 1; });
  }
  for (const std::int32_t k : set.constraints) {
    if (starts(k)) noteLighter(set, k, bodies);
  }
  for (const std::int32_t k : set.constraints) {
    // A heavy body that rests on a part of a large group rests on that part, if not on the group.
    if (starts(k) && grow(set, inputs, links, k) && presses(inputs, k)) grow(set, inputs, {}, k);
  }
  assignContacts(set);
  assignLinks(set, links);
  if (number_.count() < set.body_end) number_.resize(static_cast<std::size_t>(set.body_end));
  for (std::int32_t c = 0; c < count_; ++c) plan(set, clusters_[c]);
}

void ContactClusters::takeGroups(const ConstraintSet& set, std::span<const ClusterGroup> groups,
                                 std::span<const ContactInput> inputs,
                                 const IndexedVector<std::int32_t>& numbers, const BodyArrays& bodies) {
  groups_ = groups;
  ranges_.clear();
  for (std::int32_t c = 0; c < count_; ++c)
    ranges_.push_back({clusters_[c].first_block, clusters_[c].end_block});
  if (groups.empty()) return;
  group_of_.assign(set.bodyCount(), -1);
  member_of_.resize(set.bodyCount());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (std::size_t i = 0; i < groups[g].bodies.size(); ++i) {
      const std::int32_t body = numbers[groups[g].bodies[i]];
      if (!set.isMovable(body)) continue;
      group_of_[set.place(body)] = static_cast<std::int32_t>(g);
      member_of_[set.place(body)] = static_cast<std::int32_t>(i);
    }
  }
  // Of contacts of which exactly one body has a group, and the other one cannot be pushed or is far heavier.
  struct Side {
    std::int32_t group = -1;
    bool second = false;
    std::int32_t other = -1;  // In the solver, if it can be pushed.
  };
  const auto side_of = [&](std::int32_t contact) -> Side {
    const ConstraintEdge& edge = set.edge(contact);
    const auto group_of = [&](std::int32_t body) {
      return set.isMovable(body) ? group_of_[set.place(body)] : -1;
    };
    const std::int32_t first = group_of(edge.body_a), second = group_of(edge.body_b);
    const std::int32_t group = std::max(first, second);
    if ((first >= 0) == (second >= 0) || groups[static_cast<std::size_t>(group)].contacts == nullptr)
      return {};
    const std::int32_t own = second >= 0 ? edge.body_b : edge.body_a,
                       other = second >= 0 ? edge.body_a : edge.body_b;
    if (!set.isMovable(other)) return {group, second >= 0};
    if (!isFarHeavier(bodies.bodies[other].inverse_mass, bodies.bodies[own].inverse_mass)) return {};
    return {group, second >= 0, other};
  };
  next_.assign(groups.size(), 0);
  sharing_.assign(set.bodyCount(), 0);
  for (const std::int32_t k : others_) {
    const Side side = side_of(k);
    if (side.group < 0) continue;
    ++next_[side.group];
    if (side.other >= 0) ++sharing_[set.place(side.other)];
  }
  std::int32_t end = contacts_.count();
  for (std::int32_t& count : next_) {
    ranges_.push_back({end, end + count});
    end += count;
    count = ranges_.back().first;
  }
  contacts_.setCount(end);
  rest_.clear();
  for (const std::int32_t k : others_) {
    const Side side = side_of(k);
    if (side.group < 0) {
      rest_.push_back(k);
      continue;
    }
    contacts_[next_[side.group]++] = k;
    const ConstraintEdge& edge = set.edge(k);
    groups[static_cast<std::size_t>(side.group)].contacts->add(
        {member_of_[set.place(side.second ? edge.body_b : edge.body_a)], side.second,
         inputs[static_cast<std::size_t>(k)].held_overlap},
        side.other, side.other >= 0 ? sharing_[set.place(side.other)] : 0);
  }
  others_ = rest_;
}

void ContactClusters::reserve(std::size_t bodies, std::size_t contacts, std::size_t groups) {
  ranges_.reserve(groups + contacts);
  next_.reserve(groups);
  group_of_.reserve(bodies);
  member_of_.reserve(bodies);
  sharing_.reserve(bodies);
  rest_.reserve(contacts);
  contacts_.reserve(contacts);
  blocks_.reserve(contacts * solver_.block_size);
  tails_.reserve(contacts * solver_.tail_size);
}

void ContactClusters::prepare(std::span<const ContactInput> inputs, const BodyArrays& bodies,
                              const ContactStep& step) {
  blocks_.reserve(contacts_.size() * solver_.block_size);
  tails_.reserve(contacts_.size() * solver_.tail_size);
  elastic_.clear();
  for (std::int32_t i = 0; i < contacts_.count(); ++i) {
    const ContactInput* input = &inputs[static_cast<std::size_t>(contacts_[i])];
    solver_.prepare(blocks_.data(), tails_.data(), i, &input, 1, bodies, step);
    if (solver_.elastic(blocks_.data(), i)) elastic_.push_back(i);
  }
  std::int32_t range = count_;
  for (const ClusterGroup& group : groups_) {
    const std::int32_t first = ranges_[range++].first;
    if (group.contacts != nullptr)
      group.contacts->setBlocks(static_cast<ClusterBlock*>(blocks_.data()), first);
  }
}

void ContactClusters::warmStart(const BodyArrays& bodies) {
  if (count_ > 0) solver_.warm_start(blocks_.data(), 0, clusters_[count_ - 1].end_block, bodies);
}

void ContactClusters::solve(std::int32_t cluster, const ClusterWorld& world, const ContactStep& step,
                            bool biased) {
  solveCluster(clusters_[cluster], static_cast<ClusterBlock*>(blocks_.data()), number_, world, step, biased);
}

void ContactClusters::refresh(const BodyArrays& bodies) {
  solver_.refresh(blocks_.data(), 0, contacts_.count(), bodies);
}

void ContactClusters::applyRestitution(const BodyArrays& bodies) {
  auto* blocks = static_cast<ClusterBlock*>(blocks_.data());
  for (std::int32_t r = 0; r < ranges_.count(); ++r) {
    const auto& [first, end] = ranges_[r];
    bool struck = false;
    for (std::int32_t i = first; i < end; ++i) {
      if (!blocks[i].impacts) continue;
      const std::int32_t waiting = waitingImpacts(blocks[i]);
      solver_.restitution(blocks, i, bodies);
      if (waitingImpacts(blocks[i]) == waiting) continue;
      struck = true;
      if (r < count_) continue;
      // A group may be long: what joints hand on of a blow ends with their own warm start.
      const GroupContacts& contacts = *groups_[static_cast<std::size_t>(r - count_)].contacts;
      for (std::int32_t k = first; k < end; ++k) {
        if (contacts.bodyOf(k - first) == contacts.bodyOf(i - first)) forgetImpulses(blocks[k]);
      }
    }
    if (r >= count_) continue;
    // The impulses of an impact are not kept, neither where it struck nor where they were handed on.
    for (std::int32_t i = first; struck && i < end; ++i) forgetImpulses(blocks[i]);
  }
}

void ContactClusters::beginImpacts(const BodyArrays& bodies) {
  for (const std::int32_t block : elastic_) solver_.begin_impacts(blocks_.data(), block, bodies);
}
bool ContactClusters::armFresh(const BodyArrays& bodies) {
  bool some = false;
  for (const std::int32_t block : elastic_) some |= solver_.arm_fresh(blocks_.data(), block, bodies);
  return some;
}

void ContactClusters::forget(std::int32_t block) {
  forgetImpulses(static_cast<ClusterBlock*>(blocks_.data())[block]);
}

void ContactClusters::store() {
  solver_.store(blocks_.data(), 0, contacts_.count());
}

}  // namespace carom::solve

#include "solve/constraints/joint/joint_set.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/compact_sort.hpp"
#include "solve/constraints/joint/joint_settings.hpp"

namespace carom::solve {
namespace {

FramePair startingPair(const Joint& joint, const IndexedVector<Body>& bodies) {
  const Body &a = bodies[joint.body[0]], &b = bodies[joint.body[1]];
  const DTransform first = DTransform{a.center, DQuat(a.rotation)} * joint.frame[0];
  const DTransform second = DTransform{b.center, DQuat(b.rotation)} * joint.frame[1];
  return {second.translation - first.translation, toMatrix(first.rotation),
          normalized(conjugate(first.rotation) * second.rotation)};
}

}  // namespace

std::int32_t JointSet::add(const JointDefinition& definition, const IndexedVector<Body>& bodies) {
  Joint joint;
  joint.body = definition.body;
  joint.frame = definition.frame;
  for (DTransform& frame : joint.frame) frame.rotation = normalized(frame.rotation);
  joint.next_frame = joint.frame;
  joint.elements = jointElements(definition);
  joint.turn = initialTurns(joint.elements, startingPair(joint, bodies));
  joints_.push_back(std::move(joint));
  connected_ = false;
  return joints_.count() - 1;
}

JointOpening JointSet::opening(std::int32_t index, const IndexedVector<Body>& bodies,
                               const SimulationSettings& settings) const {
  const Joint& joint = joints_[index];
  const FramePair pair = startingPair(joint, bodies);
  JointOpening out;
  for (const JointElement& e : joint.elements) {
    if (e.soft || e.role == JointElement::Role::Drive) continue;
    const double value = metricRow(e.metric, e.axis, pair, joint.turn[e.axis]).value;
    const double least = e.role == JointElement::Role::Fixed ? e.max : e.min;
    double& worst = isAngular(e.metric) ? out.angle : out.length;
    worst = std::max({worst, value - e.max, least - value});
  }
  out.is_wide = out.length > JointSettings::kApart * jointTolerance(joint.body, bodies, settings) ||
                out.angle > JointSettings::kTurnedApart;
  return out;
}

void JointSet::connect(const IndexedVector<Body>& bodies) {
  if (connected_) return;
  connected_ = true;
  IndexedVector<std::int32_t> parent(bodies.size());
  for (std::size_t i = 0; i < parent.size(); ++i) parent[i] = static_cast<std::int32_t>(i);
  const auto root = [&](std::int32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  first_of_body_.assign(bodies.size() + 1, 0);
  for (const Joint& joint : joints_) {
    for (const std::int32_t b : joint.body) ++first_of_body_[b + 1];
    if (!bodies[joint.body[0]].movable() || !bodies[joint.body[1]].movable()) continue;
    const std::int32_t a = root(joint.body[0]), b = root(joint.body[1]);
    parent[std::max(a, b)] = std::min(a, b);
  }
  for (std::size_t i = 1; i < first_of_body_.size(); ++i) first_of_body_[i] += first_of_body_[i - 1];
  IndexedVector<std::int32_t> next(first_of_body_.begin(), first_of_body_.end() - 1);
  of_body_.resize(2 * joints_.size());

  group_of_body_.assign(bodies.size(), -1);
  IndexedVector<std::vector<std::int32_t>> members;
  for (std::int32_t i = 0; i < joints_.count(); ++i) {
    for (const std::int32_t b : joints_[i].body) of_body_[next[b]++] = i;
    const std::int32_t movable =
        bodies[joints_[i].body[0]].movable() ? joints_[i].body[0] : joints_[i].body[1];
    if (!bodies[movable].movable()) continue;  // A body became kinematic: nothing to solve.
    std::int32_t& group = group_of_body_[root(movable)];
    if (group < 0) {
      group = members.count();
      members.emplace_back();
    }
    members[group].push_back(i);
  }
  for (std::int32_t i = 0; i < bodies.count(); ++i) {
    if (bodies[i].movable()) group_of_body_[i] = group_of_body_[root(i)];
  }
  anchored_.assign(members.size(), 0);
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const bool first = bodies[joints_[i].body[0]].movable(), second = bodies[joints_[i].body[1]].movable();
    if (first == second) continue;
    anchored_[group_of_body_[joints_[i].body[first ? 0 : 1]]] = 1;
  }
  groups_.clear();
  for (std::vector<std::int32_t>& list : members) groups_.emplace_back(std::move(list), joints_, bodies);
  classify();
}

void JointSet::classify() {
  const auto size_of = [&](std::int32_t group) {
    const JointTopology& topology = groups_[group].topology();
    return std::pair(topology.joints.size(), topology.rows.size());
  };
  IndexedVector<std::int32_t> by_size(groups_.size());
  std::iota(by_size.begin(), by_size.end(), 0);
  compactSort(by_size.begin(), by_size.end(), [&](std::int32_t a, std::int32_t b) {
    return std::pair(size_of(a), a) < std::pair(size_of(b), b);
  });
  IndexedVector<std::int32_t> firsts;  // Of the size at hand, the first group of each topology.
  for (std::int32_t i = 0; i < by_size.count(); ++i) {
    const std::int32_t group = by_size[i];
    if (i > 0 && size_of(by_size[i - 1]) != size_of(group)) firsts.clear();
    const auto found = std::find_if(firsts.begin(), firsts.end(), [&](std::int32_t k) {
      return groups_[k].topology().isLike(groups_[group].topology());
    });
    groups_[group].topology_class = found != firsts.end() ? *found : group;
    if (found == firsts.end()) firsts.push_back(group);
  }
}

std::span<const std::int32_t> JointSet::jointsOf(std::int32_t body) const {
  if (body + 1 >= first_of_body_.count()) return {};
  const std::int32_t begin = first_of_body_[body], end = first_of_body_[body + 1];
  return {of_body_.data() + begin, of_body_.data() + end};
}

std::int32_t JointSet::groupOf(std::int32_t body) const {
  return body >= 0 && body < group_of_body_.count() ? group_of_body_[body] : -1;
}

bool JointSet::areConnected(std::int32_t a, std::int32_t b) const {
  return groupOf(a) >= 0 && groupOf(a) == groupOf(b);
}

bool JointSet::isAnchored(std::int32_t body) const {
  return groupOf(body) >= 0 && anchored_[groupOf(body)] != 0;
}

bool JointSet::mayHold(std::int32_t a, std::int32_t b) const {
  if (groupOf(a) >= 0 && groupOf(b) >= 0) return groupOf(a) == groupOf(b);
  // What cannot be moved has no group, and a free body has none.
  return isAnchored(a) || isAnchored(b);
}

std::int32_t JointSet::other(std::int32_t joint, std::int32_t body) const {
  const auto& ends = joints_[joint].body;
  return ends[0] == body ? ends[1] : ends[0];
}

bool JointSet::isRigid(std::int32_t joint) const {
  int rows = 0;
  for (const JointElement& e : joints_[joint].elements)
    rows += e.role == JointElement::Role::Fixed && !e.soft ? e.rows : 0;
  return rows >= 6;
}

bool JointSet::isDriving(std::int32_t index, const IndexedVector<Body>& bodies) const {
  const Joint& joint = joints_[index];
  for (const JointElement& e : joint.elements) {
    if (e.role != JointElement::Role::Drive || !(e.damping > 0)) continue;
    const Body &a = bodies[joint.body[0]], &b = bodies[joint.body[1]];
    const FramePair pair = startingPair(joint, bodies);
    const MetricRow metric = metricRow(e.metric, e.axis, pair, joint.turn[e.axis]);
    const DVec3 spin_a(a.angular_velocity), spin_b(b.angular_velocity);
    DVec3 velocity = spin_b - spin_a;
    if (!isAngular(e.metric)) {
      const DVec3 arm = rotate(DQuat(b.rotation), joint.frame[1].translation);
      velocity = DVec3(b.linear_velocity) + cross(spin_b, arm) - DVec3(a.linear_velocity) -
                 cross(spin_a, b.center + arm - a.center);
    }
    const double speed = dot(metric.direction, velocity);
    // What it comes to where nothing else acts: a spring creeps by k x/c.
    const double wanted = e.velocity_target + e.stiffness / e.damping * (e.max - metric.value);
    if (std::abs(speed) > JointSettings::kNoSpeed &&
        speed * wanted >= JointSettings::kDriven * wanted * wanted)
      return true;
  }
  return false;
}

}  // namespace carom::solve

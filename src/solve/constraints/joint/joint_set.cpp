#include "solve/constraints/joint/joint_set.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solve/constraints/joint/joint_settings.hpp"

namespace carom::solve {
namespace {

std::size_t slot(std::int32_t i) {
  return static_cast<std::size_t>(i);
}

FramePair startingPair(const Joint& joint, const std::vector<Body>& bodies) {
  const Body &a = bodies[slot(joint.body[0])], &b = bodies[slot(joint.body[1])];
  const DTransform first = DTransform{a.center, DQuat(a.rotation)} * joint.frame[0];
  const DTransform second = DTransform{b.center, DQuat(b.rotation)} * joint.frame[1];
  return {second.translation - first.translation, toMatrix(first.rotation),
          normalized(conjugate(first.rotation) * second.rotation)};
}

}  // namespace

std::int32_t JointSet::add(const JointDefinition& definition, const std::vector<Body>& bodies) {
  Joint joint;
  joint.body = definition.body;
  joint.frame = definition.frame;
  for (DTransform& frame : joint.frame) frame.rotation = normalized(frame.rotation);
  joint.next_frame = joint.frame;
  joint.elements = jointElements(definition);
  joint.turn = initialTurns(joint.elements, startingPair(joint, bodies));
  joints_.push_back(std::move(joint));
  connected_ = false;
  return static_cast<std::int32_t>(joints_.size()) - 1;
}

void JointSet::connect(const std::vector<Body>& bodies) {
  if (connected_) return;
  connected_ = true;
  std::vector<std::int32_t> parent(bodies.size());
  for (std::size_t i = 0; i < parent.size(); ++i) parent[i] = static_cast<std::int32_t>(i);
  const auto root = [&](std::int32_t i) {
    while (parent[slot(i)] != i) i = parent[slot(i)] = parent[slot(parent[slot(i)])];
    return i;
  };
  first_of_body_.assign(bodies.size() + 1, 0);
  for (const Joint& joint : joints_) {
    for (const std::int32_t b : joint.body) ++first_of_body_[slot(b) + 1];
    if (!bodies[slot(joint.body[0])].movable() || !bodies[slot(joint.body[1])].movable()) continue;
    const std::int32_t a = root(joint.body[0]), b = root(joint.body[1]);
    parent[slot(std::max(a, b))] = std::min(a, b);
  }
  for (std::size_t i = 1; i < first_of_body_.size(); ++i) first_of_body_[i] += first_of_body_[i - 1];
  std::vector<std::int32_t> next(first_of_body_.begin(), first_of_body_.end() - 1);
  of_body_.resize(2 * joints_.size());

  group_of_body_.assign(bodies.size(), -1);
  std::vector<std::vector<std::int32_t>> members;
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const auto index = static_cast<std::int32_t>(i);
    for (const std::int32_t b : joints_[i].body) of_body_[slot(next[slot(b)]++)] = index;
    const std::int32_t movable =
        bodies[slot(joints_[i].body[0])].movable() ? joints_[i].body[0] : joints_[i].body[1];
    if (!bodies[slot(movable)].movable()) continue;  // A body became kinematic: nothing to solve.
    std::int32_t& group = group_of_body_[slot(root(movable))];
    if (group < 0) {
      group = static_cast<std::int32_t>(members.size());
      members.emplace_back();
    }
    members[slot(group)].push_back(index);
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].movable()) group_of_body_[i] = group_of_body_[slot(root(static_cast<std::int32_t>(i)))];
  }
  anchored_.assign(members.size(), 0);
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const bool first = bodies[slot(joints_[i].body[0])].movable(),
               second = bodies[slot(joints_[i].body[1])].movable();
    if (first == second) continue;
    anchored_[slot(group_of_body_[slot(joints_[i].body[first ? 0 : 1])])] = 1;
  }
  groups_.clear();
  for (std::vector<std::int32_t>& list : members) groups_.emplace_back(std::move(list), joints_, bodies);
}

std::span<const std::int32_t> JointSet::jointsOf(std::int32_t body) const {
  if (slot(body) + 1 >= first_of_body_.size()) return {};
  const std::int32_t begin = first_of_body_[slot(body)], end = first_of_body_[slot(body) + 1];
  return {of_body_.data() + begin, slot(end - begin)};
}

std::int32_t JointSet::groupOf(std::int32_t body) const {
  return slot(body) < group_of_body_.size() ? group_of_body_[slot(body)] : -1;
}

bool JointSet::areConnected(std::int32_t a, std::int32_t b) const {
  return groupOf(a) >= 0 && groupOf(a) == groupOf(b);
}

bool JointSet::isAnchored(std::int32_t body) const {
  return groupOf(body) >= 0 && anchored_[slot(groupOf(body))] != 0;
}

bool JointSet::mayHold(std::int32_t a, std::int32_t b) const {
  if (groupOf(a) >= 0 && groupOf(b) >= 0) return groupOf(a) == groupOf(b);
  // What cannot be moved has no group, and a free body has none.
  return isAnchored(a) || isAnchored(b);
}

std::int32_t JointSet::other(std::int32_t joint, std::int32_t body) const {
  const auto& ends = joints_[slot(joint)].body;
  return ends[0] == body ? ends[1] : ends[0];
}

bool JointSet::isRigid(std::int32_t joint) const {
  int rows = 0;
  for (const JointElement& e : joints_[slot(joint)].elements)
    rows += e.role == JointElement::Role::Fixed && !e.soft ? e.rows : 0;
  return rows >= 6;
}

bool JointSet::isDriving(std::int32_t index, const std::vector<Body>& bodies) const {
  const Joint& joint = joints_[slot(index)];
  for (const JointElement& e : joint.elements) {
    if (e.role != JointElement::Role::Drive || !(e.damping > 0)) continue;
    const Body &a = bodies[slot(joint.body[0])], &b = bodies[slot(joint.body[1])];
    const FramePair pair = startingPair(joint, bodies);
    const MetricRow metric = metricRow(e.metric, e.axis, pair, joint.turn[slot(e.axis)]);
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

// Items are matched by the nodes they are on, which keep their indices; resources by what they say, so that
// their order and number do not matter.
#include "dialect/compare/scene_difference.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "dialect/compare/same_items.hpp"
#include "dialect/joined.hpp"
#include "dialect/read/node_order.hpp"

namespace carom::dialect {

namespace {

/// How a tensor acts, which does not depend on the order and signs of its axes.
std::array<double, 9> tensorOf(const Motion& motion) {
  const DMat3 r = toMatrix(motion.inertia_orientation.value_or(DQuat{}));
  const DVec3 columns[3] = {r.cx, r.cy, r.cz};
  std::array<double, 9> tensor{};
  for (std::size_t i = 0; i < 9; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      tensor[i] += columns[k][i / 3] * (*motion.inertia_diagonal)[k] * columns[k][i % 3];
    }
  }
  return tensor;
}

bool sameInertia(const Motion& a, const Motion& b) {
  if (a.inertia_diagonal.has_value() != b.inertia_diagonal.has_value()) return false;
  if (!a.inertia_diagonal) return true;
  const DVec3 &p = *a.inertia_diagonal, &q = *b.inertia_diagonal;
  const double largest = std::max({p.x, p.y, p.z});
  if (std::isinf(largest)) {
    return same(p, q) &&
           same(a.inertia_orientation.value_or(DQuat{}), b.inertia_orientation.value_or(DQuat{}));
  }
  const auto left = tensorOf(a), right = tensorOf(b);
  for (std::size_t i = 0; i < 9; ++i) {
    if (std::abs(left[i] - right[i]) > kRelative * largest) return false;
  }
  return true;
}

bool sameMotion(const Motion& a, const Motion& b) {
  if (a.type != b.type || a.role != b.role || !same(a.linear_velocity, b.linear_velocity) ||
      !same(a.angular_velocity, b.angular_velocity) || !same(a.gravity_factor, b.gravity_factor)) {
    return false;
  }
  const bool spins = lengthSquared(a.angular_velocity) > 0;
  const DVec3 none{kInfinity, 0, 0};
  const bool center = same(a.center_of_mass.value_or(none), b.center_of_mass.value_or(none));
  // Nothing uses the mass of a kinematic body, nor its centre when it does not turn.
  if (a.type == MotionType::Kinematic) return center || !spins;
  return same(a.mass, b.mass) && center && sameInertia(a, b);
}

class Comparison {
 public:
  Comparison(const Scene& a, const Scene& b) : a_(a), b_(b) {}

  std::vector<std::string> run() {
    nodes();
    if (!found_.empty()) return std::move(found_);
    bodies_a_ = bodiesOf(a_);
    bodies_b_ = bodiesOf(b_);
    motions();
    colliders();
    triggers();
    joints();
    pointerAnimations();
    for (std::string& text : vehicleDifferences(a_, b_)) differ(std::move(text));
    return std::move(found_);
  }

 private:
  void differ(std::string text) { found_.push_back(std::move(text)); }
  void nodes();
  void motions();
  void colliders();
  void triggers();
  void joints();
  void pointerAnimations();
  bool sameShape(std::int32_t a, std::int32_t b) const { return dialect::sameShape(a_, a, b_, b); }
  bool sameMaterial(std::int32_t a, std::int32_t b) const { return dialect::sameMaterial(a_, a, b_, b); }
  bool sameFilter(std::int32_t a, std::int32_t b) const;
  bool sameDescription(std::int32_t a, std::int32_t b) const;
  bool sameFrame(std::int32_t a, std::int32_t b) const;
  /// A trigger in words: its node, or those of its parts.
  static std::string triggerName(const Scene& scene, const Trigger& trigger);
  /// By node: the nearest node at or above it with a motion, -1 if there is none.
  static std::vector<std::int32_t> bodiesOf(const Scene& scene);

  const Scene &a_, &b_;
  std::vector<std::int32_t> bodies_a_, bodies_b_;
  std::vector<std::string> found_;
};

std::vector<std::int32_t> Comparison::bodiesOf(const Scene& scene) {
  std::vector<std::int32_t> bodies(scene.nodes.size(), -1);
  for (const Motion& motion : scene.motions) bodies[motion.node] = motion.node;
  const NodeOrder order(scene.nodes);
  for (const std::int32_t node : order.order()) {
    const auto at = static_cast<std::size_t>(node);
    const std::int32_t parent = scene.nodes[at].parent;
    if (bodies[at] < 0 && parent >= 0) bodies[at] = bodies[parent];
  }
  return bodies;
}

void Comparison::nodes() {
  if (a_.nodes.size() > b_.nodes.size()) return differ("nodes are missing");
  for (std::size_t i = 0; i < a_.nodes.size(); ++i) {
    const SceneNode &a = a_.nodes[i], &b = b_.nodes[i];
    if (a.parent != b.parent || !same(a.translation, b.translation) || !same(a.rotation, b.rotation) ||
        !same(a.scale, b.scale)) {
      differ(joined("node ", std::to_string(i), " has another transform"));
    }
  }
}

bool Comparison::sameFilter(std::int32_t first, std::int32_t second) const {
  const CollisionFilter none;
  const CollisionFilter& a = first < 0 ? none : a_.filters[first];
  const CollisionFilter& b = second < 0 ? none : b_.filters[second];
  return a.collision_systems == b.collision_systems && a.collide_with_systems == b.collide_with_systems &&
         a.not_collide_with_systems == b.not_collide_with_systems;
}

void Comparison::motions() {
  std::map<std::int32_t, const Motion*> others;
  for (const Motion& motion : b_.motions) others[motion.node] = &motion;
  for (const Motion& motion : a_.motions) {
    const auto other = others.find(motion.node);
    if (other == others.end()) {
      differ(joined("node ", std::to_string(motion.node), " has no motion"));
    } else if (!sameMotion(motion, *other->second)) {
      differ(joined("the motion of node ", std::to_string(motion.node), " differs"));
    }
  }
  if (a_.motions.size() != b_.motions.size()) differ("the number of motions differs");
}

void Comparison::colliders() {
  std::map<std::int32_t, const Collider*> others;
  for (const Collider& collider : b_.colliders) others[collider.node] = &collider;
  for (const Collider& collider : a_.colliders) {
    const std::string name = joined("the collider of node ", std::to_string(collider.node));
    const auto other = others.find(collider.node);
    if (other == others.end()) {
      differ(name + " is missing");
      continue;
    }
    const Collider& b = *other->second;
    if (!sameShape(collider.shape, b.shape)) differ(name + " has another shape");
    if (!sameMaterial(collider.material, b.material)) differ(name + " has another material");
    if (!sameFilter(collider.filter, b.filter)) differ(name + " has another filter");
    if (bodies_a_[collider.node] != bodies_b_[b.node]) differ(name + " belongs to another body");
  }
  if (a_.colliders.size() != b_.colliders.size()) differ("the number of colliders differs");
}

std::string Comparison::triggerName(const Scene& scene, const Trigger& trigger) {
  std::string name = std::to_string(trigger.node);
  if (trigger.shape >= 0) return name;
  std::set<std::string> parts;
  for (const std::int32_t child : trigger.children) {
    const Trigger& part = scene.triggers[child];
    parts.insert(std::to_string(part.node) + (part.shape < 0 ? " compound" : ""));
  }
  name += " of";
  for (const std::string& part : parts) name += " " + part;
  return name;
}

void Comparison::triggers() {
  std::map<std::string, const Trigger*> others;
  for (const Trigger& trigger : b_.triggers) others[triggerName(b_, trigger)] = &trigger;
  for (const Trigger& trigger : a_.triggers) {
    const std::string name = triggerName(a_, trigger);
    const auto other = others.find(name);
    if (other == others.end()) {
      differ(joined("the trigger of node ", name, " is missing"));
      continue;
    }
    const Trigger& b = *other->second;
    if (trigger.shape >= 0 && !sameShape(trigger.shape, b.shape))
      differ(joined("the trigger of node ", name, " has another shape"));
    if (!sameFilter(trigger.filter, b.filter))
      differ(joined("the trigger of node ", name, " has another filter"));
  }
  if (a_.triggers.size() != b_.triggers.size()) differ("the number of triggers differs");
}

/// Frames are poses: which node has them does not matter.
bool Comparison::sameFrame(std::int32_t a, std::int32_t b) const {
  if (a == b) return true;
  const DTransform left = a_.globalPose(a).transform, right = b_.globalPose(b).transform;
  // Of the transforms between the two nodes, in the 32-bit numbers that files have.
  const double rounding = 1e-5 * (1 + length(left.translation));
  const DQuat turn = conjugate(left.rotation) * right.rotation;
  return length(left.translation - right.translation) <= rounding &&
         turn.x * turn.x + turn.y * turn.y + turn.z * turn.z <= 1e-10;
}

bool Comparison::sameDescription(std::int32_t first, std::int32_t second) const {
  const JointDescription& a = a_.joint_descriptions[first];
  const JointDescription& b = b_.joint_descriptions[second];
  const auto limit = [](const JointLimit& p, const JointLimit& q) {
    return p.linear_axes == q.linear_axes && p.angular_axes == q.angular_axes && same(p.min, q.min) &&
           same(p.max, q.max) && same(p.stiffness, q.stiffness) && same(p.damping, q.damping);
  };
  const auto drive = [](const JointDrive& p, const JointDrive& q) {
    return p.angular == q.angular && p.acceleration_mode == q.acceleration_mode && p.axis == q.axis &&
           same(p.max_force, q.max_force) && same(p.position_target, q.position_target) &&
           same(p.velocity_target, q.velocity_target) && same(p.stiffness, q.stiffness) &&
           same(p.damping, q.damping);
  };
  return std::equal(a.limits.begin(), a.limits.end(), b.limits.begin(), b.limits.end(), limit) &&
         std::equal(a.drives.begin(), a.drives.end(), b.drives.begin(), b.drives.end(), drive);
}

void Comparison::joints() {
  std::map<std::int32_t, const Joint*> others;
  for (const Joint& joint : b_.joints) others[joint.node] = &joint;
  const auto side = [](const std::vector<std::int32_t>& bodies, std::int32_t node, std::int32_t body) {
    return bodies[body >= 0 ? body : node];
  };
  for (const Joint& joint : a_.joints) {
    const std::string name = joined("the joint of node ", std::to_string(joint.node));
    const auto other = others.find(joint.node);
    if (other == others.end()) {
      differ(name + " is missing");
      continue;
    }
    const Joint& b = *other->second;
    if (!sameFrame(joint.connected_node, b.connected_node)) differ(name + " has another frame");
    if (side(bodies_a_, joint.node, joint.body_node) != side(bodies_b_, b.node, b.body_node) ||
        side(bodies_a_, joint.connected_node, joint.connected_body_node) !=
            side(bodies_b_, b.connected_node, b.connected_body_node)) {
      differ(name + " joins other bodies");
    }
    if (joint.enable_collision != b.enable_collision) differ(name + " differs in whether its bodies collide");
    if (!sameDescription(joint.description, b.description)) differ(name + " has other limits or drives");
  }
  if (a_.joints.size() != b_.joints.size()) differ("the number of joints differs");
}

/// The first animation of a value counts.
void Comparison::pointerAnimations() {
  const auto by_target = [](const Scene& scene) {
    std::map<std::string_view, const PointerAnimation*> animations;
    for (const PointerAnimation& animation : scene.pointer_animations)
      animations.try_emplace(animation.target, &animation);
    return animations;
  };
  const auto left = by_target(a_), right = by_target(b_);
  const auto differs = [](const auto& a, const auto& b) {
    return a.first != b.first || a.second->times != b.second->times || a.second->values != b.second->values;
  };
  if (left.size() != right.size() ||
      !std::equal(left.begin(), left.end(), right.begin(),
                  [&](const auto& a, const auto& b) { return !differs(a, b); }))
    differ("animations drive other values");
}

}  // namespace

std::vector<std::string> differences(const Scene& a, const Scene& b) {
  return Comparison(a, b).run();
}

}  // namespace carom::dialect

// OMI_physics_joint: the current form, whose joints are KHR's, and that of document 001.
//
// Document 001. A joint node names two bodies and any number of constraints; the initial pose of the joint
// node is the joint's frame on both. A constraint holds each of its axes by itself within [lowerLimit,
// upperLimit]. "If a joint node has multiple joint constraints that overlap each other, later constraints
// should override the previous constraints": each axis is held by the last constraint that names it. An axis
// fixed at 0 is what a limit of several axes at distance 0 fixes too, so those of one constraint stay
// together; any other is a limit of its own, since a limit of several axes measures their common distance.
#include <algorithm>
#include <map>
#include <set>

#include "carom/base/diagnostic_codes.hpp"
#include "dialect/families/omi_physics_joint/tables.hpp"
#include "dialect/joined.hpp"
#include "dialect/read/reading.hpp"
#include "json/splice.hpp"

namespace carom::dialect {

namespace {

/// A constraint as in its record; `limit` has all its axes of both kinds.
struct Constraint {
  JointLimit limit;
  bool usable = false;
  bool fixed = false;  ///< At 0.
};

class JointReader {
 public:
  explicit JointReader(Reading& reading) : reading_(reading), scene_(reading.scene) {}

  void read() {
    const json::Value root = gltf::Asset::extension(reading_.asset.root(), omi_physics_joint::kExtension);
    json::Value descriptions, constraints;
    if (root) {
      const Record record = readRecord(omi_physics_joint::kRoot, root, reading_.context);
      descriptions = record.value(Key::PhysicsJoints);
      constraints = record.value(Key::Constraints);
    }
    base_.joint = static_cast<std::int32_t>(scene_.joint_descriptions.size());
    readJointDescriptions(reading_, omiJointFamily(), descriptions);
    for (std::size_t i = 0; i < constraints.size(); ++i) readConstraint(constraints[i]);
    reading_.context.setCount(Target::Joint, descriptions.size());
    reading_.context.setCount(Target::Constraint, constraints.size());
    if (!reading_.node_extensions.contains(omi_physics_joint::kExtension)) return;
    noteJoinedBodies();
    for (std::size_t i = 0; i < reading_.nodeCount(); ++i) readNode(static_cast<std::int32_t>(i));
  }

 private:
  void readConstraint(json::Value object);
  void noteJoinedBodies();
  void readNode(std::int32_t node);
  void readConstraints(const Record& record, std::int32_t node);
  std::int32_t describe(const Record& record);
  void addLimits(const Constraint& constraint, const std::array<bool, 6>& axes,
                 JointDescription& description);
  void checkBodies(const Record& record);
  /// The node above or at a node that moves, -1 if none.
  std::int32_t movingNode(std::int32_t node) const;

  Reading& reading_;
  Scene& scene_;
  ResourceBase base_;
  std::vector<Constraint> constraints_;
  std::map<std::vector<std::int32_t>, std::int32_t> described_;  ///< Descriptions by list of constraints.
  std::set<std::pair<std::int32_t, std::int32_t>> joined_;       ///< Bodies that another family joins.
  std::vector<std::int32_t> moving_;
};

void JointReader::readConstraint(json::Value object) {
  Constraint constraint;
  const Record record = readRecord(omi_physics_joint::kConstraint, object, reading_.context);
  if (record.isObject()) {
    JointLimit& limit = constraint.limit;
    limit.linear_axes = record.axes(Key::LinearAxes);
    limit.angular_axes = record.axes(Key::AngularAxes);
    limit.min = record.number(Key::Minimum);
    limit.max = record.number(Key::Maximum);
    limit.stiffness = record.optionalNumber(Key::Stiffness);
    if (limit.stiffness == kInfinity) limit.stiffness.reset();
    limit.damping = record.number(Key::Damping);
    limit.origin = record.origin();
    constraint.usable = *limit.min <= *limit.max;
    constraint.fixed = *limit.min == 0 && *limit.max == 0;
    if (!constraint.usable) {
      const Key key = record.wrote(Key::Minimum) ? Key::Minimum : Key::Maximum;
      reading_.diagnostics.error(codes::kPhysicsRange, record.pointer(key),
                                 joined("'lowerLimit' is ", json::number(*limit.min),
                                        ", larger than 'upperLimit', ", json::number(*limit.max)));
    }
    // The document has no word for a side without a bound.
    if (*limit.min <= -kUnboundedConstraint) limit.min.reset();
    if (*limit.max >= kUnboundedConstraint) limit.max.reset();
    if (record.value(Key::LinearAxes).size() == 0 && record.value(Key::AngularAxes).size() == 0) {
      reading_.diagnostics.hint(codes::kPhysicsUnusual, record.pointer(),
                                "this constraint has no axes; it has no effect");
    }
  }
  constraints_.push_back(std::move(constraint));
}

std::int32_t JointReader::movingNode(std::int32_t node) const {
  return moving_[node];
}

/// For files with the same joint in two families.
void JointReader::noteJoinedBodies() {
  moving_.assign(scene_.nodes.size(), -1);
  for (const Motion& motion : scene_.motions) moving_[motion.node] = motion.node;
  for (const std::int32_t node : reading_.order.order()) {
    const auto at = static_cast<std::size_t>(node);
    const std::int32_t parent = scene_.nodes[at].parent;
    if (moving_[at] < 0 && parent >= 0) moving_[at] = moving_[parent];
  }
  for (const Joint& joint : scene_.joints) {
    joined_.insert(std::minmax({movingNode(joint.node), movingNode(joint.connected_node)}));
  }
}

void JointReader::readNode(std::int32_t node) {
  const json::Value extension = reading_.asset.nodes()[node].extensions.find(omi_physics_joint::kExtension);
  if (!extension || !takeForOmi(reading_, node, omi_physics_joint::kExtension, extension)) return;
  const bool old = extension.isObject() &&
                   (extension.find("constraints") || extension.find("nodeA") || extension.find("nodeB"));
  if (!old) {
    if (extension.isObject()) checkPhysicsNode(reading_, node, extension.pointer());
    readJoint(reading_, omiJointFamily(), base_, node, extension);
    return;
  }
  const Record record = readRecord(omi_physics_joint::kConstraintNode, extension, reading_.context);
  checkPhysicsNode(reading_, node, record.pointer());
  if (record.has(Key::Constraints) && record.has(Key::NodeA) && record.has(Key::NodeB))
    readConstraints(record, node);
}

void JointReader::readConstraints(const Record& record, std::int32_t node) {
  Joint joint;
  joint.node = joint.connected_node = node;
  joint.body_node = record.index(Key::NodeA);
  joint.connected_body_node = record.index(Key::NodeB);
  if (joined_.contains(std::minmax({movingNode(joint.body_node), movingNode(joint.connected_body_node)}))) {
    reading_.diagnostics.warning(
        codes::kPhysicsFamilyIgnored, record.pointer(),
        joined(omi_physics_joint::kExtension,
               " is ignored because a joint of another extension connects the same bodies"));
    return;
  }
  checkBodies(record);
  if (joint.body_node == node || joint.connected_body_node == node) {
    reading_.diagnostics.hint(codes::kPhysicsUnusual, record.pointer(),
                              "a joint should be on a node of its own; on the node of a body it moves with "
                              "that body in other importers");
  }
  joint.description = describe(record);
  joint.origin = record.origin();
  scene_.joints.push_back(std::move(joint));
}

/// Document 001: "A connected node cannot be null, cannot be a non-body, and cannot be a trigger body."
void JointReader::checkBodies(const Record& record) {
  for (const Key key : {Key::NodeA, Key::NodeB}) {
    const std::int32_t node = record.index(key);
    const bool moves = movingNode(node) == node;
    bool fixed = false;
    for (const StaticBody& body : scene_.static_bodies) fixed = fixed || body.node == node;
    if (moves || fixed) continue;
    reading_.diagnostics.warning(
        codes::kPhysicsUnusual, record.pointer(key),
        joined(
            "node ", std::to_string(node),
            " has no body of its own; the joint connects the body that the node belongs to, or the world"));
  }
}

/// The limits of a list of constraints, made once for all joints with the same list.
std::int32_t JointReader::describe(const Record& record) {
  const std::vector<std::int32_t> list = record.indices(Key::Constraints);
  const auto [place, is_new] =
      described_.try_emplace(list, static_cast<std::int32_t>(scene_.joint_descriptions.size()));
  if (!is_new) return place->second;
  // By axis, the three linear ones first: the position in the list of the constraint that holds it.
  std::array<int, 6> holder{-1, -1, -1, -1, -1, -1};
  bool overridden = false;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const JointLimit& limit = constraints_[list[i]].limit;
    for (std::size_t axis = 0; axis < 6; ++axis) {
      if (!(axis < 3 ? limit.linear_axes[axis] : limit.angular_axes[axis - 3])) continue;
      overridden = overridden || holder[axis] >= 0;
      holder[axis] = static_cast<int>(i);
    }
  }
  if (overridden) {
    reading_.diagnostics.hint(codes::kPhysicsOverridden, record.pointer(Key::Constraints),
                              "several constraints limit the same axis; the last one is used");
  }
  JointDescription description;
  description.origin = record.origin();
  for (std::size_t i = 0; i < list.size(); ++i) {
    std::array<bool, 6> axes{};
    for (std::size_t axis = 0; axis < 6; ++axis) axes[axis] = holder[axis] == static_cast<int>(i);
    addLimits(constraints_[list[i]], axes, description);
  }
  scene_.joint_descriptions.push_back(std::move(description));
  return place->second;
}

void JointReader::addLimits(const Constraint& constraint, const std::array<bool, 6>& axes,
                            JointDescription& description) {
  if (!constraint.usable) return;
  const bool fixed = constraint.fixed;
  JointLimit limit = constraint.limit;
  for (const bool angular : {false, true}) {
    limit.linear_axes = limit.angular_axes = {};
    std::array<bool, 3>& own = angular ? limit.angular_axes : limit.linear_axes;
    bool any = false;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (!axes[axis + (angular ? 3 : 0)]) continue;
      if (!fixed) own = {};
      own[axis] = any = true;
      if (!fixed) description.limits.push_back(limit);
    }
    if (fixed && any) description.limits.push_back(limit);
  }
}

}  // namespace

void readOmiJoints(Reading& reading) {
  JointReader(reading).read();
}

}  // namespace carom::dialect

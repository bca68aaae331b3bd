// Joints: what they hold, and what their drives can reach. Whether their frames are apart at the start the
// engine says (check_world.cpp).
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "dialect/families/omi_physics_joint/tables.hpp"
#include "validate/checks.hpp"
#include "validate/rules/joints/rules.hpp"

namespace carom::validate {

namespace {

constexpr double kFar = 0.02;     // m; exporters round positions.
constexpr double kTurned = 0.05;  // rad, 3 degrees.

std::size_t countOf(const std::array<bool, 3>& axes) {
  return static_cast<std::size_t>(std::count(axes.begin(), axes.end(), true));
}

double wholeAngle(const DQuat& turn) {
  return 2 * std::atan2(length(turn.vector()), std::abs(turn.w));
}

bool isAngular(const JointLimit& limit) {
  return countOf(limit.angular_axes) > 0;
}

/// Whether a hard limit leaves its axes no room.
bool locks(const JointLimit& limit) {
  if (limit.stiffness) return false;
  const std::size_t count = countOf(isAngular(limit) ? limit.angular_axes : limit.linear_axes);
  if (count > 1) return limit.max && *limit.max <= 0;
  return limit.min && limit.max && *limit.min == *limit.max;
}

class JointCheck {
 public:
  JointCheck(const Subject& subject, Findings& findings) : subject_(subject), findings_(findings) {}

  void run() {
    if (!subject_.scene.joints.empty()) noteNodes();
    for (const Joint& joint : subject_.scene.joints) {
      if (joint.description < 0 || joint.connected_node < 0) continue;
      checkSides(joint);
      checkPlace(joint);
      checkLoop(joint);
    }
    for (const JointDescription& description : subject_.scene.joint_descriptions) checkDrives(description);
  }

 private:
  const JointDescription& descriptionOf(const Joint& joint) const {
    return subject_.scene.joint_descriptions[joint.description];
  }

  /// A body of infinite mass may still turn.
  bool yields(std::int32_t motion) const {
    if (subject_.isMovable(motion)) return true;
    if (!subject_.isDynamic(motion) || subject_.animated[subject_.scene.motions[motion].node]) return false;
    const std::optional<DVec3>& inertia = subject_.scene.motions[motion].inertia_diagonal;
    return inertia && (std::isfinite(inertia->x) || std::isfinite(inertia->y) || std::isfinite(inertia->z));
  }

  void checkSides(const Joint& joint) {
    const auto [a, b] = joinedMotions(subject_.scene, joint);
    // That neither is on a body, or both on the same, the reader says.
    if (a == b || yields(a) || yields(b)) return;
    findings_.add(rules::kPhysicsJointImmovable, joint.origin.pointer,
                  "the joint of " + subject_.nodeText(joint.node) + " with " +
                      subject_.nodeText(joint.connected_node) +
                      " holds two things that no force moves; make one of them dynamic");
  }

  /// Whether a body of any type is at or above a node.
  bool hasBody(std::int32_t node) const {
    if (subject_.scene.motionOf(node) >= 0) return true;
    for (; node >= 0; node = subject_.scene.nodes[node].parent) {
      if (static_nodes_.contains(node)) return true;
    }
    return false;
  }

  /// Where OMI wants joints; those of document 001 have other places.
  void checkPlace(const Joint& joint) {
    const bool omi = joint.origin.pointer.ends_with(dialect::omi_physics_joint::kExtension);
    if (!omi || joint.body_node >= 0 || joint.connected_body_node >= 0) return;
    const auto [first, second] = joinedMotions(subject_.scene, joint);
    const auto add = [&](const std::string& message) {
      findings_.add(rules::kPhysicsJointPlace, joint.origin.pointer, message);
    };
    if (first < 0 || !subject_.isDynamic(first)) {
      const bool other = second >= 0 && subject_.isDynamic(second);
      add("the joint of " + subject_.nodeText(joint.node) + " is part of no dynamic body" +
          (other ? "; put it on the other node, and connect it to this one" : ""));
    }
    if (!hasBody(joint.connected_node)) {
      add("the connected " + subject_.nodeText(joint.connected_node) +
          " is part of no body; give it, or a node above it, a motion of type static");
    }
    if (busy_nodes_.contains(joint.node)) {
      add("the joint of " + subject_.nodeText(joint.node) +
          " shares its node with a body, a shape, a mesh or a camera; move it to a child node");
    }
  }

  void noteNodes() {
    const Scene& scene = subject_.scene;
    for (const StaticBody& body : scene.static_bodies) static_nodes_.insert(body.node);
    busy_nodes_ = static_nodes_;
    for (const Motion& motion : scene.motions) busy_nodes_.insert(motion.node);
    for (const Collider& collider : scene.colliders) busy_nodes_.insert(collider.node);
    for (const Trigger& trigger : scene.triggers) busy_nodes_.insert(trigger.node);
    for (std::size_t i = 0; i < subject_.asset.nodes().size(); ++i) {
      const gltf::Node& node = subject_.asset.nodes()[i];
      if (node.mesh >= 0 || node.json.find("camera")) busy_nodes_.insert(static_cast<std::int32_t>(i));
    }
  }

  bool isRigid(const JointDescription& description) const {
    std::array<bool, 6> held{};
    for (const JointLimit& limit : description.limits) {
      if (!locks(limit)) continue;
      for (std::size_t i = 0; i < 3; ++i) {
        held[i] = held[i] || limit.linear_axes[i];
        held[3 + i] = held[3 + i] || limit.angular_axes[i];
      }
    }
    return std::all_of(held.begin(), held.end(), [](bool axis) { return axis; });
  }

  /// How far a rigid joint would move the second body, as seen from the first: joints of one pair must agree.
  void checkLoop(const Joint& joint) {
    if (joint.body_node >= 0 || joint.connected_body_node >= 0 || !isRigid(descriptionOf(joint))) return;
    auto [first, second] = joinedMotions(subject_.scene, joint);
    if (first == second || (!subject_.isMovable(first) && !subject_.isMovable(second))) return;
    const bool turned_round = second < first;
    const std::int32_t from = turned_round ? joint.connected_node : joint.node;
    const std::int32_t to = turned_round ? joint.node : joint.connected_node;
    const DTransform move = subject_.poses[from].transform * inverse(subject_.poses[to].transform);
    const auto [held, is_new] = moves_.emplace(std::minmax(first, second), move);
    if (is_new) return;
    const double apart = length(move.translation - held->second.translation);
    const double turn = wholeAngle(conjugate(held->second.rotation) * move.rotation);
    if (apart <= kFar && turn <= kTurned) return;
    findings_.add(rules::kPhysicsJointLoop, joint.origin.pointer,
                  "another joint holds the same two bodies rigidly, " + text(apart) + " m and " + text(turn) +
                      " rad elsewhere; at most one of them can be satisfied");
  }

  void checkDrives(const JointDescription& description) {
    for (const JointDrive& drive : description.drives) {
      for (const JointLimit& limit : description.limits) {
        const auto& axes = drive.angular ? limit.angular_axes : limit.linear_axes;
        if (limit.stiffness || !axes[drive.axis]) continue;
        if (locks(limit)) {
          findings_.add(rules::kPhysicsDriveLocked, drive.origin.pointer,
                        "the limit at " + limit.origin.pointer +
                            " holds the axis of this drive still; the drive can move nothing");
          break;
        }
        if (countOf(axes) == 1 && drive.position_target && drive.stiffness > 0) checkTarget(drive, limit);
      }
    }
  }

  void checkTarget(const JointDrive& drive, const JointLimit& limit) {
    const double target = *drive.position_target;
    const bool below = limit.min && target < *limit.min, above = limit.max && target > *limit.max;
    if (!below && !above) return;
    findings_.add(rules::kPhysicsDriveTarget, drive.origin.pointer + "/positionTarget",
                  "the target " + text(target) + " is " +
                      (below ? "below the limit's min of " : "above the limit's max of ") +
                      text(below ? *limit.min : *limit.max) + "; it is never reached");
  }

  const Subject& subject_;
  Findings& findings_;
  std::map<std::pair<std::int32_t, std::int32_t>, DTransform> moves_;
  std::set<std::int32_t> static_nodes_, busy_nodes_;  ///< Of bodies that stand still; with more than a joint.
};

}  // namespace

void checkJoints(const Subject& subject, Findings& findings) {
  JointCheck(subject, findings).run();
}

}  // namespace carom::validate

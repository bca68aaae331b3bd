// Features of triggers and joints.
#include <algorithm>
#include <cmath>

#include "validate/profiles/feature.hpp"

namespace carom::validate::profiles {

namespace {

std::size_t countOf(const std::array<bool, 3>& axes) {
  return static_cast<std::size_t>(std::count(axes.begin(), axes.end(), true));
}

/// Joints whose description has an item that is wanted.
template <class Items, class Wanted>
std::vector<Use> joints(const Subject& subject, Items JointDescription::*items, Wanted wanted) {
  std::vector<Use> uses;
  for (const Joint& joint : subject.scene.joints) {
    if (joint.description < 0) continue;
    const auto& list = subject.scene.joint_descriptions[joint.description].*items;
    for (const auto& item : list) {
      if (!wanted(item)) continue;
      uses.push_back({item.origin.pointer, "the joint of " + subject.nodeText(joint.node)});
      break;
    }
  }
  return uses;
}

template <class Wanted>
std::vector<Use> limits(const Subject& subject, Wanted wanted) {
  return joints(subject, &JointDescription::limits, wanted);
}

template <class Wanted>
std::vector<Use> drives(const Subject& subject, Wanted wanted) {
  return joints(subject, &JointDescription::drives, wanted);
}

bool locks(const JointLimit& limit) {
  return limit.min && limit.max && *limit.min == 0 && *limit.max == 0;
}

/// Of each node, whether it has a motion or a collider.
std::vector<bool> hasBody(const Subject& subject) {
  std::vector<bool> has(subject.scene.nodes.size());
  for (const Motion& motion : subject.scene.motions) has[motion.node] = true;
  for (const Collider& collider : subject.scene.colliders) has[collider.node] = true;
  return has;
}

/// Whether a node or one above it is marked.
bool isBelow(const Subject& subject, std::int32_t node, const std::vector<bool>& marked) {
  for (; node >= 0; node = subject.scene.nodes[node].parent) {
    if (marked[node]) return true;
  }
  return false;
}

std::vector<Use> triggers(const Subject& subject, bool compound) {
  std::vector<Use> uses;
  for (const Trigger& trigger : subject.scene.triggers) {
    if (trigger.children.empty() == compound) continue;
    uses.push_back({trigger.origin.pointer, subject.nodeText(trigger.node)});
  }
  return uses;
}

}  // namespace

const Feature kTriggers{"triggers", [](const Subject& s) { return triggers(s, false); }};
const Feature kCompoundTriggers{"triggers of several nodes",
                                [](const Subject& s) { return triggers(s, true); }};
const Feature kWorldJoints{
    "joints whose own node is below no body and no collider", [](const Subject& s) {
      std::vector<Use> uses;
      const std::vector<bool> holds = hasBody(s);
      for (const Joint& joint : s.scene.joints) {
        const std::int32_t node = joint.body_node >= 0 ? joint.body_node : joint.node;
        if (node < 0 || isBelow(s, node, holds)) continue;
        uses.push_back({joint.origin.pointer, "the joint of " + s.nodeText(joint.node)});
      }
      return uses;
    }};
const Feature kRadialLimits{
    "limits of two linear axes with room", [](const Subject& s) {
      return limits(s, [](const JointLimit& l) { return countOf(l.linear_axes) == 2 && !locks(l); });
    }};
const Feature kBallLimits{
    "limits of three linear axes with room", [](const Subject& s) {
      return limits(s, [](const JointLimit& l) { return countOf(l.linear_axes) == 3 && !locks(l); });
    }};
const Feature kConeLimits{
    "limits of two angular axes with room", [](const Subject& s) {
      return limits(s, [](const JointLimit& l) { return countOf(l.angular_axes) == 2 && !locks(l); });
    }};
const Feature kWholeAngleLimits{
    "limits of three angular axes with room", [](const Subject& s) {
      return limits(s, [](const JointLimit& l) { return countOf(l.angular_axes) == 3 && !locks(l); });
    }};
const Feature kSoftLimits{
    "soft limits of linear axes", [](const Subject& s) {
      return limits(s, [](const JointLimit& l) { return l.stiffness && countOf(l.linear_axes) > 0; });
    }};
const Feature kSoftLocks{"soft limits with min and max 0", [](const Subject& s) {
                           return limits(s, [](const JointLimit& l) { return l.stiffness && locks(l); });
                         }};
const Feature kAngularSoftLimits{
    "soft limits of angular axes", [](const Subject& s) {
      return limits(s, [](const JointLimit& l) { return l.stiffness && countOf(l.angular_axes) > 0; });
    }};
const Feature kAccelerationDrives{"drives in acceleration mode", [](const Subject& s) {
                                    return drives(s, [](const JointDrive& d) { return d.acceleration_mode; });
                                  }};
const Feature kForcelessDrives{"drives with maxForce 0", [](const Subject& s) {
                                 return drives(s, [](const JointDrive& d) { return d.max_force == 0; });
                               }};
const Feature kAngularDrives{"angular drives", [](const Subject& s) {
                               return drives(s, [](const JointDrive& d) { return d.angular; });
                             }};
const Feature kFastAngularDrives{"angular drives to 1 rad/s and more", [](const Subject& s) {
                                   return drives(s, [](const JointDrive& d) {
                                     return d.angular && std::abs(d.velocity_target.value_or(0)) >= 1;
                                   });
                                 }};

}  // namespace carom::validate::profiles

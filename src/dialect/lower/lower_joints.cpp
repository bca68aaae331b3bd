// Joints: from one frame on two bodies (document 001) to two frames, and back.
//
// Where both frames of a joint begin in the same pose, the two ways say the same. To two frames: each body
// gets a node with the joint's initial pose, the joint's own node where that is part of the body. To one
// frame: the frames' common pose; where they begin apart, the connected body is held as it stands, which is
// reported.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "dialect/joined.hpp"
#include "dialect/lower/lowering.hpp"
#include "dialect/read/reading.hpp"
#include "gltf/asset.hpp"
#include "json/splice.hpp"

namespace carom::dialect {

namespace {

constexpr double kSamePlace = 1e-6;  // m and rad: rounding error of equal poses in 32-bit transforms.

double angleBetween(const DQuat& a, const DQuat& b) {
  const DQuat turn = conjugate(a) * b;
  const double sine = std::sqrt(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z);
  return 2 * std::atan2(sine, std::abs(turn.w));
}

std::string apart(const DTransform& a, const DTransform& b) {
  constexpr double kDegrees = 180 / 3.14159265358979323846;
  return joined(json::number(length(a.translation - b.translation)), " m and ",
                json::number(angleBetween(a.rotation, b.rotation) * kDegrees), "°");
}

bool isSame(const DTransform& a, const DTransform& b) {
  return length(a.translation - b.translation) <= kSamePlace &&
         angleBetween(a.rotation, b.rotation) <= kSamePlace;
}

class JointLowering {
 public:
  explicit JointLowering(Lowering& lowering) : lowering_(lowering), scene_(lowering.scene) {}

  void lower() {
    has_thing_.assign(scene_.nodes.size(), false);
    const auto mark = [this](std::int32_t node) { has_thing_[node] = true; };
    for (const Motion& motion : scene_.motions) mark(motion.node);
    for (const StaticBody& body : scene_.static_bodies) mark(body.node);
    for (const Collider& collider : scene_.colliders) mark(collider.node);
    for (const Trigger& trigger : scene_.triggers) mark(trigger.node);
    for (std::size_t i = 0; i < lowering_.source.nodes.size(); ++i) {
      const json::Value nodes =
          lowering_.source.asset ? lowering_.source.asset->root().find("nodes") : json::Value();
      if (nodes[i].find("mesh") || nodes[i].find("camera")) has_thing_[i] = true;
    }
    if (!scene_.joints.empty()) notePlaces();
    for (Joint& joint : scene_.joints) {
      if (lowering_.target.joint_form == JointForm::Constraints) {
        toOneFrame(joint);
      } else {
        toTwoFrames(joint);
      }
      if (!lowering_.target.enable_collision && joint.enable_collision) {
        lowering_.loss(LossKind::Dropped, joint.origin.pointer + "/enableCollision", "joined-collide",
                       "joined bodies never collide in the target dialect",
                       "the two bodies pass through each other");
        joint.enable_collision = false;
      }
    }
  }

 private:
  std::int32_t sideNode(const Joint& joint, bool connected) const {
    const std::int32_t frame = connected ? joint.connected_node : joint.node;
    const std::int32_t body = connected ? joint.connected_body_node : joint.body_node;
    return body >= 0 ? body : frame;
  }
  bool isBusy(std::int32_t node) const {
    const auto at = static_cast<std::size_t>(node);
    return at < has_thing_.size() && has_thing_[at];
  }
  void notePlaces();
  bool isAnimatedBelow(std::int32_t node, std::int32_t above) const;
  bool movesApart(std::int32_t frame, std::int32_t body) const;
  void checkFrame(const Joint& joint, std::int32_t frame, std::int32_t body);
  bool isPlace(std::int32_t node, const DTransform& pose) const;
  std::int32_t placeOn(std::int32_t body, const DTransform& pose, bool connected) const;
  std::int32_t frameOn(const Joint& joint, bool connected);
  void toTwoFrames(Joint& joint);
  void toOneFrame(Joint& joint);
  std::int32_t bodyNode(const Joint& joint, bool connected);
  std::int32_t staticBodyAbove(std::int32_t node) const;

  Lowering& lowering_;
  Scene& scene_;
  std::vector<bool> has_thing_;                               ///< By node: it is more than a place.
  std::vector<Scene::GlobalPose> poses_;                      ///< Of the source's nodes.
  std::map<std::int32_t, std::vector<std::int32_t>> places_;  ///< By motion: its leaves in the source.
  std::set<std::int32_t> hosts_;                              ///< Nodes with a joint.
};

void JointLowering::notePlaces() {
  poses_ = lowering_.source.globalPoses();
  for (std::size_t i = 0; i < poses_.size(); ++i) {
    const auto node = static_cast<std::int32_t>(i);
    if (lowering_.source.nodes[i].children.empty()) places_[lowering_.motionAbove(node)].push_back(node);
  }
  for (const Joint& joint : scene_.joints) hosts_.insert(joint.node);
}

/// Whether an animation changes where a node is in the frame of one above it, or in the scene (-1).
bool JointLowering::isAnimatedBelow(std::int32_t node, std::int32_t above) const {
  const auto changes = [&](std::int32_t at, bool scales) {
    return std::any_of(scene_.animations.begin(), scene_.animations.end(), [&](const NodeAnimation& track) {
      return track.node == at && !track.times.empty() && (track.property == NodeProperty::Scale) == scales;
    });
  };
  if (node == above) return false;
  for (std::int32_t at = scene_.nodes[node].parent; at >= 0; at = scene_.nodes[at].parent) {
    if (changes(at, true)) return true;
  }
  for (; node >= 0 && node != above; node = scene_.nodes[node].parent) {
    if (changes(node, false)) return true;
  }
  return false;
}

/// Whether an animation moves a frame against the node of its body.
bool JointLowering::movesApart(std::int32_t frame, std::int32_t body) const {
  if (scene_.animations.empty()) return false;
  const auto isAtOrBelow = [&](std::int32_t node, std::int32_t above) {
    while (node >= 0 && node != above) node = scene_.nodes[node].parent;
    return node == above;
  };
  if (isAtOrBelow(frame, body)) return isAnimatedBelow(frame, body);
  if (isAtOrBelow(body, frame)) return isAnimatedBelow(body, frame);
  return isAnimatedBelow(frame, -1) || isAnimatedBelow(body, -1);
}

/// Document 001 holds bodies where they are at the start.
void JointLowering::checkFrame(const Joint& joint, std::int32_t frame, std::int32_t body) {
  if (!movesApart(frame, body)) return;
  lowering_.loss(LossKind::Approximated, joint.origin.pointer, "joint-frame-animated",
                 "an animation moves the joint's frame in its body, and in the target dialect frames are "
                 "fixed to bodies",
                 "the frame stays where it is at the start");
}

bool JointLowering::isPlace(std::int32_t node, const DTransform& pose) const {
  const auto at = static_cast<std::size_t>(node);
  return at < poses_.size() && isSame(poses_[at].transform, pose);
}

/// A node of the source that is part of a body and has a pose, so that going to and fro adds no more nodes;
/// -1 if there is none. A joint's own node must be nothing else.
std::int32_t JointLowering::placeOn(std::int32_t body, const DTransform& pose, bool connected) const {
  if (connected && isPlace(body, pose)) return body;
  const auto places = places_.find(lowering_.motionAbove(body));
  if (places == places_.end()) return -1;
  for (const std::int32_t node : places->second) {
    if (isPlace(node, pose) && (connected || (!isBusy(node) && !hosts_.contains(node)))) return node;
  }
  return -1;
}

/// A node with the frame's initial pose that moves with the side's body.
std::int32_t JointLowering::frameOn(const Joint& joint, bool connected) {
  const std::int32_t frame = connected ? joint.connected_node : joint.node;
  const std::int32_t body = sideNode(joint, connected);
  const bool one_frame = body != frame, fixed = one_frame && movesApart(frame, body);
  if (lowering_.motionAbove(frame) == lowering_.motionAbove(body) && !fixed) return frame;
  const DTransform pose = scene_.globalPose(frame).transform;
  const std::int32_t place = fixed ? -1 : placeOn(body, pose, connected);
  if (place >= 0) return place;
  const Scene::GlobalPose parent = scene_.globalPose(body);
  DTransform local;
  local.rotation = normalized(conjugate(parent.transform.rotation) * pose.rotation);
  const DVec3 offset =
      inverseRotate(parent.transform.rotation, pose.translation - parent.transform.translation);
  const auto divided = [](double value, double scale) { return scale == 0 ? 0 : value / scale; };
  local.translation = {divided(offset.x, parent.scale.x), divided(offset.y, parent.scale.y),
                       divided(offset.z, parent.scale.z)};
  const std::int32_t node = lowering_.addNode(body, "joint", local);
  const DTransform got = scene_.globalPose(node).transform;
  // Mirrored, sheared or flattened bodies may have no such child.
  const double reach = 1 + length(pose.translation);
  if (length(got.translation - pose.translation) > kSamePlace * reach ||
      angleBetween(got.rotation, pose.rotation) > 1e-5) {
    lowering_.loss(LossKind::Approximated, joint.origin.pointer, "joint-frame",
                   "the scale above this body leaves no exact place for the joint's node",
                   joined("the joint frame deviates by ", apart(got, pose)));
  }
  return node;
}

void JointLowering::toTwoFrames(Joint& joint) {
  const bool one_frame = joint.body_node >= 0 || joint.connected_body_node >= 0;
  const std::int32_t node = frameOn(joint, false), connected = frameOn(joint, true);
  if (one_frame) {
    lowering_.loss(LossKind::Implied, joint.origin.pointer, "joint-frames",
                   "the single frame of the joint is written as two, one on each body");
  }
  joint.node = node;
  joint.connected_node = connected;
  joint.body_node = joint.connected_body_node = -1;
  if (lowering_.target.joint_form != JointForm::Extension) return;
  if (isBusy(joint.node)) {
    joint.node = lowering_.addNode(joint.node, "joint");
    lowering_.loss(LossKind::Implied, joint.origin.pointer, "joint-node",
                   "the joint is written on a new child node, as OMI_physics_joint requires");
  }
  if (lowering_.motionAbove(joint.connected_node) < 0 && staticBodyAbove(joint.connected_node) < 0) {
    StaticBody body;
    body.node = joint.connected_node;
    scene_.static_bodies.push_back(body);
    lowering_.loss(LossKind::Implied, joint.origin.pointer + "/connectedNode", "static-body-added",
                   "the connected node becomes a static body, because OMI_physics_joint joins only bodies");
  }
}

std::int32_t JointLowering::staticBodyAbove(std::int32_t node) const {
  for (; node >= 0; node = scene_.nodes[node].parent) {
    for (const StaticBody& body : scene_.static_bodies) {
      if (body.node == node) return node;
    }
  }
  return -1;
}

/// The node of a side's body; a static one is made where the side is fixed to the world.
std::int32_t JointLowering::bodyNode(const Joint& joint, bool connected) {
  const std::int32_t side = sideNode(joint, connected);
  if (const std::int32_t motion = lowering_.motionAbove(side); motion >= 0) {
    return scene_.motions[motion].node;
  }
  if (const std::int32_t body = staticBodyAbove(side); body >= 0) return body;
  StaticBody body;
  const auto& children = scene_.nodes[side].children;
  const auto is_free = [&](std::int32_t node) {
    return !isBusy(node) && !hosts_.contains(node) && scene_.nodes[node].children.empty();
  };
  const auto free = std::find_if(children.begin(), children.end(), [&](std::int32_t child) {
    const SceneNode& node = scene_.nodes[child];
    return is_free(child) && node.rotation == DQuat{} && lengthSquared(node.translation) == 0;
  });
  if (is_free(side)) {
    body.node = side;
  } else {
    body.node = free != children.end() ? *free : lowering_.addNode(side, "static body");
  }
  scene_.static_bodies.push_back(body);
  lowering_.loss(LossKind::Implied, joint.origin.pointer, "static-body-added",
                 "a static body is added for the side fixed to the world");
  return body.node;
}

void JointLowering::toOneFrame(Joint& joint) {
  const DTransform frame = scene_.globalPose(joint.node).transform;
  const DTransform connected = scene_.globalPose(joint.connected_node).transform;
  if (!isSame(frame, connected)) {
    lowering_.loss(
        LossKind::Approximated, joint.origin.pointer, "joint-frames-merged",
        "the joint's two frames differ at the start, and the target dialect has one frame for both",
        joined("the bodies are held in their initial poses, where the frames are ", apart(frame, connected),
               " apart, instead of being pulled together"));
  }
  const bool one_frame = joint.body_node >= 0 || joint.connected_body_node >= 0;
  const std::int32_t body = bodyNode(joint, false), other = bodyNode(joint, true);
  if (!one_frame) checkFrame(joint, joint.node, body), checkFrame(joint, joint.connected_node, other);
  if (isBusy(joint.node)) {
    joint.node = lowering_.addNode(joint.node, "joint");
    lowering_.loss(LossKind::Implied, joint.origin.pointer, "joint-node",
                   "the joint is written on a new child node, as document 001 requires");
  }
  joint.connected_node = joint.node;
  joint.body_node = body;
  joint.connected_body_node = other;
}

/// The limits of a joint as constraints, which hold each axis by itself and once.
class LimitLowering {
 public:
  LimitLowering(Lowering& lowering, JointDescription& description)
      : lowering_(lowering), description_(description) {}

  void lower() {
    for (const JointDrive& drive : description_.drives) {
      lowering_.loss(LossKind::Dropped, drive.origin.pointer, "drive-dropped", "drives are not written",
                     joined("the joint has no drive ", drive.angular ? "about " : "along ",
                            std::string(1, static_cast<char>('X' + drive.axis))));
    }
    description_.drives.clear();
    const std::vector<JointLimit> limits = std::move(description_.limits);
    description_.limits.clear();
    for (const JointLimit& limit : limits) add(limit);
  }

 private:
  void add(const JointLimit& limit);
  void addAxis(const JointLimit& limit, std::size_t axis);
  bool claim(const JointLimit& limit, std::size_t axis);
  /// The bounds of the limit are not those of the source.
  void noteRange(const JointLimit& limit) {
    lowering_.lowered.changed.insert({limit.origin.pointer, Key::Minimum});
    lowering_.lowered.changed.insert({limit.origin.pointer, Key::Maximum});
  }
  static std::array<bool, 3>& axesOf(JointLimit& limit, bool angular) {
    return angular ? limit.angular_axes : limit.linear_axes;
  }

  Lowering& lowering_;
  JointDescription& description_;
  std::array<int, 6> holder_{-1, -1, -1, -1, -1, -1};  ///< By axis, linear first: index into the new limits.
};

/// False when the axis is held already: then the two are made one if they can be, or the new one is left out.
bool LimitLowering::claim(const JointLimit& limit, std::size_t axis) {
  if (holder_[axis] < 0) {
    holder_[axis] = static_cast<int>(description_.limits.size());
    return true;
  }
  JointLimit& held = description_.limits[holder_[axis]];
  const auto count = [](const JointLimit& l) {
    return std::count(l.linear_axes.begin(), l.linear_axes.end(), true) +
           std::count(l.angular_axes.begin(), l.angular_axes.end(), true);
  };
  const bool alike = held.stiffness == limit.stiffness && (held.damping == limit.damping || !held.stiffness);
  const double low = std::max(held.min.value_or(-kInfinity), limit.min.value_or(-kInfinity));
  const double high = std::min(held.max.value_or(kInfinity), limit.max.value_or(kInfinity));
  const bool fixed = held.min == 0.0 && held.max == 0.0 && !held.stiffness;
  if (fixed) return false;  // Its range is within the other's, or the two contradict each other.
  if (count(held) == 1 && alike && low <= high) {
    noteRange(held);
    held.min = std::isinf(low) ? std::nullopt : std::optional(low);
    held.max = std::isinf(high) ? std::nullopt : std::optional(high);
    lowering_.loss(LossKind::Implied, limit.origin.pointer, "limits-merged",
                   "two limits of the same axis are written as their common range");
    return false;
  }
  lowering_.loss(
      LossKind::Dropped, limit.origin.pointer, "limit-overridden",
      "another limit restricts the same axis, and the target dialect allows one limit for each axis",
      "only the other limit restricts the axis");
  return false;
}

void LimitLowering::addAxis(const JointLimit& limit, std::size_t axis) {
  if (!claim(limit, axis)) return;
  JointLimit one = limit;
  one.linear_axes = one.angular_axes = {};
  axesOf(one, axis >= 3)[axis % 3] = true;
  description_.limits.push_back(std::move(one));
}

void LimitLowering::add(const JointLimit& source) {
  JointLimit limit = source;
  const bool angular =
      std::find(limit.angular_axes.begin(), limit.angular_axes.end(), true) != limit.angular_axes.end();
  std::vector<std::size_t> axes;
  for (std::size_t i = 0; i < 3; ++i) {
    if (axesOf(limit, angular)[i]) axes.push_back(i + (angular ? 3 : 0));
  }
  const std::string& pointer = limit.origin.pointer;
  // The target reads such bounds as none.
  const bool open_below = limit.min && *limit.min <= -kUnboundedConstraint,
             open_above = limit.max && *limit.max >= kUnboundedConstraint;
  if (open_below) limit.min.reset();
  if (open_above) limit.max.reset();
  if (open_below || open_above) noteRange(limit);
  if (!limit.min && !limit.max) {
    lowering_.loss(LossKind::Implied, pointer, "limit-without-bounds",
                   "a limit without bounds is not written");
    return;
  }
  if (limit.stiffness && static_cast<float>(*limit.stiffness) == 0) {
    lowering_.loss(LossKind::Dropped, pointer, "limit-without-spring",
                   "a limit of stiffness 0 is not written; the target dialect requires a positive stiffness",
                   "motion beyond the limit is no longer damped");
    return;
  }
  if (axes.size() == 1) return addAxis(limit, axes[0]);
  // The common distance or angle of several axes is never negative.
  if (!limit.max) {
    lowering_.loss(LossKind::Dropped, pointer, "radial-limit-dropped",
                   "a minimum common distance of several axes is not written",
                   "the bodies may get closer than that");
    return;
  }
  noteRange(limit);
  if (*limit.max <= 0) {
    limit.min = limit.max = 0;
    std::array<bool, 3> own{};
    bool any = false;
    // One constraint for the axes that nothing holds yet.
    for (const std::size_t axis : axes) {
      if (holder_[axis] >= 0) {
        claim(limit, axis);
        continue;
      }
      own[axis % 3] = any = true;
    }
    if (!any) return;
    for (const std::size_t axis : axes) {
      if (own[axis % 3]) holder_[axis] = static_cast<int>(description_.limits.size());
    }
    axesOf(limit, angular) = own;
    description_.limits.push_back(std::move(limit));
    return;
  }
  const double corner = (std::sqrt(static_cast<double>(axes.size())) - 1) * *limit.max;
  lowering_.loss(
      LossKind::Approximated, pointer, "radial-limit-as-box",
      "a limit of the common distance or angle of several axes is written as one limit for each axis",
      joined("at the corners it allows ", json::number(corner), angular ? " rad" : " m", " more",
             limit.min.value_or(0) > 0 ? ", and its smallest distance is not kept" : ""));
  limit.min = -*limit.max;
  for (const std::size_t axis : axes) addAxis(limit, axis);
}

/// Reading constraints makes one description for each list that a joint names, and no others.
void dropUnusedDescriptions(Lowering& lowering) {
  Scene& scene = lowering.scene;
  std::vector<std::int32_t> moved(scene.joint_descriptions.size(), -1);
  for (const Joint& joint : scene.joints) moved[joint.description] = 0;
  std::vector<JointDescription> kept;
  for (std::size_t i = 0; i < moved.size(); ++i) {
    if (moved[i] < 0) {
      lowering.loss(LossKind::Implied, scene.joint_descriptions[i].origin.pointer, "unused-joint",
                    "unused limits are not written");
      continue;
    }
    moved[i] = static_cast<std::int32_t>(kept.size());
    kept.push_back(std::move(scene.joint_descriptions[i]));
  }
  scene.joint_descriptions = std::move(kept);
  for (Joint& joint : scene.joints) joint.description = moved[joint.description];
}

}  // namespace

void lowerJoints(Lowering& lowering) {
  JointLowering(lowering).lower();
  if (lowering.target.joint_form != JointForm::Constraints) return;
  dropUnusedDescriptions(lowering);
  for (JointDescription& description : lowering.scene.joint_descriptions)
    LimitLowering(lowering, description).lower();
}

}  // namespace carom::dialect

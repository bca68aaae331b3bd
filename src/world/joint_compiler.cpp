#include "world/joint_compiler.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>
#include <string_view>

#include "carom/base/diagnostic_codes.hpp"
#include "world/limits.hpp"
#include "world/scene_compiler.hpp"

namespace carom::world {
namespace {

constexpr double kMostStiff = 1e30;

solve::JointMetric metricOf(bool angular, int axes) {
  using solve::JointMetric;
  if (angular) {
    return axes == 1 ? JointMetric::Twist : (axes == 2 ? JointMetric::Swing : JointMetric::RotationAngle);
  }
  return axes == 1 ? JointMetric::AlongAxis : (axes == 2 ? JointMetric::FromLine : JointMetric::FromPoint);
}

/// False for a limit without axes.
bool limitDefinition(const JointLimit& limit, solve::JointLimitDefinition& out) {
  const bool angular = limit.angular_axes[0] || limit.angular_axes[1] || limit.angular_axes[2];
  const std::array<bool, 3>& axes = angular ? limit.angular_axes : limit.linear_axes;
  const auto count = static_cast<int>(std::count(axes.begin(), axes.end(), true));
  if (count == 0) return false;
  out.metric = metricOf(angular, count);
  // The axis of one, or the one that two leave.
  const auto axis = std::find(axes.begin(), axes.end(), count == 1);
  out.axis = static_cast<std::uint8_t>(count == 3 ? 0 : axis - axes.begin());
  if (limit.min && !std::isnan(*limit.min)) out.min = *limit.min;
  if (limit.max && !std::isnan(*limit.max)) out.max = std::max(*limit.max, out.min);
  if (limit.stiffness && *limit.stiffness < kMostStiff) out.stiffness = std::max(0.0, *limit.stiffness);
  out.damping = std::clamp(limit.damping, 0.0, kMostStiff);
  return true;
}

class JointCompiler {
 public:
  JointCompiler(const Scene& scene, const NodeTree& nodes, CompiledScene& compiled, Diagnostics& diagnostics)
      : scene_(scene), nodes_(nodes), compiled_(compiled), diagnostics_(diagnostics) {
    has_motion_.assign(scene.nodes.size(), 0);
    body_of_node_.assign(scene.nodes.size(), -1);
    for (std::size_t i = 0; i < compiled.bodies.size(); ++i) {
      has_motion_[compiled.bodies[i].node] = 1;
      body_of_node_[compiled.bodies[i].node] = static_cast<std::int32_t>(i);
    }
    for (const Diagnostic& item : scene.diagnostics.items()) {
      if (item.code == codes::kPhysicsNoEffect) told_.insert(item.pointer);
    }
  }

  void compile(std::int32_t index);

 private:
  bool isMovable(std::int32_t motion_node) const;
  bool isPossible(const Joint& joint, const CompiledJoint& out);
  std::int32_t fixedBody(std::int32_t node);
  void warnIfApart(const Joint& joint, const solve::JointOpening& opening);

  const Scene& scene_;
  const NodeTree& nodes_;
  CompiledScene& compiled_;
  Diagnostics& diagnostics_;
  std::vector<std::uint8_t> has_motion_;
  std::vector<std::int32_t> body_of_node_;
  std::set<std::string_view> told_;
};

bool JointCompiler::isMovable(std::int32_t motion_node) const {
  if (motion_node < 0) return false;
  const std::int32_t body = body_of_node_[motion_node];
  return compiled_.simulation->body(compiled_.bodies[body].body).movable();
}

/// Says why the joint is not simulated if it is not.
bool JointCompiler::isPossible(const Joint& joint, const CompiledJoint& out) {
  const auto refuse = [&](std::string_view why) {
    // The reader may have reported the same.
    if (!told_.contains(joint.origin.pointer))
      diagnostics_.warning(codes::kJointHoldsNothing, joint.origin.pointer, std::string(why));
    return false;
  };
  if (out.motion_node[0] == out.motion_node[1] && out.motion_node[0] >= 0)
    return refuse("both sides of this joint are on the same body; the joint is ignored");
  if (!isMovable(out.motion_node[0]) && !isMovable(out.motion_node[1]))
    return refuse("neither side of this joint is on a dynamic body; the joint is ignored");
  for (const std::int32_t node : out.node) {
    if (!isPose(nodes_.pose(node)))
      return refuse("a node of this joint lies beyond 1e9 m, the limit of simulation; the joint is ignored");
  }
  return true;
}

void JointCompiler::warnIfApart(const Joint& joint, const solve::JointOpening& opening) {
  if (!opening.is_wide) return;
  char text[192];
  std::snprintf(text, sizeof text,
                "the frames at node %d and node %d are %.3g m and %.3g rad outside the joint's limits at the "
                "start; it leads them back gradually",
                joint.node, joint.connected_node, opening.length, opening.angle);
  diagnostics_.warning(codes::kJointApart, joint.origin.pointer, text);
}

/// A body without colliders at a node that no motion moves.
std::int32_t JointCompiler::fixedBody(std::int32_t node) {
  const DTransform pose = nodes_.pose(node);
  const bool moves = nodes_.isAnimatedBelow(node, -1);
  solve::BodyDefinition body;
  body.type = moves ? solve::BodyType::Kinematic : solve::BodyType::Static;
  body.center = pose.translation;
  body.rotation = normalized(Quat(pose.rotation));
  const std::int32_t index = compiled_.simulation->addBody(body);
  if (moves) compiled_.animated_statics.push_back({node, index});
  return index;
}

void JointCompiler::compile(std::int32_t index) {
  const Joint& joint = scene_.joints[index];
  const auto is_shown = [&](std::int32_t node) {
    return node >= 0 && static_cast<std::size_t>(node) < scene_.nodes.size() && scene_.nodes[node].in_scene;
  };
  if (joint.description < 0 || !is_shown(joint.node)) return;
  CompiledJoint out;
  out.joint = index;
  out.node[0] = joint.node;
  out.node[1] = joint.connected_node;
  if (!is_shown(joint.connected_node)) {
    diagnostics_.warning(codes::kJointHoldsNothing, joint.origin.pointer,
                         "the connected node of this joint is not part of the scene; the joint is ignored");
    return;
  }
  for (int side = 0; side < 2; ++side)
    out.motion_node[side] = jointMotionNode(scene_, joint, side, has_motion_);
  if (!isPossible(joint, out)) return;
  solve::JointDefinition definition = jointDefinition(scene_.joint_descriptions[joint.description]);
  for (int side = 0; side < 2; ++side) {
    const auto s = static_cast<std::size_t>(side);
    const std::int32_t motion = out.motion_node[side];
    if (motion < 0) {
      // In document 001 a body that does not move may be animated all the same, and takes the frame along.
      const std::int32_t named = side == 0 ? joint.body_node : joint.connected_body_node;
      const bool carries = is_shown(named) && nodes_.isAnimatedBelow(named, -1);
      out.fixed_to[side] = carries ? named : out.node[side];
      definition.body[s] = fixedBody(out.fixed_to[side]);
      if (carries) definition.frame[s] = inverse(nodes_.pose(named)) * nodes_.pose(out.node[side]);
      continue;
    }
    const CompiledBody& body = compiled_.bodies[body_of_node_[motion]];
    definition.body[s] = body.body;
    definition.frame[s] =
        inverse(body.body_to_node) * inverse(nodes_.pose(motion)) * nodes_.pose(out.node[side]);
    out.follows_animation[side] = nodes_.isAnimatedBelow(out.node[side], motion);
  }
  const std::int32_t added = compiled_.simulation->addJoint(definition);
  compiled_.joints.push_back(out);
  warnIfApart(joint, compiled_.simulation->jointOpening(added));
}

}  // namespace

std::int32_t jointMotionNode(const Scene& scene, const Joint& joint, int side,
                             const std::vector<std::uint8_t>& has_motion) {
  const std::int32_t named = side == 0 ? joint.body_node : joint.connected_body_node;
  std::int32_t node = named >= 0 ? named : (side == 0 ? joint.node : joint.connected_node);
  while (node >= 0 && !has_motion[node]) node = scene.nodes[node].parent;
  return node;
}

solve::JointDefinition jointDefinition(const JointDescription& description) {
  solve::JointDefinition out;
  for (const JointLimit& limit : description.limits) {
    // A place for each, so that events can name it; one without axes or bounds limits nothing.
    out.limits.emplace_back();
    if (!limitDefinition(limit, out.limits.back())) out.limits.back() = {};
  }
  for (const JointDrive& drive : description.drives) {
    solve::JointDriveDefinition d;
    d.angular = drive.angular;
    d.axis = drive.axis;
    d.acceleration_mode = drive.acceleration_mode;
    d.max_force = std::isnan(drive.max_force) ? kInfinity : std::max(0.0, drive.max_force);
    d.position_target = limited(drive.position_target.value_or(0), kMaxCoordinate);
    d.velocity_target = limited(drive.velocity_target.value_or(0), kMaxSpeed);
    d.stiffness = std::clamp(limited(drive.stiffness, kMostStiff), 0.0, kMostStiff);
    d.damping = std::clamp(limited(drive.damping, kMostStiff), 0.0, kMostStiff);
    out.drives.push_back(d);
  }
  return out;
}

void warnOfFarTargets(const JointDescription& description, Diagnostics& diagnostics) {
  for (const JointDrive& drive : description.drives) {
    const auto check = [&](const std::optional<double>& target, double limit, std::string_view member) {
      if (!target || std::abs(*target) <= limit) return;
      diagnostics.warning(codes::kValueLimited, drive.origin.pointer + std::string(member),
                          "the drive target exceeds the limit of 1e9; it is clamped to that");
    };
    check(drive.position_target, kMaxCoordinate, "/positionTarget");
    check(drive.velocity_target, kMaxSpeed, "/velocityTarget");
  }
}

void compileJoints(const Scene& scene, const NodeTree& nodes, CompiledScene& compiled,
                   Diagnostics& diagnostics) {
  if (scene.joints.empty()) return;
  JointCompiler compiler(scene, nodes, compiled, diagnostics);
  for (const JointDescription& description : scene.joint_descriptions)
    warnOfFarTargets(description, diagnostics);
  for (std::size_t i = 0; i < scene.joints.size(); ++i) compiler.compile(static_cast<std::int32_t>(i));
}

}  // namespace carom::world

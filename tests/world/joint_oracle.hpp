// The metrics of document 003's appendix, written down once more, for tests: what a joint's limits say about
// where nodes are.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "carom/scene/scene.hpp"
#include "carom/world/world.hpp"

namespace carom::test {

/// Follows the nodes that joints name.
class JointOracle {
 public:
  JointOracle(const Scene& scene, const World& world) : scene_(scene), world_(world) {
    start_ = scene.globalPoses();
  }

  /// Global pose of a node that belongs to a body or does not move.
  DTransform pose(std::int32_t node) const {
    const DTransform own = start_[static_cast<std::size_t>(node)].transform;
    for (std::int32_t n = node; n >= 0; n = scene_.nodes[static_cast<std::size_t>(n)].parent) {
      const BodyHandle body = world_.bodyOfNode(n);
      if (!body) continue;
      return world_.state(body).transform * inverse(start_[static_cast<std::size_t>(n)].transform) * own;
    }
    return own;
  }
  /// Of the second frame in the first.
  DTransform relative(const Joint& joint) const {
    return inverse(pose(joint.node)) * pose(joint.connected_node);
  }
  static double metric(const JointLimit& limit, const DTransform& pair) {
    const bool angular = limit.angular_axes[0] || limit.angular_axes[1] || limit.angular_axes[2];
    const auto& axes = angular ? limit.angular_axes : limit.linear_axes;
    const int count = static_cast<int>(std::count(axes.begin(), axes.end(), true));
    const auto first = static_cast<std::size_t>(std::find(axes.begin(), axes.end(), true) - axes.begin());
    const auto rest = static_cast<std::size_t>(std::find(axes.begin(), axes.end(), false) - axes.begin());
    const DQuat q = pair.rotation;
    const DVec3 d = pair.translation, v = q.vector();
    if (!angular) {
      if (count == 1) return d[first];
      if (count == 3) return length(d);
      DVec3 across = d;
      across[rest] = 0;
      return length(across);
    }
    if (count == 1) return std::remainder(2 * std::atan2(v[first], q.w), 2 * 3.14159265358979323846);
    if (count == 3) return 2 * std::atan2(length(v), std::abs(q.w));
    DVec3 axis;
    axis[rest] = 1;
    const DVec3 other = rotate(q, axis);
    return std::atan2(length(cross(axis, other)), dot(axis, other));
  }
  /// How far a limit's metric is out of its range; 0 within.
  static double excess(const JointLimit& limit, const DTransform& pair) {
    const double x = metric(limit, pair);
    return std::max({0.0, limit.min.value_or(-kInfinity) - x, x - limit.max.value_or(kInfinity)});
  }
  /// Of all hard limits of all joints, m or rad.
  double worst() const {
    double out = 0;
    for (const Joint& joint : scene_.joints) {
      for (const JointLimit& limit :
           scene_.joint_descriptions[static_cast<std::size_t>(joint.description)].limits) {
        if (!limit.stiffness) out = std::max(out, excess(limit, relative(joint)));
      }
    }
    return out;
  }

 private:
  const Scene& scene_;
  const World& world_;
  std::vector<Scene::GlobalPose> start_;
};

}  // namespace carom::test

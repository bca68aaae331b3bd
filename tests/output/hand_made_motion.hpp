// Motions made by formula or by chance, and their local poses in a tree of nodes with scales.
#pragma once

#include <cmath>
#include <random>
#include <vector>

#include "carom/output/motion_keys.hpp"
#include "carom/scene/scene.hpp"
#include "carom/world/world.hpp"

namespace carom::test {

inline DQuat aboutAxis(const DVec3& axis, double angle) {
  const DVec3 v = normalized(axis) * std::sin(angle / 2);
  return {v.x, v.y, v.z, std::cos(angle / 2)};
}

inline std::int32_t addNode(Scene& scene, std::int32_t parent, const DVec3& translation = {},
                            const DVec3& scale = {1, 1, 1}, const DQuat& rotation = {}) {
  const auto index = static_cast<std::int32_t>(scene.nodes.size());
  SceneNode node;
  node.parent = parent;
  node.translation = translation;
  node.rotation = rotation;
  node.scale = scale;
  scene.nodes.push_back(node);
  if (parent >= 0) scene.nodes[static_cast<std::size_t>(parent)].children.push_back(index);
  return index;
}

/// A node's global frame, scale along its axes kept apart (no shear: scales of parents are uniform in these
/// tests).
struct Frame {
  DTransform transform;
  double scale = 1;
};

/// Global frame of a node when some nodes have other poses than the scene says.
template <class Pose>
Frame frameOf(const Scene& scene, std::int32_t node, const Pose& pose) {
  std::vector<std::int32_t> path;
  for (; node >= 0; node = scene.nodes[static_cast<std::size_t>(node)].parent) path.push_back(node);
  Frame frame;
  for (; !path.empty(); path.pop_back()) {
    const DTransform local = pose(path.back());
    frame.transform.translation =
        frame.transform.translation + rotate(frame.transform.rotation, local.translation * frame.scale);
    frame.transform.rotation = frame.transform.rotation * local.rotation;
    frame.scale *= scene.nodes[static_cast<std::size_t>(path.back())].scale.x;
  }
  return frame;
}

inline DTransform ownPose(const Scene& scene, std::int32_t node) {
  const SceneNode& n = scene.nodes[static_cast<std::size_t>(node)];
  return {n.translation, n.rotation};
}

/// Value of a track at a time, as LINEAR plays it.
inline std::vector<double> played(const KeyTrack& track, const std::vector<float>& times, double time) {
  const std::size_t components = track.values.size() / track.times.size();
  std::size_t next = 0;
  while (next < track.times.size() && times[track.times[next]] < time) ++next;
  const std::size_t last = track.times.size() - 1;
  const std::size_t b = std::min(next, last), a = b == 0 || times[track.times[b]] <= time ? b : b - 1;
  const auto value = [&](std::size_t key) {
    std::vector<double> v;
    for (std::size_t i = 0; i < components; ++i) v.push_back(track.values[key * components + i]);
    return v;
  };
  std::vector<double> result = value(a);
  if (a == b) return result;
  const double u = (time - times[track.times[a]]) / (double(times[track.times[b]]) - times[track.times[a]]);
  const std::vector<double> end = value(b);
  double weight_a = 1 - u, weight_b = u;
  if (components == 4) {
    double cosine = 0;
    for (std::size_t i = 0; i < 4; ++i) cosine += result[i] * end[i];
    EXPECT_GE(cosine, 0) << "neighbouring quaternions on different hemispheres";
    const double angle = std::acos(std::min(cosine, 1.0));
    if (angle > 1e-6)
      weight_a = std::sin((1 - u) * angle) / std::sin(angle),
      weight_b = std::sin(u * angle) / std::sin(angle);
  }
  for (std::size_t i = 0; i < components; ++i) result[i] = weight_a * result[i] + weight_b * end[i];
  return result;
}

inline DTransform playedPose(const MotionTrack& track, const std::vector<float>& times, double time) {
  const auto t = played(track.translation, times, time), r = played(track.rotation, times, time);
  return {{t[0], t[1], t[2]}, normalized(DQuat{r[0], r[1], r[2], r[3]})};
}

inline double angle(const DQuat& a, const DQuat& b) {
  const DQuat d = conjugate(a) * b;
  return 2 * std::atan2(length(d.vector()), std::abs(d.w));
}

}  // namespace carom::test

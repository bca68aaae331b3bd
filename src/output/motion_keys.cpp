#include "carom/output/motion_keys.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "base/stable_sort.hpp"
#include "output/key_reduction.hpp"

namespace carom {
namespace {

using output::KeyReducer;
using output::RotationCurve;
using output::TranslationCurve;

double largest(const DVec3& v) {
  const DVec3 a = absolute(v);
  return std::max({a.x, a.y, a.z});
}

/// By node: an upper bound of how much a node's global scale lengthens what is below it, at any time.
std::vector<double> scaleBounds(const Scene& scene) {
  std::vector<double> own(scene.nodes.size());
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) own[i] = largest(scene.nodes[i].scale);
  for (const NodeAnimation& animation : scene.animations) {
    if (animation.property != NodeProperty::Scale) continue;
    if (animation.node < 0 || static_cast<std::size_t>(animation.node) >= own.size()) continue;
    double& bound = own[animation.node];
    for (const float value : animation.values) bound = std::max(bound, std::abs(static_cast<double>(value)));
    // A cubic spline passes its keys by at most its tangents' share; doubling covers all but wild curves.
    if (animation.interpolation == KeyInterpolation::CubicSpline) bound *= 2;
  }
  return own;
}

}  // namespace

struct MotionKeys::Implementation {
  struct Body {
    KeyReducer<TranslationCurve> translation_keys;
    KeyReducer<RotationCurve> rotation_keys;
    DVec3 translation;  // Local, of the last step.
    DQuat rotation;
    DVec3 position;  // Global, of the last step.
    KeyReducer<TranslationCurve> scale_keys;
    DVec3 scale{1, 1, 1};
    bool scaled = false;      // Its scale is recorded.
    double parent_scale = 1;  // Bound of the scale of what is above the node.
    std::int32_t outer = -1;  // Track of the nearest motion above, -1: none.
    std::uint32_t chain = 1;  // Motions on the longest chain of nested motions through this one.
    bool has_inner = false;
    double arm = 0;  // m: bound of the distance to the origins of all motions below.
  };

  MotionKeyOptions options;
  std::vector<std::int32_t> parents;   // By node.
  std::vector<double> scales;          // By node.
  std::vector<std::int32_t> track_of;  // By node, -1: none.
  std::vector<float> times;
  std::vector<MotionTrack> tracks;
  std::vector<Body> bodies;
  std::vector<std::uint32_t> inner_first;  // Nested bodies, inner before outer.

  void start(std::span<const MovedNode> nodes, std::size_t others);
  void findChains();
  void updateArms();
  void addKeys(std::uint32_t step);
};

void MotionKeys::Implementation::start(std::span<const MovedNode> nodes, std::size_t others) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const MovedNode& node = nodes[i];
    const auto index = static_cast<std::size_t>(node.node);
    if (index >= track_of.size()) continue;
    const bool other = i + others >= nodes.size();
    if (track_of[index] < 0) {
      track_of[index] = static_cast<std::int32_t>(tracks.size());
      tracks.push_back({node.node, {}, {}, {}, !other});
      bodies.emplace_back();
    }
    bodies[track_of[index]].scaled = other;
  }
  findChains();
}

/// Visits nodes upwards from each track and reuses the results of visited nodes, so that each is visited
/// once.
void MotionKeys::Implementation::findChains() {
  std::vector<std::int32_t> outer(parents.size(), -2);  // By node: track at or above it, -2: not known yet.
  std::vector<double> scale(parents.size());        // By node: bound of the scale down to and with the node.
  std::vector<std::uint32_t> depth(tracks.size());  // By track: motions above it.
  std::vector<std::int32_t> path;
  for (std::size_t i = 0; i < parents.size(); ++i) {
    path.clear();
    std::int32_t node = static_cast<std::int32_t>(i);
    while (node >= 0 && outer[node] == -2 && path.size() < parents.size()) {
      path.push_back(node);
      node = parents[node];
    }
    std::int32_t above = node < 0 ? -1 : std::max(-1, outer[node]);
    double bound = node < 0 ? 1 : scale[node];
    for (; !path.empty(); path.pop_back()) {
      const auto index = static_cast<std::size_t>(path.back());
      const std::int32_t track = track_of[index];
      if (track >= 0) {
        Body& body = bodies[track];
        body.outer = above;
        body.parent_scale = bound;
        if (above >= 0) {
          bodies[above].has_inner = true;
          depth[track] = depth[above] + 1;
        }
        above = track;
      }
      bound *= scales[index];
      scale[index] = bound;
      outer[index] = above;
    }
  }
  for (std::uint32_t i = 0; i < tracks.size(); ++i)
    if (bodies[i].outer >= 0 || bodies[i].has_inner) inner_first.push_back(i);
  stableSort(inner_first, [&](std::uint32_t a, std::uint32_t b) { return depth[a] > depth[b]; });
  for (const std::uint32_t i : inner_first) bodies[i].chain = std::max(bodies[i].chain, depth[i] + 1);
  for (const std::uint32_t i : inner_first) {
    if (bodies[i].outer < 0) continue;
    Body& outer_body = bodies[bodies[i].outer];
    outer_body.chain = std::max(outer_body.chain, bodies[i].chain);
  }
}

void MotionKeys::Implementation::updateArms() {
  for (const std::uint32_t i : inner_first) bodies[i].arm = 0;
  for (const std::uint32_t i : inner_first) {
    const Body& body = bodies[i];
    if (body.outer < 0) continue;
    Body& outer = bodies[body.outer];
    outer.arm = std::max(outer.arm, length(body.position - outer.position) + body.arm);
  }
}

void MotionKeys::Implementation::addKeys(std::uint32_t step) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    Body& body = bodies[i];
    double translation_tolerance = options.translation_tolerance / body.chain;
    double rotation_tolerance = options.rotation_tolerance / body.chain;
    if (body.has_inner) {
      translation_tolerance /= 2;  // The other half is for what the rotation does to the inner nodes.
      if (body.arm * rotation_tolerance > translation_tolerance)
        rotation_tolerance = translation_tolerance / body.arm;
    }
    if (body.parent_scale > 0) translation_tolerance /= body.parent_scale;
    body.translation_keys.add(step, body.translation, translation_tolerance, options.keep_all_keys, times,
                              tracks[i].translation);
    body.rotation_keys.add(step, body.rotation, rotation_tolerance, options.keep_all_keys, times,
                           tracks[i].rotation);
    // What a metre of the node becomes is off by as much as a place may be.
    if (body.scaled)
      body.scale_keys.add(step, body.scale, options.translation_tolerance, options.keep_all_keys, times,
                          tracks[i].scale);
  }
}

MotionKeys::MotionKeys(const Scene& scene, const MotionKeyOptions& options)
    : implementation_(std::make_unique<Implementation>()) {
  implementation_->options = options;
  implementation_->scales = scaleBounds(scene);
  implementation_->track_of.assign(scene.nodes.size(), -1);
  implementation_->parents.reserve(scene.nodes.size());
  for (const SceneNode& node : scene.nodes) implementation_->parents.push_back(node.parent);
}

MotionKeys::~MotionKeys() = default;
MotionKeys::MotionKeys(MotionKeys&&) noexcept = default;
MotionKeys& MotionKeys::operator=(MotionKeys&&) noexcept = default;

void MotionKeys::add(double time, std::span<const MovedNode> nodes, std::span<const DVec3> scales) {
  Implementation& self = *implementation_;
  const float key_time = static_cast<float>(time);
  if (self.times.empty()) {
    self.start(nodes, scales.size());
  } else if (!(key_time > self.times.back())) {
    return;
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const MovedNode& node = nodes[i];
    const auto index = static_cast<std::size_t>(node.node);
    if (index >= self.track_of.size() || self.track_of[index] < 0) continue;
    Implementation::Body& body = self.bodies[self.track_of[index]];
    body.translation = node.local_translation;
    body.rotation = normalized(node.local_rotation);
    body.position = node.global.translation;
    if (i + scales.size() >= nodes.size()) body.scale = scales[i + scales.size() - nodes.size()];
  }
  self.times.push_back(key_time);
  if (!self.options.keep_all_keys) self.updateArms();
  self.addKeys(static_cast<std::uint32_t>(self.times.size() - 1));
}

void MotionKeys::finish() {
  Implementation& self = *implementation_;
  for (std::size_t i = 0; i < self.bodies.size(); ++i) {
    self.bodies[i].translation_keys.finish(self.tracks[i].translation);
    self.bodies[i].rotation_keys.finish(self.tracks[i].rotation);
    if (self.bodies[i].scaled) self.bodies[i].scale_keys.finish(self.tracks[i].scale);
  }
}

bool KeyTrack::isConstant(std::size_t components) const {
  for (std::size_t i = components; i < values.size(); ++i) {
    if (values[i] != values[i % components]) return false;
  }
  return true;
}

const std::vector<float>& MotionKeys::times() const {
  return implementation_->times;
}
const std::vector<MotionTrack>& MotionKeys::tracks() const {
  return implementation_->tracks;
}

}  // namespace carom

// Node animations, and which of the file's animations collider geometry cannot follow.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "carom/base/diagnostic_codes.hpp"
#include "dialect/joined.hpp"
#include "dialect/read/reading.hpp"

namespace carom::dialect {

namespace {

/// The type of a value that as many numbers say; what the pointer names may be of another.
ValueType typeOf(std::uint32_t components) {
  switch (components) {
    case 2:
      return ValueType::Vector2;
    case 3:
      return ValueType::Vector3;
    case 4:
      return ValueType::Vector4;
    case 9:
      return ValueType::Matrix3;
    case 16:
      return ValueType::Matrix4;
    default:
      return ValueType::Number;
  }
}

NodeProperty propertyOf(gltf::AnimationPath path) {
  switch (path) {
    case gltf::AnimationPath::Translation:
      return NodeProperty::Translation;
    case gltf::AnimationPath::Rotation:
      return NodeProperty::Rotation;
    default:
      return NodeProperty::Scale;
  }
}

KeyInterpolation interpolationOf(gltf::Interpolation interpolation) {
  switch (interpolation) {
    case gltf::Interpolation::Step:
      return KeyInterpolation::Step;
    case gltf::Interpolation::CubicSpline:
      return KeyInterpolation::CubicSpline;
    default:
      return KeyInterpolation::Linear;
  }
}

/// Nodes whose animation would change the geometry of some collider.
struct GeometryNodes {
  std::vector<bool> weights;  ///< Their morph weights are in it.
  std::vector<bool>
      transform;  ///< Their transform is in it: below the node it is taken from, or a joint of its skin.
};

void markSkin(const Reading& reading, std::int32_t skin, GeometryNodes& marked) {
  const json::Value joints = reading.asset.root().find("skins")[skin].find("joints");
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (!joints[i].isInteger()) continue;
    const double joint = joints[i].number();
    if (joint >= 0 && joint < static_cast<double>(reading.nodeCount())) {
      marked.transform[static_cast<std::size_t>(joint)] = true;
    }
  }
}

GeometryNodes geometryNodes(const Reading& reading) {
  const std::size_t count = reading.nodeCount();
  GeometryNodes marked{std::vector<bool>(count), std::vector<bool>(count)};
  std::vector<bool> whole_mesh(reading.asset.meshCount());
  for (const auto& [source, geometry] : reading.geometries) {
    if (geometry < 0) continue;
    if (!source.from_node) {
      whole_mesh[source.index] = true;
      continue;
    }
    for (const std::int32_t node : reading.order.subtree(source.index)) {
      const auto at = static_cast<std::size_t>(node);
      const gltf::Node& file_node = reading.asset.nodes()[at];
      if (node != source.index) marked.transform[at] = true;
      if (file_node.mesh < 0) continue;
      marked.weights[at] = true;
      if (file_node.skin >= 0) markSkin(reading, file_node.skin, marked);
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::int32_t mesh = reading.asset.nodes()[i].mesh;
    if (mesh >= 0 && whole_mesh[mesh]) marked.weights[i] = true;
  }
  return marked;
}

/// What a pointer names; whether there is such a thing is known when a world is made of the scene.
void keepPointer(Reading& reading, const gltf::AnimationChannel& channel, std::int32_t animation,
                 std::set<std::string>& pointed) {
  if (!pointed.insert(channel.target).second) {
    reading.diagnostics.warning(
        codes::kPhysicsAnimatedTwice, channel.pointer,
        joined("another animation drives ", channel.target, "; all play together and the first one counts"));
    return;
  }
  PointerAnimation result;
  result.target = channel.target;
  result.type = typeOf(channel.components);
  result.components = channel.components;
  result.interpolation = interpolationOf(channel.interpolation);
  result.times = channel.times;
  result.values = channel.values;
  result.pointer = channel.pointer;
  result.animation = animation;
  reading.scene.pointer_animations.push_back(std::move(result));
}

AnimationTimes timesOf(const gltf::Animation& animation) {
  AnimationTimes out;
  bool any = false;
  for (const gltf::AnimationChannel& channel : animation.channels) {
    if (channel.times.empty()) continue;
    const double first = static_cast<double>(channel.times.front());
    out.first = any ? std::min(out.first, first) : first;
    out.last = std::max(out.last, static_cast<double>(channel.times.back()));
    any = true;
  }
  return out;
}

}  // namespace

void readAnimations(Reading& reading) {
  const GeometryNodes marked = geometryNodes(reading);
  std::map<std::pair<std::int32_t, NodeProperty>, std::size_t> driven;
  std::set<std::string> pointed;
  std::int32_t index = -1;
  for (const gltf::Animation& animation : reading.asset.animations()) {
    ++index;
    reading.scene.animation_times.push_back(timesOf(animation));
    for (const gltf::AnimationChannel& channel : animation.channels) {
      if (channel.path == gltf::AnimationPath::Pointer) {
        keepPointer(reading, channel, index, pointed);
        continue;
      }
      const auto node = static_cast<std::size_t>(channel.node);
      if (channel.node < 0 || node >= reading.nodeCount()) continue;
      const bool weights = channel.path == gltf::AnimationPath::Weights;
      if (weights ? marked.weights[node] : marked.transform[node]) {
        reading.diagnostics.warning(
            codes::kPhysicsAnimatedGeometry, channel.pointer,
            "this animation changes the geometry of a collider; the collider keeps its initial shape");
      }
      if (weights) continue;
      NodeAnimation result;
      result.node = channel.node;
      result.property = propertyOf(channel.path);
      result.interpolation = interpolationOf(channel.interpolation);
      result.times = channel.times;
      result.values = channel.values;
      result.pointer = channel.pointer;
      result.animation = index;
      const auto [place, is_new] =
          driven.try_emplace({result.node, result.property}, reading.scene.animations.size());
      if (is_new) {
        reading.scene.animations.push_back(std::move(result));
        continue;
      }
      reading.diagnostics.warning(codes::kPhysicsAnimatedTwice, channel.pointer,
                                  joined("another animation moves the same property of node ",
                                         std::to_string(channel.node), "; this later one is used"));
      reading.scene.animations[place->second] = std::move(result);
    }
  }
}

}  // namespace carom::dialect

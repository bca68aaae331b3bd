#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include "carom/base/diagnostic_codes.hpp"
#include "gltf/accessor_data.hpp"
#include "gltf/readers.hpp"
#include "json/pointer.hpp"

namespace carom::gltf {
namespace {

std::optional<AnimationPath> pathOf(std::string_view name) {
  if (name == "translation") return AnimationPath::Translation;
  if (name == "rotation") return AnimationPath::Rotation;
  if (name == "scale") return AnimationPath::Scale;
  if (name == "weights") return AnimationPath::Weights;
  if (name == "pointer") return AnimationPath::Pointer;
  return std::nullopt;
}

class ChannelReader {
 public:
  ChannelReader(AssetData& data, MemberReader& reader, json::Value samplers)
      : data_(data), reader_(reader), samplers_(samplers), decoder_(data, reader.diagnostics()) {}

  /// False when the channel is left out: not valid (reported as an error) or not supported (a warning).
  bool read(json::Value json, AnimationChannel& channel) {
    if (!reader_.isObject(json)) return false;
    channel.pointer = json.pointer();
    const std::int32_t sampler = reader_.index(json, "sampler", samplers_.size(), "sampler", true);
    const json::Value target = reader_.object(json, "target");
    if (!json.find("target")) {
      error(codes::kGltfMissing, json.pointer(), "The required member \"target\" is missing.");
    }
    if (sampler < 0 || !target || !readTarget(target, channel)) return false;
    const json::Value sampler_json = samplers_[sampler];
    return reader_.isObject(sampler_json) && readSampler(sampler_json, channel);
  }

 private:
  bool error(std::string_view code, std::string pointer, std::string message) {
    reader_.diagnostics().error(code, std::move(pointer), std::move(message));
    return false;
  }

  bool skip(std::string pointer, std::string message) {
    reader_.diagnostics().warning(codes::kAnimationUnsupported, std::move(pointer), std::move(message));
    return false;
  }

  bool readTarget(json::Value target, AnimationChannel& channel) {
    const std::string_view path = reader_.string(target, "path");
    if (!target.find("path")) {
      return error(codes::kGltfMissing, target.pointer(), "The required member \"path\" is missing.");
    }
    const auto known = pathOf(path);
    if (!known) {
      return skip(target.pointer("path"), "Animating " + excerpt(target.find("path")) +
                                              " is not supported; the channel is left out.");
    }
    channel.path = *known;
    if (channel.path == AnimationPath::Pointer) return readPointer(target, channel);
    if (!target.find("node")) {
      return skip(target.pointer(), "The channel names no node; it is left out.");
    }
    channel.node = reader_.index(target, "node", data_.nodes.size(), "node");
    if (channel.node < 0) return false;
    if (channel.path != AnimationPath::Weights) {
      channel.components = channel.path == AnimationPath::Rotation ? 4 : 3;
      return true;
    }
    const std::size_t targets = targetCount(channel.node);
    if (targets == 0) {
      return skip(target.pointer("node"), "Node " + std::to_string(channel.node) +
                                              " has no morph targets to animate; the channel is left out.");
    }
    channel.components = static_cast<std::uint32_t>(targets);
    return true;
  }

  /// KHR_animation_pointer: "When used, the node property must not be set on the target."
  bool readPointer(json::Value target, AnimationChannel& channel) {
    const json::Value extension = target.find("extensions").find("KHR_animation_pointer");
    const json::Value pointer = extension.isObject() ? extension.find("pointer") : json::Value();
    if (!pointer.isString() || !pointer.string().starts_with('/')) {
      return error(codes::kGltfMissing, target.pointer(),
                   "A target of path \"pointer\" must have extensions.KHR_animation_pointer.pointer, a JSON "
                   "pointer.");
    }
    if (target.find("node")) {
      reader_.diagnostics().warning(
          codes::kAnimationUnsupported, target.pointer("node"),
          "A target of path \"pointer\" must not name a node; the node is ignored.");
    }
    channel.target = pointer.string();
    return true;
  }

  bool readSampler(json::Value json, AnimationChannel& channel) {
    const std::int32_t input = reader_.index(json, "input", data_.accessors.size(), "accessor", true);
    const std::int32_t output = reader_.index(json, "output", data_.accessors.size(), "accessor", true);
    const std::string_view interpolation = reader_.string(json, "interpolation");
    if (interpolation == "STEP") {
      channel.interpolation = Interpolation::Step;
    } else if (interpolation == "CUBICSPLINE") {
      channel.interpolation = Interpolation::CubicSpline;
    } else if (!interpolation.empty() && interpolation != "LINEAR") {
      return error(codes::kGltfValue, json.pointer("interpolation"),
                   excerpt(json.find("interpolation")) + " is not LINEAR, STEP or CUBICSPLINE.");
    }
    if (input < 0 || output < 0) return false;
    return readTimes(json, input, channel) && readValues(json, output, channel);
  }

  bool readTimes(json::Value json, std::int32_t input, AnimationChannel& channel) {
    const Accessor& accessor = data_.accessors[input];
    if (accessor.type != "SCALAR" || accessor.layout.component != ComponentType::Float) {
      return error(codes::kAnimationInvalid, json.pointer("input"), "The times are not SCALAR of FLOAT.");
    }
    if (accessor.count == 0)
      return error(codes::kAnimationInvalid, json.pointer("input"), "There are no keys.");
    if (!decoder_.floats(input, channel.times)) return false;
    for (std::size_t i = 0; i < channel.times.size(); ++i) {
      const float time = channel.times[i];
      if (!std::isfinite(time) || time < 0) {
        return error(codes::kAnimationInvalid, json.pointer("input"),
                     "Key " + std::to_string(i) + " has a time that is negative or not finite.");
      }
      if (i > 0 && !(time > channel.times[i - 1])) {
        return error(codes::kAnimationInvalid, json.pointer("input"),
                     "The time of key " + std::to_string(i) + " is not later than the one before.");
      }
    }
    return true;
  }

  bool readValues(json::Value json, std::int32_t output, AnimationChannel& channel) {
    const Accessor& accessor = data_.accessors[output];
    const std::string pointer = json.pointer("output");
    if (channel.path == AnimationPath::Pointer) return readPointerValues(accessor, pointer, output, channel);
    const bool weights = channel.path == AnimationPath::Weights;
    const std::string_view type = weights                                   ? "SCALAR"
                                  : channel.path == AnimationPath::Rotation ? "VEC4"
                                                                            : "VEC3";
    if (accessor.type != type) {
      return error(codes::kAnimationInvalid, pointer,
                   "The values are " + std::string(accessor.type) + ", not " + std::string(type) + ".");
    }
    const ComponentType component = accessor.layout.component;
    if (component == ComponentType::UnsignedInt ||
        (component != ComponentType::Float && !accessor.normalized)) {
      return error(codes::kAnimationInvalid, pointer,
                   "The values are " + std::string(componentName(component)) +
                       "; expected FLOAT or normalized 8-bit or 16-bit integers.");
    }
    return takeValues(accessor, pointer, output, weights ? channel.components : 1, channel);
  }

  /// Of any type: what the pointer names decides whether it fits.
  bool readPointerValues(const Accessor& accessor, const std::string& pointer, std::int32_t output,
                         AnimationChannel& channel) {
    constexpr std::pair<std::string_view, std::uint32_t> kSizes[] = {
        {"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT2", 4}, {"MAT3", 9}, {"MAT4", 16}};
    for (const auto& [type, size] : kSizes) {
      if (accessor.type == type) channel.components = size;
    }
    // An array of numbers has all of them for each key.
    const std::uint64_t keys =
        channel.times.size() * (channel.interpolation == Interpolation::CubicSpline ? 3 : 1);
    const bool array = accessor.type == "SCALAR" && accessor.count > keys && accessor.count % keys == 0;
    if (array) channel.components = static_cast<std::uint32_t>(accessor.count / keys);
    if (!takeValues(accessor, pointer, output, array ? channel.components : 1, channel)) return false;
    takeNodePointer(channel);
    return true;
  }

  std::size_t targetCount(std::int32_t node) const {
    const std::int32_t mesh = data_.nodes[node].mesh;
    return mesh < 0 ? 0 : data_.meshes[mesh].target_count;
  }

  /// A pointer at what the core can animate of a node, with values of its size, is a channel of the core.
  void takeNodePointer(AnimationChannel& channel) const {
    const std::optional<std::vector<std::string>> tokens = json::pointerTokens(channel.target);
    if (!tokens || tokens->size() != 3 || tokens->front() != "nodes") return;
    const std::optional<std::size_t> index = json::tokenIndex((*tokens)[1]);
    const std::optional<AnimationPath> path = pathOf(tokens->back());
    if (!index || *index >= data_.nodes.size() || !path || *path == AnimationPath::Pointer) return;
    const auto node = static_cast<std::int32_t>(*index);
    const std::size_t size = *path == AnimationPath::Weights    ? targetCount(node)
                             : *path == AnimationPath::Rotation ? 4
                                                                : 3;
    if (channel.components != size) return;
    channel.node = node;
    channel.path = *path;
    channel.target.clear();
  }

  bool takeValues(const Accessor& accessor, const std::string& pointer, std::int32_t output,
                  std::uint64_t elements, AnimationChannel& channel) {
    const std::uint64_t per_key = channel.interpolation == Interpolation::CubicSpline ? 3 : 1;
    const std::uint64_t expected = channel.times.size() * per_key * elements;
    if (accessor.count != expected) {
      return error(codes::kAnimationInvalid, pointer,
                   "There are " + std::to_string(accessor.count) + " values for " +
                       std::to_string(channel.times.size()) + " keys, not " + std::to_string(expected) + ".");
    }
    if (!decoder_.floats(output, channel.values)) return false;
    for (std::size_t i = 0; i < channel.values.size(); ++i) {
      if (std::isfinite(channel.values[i])) continue;
      return error(codes::kAnimationInvalid, pointer, "Component " + std::to_string(i) + " is not finite.");
    }
    return true;
  }

  AssetData& data_;
  MemberReader& reader_;
  json::Value samplers_;
  AccessorDecoder decoder_;
};

void readAnimation(AssetData& data, MemberReader& reader, json::Value json, Animation& animation) {
  if (!reader.isObject(json)) return;
  animation.name = reader.string(json, "name");
  const json::Value channels = reader.array(json, "channels"), samplers = reader.array(json, "samplers");
  ChannelReader channel_reader(data, reader, samplers);
  std::set<std::tuple<std::int32_t, AnimationPath, std::string>> targets;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    AnimationChannel channel;
    if (!channel_reader.read(channels[i], channel)) continue;
    if (!targets.insert({channel.node, channel.path, channel.target}).second) {
      reader.diagnostics().warning(
          codes::kAnimationUnsupported, channel.pointer,
          "An earlier channel of the animation has the same target; this channel is ignored.");
      continue;
    }
    animation.channels.push_back(std::move(channel));
  }
}

}  // namespace

void readAnimations(AssetData& data, MemberReader& reader) {
  const json::Value list = reader.array(data.document->root(), "animations");
  data.animations.resize(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) readAnimation(data, reader, list[i], data.animations[i]);
}

}  // namespace carom::gltf

#include "carom/output/bake.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <set>

#include "carom/base/diagnostic_codes.hpp"
#include "gltf/asset.hpp"
#include "output/asset_resources.hpp"
#include "output/asset_writer.hpp"
#include "output/concatenate.hpp"
#include "output/strip_physics.hpp"

namespace carom {
namespace {

using output::AssetWriter;
using output::concatenate;

/// By gltf::AnimationPath.
constexpr std::array<std::string_view, 4> kPaths = {"translation", "rotation", "scale", "weights"};

/// A channel of the file's own animations that moves a node, as JSON.
struct OwnChannel {
  std::int32_t node = -1;
  std::size_t path = 0;  // Index into kPaths.
  json::Value sampler;
};

std::vector<OwnChannel> ownChannels(const gltf::Asset& asset) {
  std::vector<OwnChannel> channels;
  const json::Value animations = asset.root().find("animations");
  for (std::size_t i = 0; i < animations.size(); ++i) {
    const json::Value samplers = animations[i].find("samplers");
    for (const gltf::AnimationChannel& channel : asset.animations()[i].channels) {
      if (channel.path == gltf::AnimationPath::Pointer) continue;
      const double sampler = asset.document().resolve(channel.pointer).find("sampler").number();
      channels.push_back({channel.node, static_cast<std::size_t>(channel.path),
                          samplers[static_cast<std::size_t>(sampler)]});
    }
  }
  return channels;
}

/// Builds the animation's JSON and the bytes it needs.
class AnimationBuilder {
 public:
  AnimationBuilder(const MotionKeys& keys, std::size_t first_accessor)
      : keys_(keys), first_accessor_(first_accessor) {}

  void addTrack(const KeyTrack& track, std::int32_t node, std::size_t path);
  void addOwn(const OwnChannel& channel);
  bool empty() const { return channels_.empty(); }
  std::size_t keyCount() const { return key_count_; }
  void finish(std::string_view name, AssetWriter& writer);

 private:
  struct Accessor {
    enum class Kind : std::uint8_t { Time, Vector, Rotation } kind;
    std::size_t offset, count;
    float first = 0, last = 0;  // Times only.
  };
  std::size_t timeAccessor(const std::vector<std::uint32_t>& times);
  std::size_t addAccessor(Accessor accessor);
  void addChannel(std::string sampler, std::int32_t node, std::size_t path);

  const MotionKeys& keys_;
  std::size_t first_accessor_;
  std::array<std::string, 3> data_;  // By kind of accessor.
  std::vector<Accessor> accessors_;
  std::map<std::vector<std::uint32_t>, std::size_t> time_accessors_;
  std::string samplers_, channels_;
  std::size_t sampler_count_ = 0;
  std::size_t key_count_ = 0;
};

/// glTF buffers are little-endian, as every platform Carom builds for.
void appendFloats(std::string& bytes, const float* values, std::size_t count) {
  const std::size_t start = bytes.size();
  bytes.resize(start + count * sizeof(float));
  std::memcpy(bytes.data() + start, values, count * sizeof(float));
}

std::size_t AnimationBuilder::addAccessor(Accessor accessor) {
  accessors_.push_back(accessor);
  return first_accessor_ + accessors_.size() - 1;
}

/// Channels with keys at the same steps share their times.
std::size_t AnimationBuilder::timeAccessor(const std::vector<std::uint32_t>& times) {
  const auto [position, is_new] = time_accessors_.try_emplace(times, 0);
  if (is_new) {
    std::string& bytes = data_[static_cast<std::size_t>(Accessor::Kind::Time)];
    const std::size_t offset = bytes.size();
    for (const std::uint32_t step : times) appendFloats(bytes, &keys_.times()[step], 1);
    position->second = addAccessor({Accessor::Kind::Time, offset, times.size(), keys_.times()[times.front()],
                                    keys_.times()[times.back()]});
  }
  return position->second;
}

void AnimationBuilder::addChannel(std::string sampler, std::int32_t node, std::size_t path) {
  const std::string_view separator = sampler_count_ > 0 ? ", " : "";
  samplers_ += concatenate(separator, sampler);
  channels_ += concatenate(separator, "{\"sampler\": ", sampler_count_, ", \"target\": {\"node\": ", node,
                           ", \"path\": \"", kPaths[path], "\"}}");
  ++sampler_count_;
}

void AnimationBuilder::addTrack(const KeyTrack& track, std::int32_t node, std::size_t path) {
  if (track.times.empty()) return;
  key_count_ += track.times.size();
  const std::size_t input = timeAccessor(track.times);
  const auto kind = path == 1 ? Accessor::Kind::Rotation : Accessor::Kind::Vector;
  std::string& bytes = data_[static_cast<std::size_t>(kind)];
  const std::size_t offset = bytes.size();
  appendFloats(bytes, track.values.data(), track.values.size());
  const std::size_t values = addAccessor({kind, offset, track.times.size()});
  addChannel(concatenate("{\"input\": ", input, ", \"interpolation\": \"LINEAR\", \"output\": ", values, "}"),
             node, path);
}

void AnimationBuilder::addOwn(const OwnChannel& channel) {
  addChannel(std::string(channel.sampler.text()), channel.node, channel.path);
}

void AnimationBuilder::finish(std::string_view name, AssetWriter& writer) {
  std::array<std::size_t, 3> views{};
  for (std::size_t i = 0; i < views.size(); ++i)
    if (!data_[i].empty()) views[i] = writer.addBufferView(std::move(data_[i]));
  static constexpr std::array<std::string_view, 3> kTypes = {"SCALAR", "VEC3", "VEC4"};
  for (const Accessor& accessor : accessors_) {
    const auto kind = static_cast<std::size_t>(accessor.kind);
    std::string text = concatenate("{\"bufferView\": ", views[kind]);
    if (accessor.offset > 0) text += concatenate(", \"byteOffset\": ", accessor.offset);
    text += concatenate(", \"componentType\": 5126, \"count\": ", accessor.count, ", \"type\": \"",
                        kTypes[static_cast<std::size_t>(kind)], "\"");
    if (accessor.kind == Accessor::Kind::Time)
      text += concatenate(", \"min\": [", json::number(accessor.first), "], \"max\": [",
                          json::number(accessor.last), "]");
    writer.patch().append("/accessors", text + "}");
  }
  writer.patch().append("/animations", concatenate("{\"name\": ", json::quoted(name), ", \"channels\": [",
                                                   channels_, "], \"samplers\": [", samplers_, "]}"));
}

std::string arrayText(std::initializer_list<double> values) {
  std::string text = "[";
  for (const double value : values) {
    if (text.size() > 1) text += ", ";
    text += json::number(value);
  }
  return text + "]";
}

/// Puts translation, rotation and scale in the place of a node's matrix.
void replaceMatrix(const gltf::Node& node, json::Patch& patch) {
  const DVec3 &t = node.translation, &s = node.scale;
  const DQuat& r = node.rotation;
  patch.set(node.json.pointer(), output::rewrittenObject(node.json, {"matrix"},
                                                         {{"translation", arrayText({t.x, t.y, t.z})},
                                                          {"rotation", arrayText({r.x, r.y, r.z, r.w})},
                                                          {"scale", arrayText({s.x, s.y, s.z})}}));
}

/// Adds the tracks, except where the file animates the same property, and then the file's own channels.
void addChannels(const gltf::Asset& asset, const MotionKeys& keys, AnimationBuilder& builder,
                 AssetWriter& writer, const BakeOptions& options, BakeSummary& summary) {
  std::vector<OwnChannel> own;
  if (options.own_animations) own = ownChannels(asset);
  std::map<std::pair<std::int32_t, std::size_t>, std::size_t> own_count;
  for (const OwnChannel& channel : own) ++own_count[{channel.node, channel.path}];
  const auto is_own = [&](std::int32_t node, std::size_t path) {
    const auto found = own_count.find({node, path});
    // Two animations of one property cannot both be part of one animation: then the recording is used.
    return found != own_count.end() && found->second == 1;
  };
  std::vector<std::array<bool, 4>> recorded(asset.nodes().size());  // By index into kPaths.
  std::set<std::int32_t> moved;                                     // Channels do not go with a matrix.
  for (const MotionTrack& track : keys.tracks()) {
    if (track.node < 0 || static_cast<std::size_t>(track.node) >= recorded.size()) continue;
    const gltf::Node& node = asset.nodes()[track.node];
    if (track.is_body && (is_own(track.node, 0) || is_own(track.node, 1)))
      summary.diagnostics.hint(
          codes::kOutputAnimationKept, node.json.pointer(),
          "The node follows the file's own animation; the baked animation reuses its keys.");
    // Of a body where it is, of everything else, and of scales, what changes.
    const KeyTrack* tracks[] = {&track.translation, &track.rotation, &track.scale};
    bool any = false;
    for (std::size_t path = 0; path < 3; ++path) {
      if (is_own(track.node, path)) continue;
      if ((!track.is_body || path == 2) && tracks[path]->isConstant(path == 1 ? 4 : 3)) continue;
      builder.addTrack(*tracks[path], track.node, path);
      recorded[track.node][path] = any = true;
    }
    if (any || track.is_body) moved.insert(track.node);
    if (any) ++summary.nodes;
  }
  summary.keys = builder.keyCount();
  for (const OwnChannel& channel : own) {
    std::size_t& count = own_count[{channel.node, channel.path}];
    if (recorded[channel.node][channel.path]) continue;
    if (count > 0) builder.addOwn(channel);
    if (channel.path != 3) moved.insert(channel.node);
    count = 0;  // Of several animations of one property, the first.
  }
  for (const std::int32_t node : moved) {
    if (asset.nodes()[node].has_matrix) replaceMatrix(asset.nodes()[node], writer.patch());
  }
}

/// A scene other than the file's own was simulated: it is the one to be seen.
void showScene(const gltf::Asset& asset, json::Patch& patch) {
  const json::Value own = asset.root().find("scene");
  const double shown = asset.shownScene();
  if (shown < 0 || (own.isNumber() ? own.number() : 0) == shown) return;
  patch.set("/scene", std::to_string(asset.shownScene()));
}

/// Whether a node is `above` or below it.
bool isBelow(const gltf::Asset& asset, std::int32_t node, std::int32_t above) {
  for (; node >= 0; node = asset.nodes()[node].parent) {
    if (node == above) return true;
  }
  return false;
}

/// The joints of a skinned mesh place it, and its own node does not (glTF 2.0, section 3.7.3.3).
void reportSkinned(const gltf::Asset& asset, const MotionKeys& keys, BakeSummary& summary) {
  for (const gltf::Node& node : asset.nodes()) {
    if (node.skin < 0 || node.mesh < 0 || !node.in_scene) continue;
    const auto index = static_cast<std::int32_t>(&node - asset.nodes().data());
    const json::Value joints = asset.root().find("skins")[node.skin].find("joints");
    for (const MotionTrack& track : keys.tracks()) {
      if (!track.is_body || !isBelow(asset, index, track.node)) continue;
      bool follows = false;
      for (std::size_t i = 0; i < joints.size(); ++i)
        follows = follows || isBelow(asset, static_cast<std::int32_t>(joints[i].number()), track.node);
      if (follows) continue;
      summary.diagnostics.warning(
          codes::kBakeSkinned, node.json.pointer(),
          "The mesh of this node is skinned: its joints place it, and they are not below " +
              concatenate("node ", track.node, ", whose motion it will not show."));
      break;
    }
  }
}

}  // namespace

std::vector<std::filesystem::path> sourceFiles(const Scene& scene) {
  std::vector<std::filesystem::path> files;
  if (!scene.source.empty()) files.emplace_back(scene.source);
  if (scene.asset == nullptr) return files;
  for (const output::Resource& resource : output::resourcesOf(*scene.asset))
    files.push_back(scene.asset->folder() / resource.relative);
  return files;
}

Result<BakeSummary> bake(const Scene& scene, const MotionKeys& keys, const std::filesystem::path& output,
                         OutputFiles& files, const BakeOptions& options) {
  if (scene.asset == nullptr)
    return Result<BakeSummary>::failure(
        codes::kOutputNoDocument, "",
        "The scene was not loaded from a glTF document, so there is no document to add the animation to.");
  if (!output::isBinaryName(output) && !output::isTextName(output))
    return Result<BakeSummary>::failure(
        codes::kFileUnwritable, "",
        concatenate("\"", output.string(), "\" cannot be written: its name must end in .glb or .gltf."));
  const gltf::Asset& asset = *scene.asset;
  AssetWriter writer(asset, output, sourceFiles(scene));
  BakeSummary summary;
  AnimationBuilder builder(keys, writer.patch().arraySize("/accessors"));
  addChannels(asset, keys, builder, writer, options, summary);
  if (!builder.empty()) builder.finish(options.animation_name, writer);
  showScene(asset, writer.patch());
  if (options.strip_physics) output::stripPhysics(asset, writer.patch());
  reportSkinned(asset, keys, summary);
  const Diagnostics written = writer.write(files);
  if (written.hasErrors()) return written;
  for (const Diagnostic& item : written.items())
    summary.diagnostics.add(item.severity, item.code, item.pointer, item.message);
  return summary;
}

}  // namespace carom

// Three kinds of text can name physics. The target of an animation (KHR_animation_pointer) names one value;
// where that is at several places of the output, the animation gets a channel for each. The pointer of a node
// of a behaviour graph (KHR_interactivity) may be a template whose indices are inputs: it stays one where
// all that it may name keeps its indices, and is written out where the inputs are numbers. All other text is
// unknown, and kept.
#include "dialect/write/pointer_writer.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "dialect/families/families.hpp"
#include "dialect/joined.hpp"
#include "gltf/asset.hpp"

namespace carom::dialect {

namespace {

constexpr std::string_view kRule = "pointer-into-physics";
constexpr std::string_view kGraphs = "/extensions/KHR_interactivity/graphs/";

bool hasParameter(std::string_view pointer) {
  const std::vector<std::string_view> segments = segmentsOf(pointer);
  return std::any_of(segments.begin(), segments.end(), isParameter);
}

class PointerWriter {
 public:
  PointerWriter(Lowered& lowered, const Places& places, std::span<const std::string_view> written,
                json::Patch& patch)
      : lowered_(lowered),
        places_(places),
        written_(written),
        patch_(patch),
        document_(lowered.scene.asset->document()) {
    const std::vector<std::string>& dialects = lowered.scene.dialects;
    for (const PointerAnimation& animation : lowered.scene.pointer_animations)
      animation_of_.try_emplace(animation.pointer, animation_of_.size());
    core_shapes_ = std::find(dialects.begin(), dialects.end(), "gltf-2.1") != dialects.end();
  }

  void write() {
    writeTexts();
    writeOperations();
  }

 private:
  /// Whether a text is a pointer at physics of the source.
  bool pointsIntoPhysics(std::string_view text) const {
    if (!text.starts_with('/')) return false;
    return !physicsExtensionIn(text).empty() || (core_shapes_ && text.starts_with("/shapes"));
  }
  void writeTexts();
  void writeText(json::Value value);
  void writeTarget(json::Value value, const std::string& channel);
  void writeConfiguration(json::Value value, const std::string& node);
  void spellOut(json::Value value, json::Value inputs, std::string pointer, const std::string& reason);
  void writeOperations();
  void writeTriggerNode(json::Value node);
  const Found& found(const std::string& pointer);
  void lose(json::Value value, std::string_view reason) {
    lowered_.losses.push_back({LossKind::Dropped, value.pointer(), std::string(kRule),
                               joined("\"", value.string(), "\" is kept unchanged: ", reason),
                               "it may name nothing, or something else, in the output"});
  }

  Lowered& lowered_;
  const Places& places_;
  std::span<const std::string_view> written_;
  json::Patch& patch_;
  const json::Document& document_;
  bool core_shapes_ = false;
  std::map<std::string, Found> found_;               ///< By pointer of the source.
  std::map<std::string, std::size_t> animation_of_;  ///< By channel: index into the scene's animations.
};

const Found& PointerWriter::found(const std::string& pointer) {
  const auto [place, is_new] = found_.try_emplace(pointer);
  if (is_new) place->second = hasParameter(pointer) ? places_.findTemplate(pointer) : places_.find(pointer);
  return place->second;
}

/// The target of an animation's channel.
void PointerWriter::writeTarget(json::Value value, const std::string& channel) {
  const std::string pointer(value.string());
  const std::vector<std::string>& there = found(pointer).pointers;
  if (there.empty()) return lose(value, found(pointer).reason);
  if (there[0] != pointer) patch_.set(value.pointer(), json::quoted(there[0]));
  const json::Value sampler = document_.resolve(channel).find("sampler");
  for (std::size_t i = 1; sampler && i < there.size(); ++i) {
    patch_.append(channel.substr(0, channel.rfind('/')),
                  joined("{\"sampler\": ", sampler.text(),
                         ", \"target\": {\"path\": \"pointer\", \"extensions\": {\"KHR_animation_pointer\": "
                         "{\"pointer\": ",
                         json::quoted(there[i]), "}}}}"));
  }
  const auto read = animation_of_.find(channel);
  if (read == animation_of_.end()) return;
  std::vector<PointerAnimation>& animations = lowered_.scene.pointer_animations;
  animations[read->second].target = there[0];
  for (std::size_t i = 1; i < there.size(); ++i) {
    PointerAnimation more = animations[read->second];
    more.target = there[i];
    animations.push_back(std::move(more));
  }
}

/// A pointer with the numbers of its inputs in it, which the node then needs no more.
void PointerWriter::spellOut(json::Value value, json::Value inputs, std::string pointer,
                             const std::string& reason) {
  std::string concrete;
  std::vector<std::string> used;
  for (const std::string_view segment : segmentsOf(pointer)) {
    if (!isParameter(segment)) {
      concrete += joined("/", segment);
      continue;
    }
    const json::Value input = inputs.find(segment.substr(1, segment.size() - 2));
    const json::Value number = input.find("value")[0];
    if (!number.isInteger() || input.find("node") || number.number() < 0) return lose(value, reason);
    concrete += joined("/", std::to_string(static_cast<std::int64_t>(number.number())));
    const std::string at = input.pointer();
    if (std::find(used.begin(), used.end(), at) == used.end()) used.push_back(at);
  }
  const Found& there = found(concrete);
  if (there.pointers.size() != 1)
    return lose(value, there.pointers.empty() ? there.reason : "it is at several places of the output");
  patch_.set(value.pointer(), json::quoted(there.pointers[0]));
  if (used.size() == inputs.size()) {
    patch_.remove(inputs.pointer());
  } else {
    for (const std::string& input : used) patch_.remove(input);
  }
}

/// The pointer of a node of a behaviour graph.
void PointerWriter::writeConfiguration(json::Value value, const std::string& node) {
  const std::string pointer(value.string());
  const std::vector<std::string>& there = found(pointer).pointers;
  if (there.size() == 1) {
    if (there[0] != pointer) patch_.set(value.pointer(), json::quoted(there[0]));
    return;
  }
  const std::string reason = there.empty() ? found(pointer).reason : "it is at several places of the output";
  if (!hasParameter(pointer)) return lose(value, reason);
  spellOut(value, document_.resolve(node).find("values"), pointer, reason);
}

void PointerWriter::writeText(json::Value value) {
  const std::string at = value.pointer();
  constexpr std::string_view kTarget = "/target/extensions/KHR_animation_pointer/pointer";
  constexpr std::string_view kConfiguration = "/configuration/pointer/value/0";
  if (at.starts_with("/animations/") && at.ends_with(kTarget))
    return writeTarget(value, at.substr(0, at.size() - kTarget.size()));
  if (at.starts_with(kGraphs) && at.ends_with(kConfiguration))
    return writeConfiguration(value, at.substr(0, at.size() - kConfiguration.size()));
  const std::string pointer(value.string());
  const Found& there = found(pointer);
  if (there.pointers.size() == 1 && there.pointers[0] == pointer) return;
  lose(value, there.pointers.empty() ? there.reason : joined("it is now at ", there.pointers[0]));
}

void PointerWriter::writeTexts() {
  // Without a text that begins with a slash, spelt plainly or with an escape, nothing need be searched.
  const std::string_view text = document_.source();
  if (text.find("\"/") == std::string_view::npos && text.find("\"\\") == std::string_view::npos) return;
  std::vector<json::Value> open{document_.root()};
  while (!open.empty()) {
    const json::Value value = open.back();
    open.pop_back();
    if (value.isString()) {
      if (pointsIntoPhysics(value.string())) writeText(value);
      continue;
    }
    for (std::size_t i = value.size(); i > 0; --i) open.push_back(value[i - 1]);
  }
}

/// A graph's event of a trigger names the trigger's node.
void PointerWriter::writeTriggerNode(json::Value node) {
  const json::Value index = node.find("configuration").find("nodeIndex").find("value")[0];
  if (!index.isInteger() || index.number() < 0) return;
  const std::string number = std::to_string(static_cast<std::int64_t>(index.number()));
  for (const RigidBodyFamily& family : rigidBodyFamilies()) {
    const std::string trigger = joined("/nodes/", number, "/extensions/", family.extension, "/trigger");
    if (!document_.resolve(trigger)) continue;
    const std::vector<std::string>& there = found(trigger).pointers;
    if (there.empty()) {
      lowered_.losses.push_back({LossKind::Dropped, index.pointer(), "event-of-trigger",
                                 joined("the trigger of node ", number, " is not written as one trigger"),
                                 "the event never happens"});
    } else if (const std::string_view moved = segmentsOf(there[0])[1]; moved != number) {
      patch_.set(index.pointer(), std::string(moved));
    }
    return;
  }
}

/// Operations of an extension of physics.
void PointerWriter::writeOperations() {
  const json::Value graphs = gltf::Asset::extension(document_.root(), "KHR_interactivity").find("graphs");
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    const json::Value declarations = graphs[g].find("declarations"), nodes = graphs[g].find("nodes");
    std::vector<bool> is_event(declarations.size());
    for (std::size_t i = 0; i < declarations.size(); ++i) {
      const json::Value name = declarations[i].find("op"), extension = declarations[i].find("extension");
      is_event[i] = name.isString() && name.string().starts_with("event/rigid_body_trigger");
      if (!extension.isString() || !isPhysicsExtension(extension.string())) continue;
      if (std::find(written_.begin(), written_.end(), extension.string()) != written_.end()) continue;
      lowered_.losses.push_back(
          {LossKind::Dropped, declarations[i].pointer(), "operation-of-physics",
           joined("the operation ", name.isString() ? name.string() : "", " belongs to ", extension.string(),
                  ", which the output does not use; it is kept"),
           "programs that do not know the operation without its extension do not run the graph"});
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const json::Value declaration = nodes[i].find("declaration");
      if (!declaration.isInteger() || declaration.number() < 0 ||
          declaration.number() >= static_cast<double>(is_event.size()))
        continue;
      if (is_event[static_cast<std::size_t>(declaration.number())]) writeTriggerNode(nodes[i]);
    }
  }
}

}  // namespace

void writePointers(Lowered& lowered, const Places& places, std::span<const std::string_view> written,
                   json::Patch& patch) {
  PointerWriter(lowered, places, written, patch).write();
}

}  // namespace carom::dialect

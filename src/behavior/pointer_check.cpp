#include "behavior/pointer_check.hpp"

#include "behavior/file_values.hpp"
#include "behavior/own_values.hpp"
#include "behavior/pointer_text.hpp"
#include "carom/base/diagnostic_codes.hpp"
#include "gltf/asset.hpp"
#include "world/pointers/property_index.hpp"

namespace carom::behavior {

namespace {

struct Found {
  ValueType type = ValueType::Number;
  bool writable = false;
};

class PointerCheck {
 public:
  PointerCheck(const Scene& scene, Diagnostics& diagnostics)
      : scene_(scene), diagnostics_(diagnostics), properties_(scene), file_values_(scene) {}

  void check(const BehaviorNode& node, const NodeProgram& program, const std::optional<std::string>& pointer);

 private:
  std::optional<Found> find(const std::string& pointer) const;
  /// Whether the file has the object or array that a pointer goes into.
  bool hasOwner(const std::string& pointer) const;

  const Scene& scene_;
  Diagnostics& diagnostics_;
  world::PropertyIndex properties_;
  FileValues file_values_;
};

std::optional<Found> PointerCheck::find(const std::string& pointer) const {
  for (const std::string_view array : {"delays", "events"}) {
    if (indexBelow(std::string(kOwnPointers) + std::string(array), pointer) >= 0)
      return Found{ValueType::Reference, false};
  }
  if (const std::optional<Value> own = ownConstant(pointer, {})) return Found{own->type, false};
  if (properties_.lengthOf(pointer) >= 0) return Found{ValueType::Integer, false};
  if (const std::optional<world::PropertyPlace> place = properties_.find(pointer))
    return Found{place->row->type, place->row->writable};
  if (const std::optional<Value> value = file_values_.get(pointer)) return Found{value->type, true};
  return std::nullopt;
}

bool PointerCheck::hasOwner(const std::string& pointer) const {
  if (!scene_.asset) return false;
  const json::Document& document = scene_.asset->document();
  constexpr std::string_view kLength = ".length";
  if (pointer.ends_with(kLength))
    return document.resolve(std::string_view(pointer).substr(0, pointer.size() - kLength.size())).isArray();
  const json::Value owner = document.resolve(std::string_view(pointer).substr(0, pointer.rfind('/')));
  return owner.isObject() || owner.isArray();
}

void PointerCheck::check(const BehaviorNode& node, const NodeProgram& program,
                         const std::optional<std::string>& pointer) {
  const bool reads = program.operation->name == "pointer/get";
  const std::string effect = reads ? "'isValid' is false" : "the flow 'err' follows";
  const std::string place = node.origin.pointer + "/configuration/pointer";
  const auto warn = [&](Severity severity, std::string message) {
    diagnostics_.add(severity, codes::kBehaviorPointer, place, std::move(message));
  };
  if (!pointer) {
    warn(Severity::Warning, "a parameter of the pointer is negative or names nothing, so " + effect);
    return;
  }
  const std::string name = inQuotes(*pointer);
  const std::optional<Found> found = find(*pointer);
  if (!found) {
    const bool unknown = hasOwner(*pointer);
    warn(
        unknown ? Severity::Hint : Severity::Warning,
        name + (unknown ? " is no value that Carom knows, so " : " names nothing in the file, so ") + effect);
  } else if (found->type != program.type) {
    warn(Severity::Warning, name + " is of type " + std::string(valueTypeName(found->type)) + ", not " +
                                std::string(valueTypeName(program.type)) + ", so " + effect);
  } else if (!reads && !found->writable) {
    warn(Severity::Warning, name + " cannot be written, so " + effect);
  }
}

bool isConstant(const NodeProgram& node) {
  for (const TemplatePart& part : node.text.parts) {
    if (!part.parameter.empty() && node.inputs[part.input].node >= 0) return false;
  }
  return true;
}

}  // namespace

void checkPointers(const Scene& scene, const BehaviorGraph& graph, const Program& program,
                   Diagnostics& diagnostics) {
  std::optional<PointerCheck> check;
  for (std::size_t i = 0; i < program.nodes.size(); ++i) {
    const NodeProgram& node = program.nodes[i];
    if (node.operation == nullptr || !node.operation->name.starts_with("pointer/") || !isConstant(node))
      continue;
    if (!check) check.emplace(scene, diagnostics);
    check->check(graph.nodes[i], node, pointerText(node.text, graph, [&](std::int32_t input) -> const Value& {
                   return node.inputs[input].constant;
                 }));
  }
}

}  // namespace carom::behavior

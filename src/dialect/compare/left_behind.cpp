// The output is asked, and not the writer, so nothing that a writer forgets can be lost in silence. Objects
// of two dialects have no common places: what counts is that a text is there as often as in the source.
#include "dialect/compare/left_behind.hpp"

#include <map>
#include <string>

#include "dialect/families/families.hpp"
#include "dialect/joined.hpp"
#include "json/text_style.hpp"

namespace carom::dialect {

namespace {

/// Calls visit(name, value) for the author's own data in objects of physics extensions.
template <class Visit>
void forOwnData(const gltf::Asset& asset, const Visit& visit) {
  std::vector<json::Value> open;
  const auto open_physics = [&open](json::Value extensions) {
    for (std::size_t i = 0; i < extensions.size(); ++i) {
      if (isPhysicsExtension(extensions.key(i))) open.push_back(extensions[i]);
    }
  };
  open_physics(asset.root().find("extensions"));
  for (const gltf::Node& node : asset.nodes()) open_physics(node.extensions);
  while (!open.empty()) {
    const json::Value value = open.back();
    open.pop_back();
    for (std::size_t i = 0; i < value.size(); ++i) {
      const std::string_view name = value.isObject() ? value.key(i) : std::string_view();
      if (name == "extras" || (name == "name" && value[i].isString())) {
        visit(name, value[i]);
      } else if (name == "extensions" && value[i].isObject()) {
        open_physics(value[i]);
        for (std::size_t k = 0; k < value[i].size(); ++k) {
          if (!isPhysicsExtension(value[i].key(k))) visit(value[i].key(k), value[i][k]);
        }
      } else if (value[i].size() > 0) {
        open.push_back(value[i]);
      }
    }
  }
}

}  // namespace

std::vector<ConversionLoss> leftBehind(const gltf::Asset& source, const gltf::Asset& output) {
  std::map<std::string, std::size_t> there;
  const auto key = [](std::string_view name, json::Value value) {
    return joined(name, ":", json::onOneLine(value.text(), "", ""));
  };
  forOwnData(output, [&](std::string_view name, json::Value value) { ++there[key(name, value)]; });
  std::vector<ConversionLoss> losses;
  forOwnData(source, [&](std::string_view name, json::Value value) {
    const auto found = there.find(key(name, value));
    if (found != there.end() && found->second > 0) {
      --found->second;
      return;
    }
    losses.push_back({LossKind::Implied, value.pointer(), "left-behind",
                      joined("'", name, "' is not written; the target dialect has no object to hold it"),
                      ""});
  });
  return losses;
}

}  // namespace carom::dialect

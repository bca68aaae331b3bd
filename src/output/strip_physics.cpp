#include "output/strip_physics.hpp"

#include <string>
#include <string_view>

#include "dialect/families/families.hpp"
#include "output/concatenate.hpp"

namespace carom::output {
namespace {

/// Of an `extensions` object, at its pointer.
void stripExtensions(json::Value extensions, const std::string& pointer, json::Patch& patch) {
  std::size_t physics = 0;
  for (std::size_t i = 0; i < extensions.size(); ++i)
    physics += dialect::isPhysicsExtension(extensions.key(i));
  if (physics == 0) return;
  if (physics == extensions.size()) return patch.remove(pointer);
  for (std::size_t i = 0; i < extensions.size(); ++i) {
    const std::string name(extensions.key(i));
    if (dialect::isPhysicsExtension(name)) patch.remove(concatenate(pointer, "/", name));
  }
}

/// Of a list of names.
void stripList(json::Value names, const std::string& pointer, json::Patch& patch) {
  std::string left;
  std::size_t physics = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].isString() && dialect::isPhysicsExtension(names[i].string())) {
      ++physics;
    } else {
      left.append(left.empty() ? "" : ", ").append(names[i].text());
    }
  }
  if (physics == 0) return;
  if (left.empty()) return patch.remove(pointer);
  patch.set(pointer, concatenate("[", left, "]"));
}

}  // namespace

void stripPhysics(const gltf::Asset& asset, json::Patch& patch) {
  const json::Value root = asset.root();
  if (root.find("extensions").isObject()) stripExtensions(root.find("extensions"), "/extensions", patch);
  for (std::size_t i = 0; i < asset.nodes().size(); ++i) {
    const json::Value extensions = asset.nodes()[i].extensions;
    if (extensions.isObject()) stripExtensions(extensions, concatenate("/nodes/", i, "/extensions"), patch);
  }
  for (const std::string_view list : {"extensionsUsed", "extensionsRequired"})
    stripList(root.find(list), concatenate("/", list), patch);
}

}  // namespace carom::output

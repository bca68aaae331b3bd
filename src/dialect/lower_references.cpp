// What stays in the file and names something of an extension that goes: JSON pointers of other extensions
// (KHR_animation_pointer, KHR_interactivity).
#include <algorithm>
#include <string>
#include <vector>

#include "dialect/joined.hpp"
#include "dialect/lowering.hpp"
#include "dialect/omi_vehicle_wheel/tables.hpp"
#include "gltf/asset.hpp"

namespace carom::dialect {

namespace {

/// Nodes keep their indices, and companions their extension: what a pointer into one names stays there, but
/// for the names of wheels.
bool staysThere(const Lowering& lowering, std::string_view extension) {
  if (extension != omi_vehicle_wheel::kExtension) return isCompanion(extension);
  const auto found = [&](std::string_view id) {
    const std::vector<std::string>& ids = lowering.source.dialects;
    return std::find(ids.begin(), ids.end(), id) != ids.end();
  };
  return lowering.target.wheels == WheelForm::First ? !found("vehicle-v2") : !found("vehicle-v1");
}

void reportPointers(Lowering& lowering) {
  std::vector<json::Value> open{lowering.source.asset->root()};
  while (!open.empty()) {
    const json::Value value = open.back();
    open.pop_back();
    if (value.isString()) {
      const std::string_view extension = physicsExtensionIn(value.string());
      if (extension.empty() || staysThere(lowering, extension)) continue;
      lowering.loss(LossKind::Dropped, value.pointer(), "pointer-into-physics",
                    joined("\"", value.string(), "\" leads into ", extension, " and is kept as it is"),
                    "what it names may be elsewhere, or in another unit or space");
      continue;
    }
    for (std::size_t i = 0; i < value.size(); ++i) open.push_back(value[i]);
  }
}

}  // namespace

void lowerReferences(Lowering& lowering) {
  if (!lowering.source.asset) return;
  // Without such a text in it the whole document need not be searched.
  if (lowering.source.asset->document().source().find("\"/") != std::string_view::npos)
    reportPointers(lowering);
}

}  // namespace carom::dialect

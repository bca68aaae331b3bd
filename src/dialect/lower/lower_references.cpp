// What stays in the file and names something of an extension that goes: JSON pointers of other extensions
// (KHR_animation_pointer, KHR_interactivity).
#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "dialect/families/omi_vehicle_wheel/tables.hpp"
#include "dialect/joined.hpp"
#include "dialect/lower/lowering.hpp"
#include "gltf/asset.hpp"

namespace carom::dialect {

namespace {

/// Whether an extension of the source is written again with every object where it is.
bool isRewritten(const Lowering& lowering, std::string_view extension) {
  const WriteTarget& target = lowering.target;
  if (extension != target.bodies->extension && extension != target.shapes->extension) return false;
  constexpr std::string_view kCompanionIds[] = {"vehicle-v1", "vehicle-v2", "seat", "gravity"};
  // Resources of two dialects become one list, in another order.
  bool own = false;
  for (const std::string& id : lowering.source.dialects) {
    const bool companion =
        std::find(std::begin(kCompanionIds), std::end(kCompanionIds), id) != std::end(kCompanionIds);
    if (!companion && id != target.id) return false;
    own = own || id == target.id;
  }
  return own;
}

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
      if (extension.empty() || !value.string().starts_with('/')) continue;
      if (staysThere(lowering, extension) || isRewritten(lowering, extension)) continue;
      lowering.loss(LossKind::Dropped, value.pointer(), "pointer-into-physics",
                    joined("\"", value.string(), "\" points into ", extension, " and is kept unchanged"),
                    "its target may have moved, or be in another unit or space");
      continue;
    }
    for (std::size_t i = 0; i < value.size(); ++i) open.push_back(value[i]);
  }
}

}  // namespace

void lowerReferences(Lowering& lowering) {
  if (!lowering.source.asset) return;
  // Without a text that begins with a slash, spelt plainly or with an escape, the document need not be
  // searched.
  const std::string_view text = lowering.source.asset->document().source();
  if (text.find("\"/") != std::string_view::npos || text.find("\"\\") != std::string_view::npos)
    reportPointers(lowering);
}

}  // namespace carom::dialect

// Losses when a scene is written in another dialect.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// What happens to an item of the source in the target dialect.
enum class LossKind : std::uint8_t {
  Implied,       ///< Not written, or written differently; the motion is the same.
  Approximated,  ///< The nearest form is written; the motion may differ.
  Dropped        ///< Not written; the motion may differ.
};
/// "implied", "approximated", "dropped".
std::string_view lossKindName(LossKind kind);

/// An item of the source that the target dialect cannot express exactly.
struct ConversionLoss {
  LossKind kind = LossKind::Implied;
  std::string pointer;  ///< Pointer in the source.
  std::string rule;     ///< Short name of the action; docs/dialects.md lists them.
  std::string message;  ///< Description of the action.
  std::string effect;   ///< How far the motion may differ; "" for Implied.
};

/// The dialects that can be written: "khr", "khr-2025", "omi", "khr-2024", "omi-collider", "omi-2023-body".
std::vector<std::string_view> writableDialects();
/// The dialect in which a file of these dialects (Scene::dialects) is rewritten, "" if there is none.
std::string_view sameDialect(const std::vector<std::string>& dialects);

}  // namespace carom

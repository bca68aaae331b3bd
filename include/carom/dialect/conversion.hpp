// What becomes of a scene when it is written in another dialect.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// How a thing the source says fares in the target.
enum class LossKind : std::uint8_t {
  Implied,       ///< Not written, or written differently; the motion is the same.
  Approximated,  ///< The nearest form is written; the motion may differ.
  Dropped        ///< Not written; the motion may differ.
};
/// "implied", "approximated", "dropped".
std::string_view lossKindName(LossKind kind);

/// One thing of the source that the target cannot say as it is.
struct ConversionLoss {
  LossKind kind = LossKind::Implied;
  std::string pointer;  ///< In the source.
  std::string rule;     ///< Short name of what was done; docs/dialects.md lists them.
  std::string message;  ///< What was done, in words.
  std::string effect;   ///< How far the motion may differ; "" for Implied.
};

/// The dialects that can be written: "khr", "khr-2025", "omi", "khr-2024", "omi-collider", "omi-2023-body".
std::vector<std::string_view> writableDialects();
/// The one that a file of these dialects (Scene::dialects) is rewritten in, "" when there is none.
std::string_view sameDialect(const std::vector<std::string>& dialects);

}  // namespace carom

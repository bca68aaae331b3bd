// Typed access to members of JSON objects; errors are reported with the member's pointer.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carom/base/diagnostic.hpp"
#include "json/document.hpp"

namespace carom::gltf {

class MemberReader {
 public:
  explicit MemberReader(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  /// The array `object.name`; absent when missing or of another type (reported).
  json::Value array(json::Value object, std::string_view name);
  json::Value object(json::Value object, std::string_view name);
  /// Whether an element is an object; reported when not.
  bool isObject(json::Value value);
  /// "" when missing or no string.
  std::string_view string(json::Value object, std::string_view name);
  bool boolean(json::Value object, std::string_view name, bool fallback);
  /// A whole number from 0 to 2^53; nothing when missing (reported if `required`), of another type or
  /// negative.
  std::optional<std::uint64_t> unsignedInteger(json::Value object, std::string_view name,
                                               bool required = false);
  /// An index below `count`; -1 when missing (reported if `required`) or not valid. `what` names what it
  /// counts, in the singular.
  std::int32_t index(json::Value object, std::string_view name, std::size_t count, std::string_view what,
                     bool required = false);
  /// An array of indices; not valid ones are reported and left out.
  std::vector<std::int32_t> indices(json::Value object, std::string_view name, std::size_t count,
                                    std::string_view what);
  /// Exactly out.size() finite numbers; false when missing or not that (reported).
  bool numbers(json::Value object, std::string_view name, std::span<double> out);
  /// Any number of finite numbers.
  std::vector<double> numberList(json::Value object, std::string_view name);

  /// Reports that `value` has the wrong type.
  void wrongType(json::Value value, std::string_view expected);
  Diagnostics& diagnostics() { return diagnostics_; }

 private:
  std::int32_t indexValue(json::Value value, std::size_t count, std::string_view what);
  bool finiteNumber(json::Value value, double& out);
  Diagnostics& diagnostics_;
};

/// A value's source text for messages, cut when long.
std::string excerpt(json::Value value);

/// The pointer of an element of a top-level array.
std::string pointerOf(std::string_view array, std::size_t index);

}  // namespace carom::gltf

// The edits of a patch, arranged by the place they change.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "json/splice.hpp"

namespace carom::json {

/// Edits at one place. `value` replaces the old value; the other edits apply to the result.
struct EditNode {
  bool removed = false;
  std::optional<std::string> value;
  std::vector<std::string> appended;
  std::vector<std::string> order;  ///< Names of `children` as they were first mentioned.
  std::map<std::string, std::unique_ptr<EditNode>, std::less<>> children;

  bool hasInnerEdits() const { return !appended.empty() || !order.empty(); }
  EditNode& child(const std::string& name);
  void clear();
};

EditNode buildEditTree(const std::vector<Patch::Edit>& edits);

}  // namespace carom::json

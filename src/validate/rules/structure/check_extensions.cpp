// extensionsUsed and extensionsRequired.
#include <string>
#include <vector>

#include "dialect/families/families.hpp"
#include "validate/checks.hpp"
#include "validate/rules/structure/rules.hpp"

namespace carom::validate {

namespace {

/// Whether an `extensions` object anywhere in the document has this member.
bool isUsed(json::Value root, std::string_view extension) {
  std::vector<json::Value> open{root};
  while (!open.empty()) {
    const json::Value value = open.back();
    open.pop_back();
    for (std::size_t i = 0; i < value.size(); ++i) {
      const json::Value member = value[i];
      if (value.isObject() && member.isObject() && value.key(i) == "extensions" && member.find(extension))
        return true;
      // Arrays of numbers, which the bulk of a large file is, hold nothing to look at.
      if (member.isObject() || (member.isArray() && (member[0].isObject() || member[0].isArray())))
        open.push_back(member);
    }
  }
  return false;
}

bool lists(json::Value names, std::string_view extension) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].isString() && names[i].string() == extension) return true;
  }
  return false;
}

}  // namespace

void checkExtensionLists(json::Value root, Findings& findings) {
  const json::Value used = root.find("extensionsUsed");
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (!used[i].isString() || !dialect::isPhysicsExtension(used[i].string())) continue;
    const std::string name(used[i].string());
    if (!isUsed(root, name))
      findings.add(rules::kPhysicsExtensionUnused, used[i].pointer(),
                   name + " is listed in extensionsUsed, but nothing in the file uses it; remove it there");
  }
  const json::Value required = root.find("extensionsRequired");
  for (std::size_t i = 0; i < required.size(); ++i) {
    if (!required[i].isString() || lists(used, required[i].string())) continue;
    findings.add(rules::kUnusedExtensionRequired, required[i].pointer(),
                 std::string(required[i].string()) +
                     " is in extensionsRequired, so it must be in extensionsUsed as well");
  }
}

}  // namespace carom::validate

// The rules that `carom validate` checks, each declared once with all that is to be said about it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "carom/base/prose.hpp"

namespace carom {

/// How bad a finding is, numbered as in the official validator's report.
enum class Grade : std::uint8_t { Error, Warning, Information, Hint };
inline constexpr std::size_t kGradeCount = 4;

/// "error", "warning", "info" or "hint".
std::string_view gradeName(Grade grade);
/// The grade of a name; nothing for any other text.
std::optional<Grade> gradeOf(std::string_view name);

/// What a rule belongs to; docs/rules/ has a page of each.
enum class RuleFamily : std::uint8_t {
  File,
  Fields,
  Structure,
  Bodies,
  Colliders,
  Surfaces,
  Joints,
  Volumes,
  Vehicles,
  Behavior,
  Units,
  Profiles
};
inline constexpr std::size_t kRuleFamilyCount = 12;
/// "file", "fields", ...: also the name of its page.
std::string_view familyName(RuleFamily family);

/// One rule. All texts live as long as the program.
struct Rule {
  std::string_view code;  ///< Stable. Generic faults have the code of the official validator.
  RuleFamily family;      ///< Where it is explained.
  Grade grade;            ///< Of its findings, unless `graded_by_reader`.
  bool graded_by_reader;  ///< Each finding has the grade the reader gave it; `grade` is the worst.
  [[no_unique_address]] Prose meaning;  ///< What is wrong, and what to do about it.
  [[no_unique_address]] Prose
      document;  ///< Whose sentence it is: document and section, or why there is none.
  [[no_unique_address]] Prose sentence;  ///< Of that document; "" where no document says it.
  [[no_unique_address]] Prose wrong;     ///< An example that breaks it.
  [[no_unique_address]] Prose right;     ///< The same, mended.
};

/// Every rule, family by family.
std::span<const Rule* const> allRules();
/// The rule of a code, null if there is none.
const Rule* findRule(std::string_view code);

/// What `carom validate --explain` prints.
std::string explainRule(const Rule& rule);
/// The page of a family, docs/rules/<family>.md.
std::string rulePage(RuleFamily family);
/// The list of all rules, docs/rules/README.md.
std::string ruleIndex();

}  // namespace carom

// All rules in one list, and what is written of them.
#include <algorithm>
#include <map>
#include <vector>

#include "carom/validate/rule.hpp"
#include "validate/rules/behavior/rules.hpp"
#include "validate/rules/bodies/rules.hpp"
#include "validate/rules/colliders/rules.hpp"
#include "validate/rules/fields/rules.hpp"
#include "validate/rules/file/rules.hpp"
#include "validate/rules/joints/rules.hpp"
#include "validate/rules/profiles/rules.hpp"
#include "validate/rules/structure/rules.hpp"
#include "validate/rules/surfaces/rules.hpp"
#include "validate/rules/units/rules.hpp"
#include "validate/rules/vehicles/rules.hpp"
#include "validate/rules/volumes/rules.hpp"

namespace carom {

namespace {

using namespace validate;

constexpr std::string_view kGradeNames[kGradeCount] = {"error", "warning", "info", "hint"};
constexpr std::string_view kFamilyNames[kRuleFamilyCount] = {
    "file",   "fields",  "structure", "bodies",   "colliders", "surfaces",
    "joints", "volumes", "vehicles",  "behavior", "units",     "profiles"};
constexpr std::string_view kFamilyTitles[kRuleFamilyCount] = {"Files, JSON and the glTF core",
                                                              "Single fields",
                                                              "Extensions and arrays",
                                                              "Bodies",
                                                              "Colliders and their geometry",
                                                              "Materials and filters",
                                                              "Joints",
                                                              "Triggers and gravity",
                                                              "Vehicles",
                                                              "Behaviour graphs",
                                                              "Units",
                                                              "Profiles of engines"};

std::span<const Rule* const> rulesOf(RuleFamily family) {
  switch (family) {
    case RuleFamily::File:
      return rules::fileRules();
    case RuleFamily::Fields:
      return rules::fieldsRules();
    case RuleFamily::Structure:
      return rules::structureRules();
    case RuleFamily::Bodies:
      return rules::bodiesRules();
    case RuleFamily::Colliders:
      return rules::collidersRules();
    case RuleFamily::Surfaces:
      return rules::surfacesRules();
    case RuleFamily::Joints:
      return rules::jointsRules();
    case RuleFamily::Volumes:
      return rules::volumesRules();
    case RuleFamily::Vehicles:
      return rules::vehiclesRules();
    case RuleFamily::Behavior:
      return rules::behaviorRules();
    case RuleFamily::Units:
      return rules::unitsRules();
    case RuleFamily::Profiles:
      break;
  }
  return rules::profilesRules();
}

std::vector<const Rule*> gatherRules() {
  std::vector<const Rule*> all;
  for (std::size_t i = 0; i < kRuleFamilyCount; ++i) {
    const auto some = rulesOf(static_cast<RuleFamily>(i));
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

std::string gradeText(const Rule& rule) {
  return std::string(rule.graded_by_reader ? "up to " : "") + std::string(gradeName(rule.grade));
}

std::string concatenated(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text += part;
  return text;
}

std::string ruleSection(const Rule& rule) {
  std::string text = concatenated({"## ", rule.code, "\n\n", gradeText(rule), ". ", rule.meaning, "\n\n"});
  text += concatenated({"From: ", rule.document, "."});
  if (!rule.sentence.empty()) text += concatenated({" It says:\n\n> ", rule.sentence});
  text += "\n";
  if (!rule.wrong.empty())
    text += concatenated({"\n```\nwrong: ", rule.wrong, "\nright: ", rule.right, "\n```\n"});
  return text + "\n";
}

}  // namespace

std::string_view gradeName(Grade grade) {
  return kGradeNames[static_cast<std::size_t>(grade)];
}

std::optional<Grade> gradeOf(std::string_view name) {
  for (std::size_t i = 0; i < kGradeCount; ++i) {
    if (kGradeNames[i] == name) return static_cast<Grade>(i);
  }
  return std::nullopt;
}

std::string_view familyName(RuleFamily family) {
  return kFamilyNames[static_cast<std::size_t>(family)];
}

std::span<const Rule* const> allRules() {
  static const std::vector<const Rule*> rules = gatherRules();
  return rules;
}

const Rule* findRule(std::string_view code) {
  static const std::map<std::string_view, const Rule*> by_code = [] {
    std::map<std::string_view, const Rule*> map;
    for (const Rule* rule : allRules()) map.emplace(rule->code, rule);
    return map;
  }();
  const auto found = by_code.find(code);
  return found == by_code.end() ? nullptr : found->second;
}

std::string explainRule(const Rule& rule) {
  std::string text = concatenated(
      {rule.code, " (", gradeText(rule), ")\n\n", rule.meaning, "\n\nFrom: ", rule.document, "\n"});
  if (!rule.sentence.empty()) text += concatenated({"  \"", rule.sentence, "\"\n"});
  if (!rule.wrong.empty()) text += concatenated({"\nwrong: ", rule.wrong, "\nright: ", rule.right, "\n"});
  return text;
}

std::string rulePage(RuleFamily family) {
  std::string text = concatenated(
      {"# Rules: ", kFamilyTitles[static_cast<std::size_t>(family)],
       "\n\nThis page is generated from `src/validate/rules/", familyName(family),
       "/rules.cpp`: `CAROM_UPDATE_DOCS=1 build/release/tests/test_validate` writes it,\nand a test checks "
       "it.\n\n"});
  for (const Rule* rule : rulesOf(family)) text += ruleSection(*rule);
  text.pop_back();
  return text;
}

std::string ruleIndex() {
  std::string text =
      "# Rules\n\nWhat `carom validate` reports. Codes that do not begin with `PHYSICS_` and stand in the "
      "official validator's list\nmean what they mean there. \"Up to\": how bad it is depends on the case; "
      "the "
      "worst is named.\n`carom validate --explain CODE` prints the same. This page is generated.\n\n"
      "| Code | Severity | Family |\n|---|---|---|\n";
  for (const Rule* rule : allRules()) {
    const std::string_view family = familyName(rule->family);
    text +=
        concatenated({"| `", rule->code, "` | ", gradeText(*rule), " | [", family, "](", family, ".md) |\n"});
  }
  return text;
}

}  // namespace carom

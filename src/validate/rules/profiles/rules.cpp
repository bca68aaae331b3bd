#include "validate/rules/profiles/rules.hpp"

namespace carom::validate::rules {

// clang-format off
const Rule kPhysicsProfileRefused{
    "PHYSICS_PROFILE_REFUSED", RuleFamily::Profiles, Grade::Warning, false,
    "An engine asked for with --profile does not load the file, or a part of it. The message says which, and from "
    "where that is known.",
    "docs/profiles.md",
    "",
    R"(--profile babylon, and a file without top-level "extensions")",
    R"(an empty "extensions": {} at the root)"};
const Rule kPhysicsProfileDropped{
    "PHYSICS_PROFILE_DROPPED", RuleFamily::Profiles, Grade::Warning, false,
    "An engine asked for with --profile leaves something out. The message says what, and from where that is known.",
    "docs/profiles.md",
    "",
    R"(--profile babylon, and "geometry": {"node": 1})",
    R"("geometry": {"mesh": 0}, as carom convert --to khr writes it)"};
const Rule kPhysicsProfileDifferent{
    "PHYSICS_PROFILE_DIFFERENT", RuleFamily::Profiles, Grade::Warning, false,
    "An engine asked for with --profile does something else than the document says. The message says what, and from "
    "where that is known.",
    "docs/profiles.md",
    "",
    R"(--profile babylon, and a drive with "maxForce": 0)",
    R"(no drive)"};
const Rule kPhysicsProfileApproximated{
    "PHYSICS_PROFILE_APPROXIMATED", RuleFamily::Profiles, Grade::Information, false,
    "An engine asked for with --profile does something near what the document says. The message says what, and from "
    "where that is known.",
    "docs/profiles.md",
    "",
    R"(--profile babylon, and a cylinder of two radii)",
    R"(a cylinder of one radius)"};
// clang-format on

std::span<const Rule* const> profilesRules() {
  static constexpr const Rule* kRules[] = {&kPhysicsProfileRefused, &kPhysicsProfileDropped,
                                           &kPhysicsProfileDifferent, &kPhysicsProfileApproximated};
  return kRules;
}

}  // namespace carom::validate::rules

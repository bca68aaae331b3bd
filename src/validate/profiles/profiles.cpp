// What the tables of the profiles are made into: findings, texts, a page.
#include "validate/profiles/profile.hpp"

#include <algorithm>
#include <map>

#include "carom/validate/profile.hpp"
#include "validate/checks.hpp"
#include "validate/rules/profiles/rules.hpp"

// The build makes this list from the names of the files in this folder.
#define CAROM_PROFILE(name)                   \
  namespace carom::validate::profiles::name { \
  extern const Profile kProfile;              \
  }
#include "validate/profiles/profile_list.inc"
#undef CAROM_PROFILE

namespace carom {

namespace validate {

namespace profiles {

std::span<const Profile* const> all() {
  static constexpr const Profile* kProfiles[] = {
#define CAROM_PROFILE(name) &name::kProfile,
#include "validate/profiles/profile_list.inc"
#undef CAROM_PROFILE
  };
  return kProfiles;
}

namespace {

constexpr std::size_t kNamed = 3;  // Places that a message names.

const Profile* find(std::string_view name) {
  for (const Profile* profile : all()) {
    if (profile->name == name) return profile;
  }
  return nullptr;
}

/// The places where a fact concerns a scene.
std::vector<Use> usesOf(const Fact& fact, const Subject& subject) {
  if (fact.treatment == Treatment::Done) return {};
  std::vector<Use> uses = fact.feature.find(subject);
  std::erase_if(uses, [&fact](const Use& use) { return use.amount <= fact.above; });
  return uses;
}

/// "node 3, node 4, node 7 and 5 more".
std::string placesText(const std::vector<Use>& uses) {
  std::string text;
  for (std::size_t i = 0; i < std::min(uses.size(), kNamed); ++i) text += (i > 0 ? ", " : "") + uses[i].where;
  if (uses.size() > kNamed) text += " and " + std::to_string(uses.size() - kNamed) + " more";
  return text;
}

const Rule& ruleOf(Treatment treatment) {
  switch (treatment) {
    case Treatment::Refused:
      return rules::kPhysicsProfileRefused;
    case Treatment::Dropped:
      return rules::kPhysicsProfileDropped;
    case Treatment::Different:
      return rules::kPhysicsProfileDifferent;
    case Treatment::Approximated:
    case Treatment::Done:
      break;
  }
  return rules::kPhysicsProfileApproximated;
}

std::string messageOf(const Profile& profile, const Fact& fact, const std::vector<Use>& uses) {
  std::string text = std::string(profile.title) + ", " + std::string(fact.feature.title) + ": ";
  return text.append(fact.text)
      .append(" (")
      .append(placesText(uses))
      .append("; ")
      .append(fact.source)
      .append(")");
}

constexpr std::string_view kIntroductions[] = {"not load", "lose", "do differently", "approximate"};

std::string engineText(const Profile& profile, const Subject& subject) {
  std::string text = "In " + std::string(profile.title) + " this scene will";
  bool any = false;
  for (const Treatment treatment :
       {Treatment::Refused, Treatment::Dropped, Treatment::Different, Treatment::Approximated}) {
    bool first = true;
    for (const Fact& fact : profile.facts) {
      if (fact.treatment != treatment) continue;
      const std::vector<Use> uses = usesOf(fact, subject);
      if (uses.empty()) continue;
      if (first) text.append("\n  ").append(kIntroductions[static_cast<std::size_t>(treatment)]).append("\n");
      first = false, any = true;
      text.append("    ").append(fact.feature.title).append(": ").append(fact.text);
      text.append(" (").append(placesText(uses)).append(")\n");
    }
  }
  return any ? text : text + " do what its documents say, as far as is known.\n";
}

const Fact* factOf(const Profile& profile, const Feature& feature) {
  for (const Fact& fact : profile.facts) {
    if (&fact.feature == &feature) return &fact;
  }
  return nullptr;
}

std::string_view cellOf(const Fact* fact) {
  if (!fact) return "?";
  switch (fact->treatment) {
    case Treatment::Refused:
      return "refused";
    case Treatment::Dropped:
      return "dropped";
    case Treatment::Different:
      return "different";
    case Treatment::Approximated:
      return "near";
    case Treatment::Done:
      break;
  }
  return "yes";
}

std::string matrix() {
  std::string text = "| Feature |", line = "|---|";
  for (const Profile* profile : all()) {
    text.append(" `").append(profile->name).append("` |");
    line += "---|";
  }
  text += "\n" + line + "\n";
  for (const Feature* feature : allFeatures()) {
    text.append("| ").append(feature->title).append(" |");
    for (const Profile* profile : all())
      text.append(" ").append(cellOf(factOf(*profile, *feature))).append(" |");
    text += "\n";
  }
  return text;
}

std::string section(const Profile& profile) {
  std::string text = "\n## " + std::string(profile.title) + "\n\n`--profile ";
  text.append(profile.name).append("`\n\n| Feature | What happens | From |\n|---|---|---|\n");
  for (const Fact& fact : profile.facts) {
    text.append("| ").append(fact.feature.title).append(" | ");
    text.append(cellOf(&fact)).append(fact.text.empty() ? "" : ": ").append(fact.text);
    text.append(" | ").append(fact.source).append(" |\n");
  }
  return text;
}

}  // namespace

}  // namespace profiles

void checkProfiles(const Subject& subject, std::span<const std::string> names, Findings& findings) {
  for (const std::string& name : names) {
    const profiles::Profile* profile = profiles::find(name);
    if (!profile) continue;
    for (const profiles::Fact& fact : profile->facts) {
      const std::vector<profiles::Use> uses = profiles::usesOf(fact, subject);
      if (uses.empty()) continue;
      findings.add(profiles::ruleOf(fact.treatment), uses.front().pointer,
                   profiles::messageOf(*profile, fact, uses));
    }
  }
}

}  // namespace validate

std::vector<EngineProfile> engineProfiles() {
  std::vector<EngineProfile> engines;
  for (const validate::profiles::Profile* profile : validate::profiles::all())
    engines.push_back({profile->name, profile->title});
  return engines;
}

bool isEngineProfile(std::string_view name) {
  return validate::profiles::find(name) != nullptr;
}

std::string engineText(const Scene& scene, std::string_view name) {
  const validate::profiles::Profile* profile = validate::profiles::find(name);
  if (!profile || !scene.asset) return "";
  return validate::profiles::engineText(*profile, validate::Subject(*scene.asset, scene));
}

std::string profilesPage() {
  return "# Profiles\n\n"
         "What engines and tools do with the physics of a file. `carom validate --profile NAME` says it of a "
         "file, and\n"
         "`carom inspect --profile NAME` in the words of \"In ENGINE this scene will\". This page is "
         "generated from the\n"
         "tables in `src/validate/profiles/`, one file for each engine: `CAROM_UPDATE_DOCS=1 "
         "build/release/tests/test_validate`\n"
         "writes it, and a test checks it.\n\n"
         "\"yes\": as the documents say. \"near\": something near it. \"different\": it does something else. "
         "\"dropped\": it is\n"
         "not there. \"refused\": the file, or that part of it, does not load. \"?\": not known.\n\n" +
         validate::profiles::matrix() + [] {
           std::string text;
           for (const validate::profiles::Profile* profile : validate::profiles::all())
             text += validate::profiles::section(*profile);
           return text;
         }();
}

}  // namespace carom

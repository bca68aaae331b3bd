// Every rule with a scene that breaks it, and the report that this gives: scenes/<CODE>/.
// CAROM_UPDATE_GOLDEN=1 writes the reports anew.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>

#include "carom/base/diagnostic_codes.hpp"
#include "carom/validate/report_formats.hpp"
#include "official_report.hpp"
#include "validate/checks.hpp"
#include "validate/reader_codes.hpp"

namespace carom::test {
namespace {

namespace fs = std::filesystem;

const fs::path kScenes = fs::path(CAROM_SOURCE_DIR) / "tests/validate/scenes";

/// Rules that no file of a sensible size can break, or no file at all.
const std::map<std::string_view, std::string_view> kWithoutScene = {
    {"FILE_TOO_LARGE", "needs a file of more than 4 GB"},
    {"JSON_TOO_LARGE", "needs a text of nearly 4 GB"},
    {"PHYSICS_TOO_LARGE", "needs more geometry than fits into 4 GB"},
    {"COMPRESSION_MISSING", "needs a build without decoders"}};

std::string readAll(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// The scene of a folder.
fs::path sceneIn(const fs::path& folder) {
  const fs::path text = folder / "scene.gltf", binary = folder / "scene.glb";
  return fs::exists(text) ? text : binary;
}

/// Without the way to the scene's folder, which is another on each machine.
ValidationReport check(const fs::path& scene) {
  ValidateOptions options;
  // What an engine does is said only when it is asked for.
  if (scene.parent_path().filename().string().starts_with("PHYSICS_PROFILE_")) options.profiles = {"babylon"};
  ValidationReport report = validateFile(scene, options);
  report.uri = scene.filename().string();
  const std::string folder = scene.parent_path().string() + "/";
  for (Finding& finding : report.findings) {
    if (const std::size_t at = finding.message.find(folder); at != std::string::npos)
      finding.message.erase(at, folder.size());
  }
  return report;
}

std::vector<fs::path> folders() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(kScenes)) found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

TEST(Rules, EveryRuleHasASceneThatBreaksIt) {
  for (const Rule* rule : allRules()) {
    if (kWithoutScene.contains(rule->code)) continue;
    EXPECT_TRUE(fs::exists(sceneIn(kScenes / std::string(rule->code)))) << rule->code;
  }
  for (const fs::path& folder : folders()) EXPECT_TRUE(findRule(folder.filename().string())) << folder;
}

TEST(Rules, ScenesBreakTheirRule) {
  for (const fs::path& folder : folders()) {
    const ValidationReport report = check(sceneIn(folder));
    const std::string code = folder.filename().string();
    const bool broken = std::any_of(report.findings.begin(), report.findings.end(),
                                    [&code](const Finding& finding) { return finding.code == code; });
    EXPECT_TRUE(broken) << code << "\n" << reportText(report);
  }
}

TEST(Rules, ReportsAreAsRecorded) {
  for (const fs::path& folder : folders()) {
    SCOPED_TRACE(folder.string());
    const std::string text = reportJson(check(sceneIn(folder)));
    const fs::path golden = folder / "report.json";
    if (std::getenv("CAROM_UPDATE_GOLDEN")) std::ofstream(golden, std::ios::binary) << text;
    EXPECT_EQ(readAll(golden), text);
    expectOfficialReport(text);
  }
}

/// A joint between the nodes 0, which can have a motion, and 1; the scene has these roots.
std::string jointed(const std::string& motion, const std::string& scene, const std::string& more = "") {
  return R"({"asset":{"version":"2.0"},"extensionsUsed":["KHR_physics_rigid_bodies","KHR_animation_pointer"],
    "extensions":{"KHR_physics_rigid_bodies":{"physicsJoints":[{"limits":[{"linearAxes":[0],"min":0,"max":0}],
    "drives":[{"type":"angular","mode":"force","axis":1,"velocityTarget":1,"damping":5}]}]}},
    "nodes":[{"extensions":{"KHR_physics_rigid_bodies":{)" +
         motion + R"("joint":{"connectedNode":1,"joint":0}}}},{"translation":[1,0,0]}],"scenes":[{"nodes":)" +
         scene + "}]" + more + "}";
}

bool finds(const std::string& file, std::string_view code) {
  const ValidationReport report = validateBytes(file, "a.gltf", {});
  return std::any_of(report.findings.begin(), report.findings.end(),
                     [code](const Finding& finding) { return finding.code == code; });
}

TEST(Rules, WhatTheEngineLeavesOutIsAFinding) {
  const std::string body = R"("motion":{"mass":1,"inertiaDiagonal":[1,1,1]},)";
  EXPECT_TRUE(finds(jointed(body, "[0]"), "PHYSICS_NO_EFFECT"));
  EXPECT_FALSE(finds(jointed(body, "[0,1]"), "PHYSICS_NO_EFFECT"));
  // An animation of a node that does not exist.
  const std::string pointer =
      R"(,"accessors":[{"componentType":5126,"count":2,"type":"SCALAR","bufferView":0},
      {"componentType":5126,"count":2,"type":"VEC3","bufferView":0}],"bufferViews":[{"buffer":0,"byteLength":24}],
      "buffers":[{"byteLength":24,"uri":"data:application/octet-stream;base64,AAAAAAAAgD8AAAAAAAAAAAAAgD8AAAAA"}],
      "animations":[{"samplers":[{"input":0,"output":1}],"channels":[{"sampler":0,"target":{"path":"pointer",
      "extensions":{"KHR_animation_pointer":{"pointer":"/nodes/99/translation"}}}}]}])";
  EXPECT_TRUE(finds(jointed(body, "[0,1]", pointer), "PHYSICS_NO_EFFECT"));
}

TEST(Rules, ABodyOfInfiniteMassThatCanTurnIsNotImmovable) {
  const auto immovable = [](const std::string& motion) {
    return finds(jointed(motion, "[0,1]"), "PHYSICS_JOINT_IMMOVABLE");
  };
  EXPECT_FALSE(immovable(R"("motion":{"mass":0,"inertiaDiagonal":[1,1,1]},)"));
  EXPECT_TRUE(immovable(R"("motion":{"mass":0,"inertiaDiagonal":[0,0,0]},)"));
}

TEST(Rules, AJointWithinOneBodyIsNotApart) {
  const std::string child = jointed(R"("motion":{"mass":1,"inertiaDiagonal":[1,1,1]},)", "[0]");
  const std::string nested =
      std::regex_replace(child, std::regex(R"("nodes":\[\{"ext)"), R"("nodes":[{"children":[1],"ext)");
  EXPECT_FALSE(finds(nested, "PHYSICS_JOINT_APART"));
  EXPECT_TRUE(finds(nested, "PHYSICS_NO_EFFECT"));
}

TEST(Rules, CodesAreUniqueAndWellFormed) {
  std::set<std::string_view> met;
  for (const Rule* rule : allRules()) {
    EXPECT_TRUE(met.insert(rule->code).second) << rule->code;
    EXPECT_TRUE(std::regex_match(std::string(rule->code), std::regex("[A-Z][A-Z0-9_]+"))) << rule->code;
    EXPECT_FALSE(rule->meaning.empty() || rule->document.empty()) << rule->code;
    EXPECT_EQ(rule->wrong.empty(), rule->right.empty()) << rule->code;
    EXPECT_EQ(findRule(rule->code), rule);
    EXPECT_NE(explainRule(*rule).find(rule->meaning), std::string::npos);
  }
  EXPECT_EQ(findRule("NO_SUCH_RULE"), nullptr);
}

/// Expects a rule of every code that the sources of these layers use, so that nothing they say is lost.
void expectRules(const std::vector<std::string>& layers, const std::set<std::string>& of_runs,
                 const Rule* (*rule_of)(std::string_view), std::size_t least) {
  const fs::path root(CAROM_SOURCE_DIR);
  std::map<std::string, std::string> values;
  const std::string codes = readAll(root / "include/carom/base/diagnostic_codes.hpp");
  const std::regex declaration("(k\\w+) = \"([A-Z0-9_]+)\"");
  for (std::sregex_iterator at(codes.begin(), codes.end(), declaration), end; at != end; ++at)
    values[(*at)[1]] = (*at)[2];
  std::size_t used = 0;
  for (const std::string& layer : layers) {
    for (const auto& entry : fs::recursive_directory_iterator(root / layer)) {
      if (!entry.is_regular_file()) continue;
      const std::string text = readAll(entry.path());
      const std::regex use("codes::(k\\w+)");
      for (std::sregex_iterator at(text.begin(), text.end(), use), end; at != end; ++at, ++used) {
        if (of_runs.contains((*at)[1])) continue;
        EXPECT_NE(rule_of(values[(*at)[1]]), nullptr) << entry.path() << " " << (*at)[1];
      }
    }
  }
  EXPECT_GT(used, least);
}

TEST(Rules, EveryReaderCodeHasARule) {
  expectRules({"src/json", "src/gltf", "src/dialect/tables", "src/dialect/read", "src/behavior"},
              {"kBehaviorLimit", "kSnapshotInvalid", "kSnapshotForeign"}, validate::ruleOfReaderCode, 100);
}

TEST(Rules, EveryCodeOfTheEngineHasARule) {
  expectRules({"src/world"},
              {"kSnapshotInvalid", "kSnapshotForeign", "kRecordingInvalid", "kRecordingForeign", "kSqueezed",
               "kBakeSheared"},
              validate::ruleOfEngineCode, 20);
}

void expectPage(const fs::path& path, const std::string& text) {
  if (std::getenv("CAROM_UPDATE_DOCS")) std::ofstream(path, std::ios::binary) << text;
  EXPECT_EQ(readAll(path), text) << path
                                 << ": CAROM_UPDATE_DOCS=1 build/release/tests/test_validate writes it";
}

TEST(Rules, PagesAreCurrent) {
  const fs::path folder = fs::path(CAROM_SOURCE_DIR) / "docs/rules";
  expectPage(folder / "README.md", ruleIndex());
  for (std::size_t i = 0; i < kRuleFamilyCount; ++i) {
    const auto family = static_cast<RuleFamily>(i);
    expectPage(folder / (std::string(familyName(family)) + ".md"), rulePage(family));
  }
}

}  // namespace
}  // namespace carom::test

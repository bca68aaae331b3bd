// Two reports as one. What the official validator says is quoted here as it prints it; tests/output/validator
// runs it.
#include "carom/validate/official.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "carom/validate/report_formats.hpp"
#include "json/document.hpp"
#include "official_report.hpp"

namespace carom::test {
namespace {

/// Node 0 names mesh 0 and is empty but for physics; node 1 is empty; node 2 is named by a joint.
const std::string kScene =
    R"({"asset":{"version":"2.0"},"extensionsUsed":["ACME_rubber","KHR_physics_rigid_bodies"],)"
    R"("extensions":{"KHR_physics_rigid_bodies":{"physicsJoints":[{"limits":[{"linearAxes":[0],"min":0,"max":0}]}]}},)"
    R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]},{"primitives":[{"attributes":{"POSITION":0}}]}],)"
    R"("accessors":[{"componentType":5126,"count":4,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}],)"
    R"("nodes":[{"extensions":{"KHR_physics_rigid_bodies":{"motion":{"mass":"x"},"collider":{"geometry":{"mesh":0,)"
    R"("convexHull":true}},"joint":{"connectedNode":2,"joint":0}}}},{},{}]})";

std::string message(const std::string& code, int severity, const std::string& pointer) {
  return R"({"code":")" + code + R"(","message":"m","severity":)" + std::to_string(severity) +
         R"(,"pointer":")" + pointer + "\"}";
}

std::string official(const std::vector<std::string>& messages) {
  std::string text =
      R"({"uri":"a","mimeType":"model/gltf+json","validatorVersion":"2.0.0-dev.3.10","issues":{"numErrors":0,)"
      R"("numWarnings":0,"numInfos":0,"numHints":0,"messages":[)";
  for (std::size_t i = 0; i < messages.size(); ++i) text += (i > 0 ? "," : "") + messages[i];
  return text +
         R"(],"truncated":false},"info":{"version":"2.0","animationCount":0,"hasSkins":false,"materialCount":7}})";
}

ValidateOptions merging() {
  ValidateOptions options;
  options.with_official = true;
  return options;
}

bool says(const ValidationReport& report, std::string_view code, std::string_view pointer) {
  return std::any_of(report.findings.begin(), report.findings.end(), [&](const Finding& finding) {
    return finding.code == code && finding.pointer == pointer;
  });
}

TEST(Official, WhatIsFalseIsLeftOut) {
  const ValidateOptions options = merging();
  ValidationReport report = validateBytes(kScene, "a.gltf", {}, options);
  ASSERT_TRUE(
      mergeOfficial(official({message("UNSUPPORTED_EXTENSION", 2, "/extensionsUsed/0"),
                              message("UNSUPPORTED_EXTENSION", 2, "/extensionsUsed/1"),
                              message("NODE_EMPTY", 2, "/nodes/0"), message("NODE_EMPTY", 2, "/nodes/1"),
                              message("NODE_EMPTY", 2, "/nodes/2"), message("UNUSED_OBJECT", 2, "/meshes/0"),
                              message("UNUSED_OBJECT", 2, "/meshes/1")}),
                    options, report));
  EXPECT_TRUE(says(report, "UNSUPPORTED_EXTENSION", "/extensionsUsed/0"));
  EXPECT_FALSE(says(report, "UNSUPPORTED_EXTENSION", "/extensionsUsed/1"));
  EXPECT_FALSE(says(report, "NODE_EMPTY", "/nodes/0"));
  EXPECT_TRUE(says(report, "NODE_EMPTY", "/nodes/1"));
  EXPECT_FALSE(says(report, "NODE_EMPTY", "/nodes/2"));
  EXPECT_FALSE(says(report, "UNUSED_OBJECT", "/meshes/0"));
  EXPECT_TRUE(says(report, "UNUSED_OBJECT", "/meshes/1"));
}

// Where the file cannot be read, nothing is known of it but what the message quotes.
TEST(Official, PhysicsIsLeftOutOfFilesThatCannotBeRead) {
  const ValidateOptions options = merging();
  const std::string loop =
      R"({"asset":{"version":"2.0"},"extensionsUsed":["ACME_rubber","KHR_physics_rigid_bodies"],)"
      R"("nodes":[{"children":[0]}]})";
  ValidationReport report = validateBytes(loop, "a.gltf", {}, options);
  const auto unsupported = [](const std::string& name, const std::string& pointer) {
    std::string text = message("UNSUPPORTED_EXTENSION", 2, pointer);
    return text.replace(text.find("\"m\""), 3, "\"not supported by the validator: '" + name + "'.\"");
  };
  ASSERT_TRUE(mergeOfficial(official({unsupported("ACME_rubber", "/extensionsUsed/0"),
                                      unsupported("KHR_physics_rigid_bodies", "/extensionsUsed/1")}),
                            options, report));
  EXPECT_TRUE(says(report, "NODE_LOOP", "/nodes/0"));
  EXPECT_TRUE(says(report, "UNSUPPORTED_EXTENSION", "/extensionsUsed/0"));
  EXPECT_FALSE(says(report, "UNSUPPORTED_EXTENSION", "/extensionsUsed/1"));
}

TEST(Official, ReportsAreOneWithRightCounts) {
  const ValidateOptions options = merging();
  ValidationReport report = validateBytes(kScene, "a.gltf", {}, options);
  const std::size_t errors = report.count(Grade::Error), before = report.findings.size();
  const std::string place = "/nodes/0/extensions/KHR_physics_rigid_bodies/motion/mass";
  ASSERT_TRUE(says(report, "TYPE_MISMATCH", place));
  // One that both say, one of its own, and again.
  ASSERT_TRUE(mergeOfficial(
      official({message("TYPE_MISMATCH", 0, place), message("IMAGE_DATA_INVALID", 0, "/images/0"),
                message("IMAGE_DATA_INVALID", 0, "/images/0")}),
      options, report));
  EXPECT_EQ(report.count(Grade::Error), errors + 1);
  EXPECT_EQ(report.findings.size(), before + 1);
  EXPECT_TRUE(std::is_sorted(report.findings.begin(), report.findings.end(),
                             [](const Finding& a, const Finding& b) { return a.grade < b.grade; }));
  const std::string text = reportJson(report);
  expectOfficialReport(text);
  Diagnostics ignored;
  const auto document = json::Document::parse(text, {}, ignored);
  ASSERT_TRUE(document.ok());
  EXPECT_EQ((*document)->resolve("/info/materialCount").number(), 7);
  EXPECT_TRUE((*document)->resolve("/info/physics").isObject());
}

TEST(Official, SettingsCountForItToo) {
  ValidateOptions options = merging();
  options.ignore = {"NODE_EMPTY"};
  options.severity["IMAGE_DATA_INVALID"] = Grade::Hint;
  options.max_issues = 1;
  ValidationReport report = validateBytes(kScene, "a.gltf", {}, options);
  ASSERT_TRUE(mergeOfficial(
      official({message("NODE_EMPTY", 2, "/nodes/1"), message("IMAGE_DATA_INVALID", 0, "/images/0")}),
      options, report));
  EXPECT_EQ(report.findings.size(), 1u);
  EXPECT_TRUE(report.truncated);
  EXPECT_GE(report.count(Grade::Hint), 1u);
  EXPECT_FALSE(says(report, "NODE_EMPTY", "/nodes/1"));
  EXPECT_FALSE(mergeOfficial("no report", options, report));
  EXPECT_FALSE(mergeOfficial("{}", options, report));
}

}  // namespace
}  // namespace carom::test

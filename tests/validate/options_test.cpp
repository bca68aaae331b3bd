// What is reported and what is left out; settings files; formats.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "carom/validate/report_formats.hpp"
#include "carom/validate/settings_file.hpp"
#include "official_report.hpp"

namespace carom::test {
namespace {

/// An error (a mass that is text), a warning and an info (an unused material).
const std::string kFaulty = R"({"asset":{"version":"2.0"},"extensionsUsed":["KHR_physics_rigid_bodies"],
  "extensions":{"KHR_physics_rigid_bodies":{"physicsMaterials":[{"restitution":2}]}},
  "nodes":[{"extensions":{"KHR_physics_rigid_bodies":{"motion":{"mass":"5","colour":1}}}}]})";
const std::string kUnused = R"({"asset":{"version":"2.0"},"extensionsUsed":["KHR_physics_rigid_bodies"],
  "extensions":{"KHR_physics_rigid_bodies":{"physicsMaterials":[{"restitution":2}]}}})";

bool has(const ValidationReport& report, std::string_view code) {
  return std::any_of(report.findings.begin(), report.findings.end(),
                     [code](const Finding& finding) { return finding.code == code; });
}

ValidationReport check(const std::string& text, const ValidateOptions& options = {}) {
  return validateBytes(text, "a file.gltf", {}, options);
}

TEST(Options, IgnoreOnlyAndSeverity) {
  EXPECT_TRUE(has(check(kFaulty), "TYPE_MISMATCH"));
  ValidateOptions options;
  options.ignore = {"TYPE_MISMATCH"};
  EXPECT_FALSE(has(check(kFaulty, options), "TYPE_MISMATCH"));
  EXPECT_EQ(check(kFaulty, options).count(Grade::Error), 0u);
  options = {};
  options.only = {"UNEXPECTED_PROPERTY"};
  EXPECT_EQ(check(kFaulty, options).findings.size(), 1u);
  options = {};
  options.severity["UNEXPECTED_PROPERTY"] = Grade::Error;
  options.severity["TYPE_MISMATCH"] = std::nullopt;
  const ValidationReport report = check(kFaulty, options);
  EXPECT_EQ(report.count(Grade::Error), 1u);
  EXPECT_FALSE(has(report, "TYPE_MISMATCH"));
}

TEST(Options, MostIssuesAreTheWorstOnes) {
  ValidateOptions options;
  options.max_issues = 1;
  const ValidationReport report = check(kFaulty, options);
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].grade, Grade::Error);
  EXPECT_TRUE(report.truncated);
  EXPECT_GE(report.count(Grade::Warning), 1u);  // Counted all the same.
  EXPECT_FALSE(check(kFaulty).truncated);
  expectOfficialReport(reportJson(report));
}

TEST(Options, RulesAcrossFieldsWaitForFieldsThatAreRight) {
  EXPECT_FALSE(has(check(kFaulty), "UNUSED_OBJECT"));
  EXPECT_TRUE(has(check(kUnused), "UNUSED_OBJECT"));
}

TEST(Formats, JsonIsTheOfficialReport) {
  for (const std::string& text : {kFaulty, kUnused, std::string("no JSON"), std::string(),
                                  std::string("glTF"), std::string("{}"), std::string("[1]")}) {
    expectOfficialReport(reportJson(check(text), "2026-01-02T03:04:05Z"));
  }
  const std::string json = reportJson(check(kUnused), "2026-01-02T03:04:05Z");
  EXPECT_NE(json.find("\"uri\": \"a%20file.gltf\""), std::string::npos);
  EXPECT_NE(json.find("\"validatedAt\": \"2026-01-02T03:04:05Z\""), std::string::npos);
  EXPECT_NE(json.find("\"materials\": 1"), std::string::npos);
  EXPECT_EQ(reportJson(check(kUnused)).find("validatedAt"), std::string::npos);
}

TEST(Formats, SarifNamesEachRuleOnceAndEachFinding) {
  const ValidationReport reports[] = {check(kFaulty), check(kUnused)};
  Diagnostics diagnostics;
  const auto parsed = json::Document::parse(reportsSarif(reports), {}, diagnostics);
  ASSERT_TRUE(parsed.ok());
  const json::Value run = (*parsed)->resolve("/runs/0");
  const json::Value rules = run.find("tool").find("driver").find("rules");
  EXPECT_EQ(run.find("results").size(), reports[0].findings.size() + reports[1].findings.size());
  for (std::size_t i = 0; i < run.find("results").size(); ++i) {
    const json::Value result = run.find("results")[i];
    const auto index = static_cast<std::size_t>(result.find("ruleIndex").number());
    EXPECT_EQ(rules[index].find("id").string(), result.find("ruleId").string());
    EXPECT_EQ(
        result.find("locations")[0].find("physicalLocation").find("artifactLocation").find("uri").string(),
        "a%20file.gltf");
  }
}

TEST(Formats, GithubAndJunitEscape) {
  ValidationReport report;
  report.uri = "a,b:c.gltf";
  report.findings.push_back({"TYPE_MISMATCH", Grade::Error, "/a", "100% <wrong>\nhere"});
  report.counts[0] = 1;
  EXPECT_EQ(reportsGithub({&report, 1}),
            "::error file=a%2Cb%3Ac.gltf,title=TYPE_MISMATCH::/a: 100%25 <wrong>%0Ahere\n");
  const std::string junit = reportsJunit({&report, 1});
  EXPECT_NE(junit.find("tests=\"1\" failures=\"1\""), std::string::npos);
  EXPECT_NE(junit.find("&lt;wrong&gt;"), std::string::npos);
  EXPECT_EQ(reportText(report), "a,b:c.gltf: /a: error: 100% <wrong> here [TYPE_MISMATCH]\n");
}

TEST(Settings, SayWhatTheOfficialFileSays) {
  const auto settings = parseValidateSettings(
      "# comment\nmax-issues: 10\nfail-on: warning\nignore:\n - UNEXPECTED_PROPERTY # why\n"
      "only: [TYPE_MISMATCH, 'UNUSED_OBJECT']\noverride:\n UNUSED_OBJECT: 0\n TYPE_MISMATCH: off\n");
  ASSERT_TRUE(settings.ok());
  EXPECT_EQ(settings->max_issues, 10u);
  EXPECT_EQ(settings->fail_on, "warning");
  EXPECT_EQ(settings->ignore, std::vector<std::string>{"UNEXPECTED_PROPERTY"});
  EXPECT_EQ(settings->only, (std::vector<std::string>{"TYPE_MISMATCH", "UNUSED_OBJECT"}));
  EXPECT_EQ(settings->override.at("UNUSED_OBJECT"), Grade::Error);
  EXPECT_EQ(settings->override.at("TYPE_MISMATCH"), std::nullopt);
}

TEST(Settings, WhatCannotBeMeantIsAnErrorWithItsLine) {
  for (const char* text :
       {"ignore: UNUSED_OBJECT", "ignore:\n - NO_RULE", "colour: red", "- UNUSED_OBJECT", "max-issues: many",
        "fail-on: sometimes", "override: 3", "override:\n UNUSED_OBJECT: bad", "ignore:\n\t- UNUSED_OBJECT",
        " UNUSED_OBJECT: 1", "what"}) {
    const auto settings = parseValidateSettings(text);
    ASSERT_FALSE(settings.ok()) << text;
    EXPECT_TRUE(settings.diagnostics().items()[0].message.starts_with("line ")) << text;
  }
}

}  // namespace
}  // namespace carom::test

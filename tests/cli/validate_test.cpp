// carom validate: inputs, outputs, exit status, settings.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "../validate/official_report.hpp"
#include "program_run.hpp"

namespace carom::test {
namespace {

namespace fs = std::filesystem;

/// Nothing is wrong with it, but that a warning can be had.
const std::string kGood = kBallScene;
std::string withMember(const std::string& member) {
  std::string text = kBallScene;
  const std::string mass = "\"mass\":1";
  return text.replace(text.find(mass), mass.size(), mass + "," + member);
}
const std::string kWarned = withMember("\"colour\":1");
const std::string kFaulty = withMember("\"gravityFactor\":\"x\"");

TEST(Validate, ExitStatusSaysWhatFailed) {
  const WorkFolder folder;
  const std::string good = folder.write("good.gltf", kGood), warned = folder.write("warned.gltf", kWarned),
                    faulty = folder.write("faulty.gltf", kFaulty);
  EXPECT_EQ(runProgram({"validate", good}).status, 0);
  EXPECT_EQ(runProgram({"validate", warned}).status, 0);
  EXPECT_EQ(runProgram({"validate", warned, "--fail-on", "warning"}).status, 1);
  EXPECT_EQ(runProgram({"validate", faulty}).status, 1);
  EXPECT_EQ(runProgram({"validate", faulty, "--fail-on", "never"}).status, 0);
  EXPECT_EQ(runProgram({"validate", folder / "none.gltf"}).status, 1);
  EXPECT_EQ(runProgram({"validate"}).status, 2);
  EXPECT_EQ(runProgram({"validate", good, "--fail-on", "sometimes"}).status, 2);
  const ProgramRun unknown = runProgram({"validate", good, "--ignore", "TYPE_MISMATC"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_NE(unknown.err.find("did you mean TYPE_MISMATCH?"), std::string::npos) << unknown.err;
}

TEST(Validate, FindingsAreLinesWithTheirPlace) {
  const WorkFolder folder;
  const std::string faulty = folder.write("faulty.gltf", kFaulty);
  const ProgramRun run = runProgram({"validate", faulty});
  EXPECT_TRUE(run.out.starts_with(
      faulty + ": /nodes/1/extensions/KHR_physics_rigid_bodies/motion/gravityFactor: error: "))
      << run.out;
  EXPECT_NE(run.out.find("[TYPE_MISMATCH]\n1 file, 1 with errors: 1 error,"), std::string::npos) << run.out;
}

TEST(Validate, TakesFoldersPatternsAndStandardInput) {
  const WorkFolder folder;
  folder.write("a.gltf", kGood);
  fs::create_directories(folder / "below");
  folder.write("below/b.GLTF", kWarned);
  folder.write("c.txt", "no asset");
  EXPECT_NE(runProgram({"validate", folder / ""}).out.find("2 files, 0 with errors: 0 errors, 1 warning"),
            std::string::npos);
  EXPECT_NE(runProgram({"validate", folder / "*.gltf"}).out.find("1 file,"), std::string::npos);
  EXPECT_EQ(runProgram({"validate", folder / "*.glb"}).status, 2);
  const std::string out = folder / "out.json";
  const std::string command =
      "'" CAROM_PROGRAM "' validate - --json < '" + folder / "a.gltf" + "' > '" + out + "'";
  EXPECT_EQ(std::system(command.c_str()), 0);
  expectOfficialReport(readAll(out));
  EXPECT_NE(readAll(out).find("\"uri\": \"-\""), std::string::npos);
}

TEST(Validate, WritesReportsWhereItIsTold) {
  const WorkFolder folder;
  fs::create_directories(folder / "in/below");
  folder.write("in/a.gltf", kGood);
  folder.write("in/below/a.gltf", kFaulty);
  EXPECT_EQ(runProgram({"validate", folder / "in", "-o", folder / "out/"}).status, 1);
  expectOfficialReport(readAll(folder / "out/a.gltf.report.json"));
  expectOfficialReport(readAll(folder / "out/below/a.gltf.report.json"));
  EXPECT_EQ(runProgram({"validate", folder / "in/a.gltf", "--beside", "--timestamp"}).status, 0);
  const std::string beside = readAll(folder / "in/a.gltf.report.json");
  expectOfficialReport(beside);
  EXPECT_NE(beside.find("\"validatedAt\": \"20"), std::string::npos);
  EXPECT_EQ(runProgram({"validate", folder / "in", "--json", "-o", folder / "all.json"}).status, 1);
  Diagnostics diagnostics;
  const auto parsed = json::Document::parse(readAll(folder / "all.json"), {}, diagnostics);
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ((*parsed)->root().size(), 2u);
}

TEST(Validate, OutputIsTheSameForAnyNumberOfJobs) {
  const WorkFolder folder;
  for (int i = 0; i < 40; ++i) folder.write("s" + std::to_string(i) + ".gltf", i % 3 ? kGood : kFaulty);
  for (const char* format : {"text", "json", "sarif", "github", "junit"}) {
    const ProgramRun one = runProgram({"validate", folder / "", "--format", format});
    const ProgramRun four = runProgram({"validate", folder / "", "--format", format, "--jobs", "4"});
    EXPECT_EQ(one.out, four.out);
    EXPECT_GT(one.out.size(), 100u);
    EXPECT_EQ(one.status, 1);
  }
}

TEST(Validate, SettingsAreFoundAboveTheFile) {
  const WorkFolder folder;
  fs::create_directories(folder / "a/b");
  const std::string scene = folder.write("a/b/s.gltf", kWarned);
  folder.write(".carom-validate.yaml", "fail-on: warning\n");
  EXPECT_EQ(runProgram({"validate", scene}).status, 1);
  EXPECT_EQ(runProgram({"validate", scene, "--no-settings"}).status, 0);
  EXPECT_EQ(runProgram({"validate", scene, "--fail-on", "error"}).status, 0);
  folder.write("a/.carom-validate.yaml", "override:\n  UNEXPECTED_PROPERTY: off\nfail-on: warning\n");
  EXPECT_EQ(runProgram({"validate", scene}).status, 0);
  folder.write("a/.carom-validate.yaml", "colour: red\n");
  const ProgramRun bad = runProgram({"validate", scene});
  EXPECT_EQ(bad.status, 2);
  EXPECT_NE(bad.err.find("line 1"), std::string::npos) << bad.err;
}

TEST(Validate, ExplainsARule) {
  const ProgramRun run = runProgram({"validate", "--explain", "PHYSICS_OVERLAP"});
  EXPECT_EQ(run.status, 0);
  EXPECT_TRUE(run.out.starts_with("PHYSICS_OVERLAP (warning)\n")) << run.out;
  EXPECT_EQ(runProgram({"validate", "--explain", "NOTHING"}).status, 2);
}

}  // namespace
}  // namespace carom::test

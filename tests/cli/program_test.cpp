#include <gtest/gtest.h>

#include "json/document.hpp"
#include "program_run.hpp"

namespace carom {
namespace {

using namespace test;

TEST(Program, SaysItsVersion) {
  const ProgramRun run = runProgram({"--version"});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.out.substr(0, 6), "carom ");
}

TEST(Program, HelpListsTheCommands) {
  const ProgramRun run = runProgram({"--help"});
  EXPECT_EQ(run.status, 0);
  EXPECT_NE(run.out.find("simulate"), std::string::npos);
  EXPECT_NE(run.out.find("inspect"), std::string::npos);
  EXPECT_EQ(runProgram({"simulate", "--help"}).status, 0);
  EXPECT_EQ(runProgram({"inspect", "--help"}).status, 0);
}

TEST(Program, UsageErrorsExitWithTwo) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{},
                                                    {"dance"},
                                                    {"simulate"},
                                                    {"inspect"},
                                                    {"inspect", "a", "b"},
                                                    {"--nonsense"}}) {
    const ProgramRun run = runProgram(arguments);
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_NE(run.err, "");
  }
}

TEST(Inspect, TextNamesBodiesAndShapes) {
  const WorkFolder folder;
  const ProgramRun run = runProgram({"inspect", folder.write("s.gltf", kBallScene)});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.err, "");
  for (const char* part : {"node 1 \"the ball, red\"  dynamic", "mass 1 kg", "sphere, radius 0.5 m",
                           "box, 10 x 1 x 10 m", "trigger   node 2 \"gate\"", "No warnings or hints."})
    EXPECT_NE(run.out.find(part), std::string::npos) << part << " not in\n" << run.out;
}

TEST(Inspect, JsonHasTheSame) {
  const WorkFolder folder;
  const ProgramRun run = runProgram({"inspect", "--json", folder.write("s.gltf", kBallScene)});
  EXPECT_EQ(run.status, 0);
  Diagnostics diagnostics;
  const auto document = json::Document::parse(run.out, {}, diagnostics);
  ASSERT_TRUE(document);
  const json::Document& json = **document;
  EXPECT_EQ(json.resolve("/bodies/0/name").string(), "the ball, red");
  EXPECT_EQ(json.resolve("/bodies/0/mass").number(), 1);
  // A solid ball: 2/5 m r².
  EXPECT_NEAR(json.resolve("/bodies/0/inertia_diagonal/1").number(), 0.1, 1e-4);
  EXPECT_TRUE(json.resolve("/bodies/0/inertia_computed").boolean());
  EXPECT_EQ(json.resolve("/bodies/0/colliders/0/shape/type").string(), "sphere");
  EXPECT_EQ(json.resolve("/static/colliders/0/shape/size/0").number(), 10);
  EXPECT_EQ(json.resolve("/static/triggers/0/node").number(), 2);
}

TEST(Inspect, BrokenFilesExitWithOne) {
  const WorkFolder folder;
  const ProgramRun run = runProgram({"inspect", folder.write("s.gltf", "{")});
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(run.out, "");
  EXPECT_NE(run.err.find("s.gltf: "), std::string::npos);
}

}  // namespace
}  // namespace carom

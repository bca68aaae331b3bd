// Outputs that fail, and messages that name what they are about.
#include <gtest/gtest.h>

#include <cstdlib>

#include "program_run.hpp"

namespace carom {
namespace {

using namespace test;
using Names = std::vector<std::string>;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Runs a line of shell in which $CAROM is the program and the folder is the working one.
ProgramRun shell(const WorkFolder& folder, const std::string& line) {
  const WorkFolder outside;
  const std::string command = "cd '" + (folder / "") + "' && CAROM='" + CAROM_PROGRAM + "' && { " + line +
                              "; } >'" + (outside / "out") + "' 2>'" + (outside / "err") + "'";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, readAll(outside / "out"), readAll(outside / "err")};
}

TEST(Outputs, OneFileUnderTwoNamesIsRefused) {
  const WorkFolder folder;
  folder.write("s.gltf", kBallScene);
  std::filesystem::create_directory(folder / "sub");
  for (const char* names : {"--trajectory z --events ./z", "--trajectory b --plot sub/../b",
                            "--events sub/x --report \"$PWD/sub/x\""}) {
    const ProgramRun run = shell(folder, std::string("\"$CAROM\" simulate s.gltf --seconds 0.1 ") + names);
    EXPECT_EQ(run.status, 2) << names;
    EXPECT_TRUE(contains(run.err, "two outputs")) << run.err;
    EXPECT_EQ(folder.names(), (Names{"s.gltf", "sub"}));
  }
}

TEST(Outputs, StandardOutputThatCannotBeWrittenIsAFailure) {
  const WorkFolder folder;
  folder.write("s.gltf", kBallScene);
  for (const char* command : {"inspect s.gltf", "inspect --json s.gltf", "simulate s.gltf --seconds 0.1",
                              "simulate s.gltf --seconds 0.1 --report -", "bench --steps 1 s.gltf"}) {
    const ProgramRun run = shell(folder, std::string("\"$CAROM\" ") + command + " >/dev/full");
    EXPECT_EQ(run.status, 1) << command;
    EXPECT_TRUE(contains(run.err, "cannot write to standard output")) << command << ": " << run.err;
  }
}

TEST(Outputs, LargeInspectionsToAFullDeviceAreAFailure) {
  // Larger than the buffer of standard output, so that nothing is left for the last flush to fail on.
  std::string nodes = R"({"asset":{"version":"2.0"},"extensionsUsed":["KHR_physics_rigid_bodies"],"nodes":[)";
  for (int i = 0; i < 2000; ++i)
    nodes += std::string(i > 0 ? "," : "") +
             R"({"name":"one of many","extensions":{"KHR_physics_rigid_bodies":{"motion":{"mass":1}}}})";
  const WorkFolder folder;
  folder.write("s.gltf", nodes + "]}");
  EXPECT_EQ(shell(folder, "\"$CAROM\" inspect s.gltf >/dev/full").status, 1);
}

TEST(Outputs, AFileThatGrowsTooLargeIsReportedAndLeavesNothing) {
  const WorkFolder folder;
  folder.write("s.gltf", kBallScene);
  const ProgramRun run =
      shell(folder, "ulimit -f 4; \"$CAROM\" simulate s.gltf --seconds 20 --trajectory t.csv");
  EXPECT_EQ(run.status, 1);
  EXPECT_TRUE(contains(run.err, "t.csv: : ")) << run.err;
  EXPECT_TRUE(contains(run.err, "[FILE_UNWRITABLE]")) << run.err;
  EXPECT_EQ(folder.names(), Names{"s.gltf"});
}

TEST(Outputs, APipeThatNobodyReadsLeavesNothing) {
  const WorkFolder folder;
  folder.write("s.gltf", kBallScene);
  const ProgramRun run = shell(folder,
                               "mkfifo pipe; (: <pipe) & \"$CAROM\" simulate s.gltf --no-sleep --seconds 100 "
                               "--trajectory t.csv --events pipe --rate 1000; wait");
  EXPECT_EQ(folder.names().front(), "pipe") << run.err;  // No ".t.csv.0.tmp", which would sort first.
}

TEST(Outputs, UnwritableOnesAreNamedAndNotTheScene) {
  const WorkFolder folder;
  folder.write("s.gltf", kBallScene);
  for (const char* name : {"/dev/full", "no/t.csv"}) {
    const ProgramRun run = shell(folder, std::string("\"$CAROM\" simulate s.gltf --trajectory ") + name);
    EXPECT_EQ(run.status, 1);
    EXPECT_EQ(run.err.substr(0, std::string(name).size() + 4), std::string(name) + ": : ") << run.err;
  }
}

TEST(Usage, UnknownCommandsAreNamed) {
  for (const char* word : {"foo", "validate", "--nonsense"}) {
    const ProgramRun run = runProgram({word, "x"});
    EXPECT_EQ(run.status, 2);
    EXPECT_TRUE(contains(run.err, std::string("\"") + word + "\"")) << run.err;
  }
}

TEST(Usage, NamesOfOutputsAreNotEmptyAndNotOptions) {
  const WorkFolder folder;
  const std::string scene = folder.write("s.gltf", kBallScene);
  for (const char* option : {"-o", "--trajectory", "--events", "--report", "--plot"}) {
    const ProgramRun empty = runProgram({"simulate", scene, option, ""});
    EXPECT_EQ(empty.status, 2) << option;
    EXPECT_TRUE(contains(empty.err, "empty")) << empty.err;
    const ProgramRun swallowed = runProgram({"simulate", scene, option, "--seconds", "1"});
    EXPECT_EQ(swallowed.status, 2) << option;
    EXPECT_TRUE(contains(swallowed.err, "--seconds")) << swallowed.err;
  }
  EXPECT_EQ(folder.names(), Names{"s.gltf"});
}

TEST(Usage, BenchWithoutItsFilePrintsNoTable) {
  const ProgramRun run = runProgram({"bench", "no file"});
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(contains(run.err, "[FILE_UNREADABLE]")) << run.err;
}

/// Joints between a fixed node and many bodies that no joint moves, each of which gets a warning.
std::string jointedScene(int count) {
  std::string text = R"({"asset":{"version":"2.0"},"extensionsUsed":["KHR_physics_rigid_bodies"],
    "extensions":{"KHR_physics_rigid_bodies":{"physicsJoints":[{"limits":[{"linearAxes":[0],"max":0}]}]}},
    "nodes":[{"name":"fixed"})";
  for (int i = 0; i < count; ++i)
    text += R"(,{"extensions":{"KHR_physics_rigid_bodies":{"motion":{"isKinematic":true},
      "joint":{"joint":0,"connectedNode":0}}}})";
  return text + "]}";
}

TEST(Messages, ManyWarningsEndWithTheirNumber) {
  const WorkFolder folder;
  const std::string scene = folder.write("s.gltf", jointedScene(50));
  const ProgramRun run = runProgram({"simulate", scene, "--seconds", "0.1"});
  EXPECT_EQ(run.status, 0);
  EXPECT_TRUE(contains(run.err, "warning: " + scene + ": : 10 more warnings")) << run.err;
  EXPECT_TRUE(contains(run.err, "[DIAGNOSTICS_OMITTED]\n")) << run.err;
  EXPECT_TRUE(contains(run.err, "[JOINT_HOLDS_NOTHING]\n")) << run.err;
}

TEST(Messages, WarningsOfTheSimulationReachStandardError) {
  // A turning body below a non-uniform scale: that its local transform is sheared shows as it turns.
  const WorkFolder folder;
  const std::string scene = folder.write("s.gltf", R"({"asset":{"version":"2.0"},
    "extensionsUsed":["KHR_physics_rigid_bodies"],
    "nodes":[{"scale":[1,3,1],"children":[1]},{"extensions":{"KHR_physics_rigid_bodies":{
      "motion":{"mass":1,"inertiaDiagonal":[1,1,1],"angularVelocity":[0,0,1]}}}}]})");
  const ProgramRun run = runProgram({"simulate", scene, "--seconds", "1", "-o", folder / "b.glb"});
  EXPECT_EQ(run.status, 0);
  EXPECT_TRUE(contains(run.err, "/nodes/1/extensions/KHR_physics_rigid_bodies/motion: ")) << run.err;
  EXPECT_TRUE(contains(run.err, "[BAKE_SHEARED]\n")) << run.err;
}

}  // namespace
}  // namespace carom

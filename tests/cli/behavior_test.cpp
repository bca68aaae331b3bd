// carom simulate with scenes that have behaviour graphs.
#include <gtest/gtest.h>

#include "json/document.hpp"
#include "program_run.hpp"

namespace carom {
namespace {

using namespace test;

const std::string kScenes = std::string(CAROM_SOURCE_DIR) + "/scenes/";

/// The member of a report, as text.
std::string reported(const std::vector<std::string>& arguments, const std::string& pointer) {
  std::vector<std::string> all = {"simulate"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  all.insert(all.end(), {"--report", "-"});
  const ProgramRun run = runProgram(all);
  EXPECT_EQ(run.status, 0) << run.err;
  Diagnostics diagnostics;
  const auto document = json::Document::parse(run.out, {}, diagnostics);
  if (!document) return run.out;
  const json::Value value = (*document)->resolve(pointer);
  return value ? std::string(value.text()) : "";
}

TEST(SimulateBehavior, GraphsRunUnlessTheyAreLeftOut) {
  const std::string door = kScenes + "door.gltf";
  const std::string with = reported({door, "--seconds", "2"}, "/state_hash");
  const std::string without = reported({door, "--seconds", "2", "--no-behavior"}, "/state_hash");
  EXPECT_NE(with, without);
  EXPECT_EQ(with, reported({door, "--seconds", "2", "--threads", "2"}, "/state_hash"));
}

TEST(SimulateBehavior, LogIsShownWhenItIsAskedFor) {
  EXPECT_EQ(runProgram({"simulate", kScenes + "door.gltf", "--seconds", "2", "--report", "-"}).err, "");
  const ProgramRun run = runProgram({"simulate", kScenes + "door.gltf", "--seconds", "2", "--log"});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.err, "1.1333 s: node 5 comes\n");
}

TEST(SimulateBehavior, EventsAreSentAtTheirTimes) {
  const std::string kick = kScenes + "kick.gltf";
  const auto hash = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = {kick, "--seconds", "1.5"};
    all.insert(all.end(), more.begin(), more.end());
    return reported(all, "/state_hash");
  };
  const std::string alone = hash({});
  EXPECT_NE(hash({"--event", "kick"}), alone);
  EXPECT_NE(hash({"--event", "kick@1"}), hash({"--event", "kick"}));
  EXPECT_NE(hash({"--event", "kick@1", "--event", "kick@0.5"}), hash({"--event", "kick@1"}));
  EXPECT_EQ(hash({"--event", "kick@1.5"}), alone);  // There is no step after it.
}

TEST(SimulateBehavior, WrongEventsAreUsageErrors) {
  const std::string kick = kScenes + "kick.gltf";
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"--event", "kcik"}, "the scene has no event \"kcik\"; it has kick"},
      {{"--event", "kick@-1"}, "must be from 0 to 1e6 s"},
      {{"--event", "kick@nan"}, "must be from 0 to 1e6 s"},
      {{"--event", "@3"}, "has no name"},
      {{"--event", "kick", "--no-behavior"}, "--no-behavior leaves out"},
      {{"--log", "--no-behavior"}, "--no-behavior leaves out"}};
  for (const auto& [arguments, message] : cases) {
    std::vector<std::string> all = {"simulate", kick};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const ProgramRun run = runProgram(all);
    EXPECT_EQ(run.status, 2) << message;
    EXPECT_NE(run.err.find(message), std::string::npos) << run.err;
  }
}

TEST(SimulateBehavior, BrokenGraphsEndWithStatusOne) {
  const WorkFolder folder;
  const std::string scene = folder.write(
      "scene.gltf",
      R"({"asset":{"version":"2.0"},"extensionsUsed":["KHR_interactivity"],"extensions":{"KHR_interactivity":
      {"graphs":[{"declarations":[{"op":"flow/branch"}],"nodes":[{"declaration":0}]}]}}})");
  const ProgramRun run = runProgram({"simulate", scene});
  EXPECT_EQ(run.status, 1);
  EXPECT_NE(
      run.err.find("/graphs/0/nodes/0: 'flow/branch' needs the input value 'condition' [BEHAVIOR_SOCKET]"),
      std::string::npos)
      << run.err;
  EXPECT_EQ(runProgram({"simulate", scene, "--no-behavior"}).status, 0);
}

TEST(SimulateBehavior, RecordingsAreReplayed) {
  for (const std::string name : {"door", "kick", "motor", "growing"}) {
    const WorkFolder folder;
    const std::string recording = folder / "r.caromrec";
    const ProgramRun run =
        runProgram({"simulate", kScenes + name + ".gltf", "--seconds", "3", "--record", recording});
    EXPECT_EQ(run.status, 0) << run.err;
    const ProgramRun replay = runProgram({"replay", recording});
    EXPECT_EQ(replay.status, 0) << name << replay.err << replay.out;
    EXPECT_NE(replay.out.find("181 of 181 state hashes"), std::string::npos) << replay.out;
  }
}

TEST(SimulateBehavior, VariablesAreInTheReport) {
  const WorkFolder folder;
  const std::string scene = folder.write(
      "scene.gltf",
      R"({"asset":{"version":"2.0"},"extensionsUsed":["KHR_interactivity"],"extensions":{"KHR_interactivity":
      {"graphs":[{"types":[{"signature":"float2"},{"signature":"bool"}],"variables":[{"type":0,"name":"place"},
      {"type":1,"value":[true]}]}]}}})");
  EXPECT_EQ(reported({scene}, "/variables/0"),
            R"({"name": "place", "type": "float2", "value": ["NaN", "NaN"]})");
  EXPECT_EQ(reported({scene}, "/variables/1/value"), "[true]");
  EXPECT_EQ(reported({scene, "--no-behavior"}, "/variables"), "");
}

}  // namespace
}  // namespace carom

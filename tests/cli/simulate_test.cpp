#include <gtest/gtest.h>

#include <regex>
#include <sstream>

#include "json/document.hpp"
#include "program_run.hpp"

namespace carom {
namespace {

using namespace test;
using Names = std::vector<std::string>;

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::shared_ptr<const json::Document> parsed(const std::string& text) {
  Diagnostics diagnostics;
  auto document = json::Document::parse(text, {}, diagnostics);
  EXPECT_TRUE(document) << text;
  return document ? document.value() : std::make_shared<const json::Document>();
}

class Simulate : public testing::Test {
 protected:
  ProgramRun simulate(std::vector<std::string> arguments, const std::string& interrupt_in = "") {
    arguments.insert(arguments.begin(), {"simulate", scene_});
    return runProgram(arguments, interrupt_in);
  }
  WorkFolder folder_;
  std::string scene_ = folder_.write("scene.gltf", kBallScene);
};

TEST_F(Simulate, WritesWhatIsAskedForAndIsSilent) {
  const ProgramRun run =
      simulate({"--seconds", "2", "-o", folder_ / "b.glb", "--trajectory", folder_ / "t.csv", "--events",
                folder_ / "e.jsonl", "--report", folder_ / "r.json", "--plot", folder_ / "p.svg"});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(folder_.names(), (Names{"b.glb", "e.jsonl", "p.svg", "r.json", "scene.gltf", "t.csv"}));

  const auto rows = linesOf(readAll(folder_ / "t.csv"));
  ASSERT_EQ(rows.size(), 1u + 121u);  // One body: the start and 120 steps.
  EXPECT_EQ(rows[0], "step,time,node,name,x,y,z,qx,qy,qz,qw");
  EXPECT_EQ(rows[1], "0,0,1,\"the ball, red\",0,2,0,0,0,0,1");
  EXPECT_EQ(rows[121].substr(0, 8), "120,2,1,");

  std::string types;
  for (const std::string& line : linesOf(readAll(folder_ / "e.jsonl"))) {
    const auto event = parsed(line);
    types += std::string(event->resolve("/type").string()) + " ";
    EXPECT_GE(event->resolve("/step").number(), 1);
  }
  EXPECT_EQ(types, "trigger_enter trigger_exit contact_begin ");

  const auto report = parsed(readAll(folder_ / "r.json"));
  EXPECT_EQ(report->resolve("/steps").number(), 120);
  EXPECT_EQ(report->resolve("/source").string(), scene_);
  EXPECT_EQ(report->resolve("/counts/dynamic").number(), 1);
  EXPECT_EQ(report->resolve("/counts/static").number(), 1);
  EXPECT_EQ(report->resolve("/counts/triggers").number(), 1);
  EXPECT_TRUE(
      std::regex_match(std::string(report->resolve("/state_hash").string()), std::regex("[0-9a-f]{16}")));
  EXPECT_EQ(readAll(folder_ / "p.svg").substr(0, 4), "<svg");
  EXPECT_EQ(readAll(folder_ / "b.glb").substr(0, 4), "glTF");
}

TEST_F(Simulate, ReportToStandardOutputIsAllThereIs) {
  const ProgramRun run =
      simulate({"--report", "-", "--rate", "100", "--seconds", "0.5", "--no-sleep", "--gravity", "-1,-2.5,0",
                "--substeps", "2", "--threads", "2", "--filter-rule", "literal"});
  EXPECT_EQ(run.status, 0);
  const auto report = parsed(run.out);
  EXPECT_EQ(report->resolve("/steps").number(), 50);
  EXPECT_EQ(report->resolve("/settings/rate").number(), 100);
  EXPECT_EQ(report->resolve("/settings/gravity/0").number(), -1);
  EXPECT_EQ(report->resolve("/settings/gravity/1").number(), -2.5);
  EXPECT_EQ(report->resolve("/settings/substeps").number(), 2);
  EXPECT_EQ(report->resolve("/settings/threads").number(), 2);
  EXPECT_FALSE(report->resolve("/settings/sleeping").boolean());
  EXPECT_EQ(report->resolve("/settings/filter_rule").string(), "literal");
  EXPECT_EQ(folder_.names(), Names{"scene.gltf"});
}

TEST_F(Simulate, WithoutOutputsSaysWhatHappened) {
  const ProgramRun run = simulate({"--seconds", "1"});
  EXPECT_EQ(run.status, 0);
  EXPECT_NE(run.out.find("1 body (1 dynamic"), std::string::npos);
  EXPECT_NE(run.out.find("in 60 steps"), std::string::npos);
  EXPECT_EQ(run.err, "");
}

TEST_F(Simulate, NoTimeGivesTheStart) {
  const ProgramRun run =
      simulate({"--seconds", "0", "--trajectory", folder_ / "t.csv", "--events", folder_ / "e.jsonl", "-o",
                folder_ / "b.gltf", "--plot", folder_ / "p.svg"});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(linesOf(readAll(folder_ / "t.csv")).size(), 2u);
  EXPECT_EQ(readAll(folder_ / "e.jsonl"), "");
}

TEST_F(Simulate, TwiceGivesTheSameBytes) {
  for (const char* name : {"a", "b"}) {
    const std::vector<std::string> threads = {"--threads", name[0] == 'a' ? "1" : "3"};
    ASSERT_EQ(simulate({"-o", folder_ / (name + std::string(".glb")), "--trajectory",
                        folder_ / (name + std::string(".csv")), threads[0], threads[1]})
                  .status,
              0);
  }
  EXPECT_EQ(readAll(folder_ / "a.glb"), readAll(folder_ / "b.glb"));
  EXPECT_EQ(readAll(folder_ / "a.csv"), readAll(folder_ / "b.csv"));
}

TEST_F(Simulate, KeepAllKeysIsLarger) {
  ASSERT_EQ(simulate({"-o", folder_ / "few.glb"}).status, 0);
  ASSERT_EQ(simulate({"-o", folder_ / "all.glb", "--keep-all-keys"}).status, 0);
  EXPECT_LT(readAll(folder_ / "few.glb").size(), readAll(folder_ / "all.glb").size());
}

TEST_F(Simulate, UsageErrorsExitWithTwo) {
  const std::vector<std::vector<std::string>> cases = {
      {"--seconds", "nan"},
      {"--seconds", "inf"},
      {"--seconds=-1"},
      {"--seconds", "1e300"},
      {"--seconds", "5s"},
      {"--seconds", ""},
      {"--seconds"},
      {"--seconds", "1", "--seconds", "2"},
      {"--rate", "0"},
      {"--rate", "1e9"},
      {"--rate", "0x10"},
      {"--substeps", "0"},
      {"--substeps", "65"},
      {"--substeps", "2.5"},
      {"--substeps", "99999999999999999999"},
      {"--threads", "0"},
      {"--threads", "-3"},
      {"--threads", "many"},
      {"--gravity", "1,2"},
      {"--gravity", "1,2,3,4"},
      {"--gravity", "0,nan,0"},
      {"--gravity", "0,1e30,0"},
      {"--gravity", ",,"},
      {"--filter-rule", "odd"},
      {"--no-such-option"},
      {"-o", "baked.txt"},
      {"-o", "baked"},
      {"-o", "-"},
      {"--plot", "-"},
      {"--trajectory", "-", "--events", "-"},
      {"--seconds", "1000000", "--rate", "100000"},
      {"--trajectory", folder_ / "x", "--events", folder_ / "x"},
      {"--trajectory", folder_ / "x", "--report", folder_ / "." + "/x"},
      {"-o", scene_},
      {"--report", scene_}};
  for (const auto& arguments : cases) {
    const ProgramRun run = simulate(arguments);
    EXPECT_EQ(run.status, 2) << arguments.front() << ' ' << arguments.back();
    EXPECT_EQ(run.out, "");
    EXPECT_NE(run.err, "");
  }
  EXPECT_EQ(folder_.names(), Names{"scene.gltf"});
  EXPECT_EQ(readAll(scene_), kBallScene);
  EXPECT_FALSE(std::filesystem::exists("baked.txt"));
}

TEST_F(Simulate, FilesOfTheInputAreNotOverwritten) {
  std::string text = kBallScene;
  text.insert(text.rfind('}'), R"(,"buffers":[{"uri":"data.bin","byteLength":4}])");
  folder_.write("scene.gltf", text);
  folder_.write("data.bin", "data");
  std::filesystem::create_symlink("scene.gltf", folder_ / "link.gltf");
  for (const char* name : {"data.bin", "link.gltf", "scene.gltf"}) {
    const ProgramRun run = simulate({"--trajectory", folder_ / name});
    EXPECT_EQ(run.status, 2) << name;
    EXPECT_NE(run.err.find("input"), std::string::npos) << run.err;
  }
  EXPECT_EQ(readAll(folder_ / "data.bin"), "data");
  EXPECT_EQ(readAll(folder_ / "scene.gltf"), text);
}

TEST_F(Simulate, ErrorsOfTheInputHaveTheContractsForm) {
  const std::regex form("[^:]+: (/[^:]*)?: .+ \\[[A-Z0-9_]+\\]");
  const std::vector<std::string> broken = {
      "{",
      "[]",
      "",
      "glTF\2\0\0\0",
      R"({"asset":{"version":"2.0"},"nodes":[{"children":[7]}]})",
      R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"children":[1]},{"children":[0]}]})"};
  folder_.write("baked.glb", "from before");
  for (const std::string& text : broken) {
    folder_.write("scene.gltf", text);
    const ProgramRun run =
        simulate({"-o", folder_ / "baked.glb", "--trajectory", folder_ / "t.csv", "--report", "-"});
    EXPECT_EQ(run.status, 1) << text;
    EXPECT_EQ(run.out, "");
    ASSERT_FALSE(linesOf(run.err).empty());
    for (const std::string& line : linesOf(run.err)) EXPECT_TRUE(std::regex_match(line, form)) << line;
  }
  scene_ = folder_ / "absent.gltf";
  const ProgramRun run = simulate({"-o", folder_ / "baked.glb"});
  EXPECT_EQ(run.status, 1);
  EXPECT_TRUE(std::regex_match(linesOf(run.err).at(0), form)) << run.err;
  EXPECT_EQ(folder_.names(), (Names{"baked.glb", "scene.gltf"}));
  EXPECT_EQ(readAll(folder_ / "baked.glb"), "from before");
}

TEST_F(Simulate, UnwritableOutputsLeaveNothing) {
  for (const char* option : {"-o", "--trajectory", "--events", "--report", "--plot"}) {
    std::vector<std::string> arguments = {option, folder_ / "no folder/file.glb"};
    if (std::string(option) != "--events")
      arguments.insert(arguments.end(), {"--events", folder_ / "e.jsonl"});
    const ProgramRun run = simulate(arguments);
    EXPECT_EQ(run.status, 1) << option;
    EXPECT_NE(run.err.find("[FILE_UNWRITABLE]"), std::string::npos) << run.err;
    EXPECT_EQ(folder_.names(), Names{"scene.gltf"}) << option;
  }
}

TEST_F(Simulate, InterruptedRunLeavesNothing) {
  folder_.write("t.csv", "from before");
  const ProgramRun run = simulate(
      {"--seconds", "100000", "--no-sleep", "--trajectory", folder_ / "t.csv", "-o", folder_ / "b.glb"},
      folder_ / "");
  EXPECT_EQ(run.status, 128 + SIGINT);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(folder_.names(), (Names{"scene.gltf", "t.csv"}));
  EXPECT_EQ(readAll(folder_ / "t.csv"), "from before");
}

TEST_F(Simulate, JointLoadsSayWhatAJointCarries) {
  std::string text = kBallScene;
  const std::string old = R"("motion":{"mass":1})";
  ASSERT_NE(text.find(old), std::string::npos);
  text.replace(text.find(old), old.size(), R"("motion":{"mass":1},"joint":{"joint":0,"connectedNode":0})");
  // Held where it is.
  text.insert(
      text.find("\"extensions\":{") + 14,
      R"("KHR_physics_rigid_bodies":{"physicsJoints":[{"limits":[{"linearAxes":[1],"min":-100,"max":100,
                 "stiffness":1},{"linearAxes":[0,2],"max":0}],"drives":[{"type":"linear","mode":"force","axis":1,
                 "maxForce":2.5,"velocityTarget":-1,"damping":1000}]}]},)");
  folder_.write("scene.gltf", text);
  const ProgramRun run = simulate({"--joint-loads", folder_ / "j.csv"});
  EXPECT_EQ(run.status, 0) << run.err;
  const std::vector<std::string> lines = linesOf(readAll(folder_ / "j.csv"));
  ASSERT_GT(lines.size(), 2u);
  EXPECT_EQ(lines[0], "step,time,node,name,fx,fy,fz,tx,ty,tz");
  EXPECT_NE(lines[1].find(",-2.5,"), std::string::npos) << lines[1];
}

TEST_F(Simulate, WarningsNameTheirPlace) {
  std::string text = kBallScene;
  const std::string old = R"("motion":{"mass":1})";
  text.replace(text.find(old), old.size(), R"("motion":{"mass":1},"joint":{"joint":0,"connectedNode":1})");
  text.insert(
      text.find("\"extensions\":{") + 14,
      R"("KHR_physics_rigid_bodies":{"physicsJoints":[{"limits":[{"linearAxes":[0,1,2],"min":0,"max":0}]}]},)");
  folder_.write("scene.gltf", text);
  const ProgramRun run = simulate({"--report", folder_ / "r.json"});
  EXPECT_EQ(run.status, 0) << run.err;
  const std::regex form("warning: [^:]+: /nodes/1/[^:]*joint[^:]*: .+ \\[[A-Z0-9_]+\\]");
  ASSERT_FALSE(linesOf(run.err).empty());
  EXPECT_TRUE(std::regex_match(linesOf(run.err)[0], form)) << run.err;
  const auto report = parsed(readAll(folder_ / "r.json"));
  EXPECT_EQ(report->resolve("/warnings/0/severity").string(), "warning");
}

}  // namespace
}  // namespace carom

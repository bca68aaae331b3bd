// The command line beside the motion itself: which scene, which outputs, misspelt words.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <sstream>

#include "json/document.hpp"
#include "program_run.hpp"

namespace carom {
namespace {

using namespace test;
using Names = std::vector<std::string>;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<double> valuesOf(const std::string& row) {
  std::vector<double> values;
  std::istringstream stream(row);
  for (std::string cell; std::getline(stream, cell, ',');) values.push_back(std::atof(cell.c_str()));
  return values;
}

std::shared_ptr<const json::Document> parsed(const std::string& text) {
  Diagnostics diagnostics;
  auto document = json::Document::parse(text, {}, diagnostics);
  EXPECT_TRUE(document) << text;
  return document ? document.value() : std::make_shared<const json::Document>();
}

/// Two scenes: one with a ball, one with that and another.
const std::string kTwoScenes = R"({"asset":{"version":"2.0"},
  "extensionsUsed":["KHR_implicit_shapes","KHR_physics_rigid_bodies"],
  "extensions":{"KHR_implicit_shapes":{"shapes":[{"type":"sphere","sphere":{"radius":0.5}}]}},
  "scenes":[{"name":"one","nodes":[0]},{"name":"both","nodes":[0,1]}],
  "nodes":[{"name":"ball","extensions":{"KHR_physics_rigid_bodies":{"motion":{"mass":2},"collider":{"geometry":{"shape":0}}}}},
    {"name":"ball","translation":[3,1,0],
     "extensions":{"KHR_physics_rigid_bodies":{"motion":{"mass":1},"collider":{"geometry":{"shape":0}}}}}]})";

class CommandLine : public testing::Test {
 protected:
  WorkFolder folder_;
  std::string scene_ = folder_.write("scene.gltf", kBallScene);
  std::string two_ = folder_.write("two.gltf", kTwoScenes);
};

TEST_F(CommandLine, TheSceneOfSeveralIsSaidAndChosen) {
  const ProgramRun first = runProgram({"simulate", two_, "--trajectory", "-", "--seconds", "0"});
  EXPECT_EQ(first.status, 0);
  EXPECT_TRUE(contains(first.err, "scene 0 \"one\" of 2 is taken; --scene takes another")) << first.err;
  EXPECT_EQ(linesOf(first.out).size(), 2u) << first.out;
  for (const char* name : {"1", "both"}) {
    const ProgramRun second =
        runProgram({"simulate", two_, "--scene", name, "--trajectory", "-", "--seconds", "0"});
    EXPECT_EQ(second.err, "");
    EXPECT_EQ(linesOf(second.out).size(), 3u) << second.out;
  }
  const ProgramRun none = runProgram({"inspect", two_, "--scene", "bath"});
  EXPECT_EQ(none.status, 1);
  EXPECT_TRUE(contains(none.err, "There is no scene \"bath\"; the file has 0 \"one\", 1 \"both\"."))
      << none.err;
  // Of one scene nothing is said.
  EXPECT_EQ(runProgram({"inspect", scene_}).err, "");
}

TEST_F(CommandLine, ABakedFileShowsTheSceneThatWasSimulated) {
  EXPECT_EQ(runProgram({"simulate", two_, "--scene", "both", "-o", folder_ / "b.gltf"}).status, 0);
  EXPECT_EQ(parsed(readAll(folder_ / "b.gltf"))->resolve("/scene").number(), 1);
}

TEST_F(CommandLine, SeveralScenesAreWrittenIntoFolders) {
  EXPECT_EQ(runProgram({"simulate", scene_, two_, "--trajectory", folder_ / "t.csv"}).status, 2);
  const ProgramRun run =
      runProgram({"simulate", scene_, two_, "--trajectory", folder_ / "", "--report", "-"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(folder_.names(), (Names{"scene.csv", "scene.gltf", "two.csv", "two.gltf"}));
  const auto reports = parsed(run.out);
  ASSERT_EQ(reports->root().size(), 2u);
  EXPECT_EQ(reports->root()[1].find("source").string(), two_);
  // One that cannot be read does not keep the others from being simulated.
  const ProgramRun broken = runProgram({"simulate", folder_ / "none.gltf", two_, "--report", "-"});
  EXPECT_EQ(broken.status, 1);
  EXPECT_EQ(parsed(broken.out)->root().size(), 2u) << broken.out;
  // A folder is made.
  EXPECT_EQ(runProgram({"simulate", two_, "--seconds", "0.1", "--trajectory", folder_ / "new/"}).status, 0);
  EXPECT_NE(readAll(folder_ / "new/two.csv"), "");
}

TEST_F(CommandLine, StandardInputIsAScene) {
  const std::string command =
      std::string(CAROM_PROGRAM) + " simulate - --report - < " + scene_ + " > " + (folder_ / "r.json");
  ASSERT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(parsed(readAll(folder_ / "r.json"))->resolve("/counts/bodies").number(), 1);
}

TEST_F(CommandLine, OneOutputMayBeStandardOutput) {
  const ProgramRun events = runProgram({"simulate", scene_, "--events", "-"});
  EXPECT_EQ(events.status, 0);
  EXPECT_TRUE(contains(events.out, "\"contact_begin\"")) << events.out;
  EXPECT_EQ(runProgram({"simulate", scene_, "--events", "-", "--trajectory", "-"}).status, 2);
  EXPECT_EQ(runProgram({"simulate", scene_, two_, "--events", "-"}).status, 2);
}

TEST_F(CommandLine, EveryThinsRowsAndKeepsTheLast) {
  const ProgramRun run = runProgram(
      {"simulate", scene_, "--trajectory", "-", "--every", "50", "--seconds", "2", "--velocities"});
  std::string steps;
  for (const std::string& line : linesOf(run.out)) steps += line.substr(0, line.find(',')) + " ";
  EXPECT_EQ(steps, "step 0 50 100 120 ");
}

/// Free fall: v = -g t.
TEST_F(CommandLine, VelocitiesAreThoseOfFreeFall) {
  const std::string fall = folder_.write("fall.gltf", kTwoScenes);
  const ProgramRun run =
      runProgram({"simulate", fall, "--trajectory", "-", "--velocities", "--seconds", "1"});
  const auto rows = linesOf(run.out);
  EXPECT_EQ(rows.front(), "step,time,node,name,x,y,z,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz");
  const std::vector<double> last = valuesOf(rows.back());
  ASSERT_EQ(last.size(), 17u);
  EXPECT_NEAR(last[12], -9.81, 1e-4);  // Summed in floats.
  EXPECT_EQ(last[11], 0);
  EXPECT_EQ(last[16], 0);
}

TEST_F(CommandLine, LargeOutputsAreRefusedBeforeTheyBegin) {
  const ProgramRun run = runProgram(
      {"simulate", scene_, "--trajectory", folder_ / "t.csv", "--seconds", "100000", "--rate", "100"});
  EXPECT_EQ(run.status, 2);
  EXPECT_TRUE(contains(run.err, "would have about 1.2 GB; --every 2 keeps it below 1 GB")) << run.err;
  EXPECT_EQ(folder_.names(), (Names{"scene.gltf", "two.gltf"}));
}

/// A ball of mass 1 that falls 1.5 m onto the floor and stays there: v = sqrt(2 g h), J = m v.
TEST_F(CommandLine, EventsSayWhereAndHowHard) {
  const ProgramRun run = runProgram({"simulate", scene_, "--events", "-", "--rate", "240"});
  const double speed = std::sqrt(2 * 9.81 * 1.5);
  bool found = false;
  for (const std::string& line : linesOf(run.out)) {
    const auto event = parsed(line);
    if (event->resolve("/type").string() != "contact_begin") continue;
    found = true;
    EXPECT_EQ(event->resolve("/names/motion").present() ? event->resolve("/names/motion").string()
                                                        : event->resolve("/names/other_motion").string(),
              "the ball, red");
    // A step before the contact, gravity is still to act.
    EXPECT_NEAR(event->resolve("/approach_speed").number(), speed, 2 * 9.81 / 240);
    EXPECT_NEAR(event->resolve("/impulse").number(), speed, 2 * 9.81 / 240);
    EXPECT_NEAR(event->resolve("/point/1").number(), 0, 0.05);
    EXPECT_NEAR(std::abs(event->resolve("/normal/1").number()), 1, 1e-6);
  }
  EXPECT_TRUE(found) << run.out;
}

TEST_F(CommandLine, TheReportCountsEventsAndSleepersAndNamesTheDeepestContact) {
  const auto report = parsed(runProgram({"simulate", scene_, "--report", "-"}).out);
  EXPECT_EQ(report->resolve("/events/contact_begin").number(), 1);
  EXPECT_EQ(report->resolve("/events/trigger_enter").number(), 1);
  EXPECT_EQ(report->resolve("/asleep").number(), 1);
  const std::string names = std::string(report->resolve("/deepest/collider_name").string()) + " " +
                            std::string(report->resolve("/deepest/other_name").string());
  EXPECT_TRUE(contains(names, "floor") && contains(names, "the ball, red")) << names;
  EXPECT_NEAR(report->resolve("/deepest/depth").number(), report->resolve("/max_penetration").number(), 1e-9);
  EXPECT_GT(report->resolve("/deepest/step").number(), 0);
}

TEST_F(CommandLine, BakesWithANameFromAStartAndWithoutPhysics) {
  const ProgramRun run = runProgram({"simulate", scene_, "-o", folder_ / "b.gltf", "--animation-name", "drop",
                                     "--start", "0.25", "--seconds", "1", "--strip-physics"});
  EXPECT_EQ(run.status, 0) << run.err;
  const auto baked = parsed(readAll(folder_ / "b.gltf"));
  EXPECT_EQ(baked->resolve("/animations/0/name").string(), "drop");
  const auto input = static_cast<int>(baked->resolve("/animations/0/samplers/0/input").number());
  const std::string accessor = "/accessors/" + std::to_string(input);
  EXPECT_NEAR(baked->resolve(accessor + "/min/0").number(), 0, 1e-6);
  EXPECT_NEAR(baked->resolve(accessor + "/max/0").number(), 0.75, 1e-6);
  EXPECT_FALSE(contains(readAll(folder_ / "b.gltf"), "KHR_"));
  EXPECT_EQ(runProgram({"simulate", scene_, "--start", "6"}).status, 2);
}

/// A matrix is replaced beside the physics that goes.
TEST_F(CommandLine, StripsPhysicsFromNodesWithAMatrix) {
  std::string text = kTwoScenes;
  const std::string place = "\"translation\":[3,1,0]";
  text.replace(text.find(place), place.size(), "\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,3,1,0,1]");
  const std::string scene = folder_.write("matrix.gltf", text);
  EXPECT_EQ(
      runProgram({"simulate", scene, "--scene", "1", "-o", folder_ / "m.gltf", "--strip-physics"}).status, 0);
  const std::string baked = readAll(folder_ / "m.gltf");
  EXPECT_FALSE(contains(baked, "KHR_") || contains(baked, "matrix")) << baked;
  EXPECT_EQ(parsed(baked)->resolve("/nodes/1/translation/0").number(), 3);
}

TEST_F(CommandLine, SkinnedMeshesThatWillNotMoveAreSaid) {
  std::string text = kBallScene;
  const std::string ball = "\"translation\":[0,2,0],";
  text.replace(text.find(ball), ball.size(), ball + "\"mesh\":0,\"skin\":0,");
  text.pop_back();
  text += R"(,"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"skins":[{"joints":[2]}],
    "accessors":[{"componentType":5126,"count":1,"type":"VEC3"}]})";
  const std::string scene = folder_.write("skinned.gltf", text);
  const ProgramRun run = runProgram({"simulate", scene, "-o", folder_ / "b.glb"});
  EXPECT_TRUE(contains(run.err, "[BAKE_SKINNED]")) << run.err;
  std::string right = text;
  right.replace(right.find("\"joints\":[2]"), 12, "\"joints\":[1]");
  EXPECT_FALSE(
      contains(runProgram({"simulate", folder_.write("right.gltf", right), "-o", folder_ / "c.glb"}).err,
               "BAKE_SKINNED"));
}

TEST_F(CommandLine, InspectShowsOneNodeOrTheCounts) {
  const ProgramRun whole = runProgram({"inspect", two_, "--scene", "1"});
  const ProgramRun node = runProgram({"inspect", two_, "--scene", "1", "--node", "1"});
  EXPECT_TRUE(contains(whole.out, "node 0 \"ball\"") && contains(whole.out, "node 1 \"ball\""));
  EXPECT_FALSE(contains(node.out, "node 0 \"ball\"")) << node.out;
  EXPECT_TRUE(contains(node.out, "node 1 \"ball\"")) << node.out;
  const auto json = parsed(runProgram({"inspect", two_, "--scene", "1", "--node", "1", "--json"}).out);
  EXPECT_EQ(json->resolve("/bodies").size(), 1u);
  const ProgramRun none = runProgram({"inspect", two_, "--node", "bell"});
  EXPECT_EQ(none.status, 2);
  EXPECT_TRUE(contains(none.err, "there is no node \"bell\"; did you mean ball?")) << none.err;
  const ProgramRun summary = runProgram({"inspect", scene_, "--summary"});
  EXPECT_EQ(linesOf(summary.out).size(), 4u) << summary.out;
  EXPECT_TRUE(contains(summary.out, "1 body (1 dynamic, 0 kinematic)")) << summary.out;
}

TEST_F(CommandLine, MisspeltWordsGetSuggestions) {
  const ProgramRun command = runProgram({"simulat", scene_});
  EXPECT_EQ(command.status, 2);
  EXPECT_TRUE(contains(command.err, "did you mean simulate?")) << command.err;
  const ProgramRun option = runProgram({"simulate", scene_, "--secnds", "2"});
  EXPECT_EQ(option.status, 2);
  EXPECT_TRUE(contains(option.err, "\"--secnds\" is no option of carom simulate; did you mean --seconds?"))
      << option.err;
  // In the order they were written.
  const ProgramRun words = runProgram({"view", scene_, "first", "second"});
  EXPECT_TRUE(contains(words.err, "\"first\" is one word too many")) << words.err;
  EXPECT_LT(words.err.find("first"), words.err.find("second")) << words.err;
}

TEST_F(CommandLine, HelpNamesACommand) {
  const ProgramRun help = runProgram({"help", "simulate"});
  EXPECT_EQ(help.status, 0);
  EXPECT_TRUE(contains(help.out, "--trajectory") && contains(help.out, "simulate")) << help.out;
  EXPECT_TRUE(contains(runProgram({"help"}).out, "simulate"));
  const ProgramRun unknown = runProgram({"help", "inspct"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_TRUE(contains(unknown.err, "did you mean inspect?")) << unknown.err;
}

TEST_F(CommandLine, PlotsAreSvgOfWhatIsAskedFor) {
  const ProgramRun png = runProgram({"simulate", scene_, "--plot", folder_ / "a.png"});
  EXPECT_EQ(png.status, 2);
  EXPECT_TRUE(contains(png.err, "write " + (folder_ / "a.svg"))) << png.err;
  // Both bodies have one name.
  EXPECT_EQ(runProgram({"simulate", two_, "--scene", "1", "--plot", folder_ / "a.svg"}).status, 0);
  const std::string both = readAll(folder_ / "a.svg");
  EXPECT_TRUE(contains(both, ">0 ball<") && contains(both, ">1 ball<")) << both;
  EXPECT_EQ(runProgram({"simulate", two_, "--scene", "1", "--plot", folder_ / "b.svg", "--plot-nodes", "1",
                        "--plot-quantities", "energy,contacts"})
                .status,
            0);
  const std::string one = readAll(folder_ / "b.svg");
  EXPECT_TRUE(contains(one, "energy of motion (J)") && contains(one, "touching pairs")) << one;
  EXPECT_FALSE(contains(one, "height (m)") || contains(one, ">0 ball<")) << one;
  EXPECT_EQ(runProgram({"simulate", two_, "--plot", folder_ / "c.svg", "--plot-nodes", "7"}).status, 2);
}

TEST_F(CommandLine, CollidersBecomeAPicture) {
  EXPECT_EQ(runProgram({"inspect", scene_, "--colliders", folder_ / "c.gltf"}).status, 2);
  EXPECT_EQ(runProgram({"inspect", scene_, "--colliders", folder_ / "c.glb"}).status, 0);
  const ProgramRun shown = runProgram({"validate", folder_ / "c.glb"});
  EXPECT_EQ(shown.status, 0) << shown.out;
}

}  // namespace
}  // namespace carom

// carom bench: the generated scenes are what their names say, and the command prints what it measured.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "carom/world/world.hpp"
#include "cli/bench_scenes.hpp"
#include "cli/program_run.hpp"

namespace carom::test {
namespace {

TEST(Bench, ScenesHaveTheSizesOfTheirNames) {
  const std::pair<const char*, std::size_t> expected[] = {{"pyramid60", 60 * 61 / 2},
                                                          {"stacks", 4000},
                                                          {"hulls", 1000},
                                                          {"mixed", 2000},
                                                          {"terrain", 1000},
                                                          {"jointgrid", 40 * 40 - 7},
                                                          {"cars", 100},
                                                          {"sleepers", 100000},
                                                          {"piles", 10000},
                                                          {"tori", 500},
                                                          {"meshes", 100}};
  ASSERT_EQ(cli::benchScenes().size(), std::size(expected));
  for (const auto& [name, bodies] : expected) {
    const cli::BenchScene* scene = cli::findBenchScene(name);
    ASSERT_NE(scene, nullptr) << name;
    EXPECT_EQ(scene->make(scene->bodies).motions.size(), bodies) << name;
    if (scene->scales) {
      EXPECT_EQ(scene->make(1234).motions.size(), 1234u) << name;
    }
  }
  EXPECT_EQ(cli::findBenchScene("pyramid61"), nullptr);
  EXPECT_EQ(cli::findBenchScene("terrain")->make(0).geometries[0].indices.size(), 3 * 180000u);
}

/// Bodies that are meshes lie in their bowl in the end, and have not gone through each other or through it.
TEST(Bench, MeshesComeToRestInTheirBowl) {
  for (const char* name : {"tori", "meshes"}) {
    const Scene scene = cli::findBenchScene(name)->make(8);
    WorldSettings settings;
    settings.sleeping = false;  // Contacts of sleeping bodies are not counted.
    World world(scene, settings);
    float deepest = 0;
    for (int i = 0; i < 240; ++i) {
      world.step();
      deepest = std::max(deepest, world.statistics().max_penetration);
    }
    EXPECT_LT(deepest, 0.15f) << name;  // The radius of the rings' tubes
    EXPECT_GT(world.statistics().contact_points, 8u) << name;
    for (const BodyHandle body : world.bodies()) {
      const BodyState state = world.state(body);
      EXPECT_GT(state.center.y, 0) << name;
      EXPECT_LT(length(state.linear_velocity), 1) << name;
    }
  }
}

TEST(Bench, ScenesAreTheSameEachTime) {
  for (const cli::BenchScene& scene : cli::benchScenes()) {
    const Scene a = scene.make(2000), b = scene.make(2000);
    ASSERT_EQ(a.nodes.size(), b.nodes.size());
    for (std::size_t i = 0; i < a.nodes.size(); ++i) {
      ASSERT_EQ(a.nodes[i].translation, b.nodes[i].translation) << scene.name << " " << i;
      ASSERT_EQ(a.nodes[i].rotation, b.nodes[i].rotation) << scene.name << " " << i;
    }
  }
}

TEST(Bench, PrintsATableOrJson) {
  const ProgramRun table = runProgram({"bench", "stacks", "--steps", "2"});
  EXPECT_EQ(table.status, 0) << table.err;
  EXPECT_NE(table.out.find("stacks       on       4000"), std::string::npos) << table.out;
  EXPECT_NE(table.out.find("stacks       off      4000"), std::string::npos) << table.out;
  const ProgramRun text =
      runProgram({"bench", "pyramid60", "--steps", "2", "--sleep", "off", "--threads", "2", "--json"});
  EXPECT_EQ(text.status, 0) << text.err;
  for (const char* part :
       {"\"scene\": \"pyramid60\"", "\"sleeping\": false", "\"threads\": 2", "\"bodies\": 1830",
        "\"steps\": 2", "\"median\": ", "\"drift\": ", "\"state_hash\": \""})
    EXPECT_NE(text.out.find(part), std::string::npos) << part << "\n" << text.out;
}

TEST(Bench, ComparesNumbersOfThreads) {
  const ProgramRun table =
      runProgram({"bench", "pyramid60", "--steps", "3", "--sleep", "off", "--threads", "1,2"});
  EXPECT_EQ(table.status, 0) << table.err;
  for (const char* part : {"2 threads: compared in ", " turns with a cache-line round trip of ", "faster",
                           "pyramid60    off      1830       1", "pyramid60    off      1830       2"})
    EXPECT_NE(table.out.find(part), std::string::npos) << part << "\n" << table.out;
  const ProgramRun text =
      runProgram({"bench", "pyramid60", "--steps", "3", "--sleep", "off", "--threads", "1,3", "--json"});
  for (const char* part :
       {"\"threads\": 1", "\"threads\": 3", "\"speedup\": ", "\"turns\": 1", "\"near_turns\": 1"})
    EXPECT_NE(text.out.find(part), std::string::npos) << part << "\n" << text.out;
  for (const char* wrong : {"0", "1,", ",1", "1,65", "1;2", "1,x"})
    EXPECT_EQ(runProgram({"bench", "pyramid60", "--threads", wrong}).status, 2) << wrong;
}

TEST(Bench, ProfilesTheStages) {
  const ProgramRun table =
      runProgram({"bench", "sleepers", "--bodies", "30", "--steps", "3", "--sleep", "off", "--profile"});
  EXPECT_EQ(table.status, 0) << table.err;
  for (const char* part : {"sleepers     off        30", "stage", "pair search", "narrow phase", "warm start",
                           "islands", "nodes"})
    EXPECT_NE(table.out.find(part), std::string::npos) << part << "\n" << table.out;
  EXPECT_EQ(table.out.find("sensors"), std::string::npos) << table.out;
  const ProgramRun text = runProgram(
      {"bench", "piles", "--bodies", "30", "--steps", "3", "--sleep", "on", "--profile", "--json"});
  EXPECT_EQ(text.status, 0) << text.err;
  for (const char* part : {"\"bodies\": 30", "\"stages\": [", "{\"stage\": \"relax\", \"median_ms\": "})
    EXPECT_NE(text.out.find(part), std::string::npos) << part << "\n" << text.out;
}

TEST(Bench, LanesDoNotChangeTheResult) {
  const auto hash = [](const std::string& lanes) {
    const ProgramRun run =
        runProgram({"bench", "pyramid60", "--steps", "3", "--sleep", "off", "--lanes", lanes, "--json"});
    EXPECT_EQ(run.status, 0) << run.err;
    const std::size_t at = run.out.find("\"state_hash\"");
    EXPECT_NE(at, std::string::npos) << run.out;
    return at == std::string::npos ? std::string() : run.out.substr(at, 34);
  };
  const std::string widest = hash("0");
  for (const char* lanes : {"1", "4", "8"}) EXPECT_EQ(hash(lanes), widest) << lanes;
}

TEST(Bench, TakesFilesToo) {
  const WorkFolder folder;
  const std::string scene = folder.write("empty.gltf", R"({"asset": {"version": "2.0"}})");
  const ProgramRun run = runProgram({"bench", scene, "--steps", "1", "--sleep", "on"});
  EXPECT_EQ(run.status, 0) << run.err;
}

TEST(Bench, TimesLoading) {
  const WorkFolder folder;
  const std::string scene = folder.write("empty.gltf", R"({"asset": {"version": "2.0"}})");
  const ProgramRun table = runProgram({"bench", "--load", scene});
  EXPECT_EQ(table.status, 0) << table.err;
  EXPECT_NE(table.out.find("parse MB/s"), std::string::npos) << table.out;
  EXPECT_NE(table.out.find("empty.gltf"), std::string::npos) << table.out;
  const ProgramRun text = runProgram({"bench", "--load", scene, scene, "--json"});
  EXPECT_EQ(text.status, 0) << text.err;
  for (const char* part :
       {"\"parse_megabytes_per_second\": ", "\"load_ms\": ", "\"compile_ms\": ", "\"bodies\": 0"})
    EXPECT_NE(text.out.find(part), std::string::npos) << part << "\n" << text.out;
  EXPECT_EQ(runProgram({"bench", "--load", folder / "absent.gltf"}).status, 1);
  EXPECT_EQ(runProgram({"bench", "--load"}).status, 2);
}

TEST(Bench, WrongUseIsRefused) {
  EXPECT_EQ(runProgram({"bench", "no such scene", "--steps", "1"}).status, 1);
  EXPECT_EQ(runProgram({"bench", "stacks", "--steps", "0"}).status, 2);
  EXPECT_EQ(runProgram({"bench", "stacks", "--threads", "65"}).status, 2);
  EXPECT_EQ(runProgram({"bench", "stacks", "--lanes", "2"}).status, 2);
  EXPECT_EQ(runProgram({"bench", "stacks", "--sleep", "maybe"}).status, 2);
  EXPECT_EQ(runProgram({"bench", "stacks", "--bodies", "10"}).status, 2);
  EXPECT_EQ(runProgram({"bench", "--bodies", "10"}).status, 2);
}

}  // namespace
}  // namespace carom::test

// carom convert: outputs, reports, refusals.
#include <gtest/gtest.h>

#include "program_run.hpp"

namespace carom {
namespace {

using namespace test;
using Names = std::vector<std::string>;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// A ball on a plane, which OMI does not have.
const std::string kPlaneScene =
    R"({"asset":{"version":"2.0"},"extensionsUsed":["KHR_physics_rigid_bodies","KHR_implicit_shapes"],)"
    R"("extensions":{"KHR_implicit_shapes":{"shapes":[{"type":"plane"},{"type":"sphere"}]}},"nodes":[)"
    R"({"extensions":{"KHR_physics_rigid_bodies":{"collider":{"geometry":{"shape":0}}}}},)"
    R"({"translation":[0,2,0],"extensions":{"KHR_physics_rigid_bodies":{"motion":{"mass":1},)"
    R"("collider":{"geometry":{"shape":1}}}}}]})";

TEST(Convert, WritesTheDialectThatIsAskedFor) {
  const WorkFolder folder;
  folder.write("s.gltf", kPlaneScene);
  const ProgramRun run = runProgram(
      {"convert", folder / "s.gltf", folder / "o.gltf", "--to", "omi", "--report", folder / "r.json"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(folder.names(), (Names{"o.gltf", "r.json", "s.gltf"}));
  EXPECT_TRUE(contains(readAll(folder / "o.gltf"), "OMI_physics_body"));
  EXPECT_FALSE(contains(readAll(folder / "o.gltf"), "KHR_"));
  EXPECT_TRUE(contains(readAll(folder / "r.json"), "\"rule\": \"plane-as-box\""));
  EXPECT_TRUE(contains(run.err, "warning: ")) << run.err;
  EXPECT_TRUE(contains(run.err, "/extensions/KHR_implicit_shapes/shapes/0")) << run.err;
  EXPECT_TRUE(contains(run.err, "[CONVERT_LOSS]")) << run.err;
}

TEST(Convert, SameKeepsTheFamily) {
  const WorkFolder folder;
  folder.write("s.gltf", kPlaneScene);
  const ProgramRun run =
      runProgram({"convert", folder / "s.gltf", folder / "o.gltf", "--to", "same", "--report", "-"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.err, "");
  EXPECT_TRUE(contains(run.out, "\"target\": \"khr\"")) << run.out;
  EXPECT_EQ(readAll(folder / "o.gltf"), kPlaneScene);
}

TEST(Convert, StrictRefusesAndLeavesOnlyTheReport) {
  const WorkFolder folder;
  folder.write("s.gltf", kPlaneScene);
  const ProgramRun run = runProgram({"convert", folder / "s.gltf", folder / "o.glb", "--to", "omi",
                                     "--strict", "--report", folder / "r.json"});
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(folder.names(), (Names{"r.json", "s.gltf"}));
  EXPECT_TRUE(contains(run.err, "s.gltf: /extensions/KHR_implicit_shapes/shapes/0: ")) << run.err;
  EXPECT_TRUE(contains(run.err, "[CONVERT_REFUSED]")) << run.err;
}

TEST(Convert, WrongUsage) {
  const WorkFolder folder;
  folder.write("s.gltf", kPlaneScene);
  EXPECT_EQ(runProgram({"convert", folder / "s.gltf", folder / "o.gltf"}).status, 2);
  EXPECT_EQ(runProgram({"convert", folder / "s.gltf", folder / "o.gltf", "--to", "bullet"}).status, 2);
  EXPECT_EQ(runProgram({"convert", folder / "s.gltf", "--to", "khr"}).status, 2);
  EXPECT_EQ(folder.names(), Names{"s.gltf"});
}

TEST(Convert, WrongInputs) {
  const WorkFolder folder;
  folder.write("s.gltf", "{");
  folder.write("n.gltf", R"({"asset":{"version":"2.0"}})");
  const ProgramRun broken = runProgram({"convert", folder / "s.gltf", folder / "o.gltf", "--to", "khr"});
  EXPECT_EQ(broken.status, 1);
  EXPECT_TRUE(contains(broken.err, "[JSON_SYNTAX]")) << broken.err;
  const ProgramRun none = runProgram({"convert", folder / "n.gltf", folder / "o.gltf", "--to", "same"});
  EXPECT_EQ(none.status, 1);
  EXPECT_TRUE(contains(none.err, "[CONVERT_TARGET]")) << none.err;
  const ProgramRun name = runProgram({"convert", folder / "n.gltf", folder / "o.obj", "--to", "khr"});
  EXPECT_EQ(name.status, 1);
  EXPECT_TRUE(contains(name.err, "[FILE_UNWRITABLE]")) << name.err;
  EXPECT_EQ(folder.names(), (Names{"n.gltf", "s.gltf"}));
}

TEST(Convert, InPlaceAndTwiceUnderOneName) {
  const WorkFolder folder;
  folder.write("s.gltf", kPlaneScene);
  const std::string original = readAll(folder / "s.gltf");
  const ProgramRun refused =
      runProgram({"convert", folder / "s.gltf", folder / "s.gltf", "--to", "khr-2024"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_TRUE(contains(refused.err, "--in-place")) << refused.err;
  EXPECT_EQ(readAll(folder / "s.gltf"), original);
  EXPECT_EQ(
      runProgram({"convert", folder / "s.gltf", folder / "s.gltf", "--to", "khr-2024", "--in-place"}).status,
      0);
  EXPECT_TRUE(contains(readAll(folder / "s.gltf"), "KHR_collision_shapes"));
  const std::string before = readAll(folder / "s.gltf");
  EXPECT_EQ(runProgram({"convert", folder / "s.gltf", folder / "s.gltf", "--to", "omi", "--in-place",
                        "--report", folder / "s.gltf"})
                .status,
            2);
  EXPECT_EQ(readAll(folder / "s.gltf"), before);
  EXPECT_EQ(folder.names(), Names{"s.gltf"});
}

TEST(Convert, FailuresAreInTheReport) {
  const WorkFolder folder;
  folder.write("s.gltf", kPlaneScene);
  folder.write("broken.gltf", "{");
  const ProgramRun broken =
      runProgram({"convert", folder / "broken.gltf", folder / "o.gltf", "--to", "omi", "--report", "-"});
  EXPECT_EQ(broken.status, 1);
  EXPECT_TRUE(contains(broken.out, "\"code\": \"JSON_SYNTAX\"")) << broken.out;
  const ProgramRun strict = runProgram({"convert", folder / "s.gltf", folder / "o.gltf", "--to", "omi",
                                        "--strict", "--report", folder / "r.json"});
  EXPECT_EQ(strict.status, 1);
  EXPECT_TRUE(contains(readAll(folder / "r.json"), "CONVERT_REFUSED"));
  EXPECT_EQ(folder.names(), (Names{"broken.gltf", "r.json", "s.gltf"}));
  const ProgramRun inspected = runProgram({"inspect", folder / "broken.gltf", "--json"});
  EXPECT_EQ(inspected.status, 1);
  EXPECT_TRUE(contains(inspected.out, "\"error_count\": 1")) << inspected.out;
}

TEST(Convert, TheReportDoesNotReplaceAFileOfTheInput) {
  const WorkFolder folder;
  std::string scene = kPlaneScene;
  scene.insert(scene.size() - 1, R"(,"buffers":[{"uri":"b.bin","byteLength":4}])");
  folder.write("s.gltf", scene);
  folder.write("b.bin", "1234");
  for (const std::string report : {"b.bin", "s.gltf"}) {
    const ProgramRun run = runProgram(
        {"convert", folder / "s.gltf", folder / "o.glb", "--to", "khr-2024", "--report", folder / report});
    EXPECT_EQ(run.status, 2) << report;
    EXPECT_TRUE(contains(run.err, report)) << run.err;
  }
  EXPECT_EQ(readAll(folder / "b.bin"), "1234");
  EXPECT_EQ(readAll(folder / "s.gltf"), scene);
  EXPECT_EQ(folder.names(), (Names{"b.bin", "s.gltf"}));
}

}  // namespace
}  // namespace carom

// carom simulate --drive, --drive-help and --vehicle-report.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "program_run.hpp"

namespace carom {
namespace {

using namespace test;

const std::string kCar =
    (std::filesystem::path(CAROM_SOURCE_DIR) / "scenes" / "vehicles" / "car.gltf").string();
constexpr const char* kAhead = R"([{"time": 0, "name": "Car", "linearActivation": [0, 0, 1]}])";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Drive, MovesTheCarAndReportsItsWheels) {
  const WorkFolder folder;
  const std::string script = folder.write("ahead.json", kAhead);
  const ProgramRun run = runProgram({"simulate", kCar, "--seconds", "1", "--drive", script, "--trajectory",
                                     folder / "t.csv", "--vehicle-report", folder / "v.csv"});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(run.err, "");
  const std::string report = readAll(folder / "v.csv");
  EXPECT_EQ(report.substr(0, 48), "step,time,vehicle,vehicle_name,speed,yaw_rate,wh");
  // A row for each wheel and step, and the header.
  EXPECT_EQ(std::count(report.begin(), report.end(), '\n'), 1 + 4 * 60);
  EXPECT_TRUE(contains(report, "\n60,1,"));
  EXPECT_TRUE(contains(report, ",Rear right,"));
  ASSERT_EQ(runProgram({"simulate", kCar, "--seconds", "1", "--trajectory", folder / "still.csv"}).status, 0);
  EXPECT_NE(readAll(folder / "t.csv"), readAll(folder / "still.csv"));
}

TEST(Drive, HelpShowsTheForm) {
  const ProgramRun run = runProgram({"simulate", "--drive-help"});
  EXPECT_EQ(run.status, 0);
  EXPECT_TRUE(contains(run.out, "\"linearActivation\": [0, 0, 1]"));
  EXPECT_TRUE(contains(run.out, "targetGimbalRatio"));
  EXPECT_EQ(run.err, "");
}

TEST(Drive, AMissingScriptWritesNothing) {
  const WorkFolder folder;
  const ProgramRun run =
      runProgram({"simulate", kCar, "--drive", folder / "none.json", "--trajectory", folder / "t.csv"});
  EXPECT_EQ(run.status, 1);
  EXPECT_TRUE(contains(run.err, "none.json")) << run.err;
  EXPECT_TRUE(folder.names().empty());
}

TEST(Drive, TheScriptIsNoOutput) {
  const WorkFolder folder;
  const std::string script = folder.write("ahead.json", kAhead);
  const ProgramRun run =
      runProgram({"simulate", kCar, "--seconds", "0", "--drive", script, "--events", script});
  EXPECT_EQ(run.status, 2);
  EXPECT_TRUE(contains(run.err, "ahead.json")) << run.err;
  EXPECT_EQ(readAll(script), kAhead);
}

TEST(Drive, AWrongScriptIsNamedWithItsPlace) {
  const WorkFolder folder;
  const std::string script = folder.write(
      "s.json",
      R"([{"time": 0, "name": "Car", "linearActivation": [0, 0, 1]}, {"time": -1, "name": "Car"}])");
  const ProgramRun run = runProgram({"simulate", kCar, "--drive", script, "--trajectory", folder / "t.csv"});
  EXPECT_EQ(run.status, 1);
  EXPECT_TRUE(contains(run.err, script + ": /1/time: ")) << run.err;
  EXPECT_TRUE(contains(run.err, "[DRIVE_INVALID]")) << run.err;
  EXPECT_EQ(folder.names(), std::vector<std::string>{"s.json"});
}

TEST(Drive, AScriptNeedsAName) {
  EXPECT_EQ(runProgram({"simulate", kCar, "--drive", ""}).status, 2);
}

}  // namespace
}  // namespace carom

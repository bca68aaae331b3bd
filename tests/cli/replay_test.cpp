#include <gtest/gtest.h>

#include <filesystem>

#include "program_run.hpp"

namespace carom {
namespace {

using namespace test;

class ReplayCommand : public testing::Test {
 protected:
  ProgramRun record(std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"simulate", scene_, "--record", recording_});
    return runProgram(more);
  }
  WorkFolder folder_;
  std::string scene_ = folder_.write("scene.gltf", kBallScene);
  std::string recording_ = folder_ / "run.caromrec";
};

TEST_F(ReplayCommand, DoesTheSameAgain) {
  const ProgramRun recorded =
      record({"--seconds", "1", "--gravity", "0,-5,0", "--substeps", "3", "--no-sleep"});
  EXPECT_EQ(recorded.status, 0);
  EXPECT_EQ(recorded.out, "");
  for (const char* threads : {"0", "2"}) {
    const ProgramRun replayed = runProgram({"replay", recording_, "--threads", threads});
    EXPECT_EQ(replayed.status, 0);
    EXPECT_EQ(replayed.err, "");
    EXPECT_EQ(replayed.out.find("60 steps and 0 inputs replayed, the same at 61 of 61 state hashes"), 0u)
        << replayed.out;
  }
}

TEST_F(ReplayCommand, FindsTheSceneBesideTheRecordingOrWhereItIsSaid) {
  EXPECT_EQ(record({"--seconds", "0.1"}).status, 0);
  const WorkFolder other;
  std::filesystem::copy_file(recording_, other / "run.caromrec");
  std::filesystem::rename(scene_, folder_ / "moved.gltf");
  EXPECT_EQ(runProgram({"replay", other / "run.caromrec"}).status, 1);
  EXPECT_EQ(runProgram({"replay", other / "run.caromrec", "--scene", folder_ / "moved.gltf"}).status, 0);
  other.write("scene.gltf", kBallScene);
  EXPECT_EQ(runProgram({"replay", other / "run.caromrec"}).status, 0);
}

TEST_F(ReplayCommand, SaysWhatIsWrong) {
  EXPECT_EQ(record({"--seconds", "0.1"}).status, 0);
  std::string text = kBallScene;
  text.replace(text.find("[0,2,0]"), 7, "[0,3,0]");
  const ProgramRun foreign = runProgram({"replay", recording_, "--scene", folder_.write("other.gltf", text)});
  EXPECT_EQ(foreign.status, 1);
  EXPECT_NE(foreign.err.find("[RECORDING_FOREIGN]"), std::string::npos) << foreign.err;

  std::string bytes = readAll(recording_);
  bytes[bytes.size() - 5] ^= 1;
  const ProgramRun damaged = runProgram({"replay", folder_.write("bad.caromrec", bytes)});
  EXPECT_EQ(damaged.status, 1);
  EXPECT_NE(damaged.err.find("bad.caromrec: : "), std::string::npos) << damaged.err;
  EXPECT_NE(damaged.err.find("[RECORDING_INVALID]"), std::string::npos) << damaged.err;

  EXPECT_EQ(runProgram({"replay", folder_ / "none.caromrec"}).status, 1);
  EXPECT_EQ(runProgram({"replay"}).status, 2);
  EXPECT_EQ(record({"--plot", recording_}).status, 2);
}

}  // namespace
}  // namespace carom

// What was done to a world can be done again from the bytes of a recording.
#include <gtest/gtest.h>

#include "carom/world/recording.hpp"
#include "world/scene_builder.hpp"
#include "world/sealed_file.hpp"

namespace carom::test {
namespace {

SceneBuilder boxes() {
  SceneBuilder b;
  b.node().at(0, -0.5, 0).collider(box(30, 1, 30));
  for (int i = 0; i < 12; ++i) b.node().at(0.2 * (i % 3), 1 + i, 0).dynamic().collider(box(0.8, 0.8, 0.8));
  return b;
}

/// Every kind of call, and some that are refused.
void play(World& world, int steps) {
  const std::vector<BodyHandle> bodies = world.bodies();
  for (int i = 0; i < steps; ++i) {
    const BodyHandle body = bodies[static_cast<std::size_t>(i) % bodies.size()];
    const DVec3 center = world.state(body).center;
    if (i % 7 == 0) world.setLinearVelocity(body, {1, 2, -1});
    if (i % 9 == 0) world.setAngularVelocity(body, {0, 5, 0.5});
    if (i % 11 == 0) world.setTransform(body, {center + DVec3{0, 0.5, 0}, {0, 3, 0, 4}});
    if (i % 5 == 0) world.applyImpulse(body, {10, 100, 0}, center + DVec3{0.1, 0, 0});
    if (i % 4 == 0) world.applyForce(body, {0, 0, 300}, center + DVec3{0, 0.1, 0});
    if (i % 6 == 0) world.applyTorque(body, {0, 20, 0});
    if (i % 13 == 0) world.wake(body);
    EXPECT_FALSE(world.setLinearVelocity(body, {kInfinity, 0, 0}));
    world.step();
  }
}

Recording readBack(const std::vector<std::byte>& bytes) {
  Result<Recording> recording = Recording::read(bytes);
  EXPECT_TRUE(recording.ok());
  return std::move(*recording);
}

TEST(Recordings, ReplayDoesTheSameAgain) {
  const Scene scene = boxes().build();
  for (const std::uint32_t interval : {1u, 7u}) {
    WorldSettings settings;
    settings.gravity = {0.5, -5, 0};
    World world(scene, settings);
    EXPECT_FALSE(world.isRecording());
    world.startRecording({"boxes.gltf", interval});
    play(world, 100);
    const Recording recording = readBack(world.recording());
    EXPECT_TRUE(world.isRecording());
    const std::vector<std::byte> so_far = world.recording();
    EXPECT_TRUE(world.stopRecording() == so_far);
    EXPECT_FALSE(world.isRecording());
    EXPECT_TRUE(world.recording().empty());

    EXPECT_EQ(recording.scene(), "boxes.gltf");
    EXPECT_EQ(recording.stepCount(), 100u);
    EXPECT_EQ(recording.firstStep(), 0u);
    EXPECT_GT(recording.inputCount(), 80u);
    EXPECT_EQ(recording.settings().gravity, settings.gravity);
    for (const std::int32_t threads : {0, 3}) {
      const Result<Replay> replay = recording.replay(scene, threads);
      ASSERT_TRUE(replay.ok());
      EXPECT_FALSE(replay->differs_at) << *replay->differs_at;
      EXPECT_EQ(replay->steps, 100u);
      EXPECT_EQ(replay->hashes, interval == 1 ? 101u : 16u);
      EXPECT_EQ(replay->found_hash, world.stateHash());
    }
  }
}

TEST(Recordings, MayBeginLaterAndGoBack) {
  const Scene scene = boxes().build();
  World world(scene);
  play(world, 50);
  world.startRecording();
  play(world, 20);
  const std::vector<std::byte> saved = world.save();
  play(world, 30);
  ASSERT_FALSE(world.restore(saved).hasErrors());
  play(world, 10);
  const Recording recording = readBack(world.stopRecording());
  EXPECT_EQ(recording.firstStep(), 50u);
  EXPECT_EQ(recording.stepCount(), 60u);
  const Result<Replay> replay = recording.replay(scene);
  ASSERT_TRUE(replay.ok());
  EXPECT_FALSE(replay->differs_at);
  EXPECT_EQ(replay->found_hash, world.stateHash());
}

TEST(Recordings, KeepWhatWasDoneBeforeTheFirstStep) {
  const Scene scene = boxes().build();
  World world(scene);
  world.setLinearVelocity(world.bodies()[3], {4, 0, 0});
  world.startRecording();
  play(world, 5);
  const Result<Replay> replay = readBack(world.stopRecording()).replay(scene);
  ASSERT_TRUE(replay.ok());
  EXPECT_FALSE(replay->differs_at);
}

TEST(Recordings, TheFirstStepThatDiffersIsNamed) {
  const Scene scene = boxes().build();
  World world(scene);
  world.startRecording();
  for (int i = 0; i < 10; ++i) world.step();
  std::vector<std::byte> bytes = world.stopRecording();
  // Of each step: that it was made, and a hash of eight bytes after its number.
  constexpr std::size_t kStepBytes = 1 + 1 + 8;
  bytes[bytes.size() - 3 * kStepBytes - 1] ^= std::byte{1};
  seal(bytes);
  const Result<Replay> replay = readBack(bytes).replay(scene);
  ASSERT_TRUE(replay.ok());
  ASSERT_TRUE(replay->differs_at);
  EXPECT_EQ(*replay->differs_at, 7u);
  EXPECT_EQ(replay->recorded_hash ^ replay->found_hash, std::uint64_t(1) << 56);
}

TEST(Recordings, AnotherSceneIsRefused) {
  const Scene scene = boxes().build();
  World world(scene);
  world.startRecording();
  world.step();
  Scene other = scene;
  other.materials.push_back({});
  const Result<Replay> replay = readBack(world.stopRecording()).replay(other);
  ASSERT_FALSE(replay.ok());
  EXPECT_EQ(replay.diagnostics().items().front().code, "RECORDING_FOREIGN");
}

TEST(Recordings, NoBytesMakeItCrash) {
  const Scene scene = boxes().build();
  World world(scene);
  play(world, 5);
  world.startRecording();
  play(world, 15);
  (void)world.restore(world.save());
  play(world, 5);
  const std::vector<std::byte> recorded = world.stopRecording();
  Random random(31);
  int taken = 0;
  for (int i = 0; i < (kSlowBuild ? 60 : 600); ++i) {
    std::vector<std::byte> bytes = recorded;
    const auto at = static_cast<std::size_t>(random(kSealedHeader, static_cast<double>(bytes.size())));
    bytes[at] ^= static_cast<std::byte>(1 << static_cast<int>(random(0, 8)));
    seal(bytes);
    const Result<Recording> read = Recording::read(bytes);
    if (!read || read->stepCount() > 1000) continue;
    ++taken;
    (void)read->replay(scene);
  }
  EXPECT_GT(taken, 0);
}

TEST(Recordings, DamagedOrCutOffOnesAreRefused) {
  const Scene scene = boxes().build();
  World world(scene);
  world.startRecording({"a", 3});
  play(world, 30);
  const std::vector<std::byte> bytes = world.stopRecording();
  for (std::size_t size = 0; size < bytes.size(); size += 1 + bytes.size() / 61) {
    const auto cut = Recording::read(std::span(bytes).first(size));
    ASSERT_FALSE(cut.ok()) << size;
    EXPECT_EQ(cut.diagnostics().items().front().code, "RECORDING_INVALID");
  }
  for (std::size_t at = 0; at < bytes.size(); at += 1 + bytes.size() / 61) {
    std::vector<std::byte> flipped = bytes;
    flipped[at] ^= std::byte{1};
    const auto read = Recording::read(flipped);
    EXPECT_FALSE(read.ok()) << at;
  }
  EXPECT_FALSE(Recording::read(world.save()).ok());
}

}  // namespace
}  // namespace carom::test

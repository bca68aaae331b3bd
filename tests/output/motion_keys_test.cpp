#include "carom/output/motion_keys.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "hand_made_motion.hpp"

namespace carom {
namespace {

using namespace test;

// The bound of the product: 0.1 mm and 0.01 degrees.
constexpr double kTranslationBound = 1e-4;
constexpr double kRotationBound = 0.01 * 3.14159265358979 / 180;

/// Local pose of a motion node at a step.
using Motions = std::function<DTransform(std::int32_t node, int step)>;

struct Recording {
  std::vector<std::vector<DTransform>> global;  // By step, by moving node.
  MotionKeys keys;
};

Recording record(const Scene& scene, const std::vector<std::int32_t>& moving, int steps,
                 const Motions& motion, const MotionKeyOptions& options = {}, double rate = 60) {
  Recording recording{{}, MotionKeys(scene, options)};
  for (int step = 0; step <= steps; ++step) {
    const auto pose = [&](std::int32_t node) {
      return std::find(moving.begin(), moving.end(), node) != moving.end() ? motion(node, step)
                                                                           : ownPose(scene, node);
    };
    std::vector<MovedNode> nodes;
    recording.global.emplace_back();
    for (const std::int32_t node : moving) {
      const DTransform local = pose(node);
      nodes.push_back({node, frameOf(scene, node, pose).transform, local.translation, local.rotation});
      recording.global.back().push_back(nodes.back().global);
    }
    recording.keys.add(step / rate, nodes);
  }
  recording.keys.finish();
  return recording;
}

struct Error {
  double translation = 0, rotation = 0;
};

/// The largest difference in global poses between what was recorded and what the keys play.
Error playedError(const Scene& scene, const std::vector<std::int32_t>& moving, const Recording& recording) {
  Error error;
  const auto& keys = recording.keys;
  for (std::size_t step = 0; step < keys.times().size(); ++step) {
    const auto pose = [&](std::int32_t node) {
      for (const MotionTrack& track : keys.tracks())
        if (track.node == node) return playedPose(track, keys.times(), keys.times()[step]);
      return ownPose(scene, node);
    };
    for (std::size_t i = 0; i < moving.size(); ++i) {
      const DTransform global = frameOf(scene, moving[i], pose).transform;
      const DTransform& wanted = recording.global[step][i];
      error.translation = std::max(error.translation, length(global.translation - wanted.translation));
      error.rotation = std::max(error.rotation, angle(global.rotation, wanted.rotation));
    }
  }
  return error;
}

std::size_t keyCount(const MotionKeys& keys) {
  std::size_t count = 0;
  for (const MotionTrack& track : keys.tracks())
    count += track.translation.times.size() + track.rotation.times.size();
  return count;
}

/// Smooth: sums of slow sines. Rates small enough that straight segments span several steps.
DTransform smooth(int node, int step) {
  const double t = step / 60.0 + node;
  return {{0.3 * std::sin(0.7 * t), 0.2 * std::cos(0.9 * t), 0.05 * t},
          aboutAxis({1, 0.3 * std::sin(t), 0.2}, 0.4 * std::sin(0.5 * t))};
}

/// Jerky: smooth with a kick at random steps and rests in between.
DTransform jerky(int node, int step) {
  std::mt19937 random(static_cast<unsigned>(node * 7919 + step / 13));
  std::uniform_real_distribution<double> any(-1, 1);
  const DVec3 place{any(random), any(random), any(random)}, axis{any(random), any(random), any(random)};
  const double turn = any(random) * 3;
  const int phase = step % 13;
  const double t = phase < 5 ? 0 : phase / 60.0;
  return {place + DVec3{t, t * t, 0}, aboutAxis(axis, turn + t)};
}

/// New pose every step.
DTransform noise(int node, int step) {
  std::mt19937 random(static_cast<unsigned>(node * 104729 + step));
  std::normal_distribution<double> any(0, 1);
  return {{any(random), any(random), any(random)},
          normalized(DQuat{any(random), any(random), any(random), any(random)})};
}

class OfMotion : public testing::TestWithParam<DTransform (*)(int, int)> {};

TEST_P(OfMotion, FreeBodyIsWithinTheBound) {
  Scene scene;
  const std::vector<std::int32_t> moving = {addNode(scene, -1), addNode(scene, -1)};
  const Recording recording = record(scene, moving, 400, GetParam());
  const Error error = playedError(scene, moving, recording);
  EXPECT_LE(error.translation, kTranslationBound);
  EXPECT_LE(error.rotation, kRotationBound);
}

TEST_P(OfMotion, BodyUnderScaledParentIsWithinTheBound) {
  Scene scene;
  const std::int32_t root = addNode(scene, -1, {1, 2, 3}, {30, 30, 30}, aboutAxis({0, 1, 1}, 1));
  const std::int32_t middle = addNode(scene, root, {0, 1, 0}, {0.5, 0.5, 0.5});
  const std::vector<std::int32_t> moving = {addNode(scene, middle)};
  const Recording recording = record(scene, moving, 300, GetParam());
  const Error error = playedError(scene, moving, recording);
  EXPECT_LE(error.translation, kTranslationBound);
  EXPECT_LE(error.rotation, kRotationBound);
}

TEST_P(OfMotion, NestedBodiesAreWithinTheBound) {
  Scene scene;
  const std::int32_t a = addNode(scene, -1, {}, {2, 2, 2});
  const std::int32_t arm = addNode(scene, a, {5, 0, 0}, {1.5, 1.5, 1.5}, aboutAxis({0, 0, 1}, 0.5));
  const std::int32_t b = addNode(scene, arm);
  const std::int32_t c = addNode(scene, b);
  const std::int32_t side = addNode(scene, a);
  const std::vector<std::int32_t> moving = {a, b, c, side};
  const Recording recording = record(scene, moving, 300, GetParam());
  const Error error = playedError(scene, moving, recording);
  EXPECT_LE(error.translation, kTranslationBound);
  EXPECT_LE(error.rotation, kRotationBound);
}

INSTANTIATE_TEST_SUITE_P(MotionKeys, OfMotion, testing::Values(&smooth, &jerky, &noise));

TEST(MotionKeys, SmoothMotionNeedsFewerKeys) {
  Scene scene;
  const std::vector<std::int32_t> moving = {addNode(scene, -1)};
  const Recording few = record(scene, moving, 400, smooth);
  const Recording all = record(scene, moving, 400, smooth, {.keep_all_keys = true});
  EXPECT_LT(keyCount(few.keys), keyCount(all.keys) / 2);
  EXPECT_EQ(keyCount(all.keys), 2u * 401);
}

TEST(MotionKeys, RestAndUniformMotionNeedTwoKeys) {
  Scene scene;
  const std::vector<std::int32_t> moving = {addNode(scene, -1), addNode(scene, -1)};
  const Recording recording = record(scene, moving, 6000, [](std::int32_t node, int step) {
    if (node == 0) return DTransform{{1.1, 2.2, 3.3}, aboutAxis({1, 2, 3}, 1)};
    return DTransform{{step * 0.001, 0, step * -0.0005}, aboutAxis({0, 1, 0}, step * 1e-4)};
  });
  EXPECT_EQ(recording.keys.tracks()[0].translation.times, (std::vector<std::uint32_t>{0, 6000}));
  EXPECT_EQ(recording.keys.tracks()[0].rotation.times, (std::vector<std::uint32_t>{0, 6000}));
  // The moving one is cut now and then by the bound on what a track holds back.
  EXPECT_LT(recording.keys.tracks()[1].translation.times.size(), 400u);
  EXPECT_LT(recording.keys.tracks()[1].rotation.times.size(), 400u);
}

TEST(MotionKeys, FallThenRestKeepsTheLanding) {
  Scene scene;
  const std::vector<std::int32_t> moving = {addNode(scene, -1)};
  const Recording recording = record(scene, moving, 600, [](std::int32_t, int step) {
    const double t = step / 60.0;
    return DTransform{{0, std::max(0.0, 1 - 4.905 * t * t), 0}, {}};
  });
  EXPECT_LE(playedError(scene, moving, recording).translation, kTranslationBound);
  const KeyTrack& track = recording.keys.tracks()[0].translation;
  // 28 steps of fall, the landing and the end.
  EXPECT_LE(track.times.size(), 30u);
  EXPECT_EQ(track.times.back(), 600u);
}

TEST(MotionKeys, FastSpinStaysOnOneHemisphere) {
  Scene scene;
  const std::vector<std::int32_t> moving = {addNode(scene, -1)};
  // The sign of the quaternion is chosen against the grain.
  const Recording recording = record(scene, moving, 200, [](std::int32_t, int step) {
    DQuat q = aboutAxis({0.2, 1, 0.1}, step * 0.9);
    if (step % 2) q = {-q.x, -q.y, -q.z, -q.w};
    return DTransform{{}, q};
  });
  EXPECT_LE(playedError(scene, moving, recording).rotation, kRotationBound);
}

TEST(MotionKeys, MissingNodesStay) {
  Scene scene;
  const std::int32_t node = addNode(scene, -1);
  MotionKeys keys(scene);
  const std::vector<MovedNode> there = {
      {node, {{1, 0, 0}, {}}, {1, 0, 0}, {}}, {99, {}, {}, {}}, {-5, {}, {}, {}}};
  keys.add(0, there);
  keys.add(0.5, {});
  keys.add(1, {});
  keys.finish();
  ASSERT_EQ(keys.tracks().size(), 1u);
  EXPECT_EQ(keys.tracks()[0].translation.values, (std::vector<float>{1, 0, 0, 1, 0, 0}));
}

TEST(MotionKeys, TimesIncreaseAlsoWhereFloatsCannotFollow) {
  Scene scene;
  const std::vector<std::int32_t> moving = {addNode(scene, -1)};
  MotionKeys keys(scene, {.keep_all_keys = true});
  const std::vector<MovedNode> there = {{moving[0], {}, {}, {}}};
  // At 1000 s neighbouring floats are 61 microseconds apart.
  for (int step = 0; step < 1000; ++step) keys.add(1000 + step * 1e-5, there);
  keys.finish();
  EXPECT_LT(keys.times().size(), 400u);
  for (std::size_t i = 1; i < keys.times().size(); ++i) EXPECT_LT(keys.times()[i - 1], keys.times()[i]);
}

TEST(MotionKeys, OneStepGivesOneKey) {
  Scene scene;
  const std::vector<std::int32_t> moving = {addNode(scene, -1)};
  const Recording recording = record(scene, moving, 0, smooth);
  EXPECT_EQ(recording.keys.tracks()[0].translation.times.size(), 1u);
}

}  // namespace
}  // namespace carom

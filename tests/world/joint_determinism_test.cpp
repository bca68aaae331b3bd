// Joints: the same bits for any number of threads, and from a saved state on; bytes that are none change
// nothing.
#include <cstring>

#include "base/byte_hash.hpp"
#include "world/joint_builder.hpp"
#include "world/sealed_file.hpp"

namespace carom::test {
namespace {

/// Chains, a bridge, motors, soft limits, a loop, twists of many turns, animated and kinematic frames,
/// contacts.
SceneBuilder everything() {
  SceneBuilder b;
  Random random(17);
  b.floor();
  for (int chain = 0; chain < 6; ++chain) {
    int frame = b.node().at(2 * chain, 6, 0);
    for (int i = 0; i < 8; ++i) {
      const int link = b.node()
                           .at(2 * chain + 0.25 + 0.5 * i, 6, 0)
                           .rotated({0, 0, 1}, 90)
                           .dynamic()
                           .collider(capsule(0.3, 0.06));
      JointBuilder joint(b, frame, b.child(link).at(0, 0.25, 0));
      joint.pin();
      if (chain % 2) joint.angular({0, 2}, 0, 0.6).angular({1}, -0.4, 0.4);
      if (chain == 2) joint.soft(1000, 5);
      frame = b.child(link).at(0, -0.25, 0);
    }
  }
  const int drill = b.node().at(0, 2, 5).dynamic(2).inertia({1, 1, 1});
  JointBuilder(b, b.node().at(0, 2, 5), drill)
      .hinge(1)
      .angular({1}, -20, 20)
      .motor(true, 1, 5, 9, 30)
      .accelerate();
  const int carrier = b.node().at(-4, 3, 0).kinematic().velocity({0.3, 0, 0}).spin({0, 1, 0});
  const int rider = b.node().at(-4, 2, 0).dynamic(1).collider(box(0.3, 0.3, 0.3));
  JointBuilder(b, carrier, rider).linear({0, 1, 2}, 0.5, 1.2).spring(false, 1, 60, 2, -0.8);
  const int lift = b.node().at(-8, 2, 0).animate(NodeProperty::Translation, KeyInterpolation::Linear,
                                                 {0, 2, 4}, {-8, 2, 0, -8, 4, 0, -8, 2, 0});
  const int load = b.node().at(-8, 1.5, 0).dynamic(3).collider(sphere(0.3));
  JointBuilder(b, lift, load).slider(1).linear({1}, -1, -0.4).soft(500, 20);
  for (int i = 0; i < 12; ++i)
    b.node().at(random(0, 10), random(7, 9), random(-0.3, 0.3)).dynamic().collider(sphere(0.2));
  return b;
}

WorldSettings threaded(int threads) {
  WorldSettings settings;
  settings.threads = threads;
  return settings;
}

std::string seen(const World& world) {
  ByteHash hash;
  hash(world.stateHash(), world.stepCount());
  for (const Event& e : world.events())
    hash(static_cast<std::uint32_t>(e.type), e.joint, e.limit, e.motion, e.other);
  for (const JointState& j : world.joints()) hash(j.joint, j.force, j.torque);
  return std::to_string(hash.value());
}

std::vector<std::string> run(World& world, int steps) {
  std::vector<std::string> all;
  for (int i = 0; i < steps; ++i) {
    world.step();
    all.push_back(seen(world));
  }
  return all;
}

constexpr int kSteps = kSlowBuild ? 60 : 300;

TEST(JointDeterminism, ThreadsAndLanesDoNotChangeTheResult) {
  const Scene scene = everything().build();
  World first(scene, threaded(1));
  const std::vector<std::string> expected = run(first, kSteps);
  for (const int threads : {1, 2, 3}) {
    WorldSettings settings = threaded(threads);
    settings.lanes = threads == 2 ? 1 : 0;
    World other(scene, settings);
    EXPECT_EQ(run(other, kSteps), expected) << threads;
  }
}

TEST(JointDeterminism, RestoredInTheMiddleOfTheMotionItGoesOnAlike) {
  const Scene scene = everything().build();
  World first(scene, threaded(1));
  for (const int before : {1, 37, 120}) {
    while (first.stepCount() < static_cast<std::uint64_t>(before)) first.step();
    const std::vector<std::byte> saved = first.save();
    World ahead(scene, threaded(1));
    ASSERT_FALSE(ahead.restore(saved).hasErrors());
    const std::vector<std::string> expected = run(ahead, kSteps / 2);
    for (const int threads : {1, 3}) {
      World other(scene, threaded(threads));
      run(other, 20);  // A world that has been elsewhere.
      ASSERT_FALSE(other.restore(saved).hasErrors());
      EXPECT_EQ(run(other, kSteps / 2), expected) << before << ' ' << threads;
    }
    World same(scene, threaded(1));
    ASSERT_FALSE(same.restore(saved).hasErrors());
    EXPECT_EQ(same.save(), saved);
  }
}

TEST(JointDeterminism, ASnapshotOfTheSameMotionGoesOnAsTheFirstWould) {
  const Scene scene = everything().build();
  World first(scene, threaded(1));
  run(first, 50);
  const std::vector<std::byte> saved = first.save();
  const std::vector<std::string> expected = run(first, kSteps / 2);
  World other(scene, threaded(2));
  ASSERT_FALSE(other.restore(saved).hasErrors());
  EXPECT_EQ(run(other, kSteps / 2), expected);
}

TEST(JointDeterminism, BytesThatLieAreRefusedOrHarmless) {
  // Each byte in turn, made something else, in a file whose seal is right again.
  SceneBuilder b;
  const int anchor = b.node(), body = b.node().at(1, 0, 0).dynamic(1).inertia({1, 1, 1});
  JointBuilder(b, anchor, b.child(body).at(-1, 0, 0)).hinge(2).angular({2}, -2, 2).motor(true, 2, 3, 1);
  const Scene scene = b.build();
  World first(scene, {});
  run(first, 20);
  const std::vector<std::byte> saved = first.save();
  int taken = 0, refused = 0;
  for (std::size_t at = kSealedHeader; at < saved.size(); at += kSlowBuild ? 13 : 1) {
    for (const int to : {0x00, 0xff, 0x7f}) {
      std::vector<std::byte> wrong = saved;
      wrong[at] = static_cast<std::byte>(to);
      seal(wrong);
      World other(scene, {});
      if (other.restore(wrong).hasErrors()) {
        ++refused;
        continue;
      }
      ++taken;
      for (int i = 0; i < 3; ++i) other.step();
      const BodyState s = other.state(other.bodies()[0]);
      EXPECT_TRUE(std::isfinite(s.transform.translation.x + s.linear_velocity.x + s.angular_velocity.z))
          << at;
    }
  }
  EXPECT_GT(taken, 0);
  EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace carom::test

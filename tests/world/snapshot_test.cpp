// A restored world does what the saved one would have done, and bytes that are no state change nothing.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "base/byte_hash.hpp"
#include "world/mesh_shapes.hpp"
#include "world/scene_builder.hpp"
#include "world/sealed_file.hpp"

namespace carom::test {
namespace {

constexpr int kBefore = 100;
constexpr int kAfter = kSlowBuild ? 60 : 300;

SceneBuilder pile() {
  SceneBuilder b;
  Random random(5);
  b.node().at(0, -0.5, 0).collider(box(30, 1, 30));
  for (int i = 0; i < 60; ++i) {
    NodeBuilder n =
        b.node().at(random(-2, 2), random(1, 9), random(-2, 2)).rotated(random.rotation()).dynamic();
    if (i % 4 == 0) n.collider(sphere(0.3));
    if (i % 4 == 1) n.collider(box(0.5, 0.4, 0.6));
    if (i % 4 == 2) n.collider(cylinder(0.5, 0.25));
    if (i % 4 == 3) n.collider(b.hull(boxCorners(0.5, 0.3, 0.4)));
  }
  return b;
}

/// Stacks that fall asleep, some before the state is saved, and a ball that wakes one later.
SceneBuilder sleepers() {
  SceneBuilder b;
  b.node().at(0, -0.5, 0).collider(box(100, 1, 100));
  for (int stack = 0; stack < 6; ++stack)
    for (int i = 0; i < 4; ++i) b.node().at(3 * stack, 0.5 + i, 0).dynamic().collider(box(1, 1, 1));
  b.node().at(-28, 1.2, 0).dynamic().gravityFactor(0).collider(sphere(0.4)).velocity({10, 0, 0});
  b.node().at(30, 40, 0).dynamic().collider(sphere(0.5));
  return b;
}

/// Balls fall through triggers and a compound of two.
SceneBuilder triggers() {
  SceneBuilder b;
  b.node().at(0, -0.5, 0).collider(box(30, 1, 30));
  const int upper = b.node().at(0, 6, 0).trigger(box(8, 1, 8));
  const int lower = b.node().at(0, 3, 0).trigger(box(8, 4, 8));
  b.node().compoundTrigger({upper, lower});
  for (int i = 0; i < 20; ++i)
    b.node().at(-3 + 0.3 * i, 8 + 1.5 * i, 0.1 * i).dynamic().collider(sphere(0.2));
  return b;
}

/// A kinematic sweeper, animated colliders, one of them part of a body, and bodies below moving nodes.
SceneBuilder animated() {
  SceneBuilder b;
  Random random(8);
  b.node().collider(
      b.mesh(floorMesh(-12, 12, 16, -12, 12, 16, [](double x, double z) { return 0.02 * (x * x + z * z); })));
  b.node().at(-6, 1.5, 0).kinematic().collider(box(0.5, 2, 6)).velocity({1, 0, 0}).spin({0, 0.4, 0});
  b.node()
      .collider(box(1, 1, 1))
      .animate(NodeProperty::Translation, KeyInterpolation::Linear, {0, 2, 4}, {5, 1, 5, -5, 1, 5, 5, 1, 5});
  const int arm = b.node().at(0, 4, 0).dynamic().collider(box(1, 0.4, 1));
  b.node("", arm)
      .collider(sphere(0.3))
      .animate(NodeProperty::Translation, KeyInterpolation::Linear, {0, 1, 8}, {0, 0, 0, 1, 0, 0, 1, 0, 1});
  b.node("", arm).at(2, 0, 0).scaled({1, 2, 1}).dynamic().collider(box(0.4, 0.4, 0.4));
  for (int i = 0; i < 30; ++i)
    b.node().at(random(-4, 4), random(2, 8), random(-4, 4)).dynamic().collider(box(0.4, 0.5, 0.6));
  return b;
}

SceneBuilder fast() {
  SceneBuilder b;
  Random random(3);
  b.node().at(0, -0.5, 0).collider(box(40, 1, 40));
  for (int i = 0; i < 4; ++i) b.node().at(i % 2 ? 8 : -8, 4, 0).collider(box(0.05, 8, 40));
  for (int i = 0; i < 30; ++i)
    b.node()
        .at(random(-6, 6), random(1, 7), random(-6, 6))
        .dynamic()
        .collider(i % 2 ? box(0.2, 0.3, 0.2) : sphere(0.15))
        .velocity(random.vector(-150, 150))
        .spin(random.vector(-40, 40));
  return b;
}

/// So many that the tree of bounds is not grown leaf by leaf, falling together and then a few at a time.
SceneBuilder shower() {
  SceneBuilder b;
  Random random(9);
  b.node().at(0, -0.5, 0).collider(box(40, 1, 40));
  for (int i = 0; i < 200; ++i) {
    NodeBuilder n = b.node().at(random(-5, 5), random(1, 12), random(-5, 5)).dynamic();
    n.collider(i % 2 ? box(0.4, 0.3, 0.5) : sphere(0.2));
    if (i % 20 == 0) n.velocity(random.vector(-60, 60));
  }
  return b;
}

/// A platform that grows under boxes: its shape follows from the time, and contacts rest on it.
SceneBuilder growing() {
  SceneBuilder b;
  b.node()
      .at(0, -0.5, 0)
      .collider(box(8, 1, 8))
      .animate(NodeProperty::Scale, KeyInterpolation::Linear, {1, 3}, {1, 1, 1, 1, 4, 1});
  for (int i = 0; i < 9; ++i)
    b.node().at(2 * (i % 3) - 2, 0.4, 2 * (i / 3) - 2).dynamic(1).collider(box(0.8, 0.8, 0.8));
  return b;
}

struct Case {
  const char* name;
  SceneBuilder (*scene)();
};
const Case kCases[] = {{"pile", pile}, {"sleepers", sleepers}, {"triggers", triggers}, {"animated", animated},
                       {"fast", fast}, {"shower", shower},     {"growing", growing}};

/// All that a host can see of a step.
std::string seen(const World& world) {
  ByteHash hash;
  hash(world.stateHash(), world.stepCount(), world.time());
  for (const Event& e : world.events())
    hash(e.step, e.time, static_cast<std::uint32_t>(e.type), e.trigger, e.collider, e.motion, e.other,
         e.other_motion);
  for (const MovedNode& m : world.motionNodes())
    hash(m.node, m.global.translation, m.global.rotation, m.local_translation, m.local_rotation);
  hash(static_cast<std::uint64_t>(world.movedNodes().size()));
  const StepStatistics& s = world.statistics();
  hash(s.awake_bodies, s.sleeping_bodies, s.contact_pairs, s.touching_pairs, s.contact_points, s.islands,
       s.max_penetration, s.mean_penetration);
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

WorldSettings threaded(std::int32_t threads) {
  WorldSettings settings;
  settings.threads = threads;
  return settings;
}

std::string message(const Diagnostics& diagnostics) {
  return diagnostics.items().empty() ? "" : diagnostics.items().front().message;
}

TEST(Snapshot, GoesOnAsIfNothingHadBeen) {
  for (const Case& c : kCases) {
    const Scene scene = c.scene().build();
    World first(scene);
    run(first, kBefore);
    const std::vector<std::byte> saved = first.save();
    const std::vector<std::string> expected = run(first, kAfter);

    for (const std::int32_t threads : {1, 2, 5}) {
      World other(scene, threaded(threads));
      const Diagnostics errors = other.restore(saved);
      ASSERT_FALSE(errors.hasErrors()) << c.name << ": " << message(errors);
      EXPECT_EQ(other.stepCount(), static_cast<std::uint64_t>(kBefore));
      EXPECT_EQ(run(other, kAfter), expected) << c.name << ", threads " << threads;
    }
  }
}

TEST(Snapshot, SavesTheSameBytesAgain) {
  for (const Case& c : kCases) {
    const Scene scene = c.scene().build();
    World first(scene), other(scene);
    for (int part = 0; part < 4; ++part) {
      const std::vector<std::byte> saved = first.save();
      ASSERT_FALSE(other.restore(saved).hasErrors()) << c.name;
      EXPECT_TRUE(other.save() == saved) << c.name << " after " << first.stepCount() << " steps";
      EXPECT_EQ(other.stateHash(), first.stateHash());
      run(first, 40);
    }
  }
}

TEST(Snapshot, GoesBackInTheSameWorld) {
  for (const Case& c : kCases) {
    World world(c.scene().build());
    const std::vector<std::byte> start = world.save();
    const std::vector<std::string> expected = run(world, kBefore);
    for (const MovedNode& m : world.motionNodes()) {
      world.setTransform(world.bodyOfNode(m.node), {{0, 50, 0}, {}});
      world.setLinearVelocity(world.bodyOfNode(m.node), {1, 2, 3});
    }
    run(world, 20);
    ASSERT_FALSE(world.restore(start).hasErrors());
    EXPECT_EQ(world.stepCount(), 0u);
    EXPECT_EQ(world.movedNodes().size(), world.bodyCount());
    EXPECT_TRUE(world.events().empty());
    EXPECT_EQ(run(world, kBefore), expected) << c.name;
  }
}

TEST(Snapshot, KeepsWhatTheHostAskedForInTheNextStep) {
  SceneBuilder b;
  const int ball = b.node().dynamic(2).collider(sphere(0.5));
  Simulation first(b), other(b);
  first.run(0.1);
  first.world.applyForce(first.body(ball), {100, 50, 0}, first.state(ball).center + DVec3{0, 0.1, 0});
  first.world.applyTorque(first.body(ball), {0, 3, 0});
  ASSERT_FALSE(other.world.restore(first.world.save()).hasErrors());
  first.world.step();
  other.world.step();
  EXPECT_EQ(first.world.stateHash(), other.world.stateHash());
  EXPECT_GT(other.velocity(ball).x, 0.5);
}

TEST(Snapshot, IsRefusedByWorldsThatDiffer) {
  const Scene scene = pile().build();
  World world(scene);
  run(world, 10);
  const std::vector<std::byte> saved = world.save();

  WorldSettings substeps;
  substeps.substeps = 5;
  World other_settings(scene, substeps);
  const Diagnostics settings = other_settings.restore(saved);
  ASSERT_TRUE(settings.hasErrors());
  EXPECT_EQ(settings.items().front().code, "SNAPSHOT_FOREIGN");
  EXPECT_NE(message(settings).find("settings"), std::string::npos);

  std::vector<std::function<void(Scene&)>> changes = {
      [](Scene& s) { s.nodes[3].translation.x += 1e-9; },
      [](Scene& s) { s.shapes[0].size.x += 1e-9; },
      [](Scene& s) { s.geometries[0].positions[2].x += 1e-3f; },
      [](Scene& s) { s.motions[5].mass = 3; },
      [](Scene& s) { s.materials.push_back({}), s.colliders[1].material = 0; },
      [](Scene& s) { s.colliders.pop_back(); },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Scene changed = scene;
    changes[i](changed);
    World other(changed);
    const std::uint64_t before = other.stateHash();
    const Diagnostics errors = other.restore(saved);
    ASSERT_TRUE(errors.hasErrors()) << i;
    EXPECT_EQ(errors.items().front().code, "SNAPSHOT_FOREIGN") << i;
    EXPECT_NE(message(errors).find("scene"), std::string::npos);
    EXPECT_EQ(other.stateHash(), before);
  }
}

TEST(Snapshot, DamagedOrCutOffIsRefusedAndChangesNothing) {
  const Scene scene = triggers().build();
  World world(scene);
  run(world, kBefore);
  const std::vector<std::byte> saved = world.save();
  World other(scene);
  run(other, 30);
  const std::vector<std::byte> before = other.save();
  const auto refused = [&](const std::vector<std::byte>& bytes) {
    const Diagnostics errors = other.restore(bytes);
    return errors.hasErrors() && errors.items().front().code.starts_with("SNAPSHOT_") &&
           !message(errors).empty();
  };
  EXPECT_TRUE(refused({}));
  for (std::size_t size = 0; size < saved.size(); size += 1 + saved.size() / 97)
    EXPECT_TRUE(refused({saved.begin(), saved.begin() + static_cast<std::ptrdiff_t>(size)})) << size;
  std::vector<std::byte> longer = saved;
  longer.push_back(std::byte{0});
  EXPECT_TRUE(refused(longer));
  for (std::size_t at = 0; at < saved.size(); at += at < 64 ? 1 : 1 + saved.size() / 199) {
    std::vector<std::byte> flipped = saved;
    flipped[at] ^= std::byte{0x10};
    EXPECT_TRUE(refused(flipped)) << at;
  }
  EXPECT_TRUE(other.save() == before);
}

TEST(Snapshot, NoBytesMakeItCrash) {
  for (const Case& c : kCases) {
    const Scene scene = c.scene().build();
    World world(scene);
    run(world, kBefore);
    const std::vector<std::byte> saved = world.save();
    std::vector<std::byte> resealed = saved;
    seal(resealed);
    ASSERT_TRUE(resealed == saved);
    Random random(77);
    World other(scene);
    int taken = 0;
    const int tries = kSlowBuild ? 60 : 400;
    for (int i = 0; i < tries; ++i) {
      std::vector<std::byte> bytes = saved;
      const int flips = i % 3 == 0 ? 4 : 1;
      for (int k = 0; k < flips; ++k) {
        const auto at = static_cast<std::size_t>(random(kSealedHeader, static_cast<double>(bytes.size())));
        bytes[at] = i % 2 == 0 ? static_cast<std::byte>(static_cast<int>(random(0, 256)))
                               : bytes[at] ^ static_cast<std::byte>(1 << static_cast<int>(random(0, 8)));
      }
      seal(bytes);
      const Diagnostics errors = other.restore(bytes);
      if (errors.hasErrors()) continue;
      ++taken;
      run(other, 3);
    }
    EXPECT_GT(taken, 0) << c.name;
    EXPECT_LT(taken, tries) << c.name;
    ASSERT_FALSE(other.restore(saved).hasErrors());
  }
}

}  // namespace
}  // namespace carom::test

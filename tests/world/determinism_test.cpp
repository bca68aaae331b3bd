// The same scene and settings give the same bits, for any number of threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>
#include <tuple>

#include "world/mesh_shapes.hpp"
#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

/// A bit of everything: shapes of all kinds on a mesh, a kinematic sweeper, an animated collider, triggers.
SceneBuilder mixedScene() {
  SceneBuilder b;
  Random random(21);
  b.node().collider(
      b.mesh(floorMesh(-12, 12, 20, -12, 12, 20, [](double x, double z) { return 0.02 * (x * x + z * z); })));
  b.node().at(-6, 1.5, 0).kinematic().collider(box(0.5, 2, 6)).velocity({1, 0, 0}).spin({0, 0.4, 0});
  b.node()
      .collider(box(1, 1, 1))
      .animate(NodeProperty::Translation, KeyInterpolation::Linear, {0, 2, 4}, {5, 1, 5, -5, 1, 5, 5, 1, 5});
  b.node().at(0, 2, 0).trigger(box(5, 4, 5));
  for (int i = 0; i < 120; ++i) {
    NodeBuilder n =
        b.node().at(random(-4, 4), random(2, 8), random(-4, 4)).rotated(random.rotation()).dynamic();
    switch (i % 8) {
      case 0:
        n.collider(sphere(0.3));
        break;
      case 1:
        n.collider(box(0.5, 0.4, 0.6));
        break;
      case 2:
        n.collider(capsule(0.4, 0.2));
        break;
      case 3:
        n.collider(cylinder(0.5, 0.25));
        break;
      case 4:
        n.collider(cylinder(0.5, 0.3, 0));
        break;
      case 5:
        n.collider(b.hull(boxCorners(0.5, 0.3, 0.4)));
        break;
      case 6:
        n.collider(b.mesh(boxMesh(0.4, 0.5, 0.4)));
        break;
      default:
        n.collider(capsule(0.4, 0.3, 0.15));
        break;
    }
    if (i % 10 == 0) n.velocity({40, 0, 0});
  }
  return b;
}
std::vector<std::uint64_t> hashes(const SceneBuilder& b, const WorldSettings& settings, double seconds) {
  Simulation sim(b, settings);
  std::vector<std::uint64_t> all{sim.world.stateHash()};
  sim.run(seconds, [&] { all.push_back(sim.world.stateHash()); });
  return all;
}
std::vector<std::uint64_t> hashes(const SceneBuilder& b, std::int32_t threads, double seconds) {
  WorldSettings settings;
  settings.threads = threads;
  return hashes(b, settings, seconds);
}

/// A caller's scheduler: threads of its own for every job, ranges that fit neither the grain nor each other,
/// taken from the end.
struct OwnThreads {
  static constexpr std::int32_t kWorkers = 3;
  std::atomic<std::int32_t> jobs{0}, wrong_workers{0};
  std::atomic<bool> busy[kWorkers]{};

  static void run(void* user, std::int32_t count, std::int32_t grain, Scheduler::Range range, void* context) {
    OwnThreads& own = *static_cast<OwnThreads*>(user);
    ++own.jobs;
    std::atomic<std::int32_t> rest{count};
    const auto work = [&](std::int32_t worker) {
      if (own.busy[worker].exchange(true)) ++own.wrong_workers;
      for (;;) {
        const std::int32_t end = rest.fetch_sub(grain / 2 + 1 + worker);
        if (end <= 0) break;
        range(context, std::max(0, end - (grain / 2 + 1 + worker)), end, worker);
      }
      own.busy[worker] = false;
    };
    std::vector<std::thread> threads;
    for (std::int32_t worker = 1; worker < kWorkers; ++worker) threads.emplace_back(work, worker);
    work(0);
    for (std::thread& thread : threads) thread.join();
  }
};

TEST(Determinism, SameHashWithTheCallersScheduler) {
  const SceneBuilder b = mixedScene();
  const double seconds = kSlowBuild ? 0.25 : 1;
  OwnThreads own;
  WorldSettings settings;
  settings.threads = 8;  // Not used then.
  settings.scheduler = {&OwnThreads::run, &own, OwnThreads::kWorkers};
  EXPECT_EQ(hashes(b, 1, seconds), hashes(b, settings, seconds));
  EXPECT_GT(own.jobs, 0);
  EXPECT_EQ(own.wrong_workers, 0);
  // With one worker there is nothing to deal out.
  const std::int32_t jobs = own.jobs;
  settings.scheduler.workers = 1;
  EXPECT_EQ(hashes(b, 1, 0.1), hashes(b, settings, 0.1));
  EXPECT_EQ(own.jobs, jobs);
}

TEST(Determinism, SameHashTwiceAndForAnyNumberOfThreads) {
  const SceneBuilder b = mixedScene();
  const double seconds = kSlowBuild ? 0.5 : 3;
  const std::vector<std::uint64_t> once = hashes(b, 1, seconds);
  EXPECT_NE(once.front(), once.back());
  EXPECT_EQ(once, hashes(b, 1, seconds));
  for (const std::int32_t threads : {2, 3, 8}) EXPECT_EQ(once, hashes(b, threads, seconds)) << threads;
}

TEST(Determinism, SameHashForAnyLanesWhereLightBodiesCarryHeavyOnes) {
  // Their contacts are not in the lanes' blocks (contact_clusters.hpp).
  SceneBuilder b;
  b.floor();
  for (int i = 0; i < 900; ++i) {
    b.node()
        .at(i / 3 % 20 * 2, 0.51 + i % 3 * 1.01, i / 60 * 2)
        .dynamic(i % 3 == 2 ? 300000 : 1000)
        .collider(box(1, 1, 1));
  }
  const auto hashOf = [&](std::int32_t lanes) {
    WorldSettings settings;
    settings.lanes = lanes;
    return hashes(b, settings, 0.25);
  };
  const std::vector<std::uint64_t> one = hashOf(1);
  EXPECT_EQ(one, hashOf(4));
  EXPECT_EQ(one, hashOf(8));
}

TEST(Determinism, QueriesAndLookingDoNotDisturb) {
  const SceneBuilder b = mixedScene();
  const std::uint64_t quiet = hashes(b, 1, 1).back();
  Simulation sim(b);
  sim.run(1, [&] {
    (void)sim.world.castRay({0, 20, 0}, {0, -1, 0}, 40);
    (void)sim.world.overlapShape(sphere(3), {});
    (void)sim.world.closestPoint({1, 1, 1}, 10);
    (void)sim.world.motionNodes();
  });
  EXPECT_EQ(sim.world.stateHash(), quiet);
}

TEST(Determinism, HashSeesSmallDifferences) {
  SceneBuilder b;
  const int ball = b.node().dynamic(1).collider(sphere(0.5));
  Simulation a(b), c(b);
  EXPECT_EQ(a.world.stateHash(), c.world.stateHash());
  c.world.setLinearVelocity(c.body(ball), {1e-6, 0, 0});
  EXPECT_NE(a.world.stateHash(), c.world.stateHash());
}

TEST(Determinism, AMovedWorldGoesOn) {
  const SceneBuilder b = mixedScene();
  const std::vector<std::uint64_t> straight = hashes(b, 1, 1);
  World first(b.build());
  for (int i = 0; i < 30; ++i) first.step();
  World second(std::move(first));
  for (int i = 0; i < 30; ++i) second.step();
  EXPECT_EQ(second.stateHash(), straight.back());
}

TEST(Determinism, TheSceneMayGoAway) {
  // The world keeps no reference to the scene it was made of.
  auto scene = std::make_unique<Scene>(mixedScene().build());
  World world(*scene);
  scene.reset();
  for (int i = 0; i < 30; ++i) world.step();
  EXPECT_EQ(world.stateHash(), hashes(mixedScene(), 1, 0.5).back());
}

TEST(Determinism, SubstepsHardlyMatterForFreeFall) {
  // Not a bit-for-bit matter: the error of free fall is at most the ½·g·t·h of a first-order integrator, plus
  // rounding.
  for (const std::int32_t substeps : {1, 2, 4, 8, 16}) {
    SceneBuilder b;
    const int ball = b.node().dynamic(1).collider(sphere(0.5));
    WorldSettings settings;
    settings.substeps = substeps;
    Simulation sim(b, settings);
    sim.run(1);
    EXPECT_LT(std::abs(-sim.position(ball).y - 0.5 * kGravity), 0.5 * kGravity / (60.0 * substeps) + 1e-4)
        << substeps;
  }
}

}  // namespace
}  // namespace carom::test

// A settled step allocates nothing. This test program has its own operator new and delete, which count.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <vector>

#include "cli/bench_scenes.hpp"
#include "world/joint_builder.hpp"
#include "world/mesh_shapes.hpp"
#include "world/scene_builder.hpp"
#include "world/thruster_builder.hpp"
#include "world/vehicle_builder.hpp"

namespace {

std::atomic<std::size_t> allocations{0};

void* counted(std::size_t size, std::size_t alignment) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  const std::size_t rounded = (std::max<std::size_t>(size, 1) + alignment - 1) / alignment * alignment;
  if (void* memory = std::aligned_alloc(alignment, rounded)) return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) {
  return counted(size, alignof(std::max_align_t));
}
void* operator new[](std::size_t size) {
  return counted(size, alignof(std::max_align_t));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return counted(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return counted(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

namespace carom::test {
namespace {

constexpr int kSteps = 200;

/// Gives all work to the first worker until told to deal it out: then each piece goes to another worker than
/// in the job before. Everything it does is done on the calling thread, so that it is the same in every run.
struct LateWorkers {
  static constexpr std::int32_t kWorkers = 3;
  bool deal_out = false;
  std::int32_t turn = 0;

  Scheduler scheduler() { return {&LateWorkers::run, this, kWorkers}; }
  static void run(void* user, std::int32_t count, std::int32_t grain, Scheduler::Range range, void* context) {
    LateWorkers& workers = *static_cast<LateWorkers*>(user);
    ++workers.turn;
    for (std::int32_t begin = 0; begin < count; begin += grain) {
      const std::int32_t worker = workers.deal_out ? (workers.turn + begin / grain) % kWorkers : 0;
      range(context, begin, std::min(count, begin + grain), worker);
    }
  }
};

/// Allocations in kSteps steps after so many others.
std::size_t allocationsAfter(World& world, int steps_before) {
  for (int i = 0; i < steps_before; ++i) world.step();
  const std::size_t before = allocations;
  for (int i = 0; i < kSteps; ++i) world.step();
  return allocations - before;
}

/// Boxes, balls and capsules that have fallen into a walled box.
Scene pile() {
  return cli::findBenchScene("piles")->make(kSlowBuild ? 100 : 400);
}

TEST(SettledStep, TheCounterCounts) {
  const std::size_t before = allocations;
  const auto one = std::make_unique<int>(1);  // A compiler may leave out `delete new int(1)`.
  std::vector<int>(100).clear();
  EXPECT_EQ(allocations - before, 2u);
}

TEST(SettledStep, AnAwakePileAllocatesNothing) {
  for (const std::int32_t threads : {1, 2}) {
    WorldSettings settings;
    settings.sleeping = false;
    settings.threads = threads;
    World world(pile(), settings);
    EXPECT_EQ(allocationsAfter(world, 900), 0u) << threads << " threads";
    EXPECT_GT(world.statistics().contact_points, world.bodyCount());
  }
}

void expectNoneOfLateWorkers(const Scene& scene, int steps_before) {
  LateWorkers workers;
  WorldSettings settings;
  settings.sleeping = false;
  settings.scheduler = workers.scheduler();
  World world(scene, settings);
  EXPECT_EQ(allocationsAfter(world, steps_before), 0u);
  workers.deal_out = true;
  EXPECT_EQ(allocationsAfter(world, 0), 0u);
}

TEST(SettledStep, WorkersThatComeLateAllocateNothing) {
  expectNoneOfLateWorkers(pile(), 900);
}

/// Hinged chains that lie on a floor.
Scene chains() {
  SceneBuilder b;
  b.floor();
  for (int i = 0; i < 30; ++i) {
    int before = -1;
    for (int k = 0; k < 3; ++k) {
      const int link = b.node().at(1.2 * k, 0.2, 2 * i).dynamic().collider(box(1, 0.4, 0.4));
      if (before >= 0) JointBuilder(b, b.child(before).at(0.6, 0, 0), b.child(link).at(-0.6, 0, 0)).hinge(2);
      before = link;
    }
  }
  return b.build();
}

TEST(SettledStep, WorkersThatComeLateToJointsAllocateNothing) {
  expectNoneOfLateWorkers(chains(), 400);
}

TEST(SettledStep, StacksAllocateNothing) {
  for (const bool sleeping : {false, true}) {
    WorldSettings settings;
    settings.sleeping = sleeping;
    World world(cli::findBenchScene("sleepers")->make(200), settings);
    EXPECT_EQ(allocationsAfter(world, 60), 0u) << "sleep " << sleeping;
    EXPECT_EQ(world.statistics().awake_bodies, sleeping ? 0u : 200u);
  }
}

TEST(SettledStep, ASleepingPileAllocatesNothing) {
  SceneBuilder b;
  Random random(6);
  b.floor();
  for (int i = 0; i < 64; ++i) {
    b.node()
        .at(i % 4 * 1.2, 0.8 + i / 16, i / 4 % 4 * 1.2)
        .rotated(random.rotation())
        .dynamic()
        .collider(box(0.8, 0.5, 0.6));
  }
  Simulation sim(b);
  for (int i = 0; i < 3000 && (i == 0 || sim.world.statistics().awake_bodies > 0); ++i) sim.world.step();
  ASSERT_EQ(sim.world.statistics().awake_bodies, 0u);
  EXPECT_EQ(allocationsAfter(sim.world, 1), 0u);
}

TEST(SettledStep, BodiesOnAMeshAllocateNothing) {
  SceneBuilder b;
  Random random(5);
  b.node().collider(b.mesh(floorMesh(
      -20, 20, 40, -20, 20, 40, [](double x, double z) { return 0.3 * std::sin(x) * std::sin(0.7 * z); })));
  for (int i = 0; i < 60; ++i) {
    NodeBuilder n = b.node()
                        .at(i % 8 * 4 - 14 + random(-1, 1), 1.5, i / 8 * 4 - 14 + random(-1, 1))
                        .rotated(random.rotation())
                        .dynamic();
    if (i % 3 == 0) n.collider(box(1, 0.6, 0.8));
    if (i % 3 == 1) n.collider(b.hull(boxCorners(0.5, 0.3, 0.4)));
    if (i % 3 == 2) n.collider(b.mesh(boxMesh(0.5, 0.3, 0.4)));
  }
  LateWorkers workers;
  WorldSettings settings;
  settings.sleeping = false;
  settings.scheduler = workers.scheduler();
  Simulation sim(b, settings);
  EXPECT_EQ(allocationsAfter(sim.world, 900), 0u);
  EXPECT_GT(sim.world.statistics().contact_points, 150u);
  workers.deal_out = true;
  EXPECT_EQ(allocationsAfter(sim.world, 0), 0u);
}

TEST(SettledStep, AnimatedAndKinematicBodiesAndTriggersAllocateNothing) {
  SceneBuilder b;
  b.floor();
  b.node().at(0, 0.5, 0).dynamic().collider(box(1, 1, 1));
  b.node().at(0, 1.5, 0).trigger(box(2, 2, 2));
  const int carousel = b.node("carousel")
                           .at(4, 0.5, 0)
                           .kinematic()
                           .collider(box(2, 1, 2))
                           .animate(NodeProperty::Rotation, KeyInterpolation::Linear, {0, 50, 100},
                                    {0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, -1});
  b.child(carousel).at(0, 1, 0).collider(sphere(0.2));
  b.node().at(-4, 0.5, 0).kinematic().collider(box(1, 1, 1)).spin({0, 0.5, 0});
  WorldSettings settings;
  settings.sleeping = false;
  Simulation sim(b, settings);
  EXPECT_EQ(allocationsAfter(sim.world, 200), 0u);
}

TEST(SettledStep, VehiclesThatDriveAndFlyAllocateNothing) {
  SceneBuilder b;
  b.floor({}, 1000);
  const int craft = addHovercraft(b, {0, 4, 0});
  std::vector<int> cars;
  for (int i = 1; i < 4; ++i) cars.push_back(addCar(b, {10.0 * i, 0.5, 0}).body);
  LateWorkers workers;
  WorldSettings settings;
  settings.scheduler = workers.scheduler();
  Simulation sim(b, settings);
  sim.world.setVehicleActivation(craft, {0, 0, 0.5}, {0, 0.2, 0});
  for (const int car : cars) sim.world.setVehicleActivation(car, {0, 0, 0.5}, {0, 0.2, 0});
  EXPECT_EQ(allocationsAfter(sim.world, 400), 0u);
  EXPECT_GT(length(sim.velocity(cars[0])), 1);
  EXPECT_GT(length(sim.velocity(craft)), 1);
  workers.deal_out = true;
  EXPECT_EQ(allocationsAfter(sim.world, 0), 0u);
}

}  // namespace
}  // namespace carom::test

// Heaps: that they come to rest and fall asleep whole, and that a sleeping heap answers whatever acts on it
// as one would that never sleeps.
#include <gtest/gtest.h>

#include "world/mesh_shapes.hpp"
#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

/// A pyramid of boxes of 1 m, 30 kg each.
struct Pyramid {
  explicit Pyramid(SceneBuilder& b, int base = 6) {
    for (int level = 0; level < base; ++level)
      for (int i = 0; i < base - level; ++i)
        boxes.push_back(b.node()
                            .at(1.02 * (i - 0.5 * (base - level - 1)), 0.5 + level, 0)
                            .dynamic(30)
                            .collider(box(1, 1, 1)));
  }
  int top() const { return boxes.back(); }
  std::vector<int> boxes;
};

// What slides slowly where nothing brakes it goes on for ever: sleep would take its speed away.
TEST(SleepingHeaps, WhatSlidesSlowlyGoesOn) {
  SceneBuilder b;
  b.floor();
  Material slick = frictionless();
  slick.friction_combine = CombineMode::Multiply;
  b.node().at(0, 0.25, 0).dynamic(1000).collider(box(30, 0.5, 4), slick);
  std::vector<int> boxes;
  for (int i = 0; i < 24; ++i)
    boxes.push_back(b.node()
                        .at(i - 12, 0.6, -1)
                        .dynamic(0.1)
                        .collider(box(0.2, 0.2, 0.2), slick)
                        .velocity({0, 0, 0.002 + 0.001 * i}));
  Simulation sim(b);
  sim.run(10);
  // Friction is multiplied by zero; the soft contact settles within micrometres.
  for (int i = 0; i < 24; ++i)
    EXPECT_NEAR(sim.position(boxes[static_cast<std::size_t>(i)]).z, -1 + 10 * (0.002 + 0.001 * i), 2e-4) << i;
}

TEST(SleepingHeaps, WhatRollsSlowlyGoesOn) {
  SceneBuilder b;
  b.floor();
  // 6 cm/s; the boxes rest, and touch the board that it rolls on.
  b.node().at(0, 0.05, 0).dynamic(100).collider(box(10, 0.1, 2));
  const int crate = b.node().at(-3, 0.6, 0).dynamic(1).collider(box(1, 1, 1));
  const int ball =
      b.node().at(0, 0.35, 0).dynamic(1).collider(sphere(0.25)).velocity({0.06, 0, 0}).spin({0, 0, -0.24});
  Simulation sim(b);
  sim.run(20, [&] {
    ASSERT_TRUE(sim.state(ball).awake);
    ASSERT_TRUE(sim.state(crate).awake);
  });
  EXPECT_NEAR(sim.position(ball).x, 1.2, 0.04);
}

// A board that rises by a centimetre a second below a heap, and one that comes against it at that speed.
TEST(SleepingHeaps, ASlowPlatformLiftsASleepingHeap) {
  SceneBuilder b;
  const int table = b.node().at(0, -0.5, 0).kinematic().collider(box(12, 1, 4));
  const Pyramid heap(b);
  Simulation sim(b);
  sim.run(3);
  ASSERT_EQ(sim.world.statistics().awake_bodies, 0u);
  std::vector<DVec3> before;
  for (const int n : heap.boxes) before.push_back(sim.position(n));
  sim.world.setLinearVelocity(sim.body(table), {0, 0.01, 0});
  sim.run(10);
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_LT(length(sim.position(heap.boxes[i]) - before[i] - DVec3{0, 0.1, 0}), 0.003) << i;
}

TEST(SleepingHeaps, ASlowPlatformPushesASleepingHeap) {
  SceneBuilder b;
  b.floor();
  const int ram = b.node().at(-4.56, 0.5, 0).kinematic().collider(box(1, 0.9, 2));
  const Pyramid heap(b);
  Simulation sim(b);
  sim.run(3);
  ASSERT_EQ(sim.world.statistics().awake_bodies, 0u);
  const double before = sim.position(heap.boxes[0]).x;
  ASSERT_NEAR(before - 0.5, -3.05, 0.002);
  sim.world.setLinearVelocity(sim.body(ram), {0.01, 0, 0});
  // A gap of 1.01 m to close, then 0.3 m to push.
  sim.run(131);
  EXPECT_NEAR(sim.position(heap.boxes[0]).x - 0.5, sim.position(ram).x + 0.5, 0.005);
  EXPECT_NEAR(sim.position(heap.boxes[0]).x - before, 0.30, 0.01);
}

// A tonne put down on a sleeping pyramid: everything is where it is in a world that never sleeps.
TEST(SleepingHeaps, ANewLoadPressesOnASleepingHeap) {
  std::vector<DVec3> places[2];
  for (const bool sleeping : {false, true}) {
    SceneBuilder b;
    b.floor();
    const Pyramid heap(b);
    const int weight = b.node().at(30, 0.45, 0).dynamic(1000).collider(box(0.9, 0.9, 0.9));
    Simulation sim(b, sleeping ? WorldSettings{} : sleepless());
    sim.run(3);
    if (sleeping) {
      ASSERT_FALSE(sim.state(heap.top()).awake);
      ASSERT_FALSE(sim.state(weight).awake);
    }
    sim.world.setTransform(sim.body(weight), {{0, 6.451, 0}, {}});
    sim.run(4);
    if (sleeping) {
      EXPECT_FALSE(sim.state(heap.top()).awake);
    }
    for (const int n : heap.boxes) places[sleeping ? 1 : 0].push_back(sim.position(n));
    places[sleeping ? 1 : 0].push_back(sim.position(weight));
  }
  for (std::size_t i = 0; i < places[0].size(); ++i)
    EXPECT_LT(length(places[1][i] - places[0][i]), 0.003) << i;
}

// Each box is held by the next one, and all of them by a single point: the tower tips over as a whole.
TEST(SleepingHeaps, ATowerOnACornerTipsOver) {
  MeshData peak;
  peak.positions = {{-3, 0, -3}, {3, 0, -3}, {3, 0, 3}, {-3, 0, 3}, {0, 0.3, 0}};
  peak.indices = {0, 4, 1, 1, 4, 2, 2, 4, 3, 3, 4, 0};
  double lowest[2];
  for (const bool sleeping : {false, true}) {
    SceneBuilder b;
    b.node().collider(b.mesh(peak));
    std::vector<int> boxes;
    for (int i = 0; i < 4; ++i)
      boxes.push_back(b.node().at(1e-4, 0.5 + 0.4 * i, 2e-4).dynamic(10).collider(box(0.4, 0.4, 0.4)));
    Simulation sim(b, sleeping ? WorldSettings{} : sleepless());
    double& y = lowest[sleeping ? 1 : 0] = 2;
    sim.run(6, [&] { y = std::min(y, sim.position(boxes.back()).y); });
  }
  EXPECT_LT(lowest[0], 1.695);
  EXPECT_EQ(lowest[1], lowest[0]);
}

// Two contacts do not cage what slides along both of them.
TEST(SleepingHeaps, WhatSlidesSlowlyAlongAWallGoesOn) {
  SceneBuilder b;
  Material slick = frictionless();
  slick.friction_combine = CombineMode::Minimum;
  b.node().at(0, -1, 0).collider(box(20, 2, 20), slick);
  b.node().at(0, 0.5, 0.55).collider(box(20, 1, 0.1), slick);
  // It leans on the wall.
  const int crate =
      b.node().at(0, 0.25, 0.25).dynamic(10).collider(box(0.5, 0.5, 0.5), slick).velocity({0.002, 0, 0});
  WorldSettings settings;
  settings.gravity = {0, -9.81, 1};
  Simulation sim(b, settings);
  sim.run(20);
  EXPECT_NEAR(sim.position(crate).x, 0.04, 1e-3);
}

// A steady force too weak to move a heap at first, then one that topples it.
TEST(SleepingHeaps, ASteadyForceActsOnASleepingHeap) {
  double way[2];
  for (const bool sleeping : {false, true}) {
    SceneBuilder b;
    b.floor();
    const Pyramid heap(b, 3);
    Simulation sim(b, sleeping ? WorldSettings{} : sleepless());
    sim.run(3);
    const double before = sim.position(heap.top()).x;
    for (int step = 0; step < 60; ++step) {
      // More than friction holds: 0.6 · 30 kg · g is 177 N.
      sim.world.applyForce(sim.body(heap.top()), {250, 0, 0}, sim.state(heap.top()).center);
      sim.run(1.0 / 60);
    }
    way[sleeping ? 1 : 0] = sim.position(heap.top()).x - before;
  }
  EXPECT_GT(way[0], 0.5);
  EXPECT_NEAR(way[1], way[0], 0.01);
}

// Over a mesh neighbouring triangles have contact points in common. When each of them started from the
// other's friction, cones and cylinders wedged into a bowl turned by degrees a second, and their heaps never
// slept.
TEST(SleepingHeaps, WhatIsWedgedIntoAMeshBowlDoesNotTurn) {
  constexpr int kSeeds = kSlowBuild ? 1 : 8;
  double turned = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    SceneBuilder b;
    b.node().collider(b.mesh(bowlMesh(2.5, 3, 12, 32)));
    Random random(seed);
    std::vector<int> bodies;
    for (int layer = 0; layer < 4; ++layer)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) {
          const DVec3 place{(i - 1.5) * 0.62 + random(-0.05, 0.05), 0.5 + 0.62 * layer,
                            (j - 1.5) * 0.62 + random(-0.05, 0.05)};
          const Shape shape = j % 2 == 1   ? cylinder(0.4, 0.2, 0)
                              : i % 2 == 1 ? cylinder(0.35, 0.17)
                                           : sphere(0.2);
          bodies.push_back(b.node().at(place).rotated(random.rotation()).dynamic().collider(shape));
        }
    Simulation sim(b, sleepless());
    sim.run(10);
    std::vector<DQuat> before;
    for (const int n : bodies) before.push_back(sim.state(n).transform.rotation);
    sim.run(5);
    for (std::size_t i = 0; i < bodies.size(); ++i)
      turned += angleBetween(before[i], sim.state(bodies[i]).transform.rotation) /
                static_cast<double>(bodies.size());
  }
  EXPECT_LT(turned / kSeeds,
            0.15);  // Degrees. One of the heaps may have a body that turns on (docs/engine.md, "Open").
}

}  // namespace
}  // namespace carom::test

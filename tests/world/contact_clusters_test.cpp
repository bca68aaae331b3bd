// Light bodies that carry or stop heavy ones are solved together (solve/constraints/contact/cluster/).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

WorldSettings withoutSleep(double gravity = kGravity) {
  WorldSettings settings;
  settings.gravity = {0, -gravity, 0};
  settings.sleeping = false;
  return settings;
}

TEST(ContactClusters, ASlabOfTenThousandTimesTheMassRestsOnFourStones) {
  for (const double gap : {0.0, 0.05, 0.5}) {
    SceneBuilder b;
    b.floor();
    std::vector<int> stones;
    for (int i = 0; i < 4; ++i)
      stones.push_back(b.node()
                           .at(i % 2 == 0 ? -1 : 1, 0.25, i < 2 ? -1 : 1)
                           .dynamic(1)
                           .collider(i == 0 ? sphere(0.25) : box(0.5, 0.5, 0.5)));
    const int slab = b.node().at(0, 0.75 + gap, 0).dynamic(1e4).collider(box(3, 0.5, 3));
    Simulation sim(b, withoutSleep());
    sim.run(3);
    // A hundredth of their size.
    for (const int stone : stones) EXPECT_NEAR(sim.position(stone).y, 0.25, 0.005) << gap;
    EXPECT_NEAR(sim.position(slab).y, 0.75, 0.005) << gap;
    EXPECT_LT(length(sim.velocity(slab)), 1e-3) << gap;
  }
}

TEST(ContactClusters, EachOfAColumnWhoseMassesGrowTwentyfoldStays) {
  for (const bool heavy_on_top : {true, false}) {
    SceneBuilder b;
    b.floor();
    std::vector<int> boxes;
    for (int i = 0; i < 4; ++i) {
      const double mass = std::pow(22.0, heavy_on_top ? i : 3 - i);
      boxes.push_back(b.node().at(0, 0.5 + i, 0).dynamic(mass).collider(box(1, 1, 1)));
    }
    Simulation sim(b, withoutSleep());
    sim.run(5);
    for (int i = 0; i < 4; ++i) {
      const DVec3 p = sim.position(boxes[static_cast<std::size_t>(i)]);
      EXPECT_NEAR(p.y, 0.5 + i, 0.01) << heavy_on_top << " " << i;
      EXPECT_LT(std::hypot(p.x, p.z), 0.01) << heavy_on_top << " " << i;
    }
  }
}

// A heavy ball flies into light ones that touch each other.
TEST(ContactClusters, MomentumStaysAndEnergyDoesNotGrow) {
  Random random(5);
  for (int scene = 0; scene < 10; ++scene) {
    SceneBuilder b;
    std::vector<std::pair<int, double>> bodies;
    for (int i = 0; i < 8; ++i) {
      const DVec3 place{0.45 * (i % 2), 0.45 * (i / 2 % 2), 0.45 * (i / 4)};
      bodies.push_back({b.node()
                            .at(place + 0.01 * DVec3{random(-1, 1), random(-1, 1), random(-1, 1)})
                            .dynamic(1)
                            .collider(i % 3 == 0 ? sphere(0.22) : box(0.4, 0.4, 0.4)),
                        1});
    }
    bodies.push_back(
        {b.node().at(-2, 0.2, 0.25).dynamic(500).collider(sphere(0.6)).velocity({3, 0, 0}), 500});
    Simulation sim(b, withoutSleep(0));
    double most = 0;
    sim.run(2, [&] {
      DVec3 momentum;
      double energy = 0;
      for (const auto& [node, mass] : bodies) {
        momentum += mass * sim.velocity(node);
        energy += 0.5 * mass * dot(sim.velocity(node), sim.velocity(node));
      }
      most = std::max(most, energy);
      ASSERT_LT(length(momentum - DVec3{1500, 0, 0}), 0.02) << scene;
    });
    EXPECT_LT(most, 2250 * 1.001) << scene;
  }
}

// What is pressed and comes free again is not thrown.
TEST(ContactClusters, WhatAKinematicPressLetsGoIsNotThrown) {
  SceneBuilder b;
  b.floor();
  const int light = b.node().at(0, 0.25, 0).dynamic(1).collider(box(0.5, 0.5, 0.5));
  const int heavy = b.node().at(0, 0.75, 0).dynamic(1000).collider(box(0.5, 0.5, 0.5));
  b.node()
      .at(0, 1.6, 0)
      .kinematic()
      .collider(box(2, 0.5, 2))
      .animate(NodeProperty::Translation, KeyInterpolation::Linear, {0, 1, 2},
               {0, 1.6, 0, 0, 1.15, 0, 0, 1.6, 0});
  Simulation sim(b, withoutSleep());
  double fastest = 0;
  sim.run(4, [&] {
    fastest = std::max({fastest, length(sim.velocity(light)), length(sim.velocity(heavy))});
  });
  // The press has 0.45 m/s; a fall through half a box gives 2.2 m/s.
  EXPECT_LT(fastest, 2.2);
  EXPECT_GT(sim.position(light).y, 0.2);
  EXPECT_GT(sim.position(heavy).y, 0.2);
}

}  // namespace
}  // namespace carom::test

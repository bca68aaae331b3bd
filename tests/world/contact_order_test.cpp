// The passes of the solver depend on the order of the contacts; that order does not depend on history.
#include <gtest/gtest.h>

#include <algorithm>

#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

/// A pyramid of boxes, and a ball that flies into it.
struct Struck {
  Struck(SceneBuilder& b, double after, double speed = 8) {
    for (int level = 0; level < 5; ++level)
      for (int i = 0; i < 5 - level; ++i)
        nodes.push_back(
            b.node().at(1.02 * (i - 0.5 * (4 - level)), 0.5 + level, 0).dynamic(30).collider(box(1, 1, 1)));
    nodes.push_back(b.node()
                        .at(-4 - speed * after, 1.2, 0.2)
                        .dynamic(40)
                        .gravityFactor(0)
                        .velocity({speed, 0, 0})
                        .collider(sphere(0.5)));
  }
  std::vector<int> nodes;
};

TEST(ContactOrder, WhatHasSleptMovesAsWhatHasNot) {
  // A pyramid that is awake goes on settling by 10⁻⁷ m, and boxes that tumble over each other multiply that:
  // of nine blows half differ by less than a centimetre after two seconds. In another order all would differ.
  std::vector<double> differences;
  for (int blow = 0; blow < 9; ++blow) {
    std::vector<DVec3> places[2];
    for (const bool sleeping : {false, true}) {
      SceneBuilder b;
      b.floor();
      const Struck struck(b, 3, 7 + 0.2 * blow);
      Simulation sim(b, sleeping ? WorldSettings{} : sleepless());
      sim.run(2.5);
      EXPECT_EQ(sim.state(struck.nodes[0]).awake, !sleeping);
      sim.run(2);
      for (const int node : struck.nodes) places[sleeping ? 1 : 0].push_back(sim.position(node));
    }
    double moved = 0, difference = 0;
    for (std::size_t i = 0; i < places[0].size(); ++i) {
      difference = std::max(difference, length(places[0][i] - places[1][i]));
      moved = std::max(moved, std::abs(places[0][i].z));
    }
    EXPECT_GT(moved, 0.2) << blow;
    differences.push_back(difference);
  }
  std::sort(differences.begin(), differences.end());
  EXPECT_LT(differences[4], 1e-2);
}

// Other bodies that come, touch and part change the lists of pairs, not what they have nothing to do with.
TEST(ContactOrder, WhatIsElsewhereChangesNoBit) {
  std::vector<DVec3> places[3];
  for (int others = 0; others < 3; ++others) {
    SceneBuilder b;
    b.floor();
    const auto add_others = [&] {
      for (int i = 0; i < 40; ++i)
        b.node()
            .at(30 + 0.7 * (i % 5), 0.6 + 0.7 * (i / 5), 0.3 * (i % 3))
            .dynamic(1)
            .collider(i % 2 == 0 ? sphere(0.3) : box(0.5, 0.4, 0.6));
    };
    if (others == 1) add_others();
    const Struck struck(b, 0.5);
    if (others == 2) add_others();
    Simulation sim(b, sleepless());
    sim.run(3);
    for (const int node : struck.nodes) places[others].push_back(sim.position(node));
  }
  for (std::size_t i = 0; i < places[0].size(); ++i) {
    EXPECT_EQ(places[0][i], places[1][i]) << i;
    EXPECT_EQ(places[0][i], places[2][i]) << i;
  }
}

// A body that is put down gets its load at once; what lands elsewhere in that step finds its own.
TEST(ContactOrder, WhatIsPutDownElsewhereChangesNoBit) {
  std::vector<DVec3> places[2];
  for (const bool placed : {false, true}) {
    SceneBuilder b;
    b.floor();
    std::vector<int> balls;
    for (int i = 0; i < 10; ++i)
      balls.push_back(b.node().at(2 * i, 0.3 + 0.05 * i, 0).dynamic(1).collider(sphere(0.2)));
    const int resting = b.node().at(-40, 0.2, 0).dynamic(1).collider(box(0.4, 0.4, 0.4));
    Simulation sim(b, sleepless());
    for (int step = 0; step < 60; ++step) {
      const std::string pointer = "/nodes/" + std::to_string(resting) + "/translation";
      EXPECT_TRUE(!placed || sim.world.set(pointer, Value::of(DVec3{-40, 0.2, 0})));
      sim.run(1.0 / 60);
    }
    for (const int node : balls) places[placed ? 1 : 0].push_back(sim.state(node).center);
  }
  EXPECT_EQ(places[0], places[1]);
}

}  // namespace
}  // namespace carom::test

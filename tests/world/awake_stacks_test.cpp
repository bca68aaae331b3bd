// Piles that do not sleep: what stands goes on standing when it was placed apart, tapped, or relieved of its
// load. Regressions of a review of the contact solver; those named DISABLED_ are defects still to mend
// (docs/engine.md, "Open").
#include <gtest/gtest.h>

#include <algorithm>

#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

double sideways(const DVec3& v) {
  return std::sqrt(v.x * v.x + v.z * v.z);
}
/// Unit boxes on each other, each `gap` above the one below.
std::vector<int> addStack(SceneBuilder& b, int count, double gap = 0) {
  std::vector<int> boxes;
  for (int i = 0; i < count; ++i)
    boxes.push_back(b.node().at(0, 0.5 + i + gap * (i + 1), 0).dynamic().collider(box(1, 1, 1)));
  return boxes;
}
DTransform place(double x, double y, double z) {
  return {{x, y, z}, {}};
}

class StackWithGaps : public testing::TestWithParam<double> {};

// Each box falls through the gaps below it and hits: the stack is shaken first and has to calm down. Sideways
// nothing pushes; 20 mm is what the stack may walk while it does, 2 % of a box. 5 mm is the depth that the
// engine promises never to exceed at rest.
TEST_P(StackWithGaps, StandsAwake) {
  SceneBuilder b;
  b.floor();
  const std::vector<int> boxes = addStack(b, 20, GetParam());
  Simulation sim(b, sleepless());
  double penetration = 0;
  sim.run(20, [&] {
    penetration = std::max(penetration, static_cast<double>(sim.world.statistics().max_penetration));
  });
  EXPECT_LT(sideways(sim.position(boxes.back())), 0.02);
  EXPECT_LT(penetration, 0.005);
}
INSTANTIATE_TEST_SUITE_P(Gaps, StackWithGaps, testing::Values(0.0001, 0.0002, 0.001));
INSTANTIATE_TEST_SUITE_P(DISABLED_Gaps, StackWithGaps, testing::Values(0.01));

TEST(AwakeStacks, TappedStackStaysUpAndDoesNotSink) {
  SceneBuilder b;
  b.floor();
  const std::vector<int> boxes = addStack(b, 20);
  Simulation sim(b, sleepless());
  sim.run(2);
  sim.world.setLinearVelocity(sim.body(boxes.back()), {0.1, 0, 0});
  sim.run(20, [&] { ASSERT_GT(sim.position(boxes.back()).y, 19.5 - 0.005); });
  // Friction stops the top box within v²/2μg = 1 mm; the rest of the stack may follow it by as much again.
  for (const int n : boxes) EXPECT_LT(sideways(sim.position(n)), 0.002);
}

// The load of a stack must not be stored as energy: without it the lower half has nothing to leap with.
TEST(AwakeStacks, DISABLED_LowerHalfStaysWhenTheUpperIsTakenAway) {
  for (const double seconds : {1.0 / 60, 2.0}) {
    SceneBuilder b;
    b.floor();
    const std::vector<int> boxes = addStack(b, 20);
    Simulation sim(b, sleepless());
    sim.run(seconds);
    for (std::size_t i = 10; i < 20; ++i)
      sim.world.setTransform(sim.body(boxes[i]), place(100 + 3.0 * static_cast<double>(i), 0.5, 100));
    double rise = 0;
    sim.run(2, [&] {
      for (std::size_t i = 0; i < 10; ++i)
        rise = std::max(rise, sim.position(boxes[i]).y - 0.5 - static_cast<double>(i));
    });
    EXPECT_LT(rise, 0.001) << seconds;
  }
}

/// How far the 1 kg box on the floor rises once the heavy one that was placed on it is gone, m.
double leapFromUnder(double heavy) {
  SceneBuilder b;
  b.floor();
  const int lower = b.node().at(0, 0.5, 0).dynamic(1).collider(box(1, 1, 1));
  const int upper = b.node().at(0, 1.5, 0).dynamic(heavy).collider(box(1, 1, 1));
  Simulation sim(b, sleepless());
  sim.run(0.5);
  const double before = sim.position(lower).y;
  sim.world.setTransform(sim.body(upper), place(50, 20, 50));
  double rise = 0;
  sim.run(1, [&] { rise = std::max(rise, sim.position(lower).y - before); });
  return rise;
}
TEST(AwakeStacks, LightBodyStaysWhenAHundredTimesHeavierOneIsTakenAway) {
  EXPECT_LT(leapFromUnder(100), 0.001);
}
TEST(AwakeStacks, DISABLED_LightBodyStaysWhenAThousandTimesHeavierOneIsTakenAway) {
  EXPECT_LT(leapFromUnder(1000), 0.001);
}

// A step at the speed of the blow, 1.4 to 4.4 m/s, is 2 to 7 cm long: within that it is stopped.
TEST(AwakeStacks, HeavyBodyThatComesDownDoesNotCrushALightOne) {
  for (const double gap : {0.001, 0.01, 0.1, 1.0}) {
    for (const double heavy : {20.0, 100.0, 1000.0}) {
      SceneBuilder b;
      b.floor();
      const int lower = b.node().at(0, 0.5, 0).dynamic(1).collider(box(1, 1, 1));
      const int upper = b.node().at(0, 1.5 + gap, 0).dynamic(heavy).collider(box(1, 1, 1));
      Simulation sim(b, sleepless());
      const double allowed = gap < 0.5 ? 0.021 : 0.05;
      sim.run(3, [&] {
        ASSERT_GT(sim.position(lower).y, 0.5 - allowed) << gap << " " << heavy;
        ASSERT_GT(sim.position(upper).y - sim.position(lower).y, 1 - allowed) << gap << " " << heavy;
      });
      // At rest on springs that give by up to 5 mm, coming up slowly.
      EXPECT_NEAR(sim.position(lower).y, 0.5, 0.0075) << gap << " " << heavy;
      EXPECT_NEAR(sim.position(upper).y, 1.5, 0.015) << gap << " " << heavy;
      EXPECT_LT(std::abs(sim.velocity(upper).y), 0.005) << gap << " " << heavy;
    }
  }
}

// However much heavier the crate is: the ball's 10 N·s are all there is.
TEST(AwakeStacks, LightBallOnTheFloorGivesAHeavyCrateNoMoreThanItHas) {
  for (const double heavy : {10.0, 100.0, 1000.0, 100000.0}) {
    SceneBuilder b;
    b.floor(frictionless());
    const int crate = b.node().at(0, 0.5, 0).dynamic(heavy).collider(box(1, 1, 1), frictionless());
    const int ball =
        b.node().at(-3, 0.5, 0).dynamic(1).collider(sphere(0.5), frictionless()).velocity({10, 0, 0});
    Simulation sim(b, sleepless());
    sim.run(1);
    EXPECT_NEAR(heavy * sim.velocity(crate).x + sim.velocity(ball).x, 10, 0.01) << heavy;
    EXPECT_GT(sim.velocity(crate).x, 0) << heavy;
  }
}

// The load estimate counts what moves with its support as resting.
TEST(AwakeStacks, StandOnAPlatformAtTenMetresASecondAsOnTheGround) {
  SceneBuilder b;
  b.node().at(0, -0.5, 0).kinematic().velocity({10, 0, 0}).collider(box(10, 1, 10));
  std::vector<int> tower;
  for (int i = 0; i < 10; ++i)
    tower.push_back(b.node().at(0, 0.5 + i, 0).dynamic(1).velocity({10, 0, 0}).collider(box(1, 1, 1)));
  Simulation sim(b, sleepless());
  sim.run(1, [&] {
    for (int i = 0; i < 10; ++i) ASSERT_NEAR(sim.position(tower[i]).y, 0.5 + i, 1e-5);
  });
}

TEST(AwakeStacks, StandOnAPlatformThatRisesSlowly) {
  for (const double speed : {0.005, 0.01}) {
    SceneBuilder b;
    b.node().at(0, -0.5, 0).kinematic().collider(box(4, 1, 4)).velocity({0, speed, 0});
    const std::vector<int> boxes = addStack(b, 8);
    Simulation sim(b);
    sim.run(20);
    for (std::size_t i = 0; i < boxes.size(); ++i)
      EXPECT_NEAR(sim.position(boxes[i]).y, 0.5 + static_cast<double>(i) + 20 * speed, 0.001) << i;
  }
}

// What carries a load and is put down elsewhere on the same floor carries none there.
TEST(AwakeStacks, LoadedBodyDoesNotLeapWhereItIsPutDown) {
  for (const double far : {2.0, 5.0}) {
    SceneBuilder b;
    b.floor();
    const std::vector<int> boxes = addStack(b, 20);
    const int light = b.node().at(-20, 0.5, 0).dynamic(1).collider(box(1, 1, 1));
    b.node().at(-20, 1.5, 0).dynamic(1000).collider(box(1, 1, 1));
    Simulation sim(b, sleepless());
    sim.run(1);
    sim.world.setTransform(sim.body(boxes[0]), place(far, 0.5, 0));
    sim.world.setTransform(sim.body(light), place(-20, 0.5, far));
    sim.run(0.4, [&] {
      ASSERT_LT(sim.position(boxes[0]).y, 0.501) << far;
      ASSERT_LT(sim.position(boxes[1]).y, 1.501) << far;
      ASSERT_LT(sim.position(light).y, 0.501) << far;
    });
  }
}

}  // namespace
}  // namespace carom::test
